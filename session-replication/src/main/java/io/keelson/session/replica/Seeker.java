package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Refused;
import io.keelson.session.replica.ReplicaMessage.Take;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The part of who wants the session, or has a copy and wonders what it is worth: asks the others, and takes it from who has the newest. */
final class Seeker {
    private final SessionReplica of;
    private final ReplicaState state;
    private final Requests requests;
    private @Nullable Search search;
    private long lastAsk;
    /** Of a copy: the stamp with which it was first heard that there is a later epoch, and when. */
    private long outrankedAt = -1;

    private long outrankedSince;
    /** The epoch with which it has asked a holder for it last; 0: who was asked has refused. */
    private long asked;

    Seeker(SessionReplica of) {
        this.of = of;
        state = of.state;
        requests = of.requests;
    }

    boolean seeks() {
        return search != null;
    }

    /** Returns whether it has asked a holder for it, and has not heard. */
    boolean takes() {
        return search != null && search.taking();
    }

    void seekIfWanted() {
        if (requests.wanted()) {
            seek();
        }
    }

    void seek() {
        Search next = new Search(nextAsk(), state.epoch, state.now, state.around.others());
        search = next;
        for (ClusterMember other : state.around.others()) {
            state.send(other, new Find(next.ask));
        }
        decide();
    }

    /** Has it handed over by that server, which is its primary with that epoch. */
    void takeFrom(ClusterMember primary, long epoch) {
        Search next = new Search(nextAsk(), state.epoch, state.now, Set.of());
        search = next;
        next.takeFrom(primary);
        state.send(primary, new Take(next.ask, next(epoch), 0, Set.of()));
    }

    /** The number of a question that no other one has. */
    long nextAsk() {
        lastAsk = Math.max(lastAsk + 1, state.now);
        return lastAsk;
    }

    /** Says what is here. */
    void answer(ClusterMember to, Find m) {
        Search own = search;
        // What is about to end may be there after all, or be gone in a moment.
        boolean soon = own != null && own.taking() || of.ending();
        Holding says = soon ? Holding.TAKING : state.holding;
        state.send(to, new Found(m.ask(), says, state.epoch, state.version, state.stamp));
    }

    void found(ClusterMember from, Found m) {
        Search own = search;
        if (own != null && own.ask == m.ask()) {
            own.answered(from, m);
            decide();
        }
    }

    private void decide() {
        Search own = search;
        if (own == null || !own.complete()) {
            return;
        }
        if (own.epoch != state.epoch) {
            // It has been given another copy meanwhile: what the others said is about the time before.
            search = null;
            if (requests.wanted() || state.is(Holding.BACKUP) && state.orphaned()) {
                seek();
            }
            return;
        }
        Map.Entry<ClusterMember, Found> best = own.newest().orElse(null);
        Found theirs = best == null ? null : best.getValue();
        boolean here = state.is(Holding.BACKUP) && (theirs == null || newerThan(theirs));
        long highest = Math.max(state.epoch, own.highest());
        long known = here ? state.epoch : theirs == null ? 0 : theirs.epoch();
        if (own.ended() >= 0 && own.ended() >= known) {
            endedElsewhere(own.ended());
        } else if (best != null && best.getValue().holding() == Holding.PRIMARY && !here) {
            takeOrLeave(own, best, highest);
        } else if (own.someTaking()) {
            own.pauseUntil(state.now + ReplicaState.PAUSE, "another server is just taking it");
        } else if (!state.around.sure(state.now)) {
            own.pauseUntil(state.around.sureAtNanos(), "this server does not trust its view yet");
        } else if (here) {
            promoteInTurn(own, highest);
        } else if (best != null) {
            takeOrLeave(own, best, highest);
        } else {
            nobodyHasIt(own, highest);
        }
    }

    private boolean newerThan(Found theirs) {
        return state.epoch > theirs.epoch()
                || state.epoch == theirs.epoch()
                        && state.version >= theirs.version()
                        && theirs.holding() != Holding.PRIMARY;
    }

    private void endedElsewhere(long in) {
        search = null;
        of.become(Holding.ENDED, in, Long.MAX_VALUE, Image.EMPTY);
        requests.turnAwayAll();
    }

