package io.keelson.cluster.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One server's part in the leases: it wants names ({@link OwnerSide}), and while it leads the log it has commands decided
 * and expires what is not renewed ({@link LeaderSide}). See docs/design/leases.md.
 *
 * <p>It knows no thread, clock, socket or file. Not thread-safe: it belongs to its node's thread.
 */
public final class LeaseMachine implements LeaseStep {
    private final Owner self;
    private final News news = new News();
    private final Voters voters;
    private final OwnerSide owner;
    private final LeaderSide leader;

    /**
     * The machine of a server.
     *
     * @param self this life of this server
     * @param timing for the leases that it asks for
     * @param voters the names of the servers that vote, as far as is known; itself among them or not
     */
    public LeaseMachine(Owner self, LeaseTiming timing, Set<String> voters) {
        this(self, timing, voters, 100);
    }

    private LeaseMachine(Owner self, LeaseTiming timing, Set<String> voters, int waitPercent) {
        this.self = self;
        this.voters = new Voters(voters);
        this.owner = new OwnerSide(self, timing, news);
        this.leader = new LeaderSide(self, waitPercent);
    }

    /**
     * The machine of a server that decides by a database: each server is a challenger of all others, and waits a duration
     * and the drift bound.
     */
    public static LeaseMachine byDatabase(Owner self, LeaseTiming timing) {
        return new LeaseMachine(self, timing, Set.of(self.server()), 100 + LeaseTerm.DRIFT_PERCENT);
    }

    @Override
    public List<LeaseAction> step(LeaseEvent event, Moment now) {
        Turn turn = new Turn(now);
        handle(event, turn);
        turn.route();
        return turn.actions;
    }

    /** Returns what this server has heard of the leases; it proves nothing. */
    public List<LeaseRow> heard() {
        return news.rows();
    }

    private void handle(LeaseEvent event, Turn turn) {
        if (event instanceof LeaseEvent.Tick) {
            owner.tick(turn);
            leader.tick(turn);
            proveLost(turn);
        } else if (event instanceof LeaseEvent.Delivered delivered) {
            delivered(delivered.from(), delivered.message(), turn);
        } else if (event instanceof LeaseEvent.Applied applied) {
            leader.applied(applied.rows(), turn);
            heard(applied.rows(), turn);
        } else if (event instanceof LeaseEvent.Restored restored) {
            leader.restored(restored.rows(), turn);
            heard(restored.rows(), turn);
        } else if (event instanceof LeaseEvent.Leadership leadership) {
            voters.leads(leadership.leader());
            leader.leading(leadership.leading(), turn);
        } else if (event instanceof LeaseEvent.Decided decided) {
            leader.decided(decided.ticket(), decided.result(), turn);
        } else if (event instanceof LeaseEvent.NotDecided undecided) {
            leader.undecided(undecided.ticket(), voters.leader(), turn);
        } else if (event instanceof LeaseEvent.Claimed claimed) {
            owner.claim(claimed.name(), turn);
        } else if (event instanceof LeaseEvent.Unclaimed unclaimed) {
            owner.unclaim(unclaimed.name(), turn);
        } else if (event instanceof LeaseEvent.Doubted doubted) {
            owner.doubted(doubted.name(), doubted.epoch(), turn);
        } else if (event instanceof LeaseEvent.Lost lost) {
            voters.lost(lost.server());
        } else if (event instanceof LeaseEvent.Found found) {
            voters.found(found.server());
            leader.tell(found.server(), turn);
        } else if (event instanceof LeaseEvent.ProvenDead dead) {
            provenDead(dead.owner(), turn);
        } else {
            throw new IllegalArgumentException("no such event: " + event);
        }
    }

    private void delivered(String from, LeaseMessage message, Turn turn) {
        if (message instanceof LeaseMessage.Request request) {
            leader.request(from, request.number(), request.command(), voters.leader(), turn);
        } else if (message instanceof LeaseMessage.Reply reply) {
            owner.reply(reply.number(), reply.result(), turn);
        } else if (message instanceof LeaseMessage.Undecided undecided) {
            voters.leads(undecided.leader());
            owner.undecided(undecided.number(), turn);
        } else if (message instanceof LeaseMessage.Changed changed) {
            voters.leads(from);
            heard(changed.rows(), turn);
        } else if (message instanceof LeaseMessage.Tell) {
            leader.tell(from, turn);
        } else if (message instanceof LeaseMessage.Died died) {
            leader.dead(died.owner(), turn);
        }
    }

    private void heard(List<LeaseRow> rows, Turn turn) {
        for (LeaseRow row : rows) {
            if (news.hear(row)) {
                owner.heard(row, turn);
            }
        }
    }

    /** Looks for proof that the owners on servers which seem to be gone are dead, where this machine can have it. */
    private void proveLost(Turn turn) {
        if (leader.isLeading() || self.machine().isEmpty()) {
            return; // a leader looks at every owner of its machine anyway
        }
        news.owners().stream()
                .filter(o -> o.machine().equals(self.machine()) && voters.isLost(o.server()) && !o.equals(self))
                .forEach(o -> turn.act(new LeaseAction.Prove(o)));
    }

    private void provenDead(Owner dead, Turn turn) {
        if (leader.isLeading()) {
            leader.dead(dead, turn);
        } else if (voters.leader() != null) {
            turn.act(new LeaseAction.Send(voters.leader(), new LeaseMessage.Died(dead)));
        }
    }

    /** One step: its time, and what it leads to. */
    final class Turn {
        final Moment now;
        private final List<LeaseAction> actions = new ArrayList<>();
        private final List<LeaseMessage.Request> own = new ArrayList<>();

        Turn(Moment now) {
            this.now = now;
        }

        void act(LeaseAction action) {
            actions.add(action);
        }

        /** Puts a question of this server to whoever leads. */
        void ask(long number, LeaseCommand command) {
            own.add(new LeaseMessage.Request(number, command));
        }

        /** The last question was not answered in time: put it to another. */
        void turnElsewhere() {
            voters.forgetLeader();
        }

        void answer(String to, LeaseMessage message) {
            if (to.equals(self.server())) {
                delivered(to, message, this);
            } else {
                act(new LeaseAction.Send(to, message));
            }
        }

        /** Questions of this server go to itself when it leads, else to whom it takes for the leader. */
        private void route() {
            while (!own.isEmpty()) {
                LeaseMessage.Request request = own.remove(0);
                if (leader.isLeading()) {
                    leader.request(self.server(), request.number(), request.command(), voters.leader(), this);
                } else {
                    String to = voters.next(self.server());
                    if (to != null) {
                        act(new LeaseAction.Send(to, request));
                    }
                }
            }
        }
    }
}
