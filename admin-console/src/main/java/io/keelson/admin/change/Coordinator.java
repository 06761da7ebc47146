package io.keelson.admin.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The admin server's part in an activation: a state machine. It asks every server to prepare, and decides by making the revision
 * durable: that is the commit point, and whatever has no durable revision is aborted. A server that refuses before it aborts all;
 * one that does not answer in time holds up nobody and is told later. After it nothing is taken back. One attempt at a time.
 *
 * <p>Whoever drives it executes the actions in their order and calls it from one thread at a time. After a crash a new one is made
 * of the newest durable revision. See docs/design/domain.md.
 */
final class Coordinator {
    /** Time after a message at which a server is told the decision again. */
    static final long RESEND_NANOS = Duration.ofSeconds(2).toNanos();

    private final long patienceNanos;
    private Proposal decided;
    private final Map<String, Standing> servers = new TreeMap<>();
    private @Nullable Attempt attempt;
    private final String run;
    private long tellings;

    /** Event that happens to the coordinator. */
    sealed interface Event {
        /** An operator activates; {@code servers} are those that the new configuration has. */
        record Begin(Proposal proposal, Set<String> servers) implements Event {}

        /** A message of a server. */
        record Received(String from, Message message) implements Event {}

        /** A message could not be delivered to a server. */
        record Unreachable(String server) implements Event {}

        /** The revision is durable. */
        record Stored(String id) implements Event {}

        /**
         * The revision could not be made durable.
         *
         * @param gone whether it is certain that it will not be found at the next start
         */
        record StoreFailed(String id, boolean gone, String why) implements Event {}

        /** Time has passed. */
        record Tick() implements Event {}
    }

    /** Action that the coordinator wants done. */
    sealed interface Action {
        /** Send a message. */
        record Send(String to, Message message) implements Action {}

        /** Make the revision durable, also where it is partly there; answered with Stored or StoreFailed. */
        record Store(Proposal proposal) implements Action {}

        /** The attempt is decided: its revision is in force. */
        record Committed(Proposal proposal) implements Action {}

        /** The attempt is over and nothing has changed. */
        record Aborted(String id, Map<String, String> why) implements Action {}
    }

    private static final class Standing {
        @Nullable
        String has;

        @Nullable
        Result result;

        @Nullable
        Long toldAt;

        long heard;
    }

    private static final class Attempt {
        final Proposal proposal;
        final Set<String> servers;
        final Set<String> waiting;
        final long deadline;
        boolean storing;
        boolean unsure;

        Attempt(Proposal proposal, Set<String> servers, long deadline) {
            this.proposal = proposal;
            this.servers = servers;
            this.waiting = new TreeSet<>(servers);
            this.deadline = deadline;
        }
    }

    /**
     * A coordinator of what is durable.
     *
     * @param decided the newest durable revision
     * @param servers the servers of that revision
     * @param patience how long servers may take to prepare
     * @param run tells this coordinator from others before and after it
     */
    Coordinator(Proposal decided, Set<String> servers, Duration patience, String run) {
        this.run = run;
        this.decided = decided;
        this.patienceNanos = patience.toNanos();
        keep(servers);
    }

    private void keep(Set<String> names) {
        servers.keySet().retainAll(names);
        names.forEach(name -> servers.computeIfAbsent(name, none -> new Standing()));
    }

    /** The newest decision. */
    Proposal decided() {
        return decided;
    }

    /** Returns whether an attempt is under way. */
    boolean busy() {
        return attempt != null;
    }

    /** Returns what became of the newest decision on the servers that have said so. */
    Map<String, Result> results() {
        Map<String, Result> results = new LinkedHashMap<>();
        servers.forEach((name, standing) -> {
            if (standing.result != null && decided.id().equals(standing.has)) {
                results.put(name, standing.result);
            }
        });
        return results;
    }

    /** The servers that are not known to have the newest decision. */
    Set<String> behind() {
        Set<String> behind = new LinkedHashSet<>();
        servers.forEach((name, standing) -> {
            if (!has(standing)) {
                behind.add(name);
            }
        });
        return behind;
    }

    /** All servers of the newest decision. */
    Set<String> servers() {
        return Set.copyOf(servers.keySet());
    }

    private boolean has(Standing standing) {
        return decided.id().equals(standing.has) && standing.result != null && standing.result.kept();
    }

    /** Takes an event at that moment, in nanoseconds of a clock that does not jump; returns what is to be done. */
    List<Action> step(Event event, long now) {
        List<Action> actions = new ArrayList<>();
        if (event instanceof Event.Begin begin) {
            begin(begin, now, actions);
        } else if (event instanceof Event.Received received) {
            received(received.from(), received.message(), now, actions);
        } else if (event instanceof Event.Unreachable unreachable) {
            ready(unreachable.server(), actions);
        } else if (event instanceof Event.Stored stored) {
            stored(stored.id(), now, actions);
        } else if (event instanceof Event.StoreFailed failed) {
            storeFailed(failed, actions);
        } else {
            tick(now, actions);
        }
        return actions;
    }

