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
    private final Standing standing;
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
        standing = of.standing;
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
        Search next = new Search(nextAsk(), standing.epoch, standing.now, standing.around.others());
        search = next;
        for (ClusterMember other : standing.around.others()) {
            standing.send(other, new Find(next.ask));
        }
        decide();
    }

    /** Has it handed over by that server, which is its primary with that epoch. */
    void takeFrom(ClusterMember primary, long epoch) {
        Search next = new Search(nextAsk(), standing.epoch, standing.now, Set.of());
        search = next;
        next.takeFrom(primary);
        standing.send(primary, new Take(next.ask, next(epoch), 0, Set.of()));
    }

    /** The number of a question that no other one has. */
    long nextAsk() {
        lastAsk = Math.max(lastAsk + 1, standing.now);
        return lastAsk;
    }

    /** Says what is here. */
    void answer(ClusterMember to, Find m) {
        Search own = search;
        // What is about to end may be there after all, or be gone in a moment.
        boolean soon = own != null && own.taking() || of.ending();
        Holding says = soon ? Holding.TAKING : standing.holding;
        standing.send(to, new Found(m.ask(), says, standing.epoch, standing.version, standing.stamp));
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
        if (own.epoch != standing.epoch) {
            // It has been given another copy meanwhile: what the others said is about the time before.
            search = null;
            if (requests.wanted() || standing.is(Holding.BACKUP) && standing.orphaned()) {
                seek();
            }
            return;
        }
        Map.Entry<ClusterMember, Found> best = own.newest().orElse(null);
        Found theirs = best == null ? null : best.getValue();
        boolean here = standing.is(Holding.BACKUP) && (theirs == null || newerThan(theirs));
        long highest = Math.max(standing.epoch, own.highest());
        long known = here ? standing.epoch : theirs == null ? 0 : theirs.epoch();
        if (own.ended() >= 0 && own.ended() >= known) {
            endedElsewhere(own.ended());
        } else if (best != null && best.getValue().holding() == Holding.PRIMARY && !here) {
            takeOrLeave(own, best, highest);
        } else if (own.someTaking()) {
            own.pauseUntil(standing.now + Standing.PAUSE, "another server is just taking it");
        } else if (!standing.around.sure(standing.now)) {
            own.pauseUntil(standing.around.sureAtNanos(), "this server does not trust its view yet");
        } else if (here) {
            promoteInTurn(own, highest);
        } else if (best != null) {
            takeOrLeave(own, best, highest);
        } else {
            nobodyHasIt(own, highest);
        }
    }

    private boolean newerThan(Found theirs) {
        return standing.epoch > theirs.epoch()
                || standing.epoch == theirs.epoch()
                        && standing.version >= theirs.version()
                        && theirs.holding() != Holding.PRIMARY;
    }

    private void endedElsewhere(long in) {
        search = null;
        of.become(Holding.ENDED, in, Long.MAX_VALUE, Image.EMPTY);
        requests.turnAwayAll();
    }

    private void takeOrLeave(Search own, Map.Entry<ClusterMember, Found> best, long highest) {
        if (!requests.wanted() && of.claim.open()) {
            standing.send(best.getKey(), of.announcement());
            own.pauseUntil(
                    standing.now + Standing.PATIENCE,
                    "another server has gone on with it, and has not said from where");
            return;
        }
        if (!requests.wanted()) {
            // Nobody wants it here; this server only wondered what its copy is worth, and there may be a newer one.
            search = null;
            if (standing.is(Holding.BACKUP)
                    && !of.copy.mine(best.getKey(), best.getValue().epoch())) {
                of.become(Holding.NONE, standing.epoch, 0, Image.EMPTY);
            }
            return;
        }
        own.takeFrom(best.getKey());
        Found its = best.getValue();
        standing.send(best.getKey(), new Take(own.ask, next(highest), its.stamp(), own.notPrimary(its.epoch())));
    }

    /** Somebody else may go on with that epoch. */
    void beyond(long epoch) {
        asked = Math.max(asked, epoch);
    }

    /** An epoch after all that are known, and after that with which it has asked a holder who did not refuse: that may come yet. */
    private long next(long highest) {
        asked = Epoch.next(Math.max(asked, highest), standing.around.self());
        return asked;
    }

    /**
     * The newest copy of those that are there is here. Where somebody knows of a later epoch, another server has gone on, and is not seen yet: two that come
     * together do not see it at the same moment. It is waited for, and not for long, as it may be gone.
     */
    private void promoteInTurn(Search own, long highest) {
        if (highest > standing.epoch) {
            if (outrankedAt != standing.stamp) {
                outrankedAt = standing.stamp;
                outrankedSince = standing.now;
            }
            if (standing.now - outrankedSince < Standing.PATIENCE) {
                own.pauseUntil(standing.now + Standing.PAUSE, "who had it last is not there yet");
                return;
            }
        }
        promote(next(highest));
    }

    private void promote(long next) {
        standing.lineage = standing.lineage.then(next, standing.around.self(), standing.version);
        given(next);
        requests.serveAll();
        of.primary.replicate();
    }

    /** This server, which has the copy, is the primary. */
    void given(long epoch) {
        search = null;
        of.become(Holding.PRIMARY, epoch, standing.version, standing.image);
        of.primary.confirmed = true;
    }

    private void nobodyHasIt(Search own, long highest) {
        if (highest > 0) {
            // Somebody has had it, and does not know of its end: it is somewhere, or on its way.
            own.pauseUntil(standing.now + Standing.PAUSE, "nobody who is there has it");
            return;
        }
        search = null;
        requests.nobodyHasIt();
    }

    void handed(ClusterMember from, Handed m) {
        Search own = search;
        if (own == null || own.ask != m.ask() || !own.takenFrom(from) || m.epoch() <= standing.epoch) {
            return;
        }
        search = null;
        ClusterMember former = standing.around.self().equals(m.former()) ? null : m.former();
        if (of.claim.outdoes(m.version(), m.lineage())) {
            long told = of.claim.told();
            of.become(Holding.PRIMARY, m.epoch(), standing.version, standing.image);
            of.primary.claimedFrom(from, former, told);
        } else {
            of.copy.countLost(m.version(), m.lineage());
            of.claim.fail();
            of.become(Holding.PRIMARY, m.epoch(), m.version(), m.image());
            standing.lineage = m.lineage();
            of.primary.copiedBy(from, former);
        }
        requests.serveAll();
    }

    void refused(Refused m) {
        Search own = search;
        if (own != null && own.ask == m.ask() && own.taking()) {
            asked = 0;
            own.pauseUntil(standing.now + Standing.PAUSE, own.why());
        }
    }

    void viewed() {
        if (search != null && !requests.wanted() && !(standing.is(Holding.BACKUP) && standing.orphaned())) {
            search = null;
        }
        if (search != null && !standing.is(Holding.PRIMARY)) {
            seek();
        }
    }

    void tick() {
        Search own = search;
        if (requests.turnLateAway(() -> own == null ? of.handover.why() : own.why())) {
            search = null;
        }
        if (own != null && search != null && own.overdue(standing.now, Standing.PATIENCE)) {
            seek();
        }
    }
}
