package io.keelson.cluster.lease;

import io.keelson.kernel.spi.lease.LeaseLoss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A server as the owner of leases, or as one who wants to be.
 *
 * <p>Every question has a number and the moment before it was sent. An answer counts from the moment of its own question,
 * however late it comes; so a question may be put again with another number, and both answers are good.
 */
final class OwnerSide {
    private final Owner self;
    private final LeaseTiming timing;
    private final News news;
    private final Map<String, Claim> claims = new TreeMap<>();
    private final Map<Long, Question> open = new HashMap<>();
    /** The highest epoch of each name that was given up or given back: a late grant of it is not taken. */
    private final Map<String, Long> over = new HashMap<>();

    private long lastNumber;
    private long lastRenewal;
    private boolean renewed;

    OwnerSide(Owner self, LeaseTiming timing, News news) {
        this.self = self;
        this.timing = timing;
        this.news = news;
        this.lastNumber = self.life() << 20; // an answer to an earlier life is none to this one
    }

    void claim(String name, LeaseMachine.Turn turn) {
        if (claims.containsKey(name)) {
            throw new IllegalStateException("the name '" + name + "' is claimed already");
        }
        Claim claim = new Claim(name);
        claims.put(name, claim);
        acquire(claim, turn);
    }

    void unclaim(String name, LeaseMachine.Turn turn) {
        Claim claim = claims.get(name);
        if (claim == null) {
            return;
        }
        if (claim.term == null) {
            claims.remove(name);
            turn.act(new LeaseAction.Gone(name));
            return;
        }
        claim.releasing = true;
        claim.askedAt = turn.now.nanos();
        giveBack(name, claim.epoch, turn);
    }

    private void giveBack(String name, long epoch, LeaseMachine.Turn turn) {
        over.merge(name, epoch, Math::max);
        ask(new LeaseCommand.Release(name, self, epoch), turn);
    }

    void doubted(String name, long epoch, LeaseMachine.Turn turn) {
        Claim claim = claims.get(name);
        if (claim != null && claim.term != null && claim.epoch == epoch) {
            ended(claim, LeaseLoss.EXPIRED, turn);
        }
    }

    void tick(LeaseMachine.Turn turn) {
        timeOut(turn);
        for (Claim claim : List.copyOf(claims.values())) {
            tick(claim, turn);
        }
        renew(turn);
    }

    /**
     * Gives up requests that are not answered in time, so that they are asked again, of somebody else. A late answer is
     * still good for as long as a lease.
     */
    private void timeOut(LeaseMachine.Turn turn) {
        boolean late = false;
        for (var each = open.values().iterator(); each.hasNext(); ) {
            Question question = each.next();
            long age = turn.now.since(question.sent);
            if (age > timing.durationNanos()) {
                each.remove();
            } else if (!question.givenUp && age > timing.answerNanos()) {
                question.givenUp = true;
                late = true;
                renewed &= !(question.command instanceof LeaseCommand.Renew);
            }
        }
        if (late) {
            turn.turnElsewhere();
        }
    }

    private void tick(Claim claim, LeaseMachine.Turn turn) {
        LeaseTerm term = claim.term;
        if (term != null && !term.holds(turn.now)) {
            ended(claim, term.jumped(turn.now) ? LeaseLoss.CLOCK_JUMP : LeaseLoss.EXPIRED, turn);
        } else if (claim.releasing && turn.now.nanos() - claim.askedAt > timing.answerNanos()) {
            claim.askedAt = turn.now.nanos();
            giveBack(claim.name, claim.epoch, turn);
        }
        if (claim.term == null && !claim.releasing && turn.now.nanos() - claim.askedAt >= claim.patience) {
            acquire(claim, turn);
        }
    }

