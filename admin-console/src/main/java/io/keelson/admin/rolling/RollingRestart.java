package io.keelson.admin.rolling;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One rolling restart: a state machine that is moved by {@link #step}. Confined to the thread that steps it.
 *
 * <p>Invariants: a member is ended only when all members that take part are ready, so never two are away by its doing; before a
 * member is ended what is being done is on the disk.
 */
final class RollingRestart {
    /** Store of the progress. */
    @FunctionalInterface
    interface Keeper {
        /** Makes it durable, and tells those who listen. */
        void keep(Progress progress) throws IOException;
    }

    private final Fleet fleet;
    private final Keeper keeper;
    private final Ticker ticker;
    private Progress progress;
    private long phaseSince;
    private long pauseUntil;
    private boolean ordered;
    private boolean decided;

    RollingRestart(Progress progress, Fleet fleet, Keeper keeper, Ticker ticker) {
        this.progress = progress;
        this.fleet = fleet;
        this.keeper = keeper;
        this.ticker = ticker;
        this.phaseSince = ticker.nanoTime();
        this.pauseUntil = phaseSince;
    }

    /**
     * Returns what one that was broken off goes on with: members that are back stay so; one in the middle is looked at.
     *
     * @throws IOException when nobody says what there is of it
     */
    static Progress resumed(Progress before, Fleet fleet, String by, int timeoutSeconds, int pauseSeconds)
            throws IOException {
        List<Progress.Member> members = new ArrayList<>();
        for (Progress.Member member : before.members()) {
            members.add(member.in(
                    switch (member.phase()) {
                        case DONE, SKIPPED, WAITING -> member.phase();
                        case READYING -> Progress.Phase.WAITING;
                        case STOPPING, STARTING, JOINING -> middle(member, fleet.presence(member.server()));
                    }));
        }
        return new Progress(
                before.cluster(),
                before.application(),
                before.back(),
                by,
                before.begun(),
                timeoutSeconds,
                pauseSeconds,
                Progress.State.RUNNING,
                "",
                members);
    }

    private static Progress.Phase middle(Progress.Member member, Fleet.Presence now) {
        Long pid = now.pid();
        if (pid == null) {
            return Progress.Phase.STARTING;
        }
        // The process that was to end: whether it was told so is not certain, so it is begun anew.
        return pid == member.pid() ? Progress.Phase.WAITING : Progress.Phase.JOINING;
    }

    Progress progress() {
        return progress;
    }

    /** Goes no further once the member whose turn it is, is back; one that has not been told to end stays as it is. */
    void stop(String by) {
        boolean away = current()
                .filter(member -> member.phase() == Progress.Phase.STOPPING
                        || member.phase() == Progress.Phase.STARTING
                        || member.phase() == Progress.Phase.JOINING)
                .isPresent();
        if (away) {
            progress = progress.in(Progress.State.RUNNING, "It stops after this member, ordered by " + by);
        } else {
            end(Progress.State.STOPPED, "ordered by " + by);
        }
    }

    /** Does what is due. Returns whether there is more to do. */
    boolean step() {
        Optional<Progress.Member> now = current();
        if (progress.state() != Progress.State.RUNNING) {
            return false;
        }
        if (now.isEmpty()) {
            return !finished();
        }
        Progress.Member member = now.get();
        try {
            switch (member.phase()) {
                case WAITING -> next(member);
                case READYING -> ready(member);
                case STOPPING -> stopping(member);
                case STARTING -> starting(member);
                case JOINING -> joining(member);
                case DONE, SKIPPED -> throw new IllegalStateException(member + " is not to be restarted");
            }
        } catch (IOException e) {
            late(member, String.valueOf(e.getMessage()));
        }
        return progress.state() == Progress.State.RUNNING;
    }

    /** All members are through: what came is the version of all from now on. */
    private boolean finished() {
        try {
            if (rolls()) {
                fleet.release().end(progress.application(), !progress.back(), progress.by());
            }
            end(Progress.State.DONE, "");
            return true;
        } catch (IOException e) {
            boolean late = ticker.nanoTime() - phaseSince
                    >= Duration.ofSeconds(progress.timeoutSeconds()).toNanos();
            if (late) {
                end(Progress.State.FAILED, "all servers have it, but that is not decided: " + e.getMessage());
            }
            return late;
        }
    }

    private boolean rolls() {
        return !progress.application().isEmpty();
    }

    /** The version that the member is to have, decided while it does not run, so that it comes up with that. */
    private void decide(Progress.Member member) throws IOException {
        if (rolls() && !decided) {
            fleet.release().give(progress.application(), member.server(), !progress.back(), progress.by());
            decided = true;
        }
    }

    /** The member whose turn it is: one that is in the middle before one that waits. */
    private Optional<Progress.Member> current() {
        return progress.members().stream()
                .filter(member -> member.phase() != Progress.Phase.DONE
                        && member.phase() != Progress.Phase.SKIPPED
                        && member.phase() != Progress.Phase.WAITING)
                .findFirst()
                .or(() -> progress.members().stream()
                        .filter(member -> member.phase() == Progress.Phase.WAITING)
                        .findFirst());
    }

    private void next(Progress.Member member) {
        if (!progress.why().isEmpty()) {
            end(Progress.State.STOPPED, progress.why());
        } else {
            move(member.in(Progress.Phase.READYING));
        }
    }

    private List<String> all() {
        return progress.members().stream()
                .filter(member -> member.phase() != Progress.Phase.SKIPPED)
                .map(Progress.Member::server)
                .toList();
    }

    private void ready(Progress.Member member) throws IOException {
        if (ticker.nanoTime() - pauseUntil < 0) {
            phaseSince = ticker.nanoTime();
            return;
        }
        Long pid = fleet.presence(member.server()).pid();
        if (pid == null && member.pid() != 0) {
            move(member.in(Progress.Phase.STARTING)); // it was told to end before the restart was resumed
            return;
        }
        Optional<String> why = pid == null ? Optional.of(member.server() + " does not run") : fleet.unready(all());
        if (why.isPresent() || pid == null) {
            late(member, why.orElse(""));
            return;
        }
        Progress.Member ending = new Progress.Member(member.server(), Progress.Phase.STOPPING, pid);
        try {
            keeper.keep(progress.with(ending));
        } catch (IOException e) {
            end(
                    Progress.State.FAILED,
                    "the disk did not keep that " + member.server() + " is to be restarted: " + e.getMessage());
            return;
        }
        progress = progress.with(ending);
        phaseSince = ticker.nanoTime();
        ordered = false;
        decided = false;
    }

    private void stopping(Progress.Member member) throws IOException {
        Long pid = fleet.presence(member.server()).pid();
        if (pid == null || pid != member.pid()) {
            move(member.in(pid == null ? Progress.Phase.STARTING : Progress.Phase.JOINING));
        } else if (ordered) {
            late(member, "has not ended");
        } else {
            fleet.stop(member.server());
            ordered = true;
        }
    }

    private void starting(Progress.Member member) throws IOException {
        Fleet.Presence now = fleet.presence(member.server());
        if (now.pid() != null) {
            if (now.state().equals("RUNNING")) {
                move(member.in(Progress.Phase.JOINING));
            } else {
                late(member, "is " + now.state());
            }
        } else if (ordered && now.givenUp()) {
            end(Progress.State.FAILED, member.server() + " does not start: " + now.why());
        } else if (!ordered) {
            decide(member);
            fleet.start(member.server());
            ordered = true;
        } else {
            // It crashed, and the node manager starts it again; or somebody has ended it.
            late(member, "is " + now.state());
        }
    }

    private void joining(Progress.Member member) throws IOException {
        Fleet.Presence now = fleet.presence(member.server());
        if (now.givenUp()) {
            end(Progress.State.FAILED, member.server() + " has failed after its start: " + now.why());
            return;
        }
        decide(member); // for one that somebody else has started
        Optional<String> why = serves(member);
        if (progress.state() != Progress.State.RUNNING) {
            return;
        }
        if (why.isEmpty()) {
            why = fleet.unready(all());
        }
        if (why.isPresent()) {
            late(member, why.get());
        } else {
            pauseUntil = ticker.nanoTime()
                    + Duration.ofSeconds(progress.pauseSeconds()).toNanos();
            move(member.in(Progress.Phase.DONE));
        }
    }

    /**
     * Returns why the application does not serve there yet. A version that does not start is taken from the server, which has served the
     * other one on.
     */
    private Optional<String> serves(Progress.Member member) throws IOException {
        if (!rolls()) {
            return Optional.empty();
        }
        Release.Standing standing = fleet.release().standing(progress.application(), member.server());
        if (standing.failed()) {
            fleet.release().give(progress.application(), member.server(), progress.back(), progress.by());
            move(member.in(Progress.Phase.WAITING));
            end(
                    Progress.State.FAILED,
                    progress.application() + " does not start on " + member.server() + ": " + standing.why());
        }
        return standing.serves() ? Optional.empty() : Optional.of(progress.application() + " " + standing.why());
    }

    /** Gives up when the phase has taken too long. */
    private void late(Progress.Member member, String why) {
        Duration longest = Duration.ofSeconds(progress.timeoutSeconds());
        if (ticker.nanoTime() - phaseSince >= longest.toNanos()) {
            end(
                    Progress.State.FAILED,
                    switch (member.phase()) {
                        case READYING ->
                            "not all members were ready for the end of " + member.server() + " within "
                                    + longest.toSeconds() + " s: " + why;
                        case JOINING ->
                            member.server() + " has started, but after " + longest.toSeconds()
                                    + " s not all is as before: " + why;
                        default -> member.server() + " " + why + " after " + longest.toSeconds() + " s";
                    });
        }
    }

    private void move(Progress.Member member) {
        progress = progress.with(member);
        phaseSince = ticker.nanoTime();
        ordered = false;
        decided = false;
        keep();
    }

    private void end(Progress.State state, String why) {
        progress = progress.in(state, why);
        keep();
    }

    /** Keeps the progress. What cannot be kept here is found out by a look at the member, when it is resumed. */
    private void keep() {
        try {
            keeper.keep(progress);
        } catch (IOException e) {
            RollingLog.LOG.notKept(progress.cluster(), e.toString());
        }
    }
}
