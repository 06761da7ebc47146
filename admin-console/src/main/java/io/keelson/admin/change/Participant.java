package io.keelson.admin.change;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server's part in an activation: a state machine. It keeps what it prepared on its disk, runs what it ran until it is told, asks
 * again after a restart, and decides nothing alone. What is decided it keeps first and applies then, so that a crash between the
 * two starts it with what was decided.
 *
 * <p>Whoever drives it executes the actions in their order and calls it from one thread at a time. It works on one message after
 * the other; those that come meanwhile wait. See docs/design/domain.md.
 */
final class Participant {
    /** Time that a server that keeps an attempt waits before it asks again. */
    static final long ASK_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int MOST_WAITING = 64;

    private Proposal installed;
    private @Nullable Proposal prepared;
    private @Nullable Result result;
    private @Nullable Work work;
    private final Deque<Message> inbox = new ArrayDeque<>();
    private @Nullable Long askedAt;
    private final String run;
    /** Until the admin server has answered this run's question: what it said to an earlier run does not count. */
    private boolean inDoubt = true;

    /**
     * Content of a server's disk, as far as activations go.
     *
     * @param installed what it starts with
     * @param prepared the attempt that it keeps; null for none
     */
    record Kept(Proposal installed, @Nullable Proposal prepared) {}

    /** Event that happens to the participant. */
    sealed interface Event {
        /** A message of the admin server. */
        record Received(Message message) implements Event {}

        /** The answer to Check: null where the server can run it. */
        record Checked(@Nullable String why) implements Event {}

        /** The answer to Keep: null where it is durable. */
        record Stored(@Nullable String why) implements Event {}

        /** The answer to Apply. */
        record Applied(Result result) implements Event {}

        /** Time has passed. */
        record Tick() implements Event {}
    }

    /** Action that the participant wants done. */
    sealed interface Action {
        /** Send a message to the admin server. */
        record Send(Message message) implements Action {}

        /** See whether this server can run it, and change nothing. */
        record Check(Proposal proposal) implements Action {}

        /** Make that durable. */
        record Keep(Kept kept) implements Action {}

        /** Run it from now on. */
        record Apply(Proposal proposal) implements Action {}
    }

    private sealed interface Work {
        record Checking(Proposal proposal) implements Work {}

        record Keeping(Kept kept, Why why, Message.@Nullable Telling telling) implements Work {}

        record Applying(Message.Telling telling) implements Work {}
    }

    private enum Why {
        PREPARE,
        COMMIT,
        ABORT
    }

    /**
     * The participant of a server that starts.
     *
     * @param kept what its disk has
     * @param run tells this participant from those before and after it
     */
    Participant(Kept kept, String run) {
        this.run = run;
        installed = kept.installed();
        prepared = kept.prepared();
    }

    /** Returns what this server has been told to run, or started with. */
    Proposal installed() {
        return installed;
    }

    /** The attempt that it keeps; null for none. */
    @Nullable
    Proposal prepared() {
        return prepared;
    }

    /** Takes an event at that moment, in nanoseconds of a clock that does not jump; returns what is to be done. */
    List<Action> step(Event event, long now) {
        List<Action> actions = new ArrayList<>();
        if (event instanceof Event.Received received) {
            if (inbox.size() < MOST_WAITING) {
                inbox.add(received.message());
            }
        } else if (event instanceof Event.Checked checked) {
            checked(checked.why(), actions);
        } else if (event instanceof Event.Stored stored) {
            stored(stored.why(), actions);
        } else if (event instanceof Event.Applied applied && work instanceof Work.Applying applying) {
            work = null;
            result = applied.result();
            send(new Message.Done(installed.id(), applying.telling(), applied.result()), actions);
        } else if (event instanceof Event.Tick) {
            tick(now, actions);
        }
        while (work == null && !inbox.isEmpty()) {
            take(inbox.remove(), actions);
        }
        return actions;
    }

    private void take(Message message, List<Action> actions) {
        if (message instanceof Message.Prepare prepare) {
            prepare(prepare.proposal(), actions);
        } else if (message instanceof Message.Commit commit) {
            commit(commit.decided(), commit.telling(), actions);
        } else if (message instanceof Message.Abort abort
                && prepared != null
                && prepared.id().equals(abort.id())) {
            keep(new Kept(installed, null), Why.ABORT, null, actions);
        }
    }

    private void prepare(Proposal proposal, List<Action> actions) {
        if (prepared != null && prepared.is(proposal)) {
            send(new Message.Prepared(proposal.id()), actions);
        } else if (proposal.number() <= installed.number()) {
            // An old message, or an admin server that has lost revisions: never go back by preparing.
            send(new Message.Refused(proposal.id(), "it has revision " + installed.number() + " already"), actions);
        } else {
            work = new Work.Checking(proposal);
            actions.add(new Action.Check(proposal));
        }
    }

    private void checked(@Nullable String why, List<Action> actions) {
        if (!(work instanceof Work.Checking checking)) {
            return;
        }
        work = null;
        if (why != null) {
            send(new Message.Refused(checking.proposal().id(), why), actions);
        } else {
            keep(new Kept(installed, checking.proposal()), Why.PREPARE, null, actions);
        }
    }

    private void commit(Proposal decided, Message.Telling telling, List<Action> actions) {
        inDoubt = inDoubt && !run.equals(telling.asked());
        if (decided.is(installed)) {
            if (prepared != null && prepared.number() <= decided.number()) {
                keep(new Kept(installed, null), Why.ABORT, null, actions);
            }
            send(new Message.Done(decided.id(), telling, result == null ? new Result.Applied() : result), actions);
        } else if (decided.number() >= installed.number()) {
            boolean over = prepared == null || prepared.number() <= decided.number();
            keep(new Kept(decided, over ? null : prepared), Why.COMMIT, telling, actions);
        }
    }

    private void keep(Kept kept, Why why, Message.@Nullable Telling telling, List<Action> actions) {
        work = new Work.Keeping(kept, why, telling);
        actions.add(new Action.Keep(kept));
    }

    private void stored(@Nullable String failure, List<Action> actions) {
        if (!(work instanceof Work.Keeping keeping)) {
            return;
        }
        work = null;
        Proposal attempt = keeping.kept().prepared();
        if (keeping.why() == Why.PREPARE && attempt != null) {
            if (failure == null) {
                prepared = attempt;
                send(new Message.Prepared(attempt.id()), actions);
            } else {
                send(new Message.Refused(attempt.id(), failure), actions);
            }
        } else if (failure == null) {
            installed = keeping.kept().installed();
            prepared = attempt;
            if (keeping.telling() != null) {
                work = new Work.Applying(keeping.telling());
                actions.add(new Action.Apply(installed));
            }
        } else if (keeping.telling() != null) {
            send(
                    new Message.Done(keeping.kept().installed().id(), keeping.telling(), new Result.NotKept(failure)),
                    actions);
        }
    }

    private void tick(long now, List<Action> actions) {
        Long asked = askedAt;
        if ((inDoubt || prepared != null) && (asked == null || now - asked >= ASK_NANOS)) {
            askedAt = now;
            send(new Message.Ask(installed.id(), prepared == null ? null : prepared.id(), run), actions);
        }
    }

    private static void send(Message message, List<Action> actions) {
        actions.add(new Action.Send(message));
    }
}
