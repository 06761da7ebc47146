package io.keelson.cluster.names;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's name tree of one member: events in, actions out, no thread, socket or clock of its own. See
 * docs/design/cluster-names.md.
 *
 * <p>In each view its coordinator collects what the members have, makes one tree of it ({@link Reconciliation}), and tells it
 * to all. From then on members ask it for changes; it decides each, tells all members, and answers when all of them have it.
 * A change that was under way when the view changed is asked for again, and carried out once.
 *
 * <p>Messages that are lost are made up for: who misses something asks again after {@link #RESEND_NANOS}.
 */
final class NamingTree {
    /** After how long without progress something is sent again. */
    static final long RESEND_NANOS = 1_000_000_000L;
    /** Greatest number of messages kept that are of views which this member has not entered yet. */
    private static final int EARLY = 1_000;

    private final ClusterMember self;
    private final boolean hasty;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final List<Early> early = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private final Deque<Early> toSelf = new ArrayDeque<>();
    private Term term;
    private List<ClusterMember> members;
    private TreeState tree;
    private boolean whole = true;
    private boolean formed;
    private @Nullable Office office;
    private long nextOperation = 1;
    private long lastSent;
    private long now;

    /** The tree of a run of a server, which is alone at first. */
    NamingTree(ClusterMember self) {
        this(self, false);
    }

    /** One that, for a test of the tests, answers before all members have a change. */
    NamingTree(ClusterMember self, boolean hasty) {
        this.self = self;
        this.hasty = hasty;
        term = new Term(-1, self);
        members = List.of(self);
        tree = TreeState.empty(self);
        office = new Office(members);
    }

    /** Events of a member. */
    sealed interface Event {
        /** Has entered a view; the first of the members coordinates it. */
        record Entered(Term term, List<ClusterMember> members) implements Event {}

        /** The cluster has formed: changes may be decided. */
        record Formed() implements Event {}

        /** Something here wants a change. */
        record Wanted(Object ticket, TreeChange change) implements Event {}

        /** Nobody here waits for a change any more; it may happen all the same. */
        record GivenUp(Object ticket) implements Event {}

        /** A message has come. */
        record Received(ClusterMember from, TreeMessage message) implements Event {}

        /** Some time has passed. */
        record Tick() implements Event {}
    }

    /** Actions of a member. */
    sealed interface Action {
        /** Sends a message to another member. */
        record Send(ClusterMember to, TreeMessage message) implements Action {}

        /** Tells who wanted a change how it was decided. */
        record Decided(Object ticket, Outcome outcome) implements Action {}

        /** The bindings that can be seen have changed. */
        record Visible(Map<String, Binding> bindings) implements Action {}

        /**
         * A binding of this member lost its name at a merge.
         *
         * @param winner the binding that has it now; where that has gone since, the one that was lost
         */
        record Lost(String name, Binding winner) implements Action {}
    }

    private record Early(ClusterMember from, TreeMessage message) {}

    /** A change that somebody here waits for; it has a number once it has been asked for. */
    private static final class Pending {
        final Object ticket;
        final TreeChange change;
        long operation;

        Pending(Object ticket, TreeChange change) {
            this.ticket = ticket;
            this.change = change;
        }
    }

    /** State that a coordinator keeps for its term. */
    private static final class Office {
        final List<ClusterMember> members;
        final Map<ClusterMember, TreeState> reports = new HashMap<>();
        final Map<ClusterMember, Long> acked = new HashMap<>();
        final Deque<Early> waiting = new ArrayDeque<>();
        final List<Owed> owed = new ArrayList<>();
        boolean open;
        long lastRepeat;

        Office(List<ClusterMember> members) {
            this.members = members;
        }

        long ackedByAll() {
            long least = Long.MAX_VALUE;
            for (ClusterMember member : members) {
                least = Math.min(least, acked.getOrDefault(member, -1L));
            }
            return least;
        }
    }

    /** An answer that waits until all members have a change. */
    private record Owed(ClusterMember to, long operation, long number) {}

    /** Takes an event; returns what to do, in this order. */
    List<Action> step(Event event, long nowNanos) {
        now = nowNanos;
        Map<String, Binding> before = visible();
        if (event instanceof Event.Entered entered) {
            enter(entered);
        } else if (event instanceof Event.Formed) {
            formed = true;
            workOff();
        } else if (event instanceof Event.Wanted wanted) {
            pending.add(new Pending(wanted.ticket(), wanted.change()));
            ask(false);
        } else if (event instanceof Event.GivenUp given) {
            giveUp(given.ticket());
        } else if (event instanceof Event.Received received) {
            receive(received.from(), received.message());
        } else if (event instanceof Event.Tick) {
            tick();
        }
        while (!toSelf.isEmpty()) {
            Early own = toSelf.remove();
            receive(own.from(), own.message());
        }
        Map<String, Binding> after = visible();
        if (!after.equals(before)) {
            actions.add(new Action.Visible(after));
        }
        List<Action> done = List.copyOf(actions);
        actions.clear();
        return done;
    }

    /** The bindings of the members of the view. */
    Map<String, Binding> visible() {
        return tree.of(members);
    }

    /** Returns whether something is under way that may have to be sent again. */
    boolean waits() {
        Office held = office;
        return !whole || !pending.isEmpty() || held != null && held.open && held.ackedByAll() < tree.changes();
    }

    /** Returns whether this member has the tree of its view. */
    boolean whole() {
        return whole;
    }

    /** The term of its view. */
    Term term() {
        return term;
    }

    // ---- views -----------------------------------------------------------------------------------------------------

    private void enter(Event.Entered entered) {
        if (entered.term().number() <= term.number()) {
            return; // later than the view that it announces
        }
        term = entered.term();
        members = List.copyOf(entered.members());
        whole = false;
        office = null;
        if (members.get(0).equals(self)) {
            Office next = new Office(members);
            next.lastRepeat = now;
            office = next;
        }
        send(members.get(0), new TreeMessage.Report(term, tree.copy()));
        lastSent = now;
        Iterator<Early> kept = early.iterator();
        List<Early> due = new ArrayList<>();
        while (kept.hasNext()) {
            Early one = kept.next();
            if (one.message().term().number() <= term.number()) {
                kept.remove();
                due.add(one);
            }
        }
        due.forEach(one -> receive(one.from(), one.message()));
    }

    private void receive(ClusterMember from, TreeMessage message) {
        if (!message.term().equals(term)) {
            if (message.term().number() > term.number() && early.size() < EARLY) {
                early.add(new Early(from, message));
            }
            return;
        }
        if (message instanceof TreeMessage.Report report) {
            reported(from, report.state());
        } else if (message instanceof TreeMessage.Whole complete) {
            install(complete);
        } else if (message instanceof TreeMessage.Request request) {
            requested(from, request);
        } else if (message instanceof TreeMessage.Applied applied) {
            applied(applied);
        } else if (message instanceof TreeMessage.Ack ack) {
            acked(from, ack.number());
        } else if (message instanceof TreeMessage.Answer answer) {
            answered(answer);
        }
    }

    private void send(ClusterMember to, TreeMessage message) {
        if (to.equals(self)) {
            toSelf.add(new Early(self, message));
        } else {
            actions.add(new Action.Send(to, message));
        }
    }

    // ---- the coordinator -------------------------------------------------------------------------------------------

    private void reported(ClusterMember from, TreeState state) {
        Office held = office;
        if (held == null || !held.members.contains(from)) {
            return;
        }
        if (held.open) {
            send(from, new TreeMessage.Whole(term, tree.copy())); // it missed something
            return;
        }
        held.reports.put(from, state);
        if (held.reports.size() < held.members.size()) {
            return;
        }
        TreeState made = Reconciliation.of(term, held.reports);
        held.reports.clear();
        held.open = true;
        for (ClusterMember member : held.members) {
            send(member, new TreeMessage.Whole(term, made.copy()));
        }
    }

    private void requested(ClusterMember from, TreeMessage.Request request) {
        Office held = office;
        if (held == null) {
            return;
        }
        if (!held.open || !whole || !formed) {
            held.waiting.removeIf(one -> one.from().equals(from));
            held.waiting.add(new Early(from, request));
            return;
        }
        TreeState.Done last = tree.done().get(from);
        long carriedOut = last == null ? 0 : last.operation();
        if (request.operation() < carriedOut) {
            return;
        }
        if (request.operation() == carriedOut && stands(from, request.change())) {
            if (held.owed.stream().noneMatch(owed -> owed.to().equals(from))) {
                owe(held, from, request.operation());
            }
            return;
        }
        Outcome outcome = tree.judge(from, request.change());
        if (outcome != Outcome.DONE) {
            send(from, new TreeMessage.Answer(term, request.operation(), outcome));
            return;
        }
        tree.apply(from, request.operation(), request.change());
        held.acked.put(self, tree.changes());
        for (ClusterMember member : held.members) {
            if (!member.equals(self)) {
                send(
                        member,
                        new TreeMessage.Applied(term, tree.changes(), from, request.operation(), request.change()));
            }
        }
        if (hasty) {
            send(from, new TreeMessage.Answer(term, request.operation(), Outcome.DONE));
        } else {
            owe(held, from, request.operation());
        }
    }

    /** Returns whether a change that was carried out in an earlier view is still so: a binding may have been lost at a merge since. */
    private boolean stands(ClusterMember from, TreeChange change) {
        Binding present =
                change instanceof TreeChange.Bind bind ? tree.bindings().get(bind.name()) : null;
        return !(change instanceof TreeChange.Bind)
                || present != null && present.owner().equals(from);
    }

    private void owe(Office held, ClusterMember to, long operation) {
        held.owed.removeIf(owed -> owed.to().equals(to)); // of a change that is not waited for any more
        held.owed.add(new Owed(to, operation, tree.changes()));
        settle(held);
    }

    private void acked(ClusterMember from, long number) {
        Office held = office;
        if (held != null && held.members.contains(from)) {
            held.acked.merge(from, number, Math::max);
            settle(held);
        }
    }

    private void settle(Office held) {
        long all = held.ackedByAll();
        Iterator<Owed> owed = held.owed.iterator();
        while (owed.hasNext()) {
            Owed one = owed.next();
            if (one.number() <= all) {
                owed.remove();
                send(one.to(), new TreeMessage.Answer(term, one.operation(), Outcome.DONE));
            }
        }
    }

    private void workOff() {
        Office held = office;
        if (held == null || !held.open || !whole || !formed) {
            return;
        }
        List<Early> due = new ArrayList<>(held.waiting);
        held.waiting.clear();
        due.forEach(one -> receive(one.from(), one.message()));
    }

    // ---- every member ----------------------------------------------------------------------------------------------

    private void install(TreeMessage.Whole complete) {
        TreeState next = complete.state();
        if (whole && tree.term().equals(term) && next.changes() <= tree.changes()) {
            send(members.get(0), new TreeMessage.Ack(term, tree.changes()));
            return;
        }
        boolean first = !whole;
        Map<String, Binding> before = tree.of(List.of(self));
        tree = next.copy();
        whole = true;
        send(members.get(0), new TreeMessage.Ack(term, tree.changes()));
        if (first) {
            before.forEach(this::checkLost);
            workOff();
            ask(true);
        }
    }

    /** A binding of this member may have lost against another's in a view whose tree this member never got. */
    private void checkLost(String name, Binding before) {
        Binding now = tree.bindings().get(name);
        boolean unbound = now == null
                && pending.stream()
                        .anyMatch(one -> one.change instanceof TreeChange.Unbind unbind
                                && unbind.name().equals(name));
        if (!unbound && (now == null || !now.owner().equals(self))) {
            actions.add(new Action.Lost(name, now == null ? before : now));
        }
    }

    private void applied(TreeMessage.Applied change) {
        if (!whole || change.number() > tree.changes() + 1) {
            return; // something is missing; it asks for the whole when it is time
        }
        if (change.number() == tree.changes() + 1) { // else it has it already
            tree.apply(change.origin(), change.operation(), change.change());
        }
        send(members.get(0), new TreeMessage.Ack(term, tree.changes()));
    }

    private void answered(TreeMessage.Answer answer) {
        Pending first = pending.peek();
        if (first == null || first.operation != answer.operation() || first.operation == 0) {
            return;
        }
        pending.remove();
        actions.add(new Action.Decided(first.ticket, answer.outcome()));
        ask(false);
    }

    /** Asks for the change that is first; for one that has been asked for already only if {@code again}. */
    private void ask(boolean again) {
        Pending first = pending.peek();
        if (first == null || !whole || first.operation != 0 && !again) {
            return;
        }
        if (first.operation == 0) {
            first.operation = nextOperation++;
        }
        lastSent = now;
        send(members.get(0), new TreeMessage.Request(term, first.operation, first.change));
    }

    private void giveUp(Object ticket) {
        Pending first = pending.peek();
        boolean under = first != null && first.ticket.equals(ticket);
        pending.removeIf(one -> one.ticket.equals(ticket));
        if (under) {
            ask(false);
        }
    }

    private void tick() {
        if (now - lastSent >= RESEND_NANOS) {
            lastSent = now;
            if (!whole) {
                send(members.get(0), new TreeMessage.Report(term, tree.copy()));
            } else {
                ask(true);
            }
        }
        Office held = office;
        if (held != null && held.open && now - held.lastRepeat >= RESEND_NANOS) {
            held.lastRepeat = now;
            for (ClusterMember member : held.members) {
                if (held.acked.getOrDefault(member, -1L) < tree.changes()) {
                    send(member, new TreeMessage.Whole(term, tree.copy()));
                }
            }
        }
    }
}
