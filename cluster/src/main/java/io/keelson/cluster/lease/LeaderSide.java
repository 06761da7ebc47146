package io.keelson.cluster.lease;

import io.keelson.kernel.spi.lease.LeaseService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A voter as the leader of the log: proposes what others ask for, and expires what was not renewed.
 *
 * <p>It waits by its own monotonic clock: a whole duration since it saw a state of a row, whoever led then (ADR 0010). It
 * never decides anything by believing that it leads, or that it has seen all: what it proposes is conditional on the row's
 * state, and the log decides. Where it is wrong nothing it proposes is decided.
 */
final class LeaderSide {
    /** Time after which a proposal of an end that is not decided is made again. */
    private static final long AGAIN_NANOS = 500_000_000L;

    private final Owner self;
    private final int waitPercent;
    private final Map<String, Wait> rows = new TreeMap<>();
    /** Place that the rows had reached here when a voter that begins anew applied its log again. */
    private final Map<String, Wait> before = new HashMap<>();

    private final Map<Long, Asker> asked = new HashMap<>();
    private boolean leads;
    private long lastTicket;

    /** With how long it waits, of a lease's duration. */
    LeaderSide(Owner self, int waitPercent) {
        this.self = self;
        this.waitPercent = waitPercent;
    }

    boolean isLeading() {
        return leads;
    }

    /**
     * Begins or ends to lead. A voter that begins goes on with the waits that it began as a follower. A renewal that
     * has not been applied here yet comes before its proposals in the log, so an end that is proposed too early meets
     * another stamp.
     */
    void leading(boolean leading, LeaseMachine.Turn turn) {
        if (leading && !leads) {
            rows.values().forEach(Wait::proposeAnew);
            turn.act(new LeaseAction.Broadcast(new LeaseMessage.Changed(all())));
        }
        leads = leading;
    }

    void restored(List<LeaseRow> all, LeaseMachine.Turn turn) {
        rows.forEach((name, wait) -> before.merge(name, wait, (one, next) -> next.row.isAfter(one.row) ? next : one));
        rows.clear();
        all.forEach(row -> rows.put(row.name(), since(row, turn.now)));
    }

    void applied(List<LeaseRow> changed, LeaseMachine.Turn turn) {
        List<LeaseRow> news = new ArrayList<>();
        for (LeaseRow row : changed) {
            Wait last = rows.get(row.name());
            if (last != null && last.row.equals(row)) {
                continue; // nothing was renewed: the wait goes on
            }
            rows.put(row.name(), since(row, turn.now));
            if (last == null || last.row.epoch() != row.epoch() || row.owner() == null) {
                news.add(row);
            }
        }
        if (leads && !news.isEmpty()) {
            turn.act(new LeaseAction.Broadcast(new LeaseMessage.Changed(news)));
        }
    }

    /**
     * A state that was applied before has been waited for since then: its owner had asked for it earlier. In one log no state of a row
     * comes twice.
     */
    private Wait since(LeaseRow row, Moment now) {
        Wait known = before.get(row.name());
        if (known != null && !known.row.isAfter(row)) {
            before.remove(row.name());
        }
        return known != null && known.row.equals(row) ? known : new Wait(row, now);
    }

    void tell(String server, LeaseMachine.Turn turn) {
        if (leads && !server.equals(self.server())) {
            turn.act(new LeaseAction.Send(server, new LeaseMessage.Changed(all())));
        }
    }

    void request(String from, long number, LeaseCommand command, @Nullable String leader, LeaseMachine.Turn turn) {
        if (!leads) {
            turn.answer(from, new LeaseMessage.Undecided(number, self.server().equals(leader) ? null : leader));
        } else if (allowed(from, command)) {
            long ticket = ++lastTicket;
            asked.put(ticket, new Asker(from, number));
            turn.act(new LeaseAction.Propose(ticket, command));
        }
    }

    void decided(long ticket, LeaseResult result, LeaseMachine.Turn turn) {
        Asker asker = asked.remove(ticket);
        if (asker != null) {
            turn.answer(asker.server, new LeaseMessage.Reply(asker.number, result));
        }
    }

    void undecided(long ticket, @Nullable String leader, LeaseMachine.Turn turn) {
        Asker asker = asked.remove(ticket);
        if (asker != null) {
            turn.answer(asker.server, new LeaseMessage.Undecided(asker.number, leads ? null : leader));
        }
    }

    void tick(LeaseMachine.Turn turn) {
        if (!leads) {
            return;
        }
        List<Stamp> due = new ArrayList<>();
        Set<Owner> near = new LinkedHashSet<>();
        for (Wait wait : rows.values()) {
            Owner owner = wait.row.owner();
            if (owner != null && wait.over(turn.now, waitPercent)) {
                wait.propose(turn.now, due);
            } else if (owner != null && isNear(owner)) {
                near.add(owner);
            }
        }
        expire(due, turn);
        near.forEach(owner -> turn.act(new LeaseAction.Prove(owner)));
    }

    /** With proof of death the wait is cut short. */
    void dead(Owner owner, LeaseMachine.Turn turn) {
        if (!leads) {
            return;
        }
        List<Stamp> due = new ArrayList<>();
        for (Wait wait : rows.values()) {
            if (wait.row.ownedBy(owner)) {
                wait.propose(turn.now, due);
            }
        }
        expire(due, turn);
    }

    private void expire(List<Stamp> due, LeaseMachine.Turn turn) {
        if (!due.isEmpty()) {
            turn.act(new LeaseAction.Propose(++lastTicket, new LeaseCommand.Expire(due)));
        }
    }

    private boolean isNear(Owner owner) {
        return !self.machine().isEmpty() && owner.machine().equals(self.machine()) && !owner.equals(self);
    }

    private List<LeaseRow> all() {
        return rows.values().stream().map(wait -> wait.row).toList();
    }

    /** Nobody asks in another's name, ends another's lease, or makes up a duration. */
    private static boolean allowed(String from, LeaseCommand command) {
        if (command instanceof LeaseCommand.Acquire acquire) {
            return acquire.owner().server().equals(from)
                    && LeaseTiming.allowed(acquire.durationMillis())
                    && !acquire.name().isEmpty()
                    && acquire.name().length() <= LeaseService.LONGEST_NAME;
        } else if (command instanceof LeaseCommand.Renew renew) {
            return renew.owner().server().equals(from);
        } else if (command instanceof LeaseCommand.Release release) {
            return release.owner().server().equals(from);
        }
        return false;
    }

    private record Asker(String server, long number) {}

    /** Since when a row has been seen as it is. */
    private static final class Wait {
        final LeaseRow row;
        private final Moment since;
        private @Nullable Moment proposed;

        Wait(LeaseRow row, Moment since) {
            this.row = row;
            this.since = since;
        }

        /** Forgets that an end was proposed: the proposal that this server made when it led before may never have been decided. */
        void proposeAnew() {
            proposed = null;
        }

        boolean over(Moment now, int percent) {
            return now.since(since) >= row.durationMillis() * 10_000 * percent;
        }

        void propose(Moment now, List<Stamp> into) {
            if (proposed == null || now.since(proposed) >= AGAIN_NANOS) {
                proposed = now;
                into.add(row.stamp());
            }
        }
    }
}
