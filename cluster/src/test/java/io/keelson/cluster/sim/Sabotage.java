package io.keelson.cluster.sim;

import io.keelson.cluster.lease.LeaseAction;
import io.keelson.cluster.lease.LeaseCommand;
import io.keelson.cluster.lease.LeaseEvent;
import io.keelson.cluster.lease.LeaseMachine;
import io.keelson.cluster.lease.LeaseMessage;
import io.keelson.cluster.lease.LeaseResult;
import io.keelson.cluster.lease.LeaseRow;
import io.keelson.cluster.lease.LeaseStep;
import io.keelson.cluster.lease.LeaseTerm;
import io.keelson.cluster.lease.Moment;
import io.keelson.cluster.lease.Stamp;
import io.keelson.kernel.spi.lease.LeaseLoss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Mistakes put in on purpose: the checkers must find each. */
enum Sabotage {
    NONE,
    /** The register takes every epoch. */
    ACCEPT_STALE,
    /** The application works on until it is told, and never looks. */
    SKIP_CHECK,
    /** A leader renews without asking the log. */
    TRUST_LEADER {
        @Override
        LeaseStep over(LeaseMachine machine) {
            return new TrustingLeader(machine);
        }
    },
    /** An owner counts from when the answer came. */
    COUNT_FROM_RECEIPT {
        @Override
        LeaseStep over(LeaseMachine machine) {
            return new FromReceipt(machine);
        }
    },
    /** A leader ends what it has seen unchanged for half of a duration. */
    WAIT_HALF {
        @Override
        LeaseStep over(LeaseMachine machine) {
            return new Impatient(machine);
        }
    };

    LeaseStep over(LeaseMachine machine) {
        return machine;
    }

    private static Stamp stamp(LeaseRow row) {
        return new Stamp(row.name(), row.epoch(), row.counter());
    }

    private record TrustingLeader(LeaseMachine machine) implements LeaseStep {
        @Override
        public List<LeaseAction> step(LeaseEvent event, Moment now) {
            List<LeaseAction> done = new ArrayList<>();
            for (LeaseAction action : machine.step(event, now)) {
                if (action instanceof LeaseAction.Propose propose
                        && propose.command() instanceof LeaseCommand.Renew renew) {
                    done.addAll(renewed(propose.ticket(), renew, now));
                } else {
                    done.add(action);
                }
            }
            return done;
        }

        private List<LeaseAction> renewed(long ticket, LeaseCommand.Renew renew, Moment now) {
            List<Stamp> stamps = new ArrayList<>();
            List<LeaseRow> rows = new ArrayList<>();
            for (LeaseRow row : machine.heard()) {
                for (LeaseCommand.Grant grant : renew.grants()) {
                    if (row.name().equals(grant.name()) && row.epoch() == grant.epoch() && row.owner() != null) {
                        rows.add(row);
                        stamps.add(stamp(row));
                    }
                }
            }
            List<LeaseAction> all = new ArrayList<>(machine.step(new LeaseEvent.Applied(rows), now));
            all.addAll(machine.step(new LeaseEvent.Decided(ticket, new LeaseResult.Renewed(stamps)), now));
            return all;
        }
    }

    private static final class Impatient implements LeaseStep {
        /** No other proposal has such a number. */
        private static final long TICKETS = Long.MIN_VALUE;

        private final LeaseMachine machine;
        private final Map<Stamp, Long> since = new HashMap<>();
        private boolean leads;
        private long tickets;

        Impatient(LeaseMachine machine) {
            this.machine = machine;
        }

        @Override
        public List<LeaseAction> step(LeaseEvent event, Moment now) {
            List<LeaseAction> done = new ArrayList<>(machine.step(event, now));
            if (event instanceof LeaseEvent.Leadership leadership) {
                leads = leadership.leading();
            } else if (event instanceof LeaseEvent.Applied applied) {
                applied.rows().forEach(row -> since.putIfAbsent(stamp(row), now.nanos()));
            } else if (event instanceof LeaseEvent.Tick && leads) {
                List<Stamp> due = machine.heard().stream()
                        .filter(row -> row.owner() != null && since.containsKey(stamp(row)))
                        .filter(row -> now.nanos() - since.get(stamp(row)) >= row.durationMillis() * 500_000)
                        .map(Sabotage::stamp)
                        .toList();
                if (!due.isEmpty()) {
                    done.add(new LeaseAction.Propose(TICKETS + tickets++, new LeaseCommand.Expire(due)));
                }
            }
            return done;
        }
    }

    private static final class FromReceipt implements LeaseStep {
        private final LeaseMachine machine;
        private final Map<String, LeaseTerm> terms = new TreeMap<>();
        private final Map<String, LeaseAction.Lose> later = new TreeMap<>();

        FromReceipt(LeaseMachine machine) {
            this.machine = machine;
        }

        @Override
        public List<LeaseAction> step(LeaseEvent event, Moment now) {
            List<LeaseAction> done = new ArrayList<>();
            later.values().removeIf(lose -> {
                boolean over = !terms.get(lose.name()).holds(now);
                if (over) {
                    done.add(lose);
                }
                return over;
            });
            for (LeaseAction action : machine.step(event, now)) {
                if (action instanceof LeaseAction.Grant grant && !later.containsKey(grant.name())) {
                    LeaseTerm term = new LeaseTerm(now, grant.term().validNanos());
                    terms.put(grant.name(), term);
                    done.add(new LeaseAction.Grant(grant.name(), grant.epoch(), term));
                } else if (action instanceof LeaseAction.Extend extend) {
                    LeaseTerm term = new LeaseTerm(now, extend.term().validNanos());
                    terms.put(extend.name(), term);
                    done.add(new LeaseAction.Extend(extend.name(), extend.epoch(), term));
                } else if (action instanceof LeaseAction.Lose lose
                        && lose.why() == LeaseLoss.EXPIRED
                        && terms.containsKey(lose.name())
                        && terms.get(lose.name()).holds(now)) {
                    later.put(lose.name(), lose);
                } else if (!(action instanceof LeaseAction.Send send
                        && send.message() instanceof LeaseMessage.Request request
                        && request.command() instanceof LeaseCommand.Release release
                        && later.containsKey(release.name()))) {
                    done.add(action);
                }
            }
            return done;
        }
    }
}
