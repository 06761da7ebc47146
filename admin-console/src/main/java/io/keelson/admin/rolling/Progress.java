package io.keelson.admin.rolling;

import java.util.ArrayList;
import java.util.List;

/**
 * Progress of a rolling restart. Immutable.
 *
 * @param cluster the cluster
 * @param application the application that gets another version by it; empty for a restart as such
 * @param back whether the version that was comes back
 * @param by who ordered it
 * @param begun when, as ISO 8601
 * @param timeoutSeconds how long each phase of a member may take
 * @param pauseSeconds how long to wait when a member is back, before the next goes
 * @param state what it does
 * @param why why it does not go on; empty where there is nothing to say
 * @param members the members, in their order
 */
public record Progress(
        String cluster,
        String application,
        boolean back,
        String by,
        String begun,
        int timeoutSeconds,
        int pauseSeconds,
        State state,
        String why,
        List<Member> members) {
    /** States of a rolling restart. */
    public enum State {
        /** Goes on. */
        RUNNING,
        /** All members are restarted. */
        DONE,
        /** A member did not end or did not come back, or the application did not start there; it goes no further. */
        FAILED,
        /** Somebody ordered it to go no further. */
        STOPPED,
        /** The admin server ended in the middle. */
        INTERRUPTED
    }

    /** Phases of a member. */
    public enum Phase {
        /** Its turn has not come. */
        WAITING,
        /** Waits until all members are ready for it to go. */
        READYING,
        /** Ends: sessions move, leases are handed over. */
        STOPPING,
        /** Has ended and is started. */
        STARTING,
        /** Runs; it is waited until it serves the application, all members know it and sessions have their copies. */
        JOINING,
        /** Is back. */
        DONE,
        /** Did not run when the restart began, and is left alone. */
        SKIPPED
    }

    /**
     * A member.
     *
     * @param server its name
     * @param phase what is done to it
     * @param pid its process before it was restarted; 0 as long as it was not
     */
    public record Member(String server, Phase phase, long pid) {
        Member in(Phase next) {
            return new Member(server, next, pid);
        }
    }

    public Progress {
        members = List.copyOf(members);
    }

    /** Returns whether there is something to go on with. */
    boolean resumable() {
        return state == State.FAILED || state == State.STOPPED || state == State.INTERRUPTED;
    }

    Progress in(State next, String reason) {
        return new Progress(cluster, application, back, by, begun, timeoutSeconds, pauseSeconds, next, reason, members);
    }

    Progress with(Member changed) {
        List<Member> all = new ArrayList<>();
        members.forEach(member -> all.add(member.server().equals(changed.server()) ? changed : member));
        return new Progress(cluster, application, back, by, begun, timeoutSeconds, pauseSeconds, state, why, all);
    }
}