    private void begin(Event.Begin begin, long now, List<Action> actions) {
        Proposal proposal = begin.proposal();
        if (attempt != null || proposal.number() != decided.number() + 1) {
            actions.add(new Action.Aborted(
                    proposal.id(),
                    Map.of(
                            "",
                            attempt == null ? "revision " + decided.number() + " is newer" : "another is under way")));
            return;
        }
        attempt = new Attempt(proposal, Set.copyOf(begin.servers()), now + patienceNanos);
        if (attempt.waiting.isEmpty()) {
            store(attempt, actions);
        }
        attempt.waiting.forEach(server -> actions.add(new Action.Send(server, new Message.Prepare(proposal))));
    }

    private void received(String from, Message message, long now, List<Action> actions) {
        Attempt current = attempt;
        if (message instanceof Message.Prepared prepared) {
            if (current != null && current.proposal.id().equals(prepared.id())) {
                ready(from, actions);
            }
        } else if (message instanceof Message.Refused refused) {
            refused(from, refused, actions);
        } else if (message instanceof Message.Done done) {
            Standing standing = servers.get(from);
            boolean ours =
                    done.id().equals(decided.id()) && done.telling().run().equals(run);
            if (standing != null && ours && done.telling().number() >= standing.heard) {
                standing.heard = done.telling().number();
                standing.has = done.id();
                standing.result = done.result();
            }
        } else if (message instanceof Message.Ask ask) {
            asked(from, ask, now, actions);
        }
    }

    /** A server that need not be waited for any more. */
    private void ready(String server, List<Action> actions) {
        Attempt current = attempt;
        if (current != null && !current.storing && current.waiting.remove(server) && current.waiting.isEmpty()) {
            store(current, actions);
        }
    }

    private void refused(String from, Message.Refused refused, List<Action> actions) {
        Attempt current = attempt;
        if (current != null && current.proposal.id().equals(refused.id()) && !current.storing) {
            abort(current, Map.of(from, refused.why()), actions);
        }
    }

    private void abort(Attempt current, Map<String, String> why, List<Action> actions) {
        attempt = null;
        current.servers.stream()
                .sorted()
                .forEach(server -> actions.add(new Action.Send(server, new Message.Abort(current.proposal.id()))));
        actions.add(new Action.Aborted(current.proposal.id(), why));
    }

    private static void store(Attempt current, List<Action> actions) {
        current.storing = true;
        current.unsure = false;
        actions.add(new Action.Store(current.proposal));
    }

    private void stored(String id, long now, List<Action> actions) {
        Attempt current = attempt;
        if (current == null || !current.proposal.id().equals(id)) {
            return;
        }
        attempt = null;
        decided = current.proposal;
        keep(current.servers);
        actions.add(new Action.Committed(decided));
        servers.forEach((name, standing) -> tell(name, standing, null, now, actions));
    }

    private void storeFailed(Event.StoreFailed failed, List<Action> actions) {
        Attempt current = attempt;
        if (current == null || !current.proposal.id().equals(failed.id())) {
            return;
        }
        if (failed.gone()) {
            abort(current, Map.of("", failed.why()), actions);
        } else {
            // It may be found at the next start, so it can neither be called decided nor aborted: it is tried until it
            // is certain.
            current.unsure = true;
        }
    }

    /** Tells a server that asks what it needs to hear: the decision that it lacks, or that its attempt will never be one. */
    private void asked(String from, Message.Ask ask, long now, List<Action> actions) {
        if (!ask.installed().equals(decided.id())) {
            answer(from, ask, now, actions);
            return;
        }
        String prepared = ask.prepared();
        boolean open = attempt != null && attempt.proposal.id().equals(prepared);
        if (prepared != null && !open) {
            actions.add(new Action.Send(from, new Message.Abort(prepared)));
        }
        if (prepared == null) {
            answer(from, ask, now, actions);
        }
    }

    /**
     * Tells a server that asks the decision. Who asks without an attempt has started anew. What was heard of it is of another run of
     * it, and so are answers to earlier messages that are still to come. It is told until it has answered this one, or a later one.
     */
    private void answer(String from, Message.Ask ask, long now, List<Action> actions) {
        Standing standing = servers.get(from);
        if (standing != null) {
            standing.result = null;
            standing.heard = tellings + 1;
        }
        tell(from, standing == null ? new Standing() : standing, ask.run(), now, actions);
    }

    private void tell(String server, Standing standing, @Nullable String asked, long now, List<Action> actions) {
        standing.toldAt = now;
        actions.add(new Action.Send(server, new Message.Commit(decided, new Message.Telling(run, ++tellings, asked))));
    }

    private void tick(long now, List<Action> actions) {
        Attempt current = attempt;
        if (current != null && current.unsure) {
            store(current, actions);
        } else if (current != null && !current.storing && now - current.deadline >= 0) {
            current.waiting.clear();
            store(current, actions);
        }
        servers.forEach((name, standing) -> {
            Long told = standing.toldAt;
            if (!has(standing) && (told == null || now - told >= RESEND_NANOS)) {
                tell(name, standing, null, now, actions);
            }
        });
    }
}