    private void renew(LeaseMachine.Turn turn) {
        boolean due = turn.now.nanos() - lastRenewal >= timing.renewNanos();
        if (renewed && !due) {
            return;
        }
        List<LeaseCommand.Grant> grants = new ArrayList<>();
        for (Claim claim : claims.values()) {
            if (claim.term != null && !claim.releasing) {
                grants.add(new LeaseCommand.Grant(claim.name, claim.epoch));
            }
        }
        lastRenewal = turn.now.nanos();
        renewed = true;
        if (!grants.isEmpty()) {
            ask(new LeaseCommand.Renew(self, grants), turn);
        }
    }

    void reply(long number, LeaseResult result, LeaseMachine.Turn turn) {
        Question question = open.remove(number);
        if (question == null) {
            return; // too old to be good for anything
        }
        if (result instanceof LeaseResult.Granted granted) {
            granted(question, granted.row(), turn);
        } else if (result instanceof LeaseResult.Renewed kept && question.command instanceof LeaseCommand.Renew asked) {
            renewed(question, asked, kept, turn);
        } else if (result instanceof LeaseResult.Refused refused
                && question.command instanceof LeaseCommand.Acquire asked) {
            refused(asked, refused.row(), turn);
        } else if (result instanceof LeaseResult.Released released) {
            released(released.row(), turn);
        }
        // Full: asked again after a while, the claim's patience
    }

    /** The voter that was asked does not know the outcome; whoever leads may. */
    void undecided(long number, LeaseMachine.Turn turn) {
        Question question = open.get(number);
        if (question == null || question.givenUp) {
            return;
        }
        question.givenUp = true;
        if (question.command instanceof LeaseCommand.Renew) {
            renewed = false;
        } else if (question.command instanceof LeaseCommand.Acquire acquire) {
            Claim claim = claims.get(acquire.name());
            if (claim != null) {
                claim.patience = timing.tickNanos();
            }
        } else if (question.command instanceof LeaseCommand.Release release) {
            Claim claim = claims.get(release.name());
            if (claim != null && claim.releasing) {
                claim.askedAt = turn.now.nanos() - timing.answerNanos(); // put again with the next tick
            }
        }
    }

    /** News of a row: a name that is free is asked for at once; one that the log has given to another is lost. */
    void heard(LeaseRow row, LeaseMachine.Turn turn) {
        Claim claim = claims.get(row.name());
        if (claim == null) {
            return;
        }
        if (claim.term != null) {
            if (row.epoch() > claim.epoch || row.epoch() == claim.epoch && !row.ownedBy(self)) {
                ended(claim, LeaseLoss.REVOKED, turn);
            }
        } else if (row.owner() == null && !claim.releasing) {
            acquire(claim, turn);
        }
    }

    private void granted(Question question, LeaseRow row, LeaseMachine.Turn turn) {
        if (!row.ownedBy(self)) {
            return;
        }
        Claim claim = claims.get(row.name());
        LeaseTerm term = LeaseTerm.of(question.sent, row.durationMillis());
        if (claim != null && claim.term != null && claim.epoch == row.epoch()) {
            extend(claim, term, turn); // the answer to a question that was put twice
            return;
        }
        LeaseRow known = news.row(row.name());
        boolean stale =
                known != null && (known.epoch() > row.epoch() || known.epoch() == row.epoch() && !known.ownedBy(self));
        news.hear(row);
        boolean isOver = row.epoch() <= over.getOrDefault(row.name(), 0L);
        if (stale || isOver || claim == null || claim.term != null || claim.releasing || !term.holds(turn.now)) {
            giveBack(row.name(), row.epoch(), turn);
            return;
        }
        claim.epoch = row.epoch();
        claim.term = term;
        // Where the answer took long, as while leaders change, the term may end before the next renewal is due.
        renewed &= turn.now.since(question.sent) < timing.renewNanos();
        turn.act(new LeaseAction.Grant(claim.name, claim.epoch, term));
    }

    private void renewed(
            Question question, LeaseCommand.Renew asked, LeaseResult.Renewed kept, LeaseMachine.Turn turn) {
        for (LeaseCommand.Grant grant : asked.grants()) {
            Claim claim = claims.get(grant.name());
            if (claim == null || claim.term == null || claim.epoch != grant.epoch()) {
                continue;
            }
            boolean held =
                    kept.stamps().stream().anyMatch(s -> s.name().equals(grant.name()) && s.epoch() == grant.epoch());
            if (held) {
                extend(claim, LeaseTerm.of(question.sent, timing.durationMillis()), turn);
            } else {
                ended(claim, LeaseLoss.REVOKED, turn);
            }
        }
    }

