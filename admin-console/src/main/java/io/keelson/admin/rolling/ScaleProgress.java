package io.keelson.admin.rolling;

import java.util.ArrayList;
import java.util.List;

/**
 * Progress of the scaling of a dynamic cluster. Immutable.
 *
 * @param cluster the cluster
 * @param by who ordered it
 * @param begun when, as ISO 8601
 * @param timeoutSeconds how long each phase may take
 * @param pauseSeconds how long to wait when a server has left, before the next goes
 * @param from how many dynamic servers there were
 * @param to how many there are to be
 * @param state what it does
 * @param why why it does not go on; empty where there is nothing to say
 * @param members the servers that are started or leave, in that order
 */
public record ScaleProgress(
        String cluster,
        String by,
        String begun,
        int timeoutSeconds,
        int pauseSeconds,
        int from,
        int to,
        Progress.State state,
        String why,
        List<Member> members) {
    /** Phases of a server. */
    public enum Phase {
        /** Its turn has not come. */
        WAITING,
        /** Comes, and starts: the domain has it. */
        STARTING,
        /** Runs; it is waited until all members know it and sessions have their copies. */
        JOINING,
        /** Goes, and it is waited until all members are ready for that. */
        READYING,
        /** Ends: sessions move, leases are handed over. */
        STOPPING,
        /** Has ended; the domain is to do without it. */
        LEAVING,
        /** The domain does without it; it is waited until its vote has gone to another server and all members are ready. */
        SETTLING,
        /** Is there to stay, or gone. */
        DONE
    }

    /**
     * A server that comes or goes.
     *
     * @param server its name
     * @param number its number in the cluster, from 1
     * @param phase what is done to it
     * @param pid the process that ends; 0 for none
     */
    public record Member(String server, int number, Phase phase, long pid) {
        Member in(Phase next) {
            return new Member(server, number, next, pid);
        }
    }

    public ScaleProgress {
        members = List.copyOf(members);
    }

    /** Returns whether servers leave. */
    boolean shrinks() {
        return members.stream().anyMatch(member -> member.number() > to);
    }

    ScaleProgress in(Progress.State next, String reason) {
        return new ScaleProgress(cluster, by, begun, timeoutSeconds, pauseSeconds, from, to, next, reason, members);
    }

    ScaleProgress with(Member changed) {
        List<Member> all = new ArrayList<>();
        members.forEach(member -> all.add(member.server().equals(changed.server()) ? changed : member));
        return new ScaleProgress(cluster, by, begun, timeoutSeconds, pauseSeconds, from, to, state, why, all);
    }
}