    private void takeOrLeave(Search own, Map.Entry<ClusterMember, Found> best, long highest) {
        if (!requests.wanted() && of.claim.open()) {
            state.send(best.getKey(), of.announcement());
            own.pauseUntil(
                    state.now + ReplicaState.PATIENCE,
                    "another server has gone on with it, and has not said from where");
            return;
        }
        if (!requests.wanted()) {
            // Nobody wants it here; this server only wondered what its copy is worth, and there may be a newer one.
            search = null;
            if (state.is(Holding.BACKUP)
                    && !of.copy.mine(best.getKey(), best.getValue().epoch())) {
                of.become(Holding.NONE, state.epoch, 0, Image.EMPTY);
            }
            return;
        }
        own.takeFrom(best.getKey());
        Found its = best.getValue();
        state.send(best.getKey(), new Take(own.ask, next(highest), its.stamp(), own.notPrimary(its.epoch())));
    }

    /** Somebody else may go on with that epoch. */
    void beyond(long epoch) {
        asked = Math.max(asked, epoch);
    }

    /** An epoch after all that are known, and after that with which it has asked a holder who did not refuse: that may come yet. */
    private long next(long highest) {
        asked = Epoch.next(Math.max(asked, highest), state.around.self());
        return asked;
    }

    /**
     * The newest copy of those that are there is here. Where somebody knows of a later epoch, another server has gone on, and is not seen
     * yet: two that come together do not see it at the same moment. It is waited for, and not for long, as it may be gone.
     */
    private void promoteInTurn(Search own, long highest) {
        if (highest > state.epoch) {
            if (outrankedAt != state.stamp) {
                outrankedAt = state.stamp;
                outrankedSince = state.now;
            }
            if (state.now - outrankedSince < ReplicaState.PATIENCE) {
                own.pauseUntil(state.now + ReplicaState.PAUSE, "who had it last is not there yet");
                return;
            }
        }
        promote(next(highest));
    }

    private void promote(long next) {
        state.lineage = state.lineage.then(next, state.around.self(), state.version);
        given(next);
        requests.serveAll();
        of.primary.replicate();
    }

    /** This server, which has the copy, is the primary. */
    void given(long epoch) {
        search = null;
        of.become(Holding.PRIMARY, epoch, state.version, state.image);
        of.primary.confirmed = true;
    }

    private void nobodyHasIt(Search own, long highest) {
        if (highest > 0) {
            // Somebody has had it, and does not know of its end: it is somewhere, or on its way.
            own.pauseUntil(state.now + ReplicaState.PAUSE, "nobody who is there has it");
            return;
        }
        search = null;
        requests.nobodyHasIt();
    }

    void handed(ClusterMember from, Handed m) {
        Search own = search;
        if (own == null || own.ask != m.ask() || !own.takenFrom(from) || m.epoch() <= state.epoch) {
            return;
        }
        search = null;
        ClusterMember former = state.around.self().equals(m.former()) ? null : m.former();
        if (of.claim.outdoes(m.version(), m.lineage())) {
            long told = of.claim.told();
            of.become(Holding.PRIMARY, m.epoch(), state.version, state.image);
            of.primary.claimedFrom(from, former, told);
        } else {
            of.copy.countLost(m.version(), m.lineage());
            of.claim.fail();
            of.become(Holding.PRIMARY, m.epoch(), m.version(), m.image());
            state.lineage = m.lineage();
            of.primary.copiedBy(from, former);
        }
        requests.serveAll();
    }

    void refused(Refused m) {
        Search own = search;
        if (own != null && own.ask == m.ask() && own.taking()) {
            asked = 0;
            own.pauseUntil(state.now + ReplicaState.PAUSE, own.why());
        }
    }

    void viewed() {
        if (search != null && !requests.wanted() && !(state.is(Holding.BACKUP) && state.orphaned())) {
            search = null;
        }
        if (search != null && !state.is(Holding.PRIMARY)) {
            seek();
        }
    }

    void tick() {
        Search own = search;
        if (requests.turnLateAway(() -> own == null ? of.handover.why() : own.why())) {
            search = null;
        }
        if (own != null && search != null && own.overdue(state.now, ReplicaState.PATIENCE)) {
            seek();
        }
    }
}