    /** A term that has ended is not brought back, and a later one is not shortened by a late answer. */
    private void extend(Claim claim, LeaseTerm term, LeaseMachine.Turn turn) {
        LeaseTerm old = claim.term;
        if (old == null || !old.holds(turn.now)) {
            return; // the next tick ends it
        }
        if (term.holds(turn.now) && term.from().since(old.from()) > 0) {
            claim.term = term;
            turn.act(new LeaseAction.Extend(claim.name, claim.epoch, term));
        }
    }

    private void refused(LeaseCommand.Acquire asked, LeaseRow row, LeaseMachine.Turn turn) {
        boolean isNew = news.hear(row);
        Claim claim = claims.get(row.name());
        if (claim == null || claim.term != null || claim.releasing) {
            return;
        }
        if (row.ownedBy(self) && isNew) {
            // What this server has lost by its own clock is still its own in the log. It is not taken up again.
            giveBack(row.name(), row.epoch(), turn);
        } else if (row.epoch() < asked.afterEpoch()) {
            // It is less than was true when this was asked: the history has been lost.
            turn.act(new LeaseAction.RefuseEpoch(row.name(), row.epoch(), asked.afterEpoch()));
            claim.patience = timing.durationNanos();
        } else if (!isNew) {
            return; // a late answer: more is known meanwhile
        } else if (row.owner() == null && row.epoch() > claim.askedAfter) {
            acquire(claim, turn);
        } else {
            claim.patience = timing.pollNanos();
        }
    }

    private void released(LeaseRow row, LeaseMachine.Turn turn) {
        news.hear(row);
        Claim claim = claims.get(row.name());
        if (claim == null) {
            return;
        }
        if (claim.releasing) {
            ended(claim, LeaseLoss.RELEASED, turn);
        } else if (claim.term == null) {
            acquire(claim, turn);
        }
    }

    private void ended(Claim claim, LeaseLoss why, LeaseMachine.Turn turn) {
        claim.term = null;
        over.merge(claim.name, claim.epoch, Math::max);
        // The news that it is free may come before the answer to the release.
        LeaseLoss reason = claim.releasing && why == LeaseLoss.REVOKED ? LeaseLoss.RELEASED : why;
        turn.act(new LeaseAction.Lose(claim.name, claim.epoch, reason));
        if (claim.releasing) {
            claims.remove(claim.name);
            turn.act(new LeaseAction.Gone(claim.name));
        } else {
            claim.askedAt = turn.now.nanos();
            claim.patience = timing.tickNanos();
        }
    }

    private void acquire(Claim claim, LeaseMachine.Turn turn) {
        claim.askedAfter = news.epoch(claim.name);
        claim.askedAt = turn.now.nanos();
        claim.patience = timing.answerNanos();
        ask(new LeaseCommand.Acquire(claim.name, self, claim.askedAfter, timing.durationMillis()), turn);
    }

    private void ask(LeaseCommand command, LeaseMachine.Turn turn) {
        long number = ++lastNumber;
        open.put(number, new Question(command, turn.now));
        turn.ask(number, command);
    }

    /** A name that this server wants. */
    private static final class Claim {
        final String name;
        long epoch;

        @Nullable
        LeaseTerm term;

        boolean releasing;
        long askedAfter = -1;
        long askedAt;
        long patience;

        Claim(String name) {
            this.name = name;
        }
    }

    /** Command that was asked for, and the moment before it was sent. */
    private static final class Question {
        final LeaseCommand command;
        final Moment sent;
        /** True if it has been given up, and asked anew. */
        boolean givenUp;

        Question(LeaseCommand command, Moment sent) {
            this.command = command;
            this.sent = sent;
        }
    }
}
