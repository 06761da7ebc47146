package io.keelson.admin.rolling;

import io.keelson.admin.rolling.ScaleProgress.Member;
import io.keelson.admin.rolling.ScaleProgress.Phase;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One scaling of a dynamic cluster: a state machine that is moved by {@link #step}. Confined to the thread that steps it. See
 * docs/design/dynamic-clusters.md.
 *
 * <p>Invariants: servers that come are started only when the domain has them. One server leaves at a time: it is ended only when all that
 * run are ready and nobody who has left before votes any more, and the domain does without it only when its process is gone. What is to
 * be done follows from the size that is decided and from who runs, so a scaling that was broken off is gone on with by ordering it again.
 */
final class Scaling {
    /** Store of the progress. */
    @FunctionalInterface
    interface Keeper {
        /** Makes it durable, and tells those who listen. */
        void keep(ScaleProgress progress) throws IOException;
    }

    private final Fleet fleet;
    private final Sizing sizing;
    private final Keeper keeper;
    private final Ticker ticker;
    private ScaleProgress progress;
    private long phaseSince;
    private long pauseUntil;
    private boolean ordered;

    Scaling(ScaleProgress progress, Fleet fleet, Sizing sizing, Keeper keeper, Ticker ticker) {
        this.progress = progress;
        this.fleet = fleet;
        this.sizing = sizing;
        this.keeper = keeper;
        this.ticker = ticker;
        this.phaseSince = ticker.nanoTime();
        this.pauseUntil = phaseSince;
    }

    /**
     * The servers that come or go for a cluster to have {@code to} dynamic servers that run.
     *
     * @param names the names of the servers number 1 to the larger of both sizes
     * @param size how many there are by what is decided
     * @param running the servers that run
     */
    static List<Member> plan(List<String> names, int size, int to, Set<String> running) {
        List<Member> members = new ArrayList<>();
        for (int number = size; number > to; number--) {
            members.add(new Member(names.get(number - 1), number, Phase.WAITING, 0));
        }
        for (int number = 1; number <= to; number++) {
            String name = names.get(number - 1);
            if (!running.contains(name)) {
                members.add(new Member(name, number, Phase.WAITING, 0));
            }
        }
        return members;
    }

    ScaleProgress progress() {
        return progress;
    }

    /** Goes no further once the server whose turn it is, is gone; where servers come, at once. */
    void stop(String by) {
        Optional<Member> going = leaving()
                .filter(member -> member.phase() == Phase.STOPPING
                        || member.phase() == Phase.LEAVING
                        || member.phase() == Phase.SETTLING);
        if (going.isPresent()) {
            progress = progress.in(Progress.State.RUNNING, "It stops after this server, ordered by " + by);
        } else {
            end(Progress.State.STOPPED, "ordered by " + by);
        }
    }

    /** Does what is due. Returns whether there is more to do. */
    boolean step() {
        if (progress.state() != Progress.State.RUNNING) {
            return false;
        }
        Optional<Member> leaving = leaving();
        try {
            if (leaving.isPresent()) {
                leave(leaving.get());
            } else if (coming().isEmpty()) {
                end(Progress.State.DONE, "");
            } else {
                come();
            }
        } catch (IOException e) {
            late(String.valueOf(e.getMessage()));
        }
        return progress.state() == Progress.State.RUNNING;
    }

    /** The server that leaves now: one that is in the middle is before those that wait. */
    private Optional<Member> leaving() {
        return progress.members().stream()
                .filter(member -> member.number() > progress.to() && member.phase() != Phase.DONE)
                .findFirst();
    }

    private List<Member> coming() {
        return progress.members().stream()
                .filter(member -> member.number() <= progress.to() && member.phase() != Phase.DONE)
                .toList();
    }

    // ---- servers that come -----------------------------------------------------------------------------------------

    private void come() throws IOException {
        if (!progress.why().isEmpty()) {
            end(Progress.State.STOPPED, progress.why());
            return;
        }
        if (sizing.servers().size() < progress.to()) {
            if (resized(progress.to())) {
                phaseSince = ticker.nanoTime();
            }
            return;
        }
        Optional<String> missing = Optional.empty();
        for (Member member : coming()) {
            Optional<String> why = switch (member.phase()) {
                case WAITING -> started(member);
                case STARTING -> starting(member);
                default -> Optional.empty();
            };
            missing = missing.or(() -> why);
            if (progress.state() != Progress.State.RUNNING) {
                return;
            }
        }
        if (missing.isEmpty()) {
            missing = unready();
        }
        if (missing.isPresent()) {
            late(missing.get());
        } else {
            coming().forEach(member -> move(member.in(Phase.DONE)));
        }
    }

    private Optional<String> started(Member member) throws IOException {
        if (fleet.presence(member.server()).pid() == null) {
            fleet.start(member.server());
        }
        move(member.in(Phase.STARTING));
        return Optional.of(member.server() + " starts");
    }

    private Optional<String> starting(Member member) throws IOException {
        Fleet.Presence now = fleet.presence(member.server());
        if (now.pid() != null && now.state().equals("RUNNING")) {
            move(member.in(Phase.JOINING));
            return Optional.empty();
        }
        if (now.pid() == null && now.givenUp()) {
            end(Progress.State.FAILED, member.server() + " does not start: " + now.why());
        }
        return Optional.of(member.server() + " is " + now.state());
    }

    // ---- servers that go -------------------------------------------------------------------------------------------

    private void leave(Member member) throws IOException {
        switch (member.phase()) {
            case WAITING -> {
                if (progress.why().isEmpty()) {
                    move(member.in(Phase.READYING));
                } else {
                    end(Progress.State.STOPPED, progress.why());
                }
            }
            case READYING -> ready(member);
            case STOPPING -> stopping(member);
            case LEAVING -> removed(member);
            case SETTLING -> settling(member);
            case STARTING, JOINING, DONE -> throw new IllegalStateException(member + " is not to leave");
        }
    }

    private void ready(Member member) throws IOException {
        if (ticker.nanoTime() - pauseUntil < 0) {
            phaseSince = ticker.nanoTime();
            return;
        }
        Long pid = fleet.presence(member.server()).pid();
        if (pid == null) {
            move(member.in(Phase.LEAVING));
            return;
        }
        Optional<String> why = votes().or(this::unready);
        if (why.isPresent()) {
            late(why.get());
            return;
        }
        Member ending = new Member(member.server(), member.number(), Phase.STOPPING, pid);
        try {
            keeper.keep(progress.with(ending));
        } catch (IOException e) {
            end(
                    Progress.State.FAILED,
                    "the disk did not keep that " + member.server() + " is to end: " + e.getMessage());
            return;
        }
        progress = progress.with(ending);
        phaseSince = ticker.nanoTime();
        ordered = false;
    }

    private void stopping(Member member) throws IOException {
        Long pid = fleet.presence(member.server()).pid();
        if (pid == null) {
            move(member.in(Phase.LEAVING));
        } else if (pid != member.pid()) {
            move(member.in(Phase.READYING)); // somebody has started it meanwhile
        } else if (ordered) {
            late(member.server() + " has not ended");
        } else {
            fleet.stop(member.server());
            ordered = true;
        }
    }

    private void removed(Member member) throws IOException {
        if (sizing.servers().size() < member.number() || resized(member.number() - 1)) {
            move(member.in(Phase.SETTLING));
        }
    }

    private void settling(Member member) throws IOException {
        Optional<String> why = votes().or(this::unready);
        if (why.isPresent()) {
            late(why.get());
        } else {
            pauseUntil = ticker.nanoTime()
                    + Duration.ofSeconds(progress.pauseSeconds()).toNanos();
            move(member.in(Phase.DONE));
        }
    }

    private Optional<String> votes() {
        try {
            Set<String> former = sizing.formerVoters();
            return former.isEmpty()
                    ? Optional.empty()
                    : Optional.of("the vote of " + String.join(", ", former) + " has not gone to another server");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    // ---- what both do ----------------------------------------------------------------------------------------------

    /** Returns why the servers that run are not all ready; alone, a server has nobody to be ready for. */
    private Optional<String> unready() {
        try {
            List<String> running = sizing.running();
            return running.size() < 2 ? Optional.empty() : fleet.unready(running);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether the domain has that size now; else it is over. */
    private boolean resized(int size) {
        try {
            sizing.resize(size);
            return true;
        } catch (IOException e) {
            end(Progress.State.FAILED, "the size " + size + " was not activated: " + e.getMessage());
            return false;
        }
    }

    /** Gives up when the phase has taken too long. */
    private void late(String why) {
        Duration longest = Duration.ofSeconds(progress.timeoutSeconds());
        if (ticker.nanoTime() - phaseSince >= longest.toNanos()) {
            end(Progress.State.FAILED, why + ", after " + longest.toSeconds() + " s");
        }
    }

    private void move(Member member) {
        progress = progress.with(member);
        phaseSince = ticker.nanoTime();
        ordered = false;
        keep();
    }

    private void end(Progress.State state, String why) {
        progress = progress.in(state, why);
        keep();
    }

    /** Keeps the progress. What cannot be kept here is found out by a look at the servers, when it is ordered again. */
    private void keep() {
        try {
            keeper.keep(progress);
        } catch (IOException e) {
            ScalingLog.LOG.notKept(progress.cluster(), e.toString());
        }
    }
}
