package io.keelson.session.replica;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** The requests of a session on a server: those that wait for it, and those that wait for what they did to be kept. */
final class Requests {
    /** After how long requests that wait for the session are turned away. */
    private static final long LONGEST_WAIT = 5 * ReplicaState.SECOND;

    private final ReplicaState state;
    private final Map<Long, Waiting> waiting = new HashMap<>();
    private final Deque<Pending> pending = new ArrayDeque<>();
    /** Versions whose requests were not answered as if they were kept; the session may have them all the same. */
    private final Set<Long> failed = new HashSet<>();

    private record Pending(long ticket, long version) {}

    private record Waiting(Set<String> hints, long since) {}

    Requests(ReplicaState state) {
        this.state = state;
    }

    // ---- that want the session -------------------------------------------------------------------------------------

    boolean wanted() {
        return !waiting.isEmpty();
    }

    void await(long ticket, Set<String> hints) {
        waiting.put(ticket, new Waiting(hints, state.now));
    }

    void serve(long ticket) {
        state.act(new ReplicaAction.Serve(ticket, state.image));
    }

    void serveAll() {
        answerAll(ticket -> new ReplicaAction.Serve(ticket, state.image));
    }

    /** There is no such session. */
    void turnAwayAll() {
        answerAll(ReplicaAction.Absent::new);
    }

    private void answerAll(LongFunction<ReplicaAction> answer) {
        Map<Long, Waiting> all = new HashMap<>(waiting);
        waiting.clear();
        all.keySet().stream().sorted().forEach(ticket -> state.act(answer.apply(ticket)));
    }

    /** Nobody who is there has the session: it is away, if the client names a server that is. */
    void nobodyHasIt() {
        Map<Long, Waiting> asked = new HashMap<>(waiting);
        answerAll(ticket -> Objects.requireNonNull(asked.get(ticket)).hints().stream()
                .filter(hint -> state.around.expected().contains(hint) && !state.around.seesServer(hint))
                .sorted()
                .findFirst()
                .<ReplicaAction>map(
                        away -> new ReplicaAction.Unreachable(ticket, "the server " + away + " may have it"))
                .orElseGet(() -> new ReplicaAction.Absent(ticket)));
    }

    /**
     * Turns those away that have waited too long; returns whether they were the last ones.
     *
     * @param why what they have waited for
     */
    boolean turnLateAway(Supplier<String> why) {
        Set<Long> late = new HashSet<>();
        waiting.forEach((ticket, one) -> {
            if (state.now - one.since() >= LONGEST_WAIT) {
                late.add(ticket);
            }
        });
        late.stream().sorted().forEach(ticket -> {
            waiting.remove(ticket);
            state.act(new ReplicaAction.Unreachable(
                    ticket, "the servers that have it do not answer, or use it (" + why.get() + ")"));
        });
        return !late.isEmpty() && waiting.isEmpty();
    }

    // ---- that wait for what they did to be kept --------------------------------------------------------------------

    boolean unanswered() {
        return !pending.isEmpty();
    }

    void hold(long ticket, long version) {
        pending.add(new Pending(ticket, version));
    }

    /** Returns how many of those wait for a version that is here. */
    long pendingUpTo(long version) {
        return pending.stream().filter(one -> one.version() <= version).count();
    }

    /** Answers those whose version is kept. */
    void confirm(long version) {
        while (!pending.isEmpty() && pending.peek().version() <= version) {
            state.act(new ReplicaAction.Confirmed(pending.remove().ticket()));
        }
    }

    void confirmAll() {
        confirm(Long.MAX_VALUE);
    }

    /** Turns back the requests that wait: their changes are here, and are not to be acknowledged. */
    void turnBack(String why) {
        pending.forEach(one -> {
            state.act(new ReplicaAction.Unreachable(one.ticket(), why));
            failed.add(one.version());
        });
        pending.clear();
    }

    /** Another server has the session. */
    void fail() {
        pending.forEach(one -> {
            state.act(new ReplicaAction.Superseded(one.ticket()));
            failed.add(one.version());
        });
        pending.clear();
    }

    /** Nobody is to be told that this version is kept: it is no request's. */
    void unkept(long version) {
        failed.add(version);
    }

    /** Returns how many versions after that one nobody was told that they are kept. */
    long unkeptAfter(long version) {
        return pending.stream().filter(one -> one.version() > version).count()
                + failed.stream().filter(one -> one > version).count();
    }

    /** Forgets the versions whose requests failed: they are no more. */
    void forget() {
        failed.clear();
    }
}
