package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Give;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Remove;
import io.keelson.session.replica.ReplicaMessage.Stale;
import io.keelson.session.replica.ReplicaMessage.Taken;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;

/** The part of the holder of the copy: takes what its primary sends, and refuses who is the primary no more. */
final class Secondary {
    private final SessionReplica of;
    private final ReplicaState state;

    Secondary(SessionReplica of) {
        this.of = of;
        state = of.state;
    }

    void update(ClusterMember from, Update m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (!mine(from, m.epoch())) {
            state.send(from, new Lack(m.epoch()));
        } else if (m.version() <= state.version) {
            touched(from);
        } else if (m.base() == state.version) {
            state.version = m.version();
            state.image = state.image.with(m.delta());
            touched(from);
        } else {
            lacks(from);
        }
    }

    /**
     * Answers that the copy is of that primary, but not what the message builds upon. That this server is the holder
     * confirms the primary all the same.
     */
    private void lacks(ClusterMember from) {
        touched(from);
        state.send(from, new Lack(state.epoch));
    }

    void check(ClusterMember from, Check m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (!mine(from, m.epoch())) {
            state.send(from, new Lack(m.epoch()));
        } else if (state.version >= m.version()) {
            touched(from);
        } else {
            lacks(from);
        }
    }

    /** Returns whether this is the holder of the copy of that primary. */
    boolean mine(ClusterMember from, long epoch) {
        return state.is(Holding.BACKUP) && epoch == state.epoch && from.equals(state.primary);
    }

    private void touched(ClusterMember from) {
        state.stamp++;
        state.heard = true;
        state.send(from, new Have(state.epoch, state.version));
    }

    void whole(ClusterMember from, Whole m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (mine(from, m.epoch()) && m.version() <= state.version) {
            state.turn = Math.max(state.turn, m.turn());
            touched(from);
            return;
        }
        if (of.claim.outdoes(m.version(), m.lineage())) {
            of.claim.against(from, m.epoch(), true);
            return;
        }
        if (state.is(Holding.PRIMARY)) {
            of.primary.supersede(m.epoch(), m.version(), m.lineage());
        } else {
            countLost(m.version(), m.lineage());
        }
        boolean ended = state.is(Holding.ENDED);
        of.become(Holding.BACKUP, m.epoch(), m.version(), m.image());
        state.lineage = m.lineage();
        state.primary = from;
        state.turn = m.turn();
        touched(from);
        if (ended) {
            of.ending.undo();
        }
    }

    /** Refuses what is of a lower epoch than what this server knows, or of the same and older where both are primaries. */
    private boolean refusedAsStale(ClusterMember from, long epoch, long version) {
        boolean same = epoch == state.epoch;
        boolean older = state.version > version;
        boolean lower = epoch < state.epoch
                || state.is(Holding.ENDED) && same
                || state.is(Holding.PRIMARY)
                        && same
                        && (older
                                || state.version == version
                                        && state.around.self().compareTo(from) > 0)
                || state.is(Holding.BACKUP) && same && !from.equals(state.primary) && older;
        if (lower) {
            state.send(from, new Stale(epoch, state.epoch, state.version, state.lineage));
        }
        return lower;
    }

    void remove(ClusterMember from, Remove m) {
        if (state.is(Holding.PRIMARY) && m.epoch() >= state.epoch) {
            of.primary.supersede(m.epoch(), m.version(), m.lineage());
        }
        if (state.is(Holding.BACKUP) && m.epoch() >= state.epoch || state.is(Holding.NONE)) {
            of.become(Holding.ENDED, m.epoch(), Long.MAX_VALUE, Image.EMPTY);
        }
        if (m.epoch() >= state.epoch) {
            state.send(from, new Have(m.epoch(), Long.MAX_VALUE));
        } else {
            state.send(from, new Stale(m.epoch(), state.epoch, state.version, state.lineage));
        }
    }

    /**
     * Drops the copy, unless a claim is open here: then the copy is announced first. Versions that were acknowledged
     * here count, as far as the others do not have them.
     */
    void drop(ClusterMember from, Drop m) {
        if (!state.is(Holding.BACKUP) || m.epoch() < state.epoch || chosenSince(from, m)) {
            return;
        }
        if (of.claim.open()) {
            state.send(from, of.announcement());
        } else {
            of.become(Holding.NONE, state.epoch, 0, Image.EMPTY);
            state.elsewhere = from;
        }
    }

    /** Returns whether that is an earlier word of this copy's primary, which has chosen this server once more. */
    private boolean chosenSince(ClusterMember from, Drop m) {
        return mine(from, m.epoch()) && state.turn >= m.turn();
    }

    /**
     * Returns whether a copy has what this server, the primary, has not: it is told how this one came to what it has, so that it can count
     * that.
     */
    private boolean beside(Announce copy) {
        return state.lineage.lacks(state.version, copy.lineage(), copy.version());
    }

    /**
     * Another primary has gone on without what is here. Whoever acknowledged that counts it; where it was this server, which has handed
     * the session over since, and the next primary has never been heard of, nobody else may know.
     */
    void countLost(long itsVersion, Lineage its) {
        if (state.is(Holding.BACKUP) && !state.heard) {
            long common = state.lineage.common(state.version, its, itsVersion).orElse(of.claim.told());
            long lost = state.version - common - of.claim.unkept(common);
            if (lost > 0) {
                state.act(new ReplicaAction.Discarded(lost));
            }
        }
    }

    /** The primary leaves. */
    void give(ClusterMember from, Give m) {
        if (state.is(Holding.PRIMARY) && state.epoch == m.epoch()) {
            state.send(from, new Taken(m.epoch()));
        } else if (mine(from, m.of()) && state.version == m.version()) {
            // Who leaves may tell another one too, or stay: what either acknowledges can be counted then.
            state.lineage = state.lineage.then(m.epoch(), state.around.self(), state.version);
            of.seeker.given(m.epoch());
            of.primary.doubtful = !state.around.sure(state.now);
            of.primary.former = from; // it has the session until it hears that it is here, and has to hear of an end
            state.send(from, new Taken(m.epoch()));
            of.requests.serveAll();
            of.primary.replicate();
        } else if (!refusedAsStale(from, m.of(), m.version())) {
            state.send(from, new Lack(m.of()));
        }
    }

    /** Two that did not see one another do so again, and one says what it has. */
    void announced(ClusterMember from, Announce m) {
        boolean theirs = state.yieldsTo(from, m.epoch(), m.version());
        boolean primary = m.holding() == Holding.PRIMARY;
        if (theirs && (primary || state.is(Holding.PRIMARY)) && of.claim.outdoes(m.version(), m.lineage())) {
            of.claim.against(from, m.epoch(), primary);
        } else if (state.is(Holding.PRIMARY) && theirs && m.holding() != Holding.BACKUP
                || state.is(Holding.PRIMARY) && m.epoch() > state.epoch) {
            of.primary.supersede(m.epoch(), m.version(), m.lineage());
        } else if (state.is(Holding.BACKUP) && m.holding() != Holding.BACKUP && m.epoch() >= state.epoch) {
            countLost(m.version(), m.lineage());
            of.become(Holding.NONE, m.epoch(), 0, Image.EMPTY);
        } else if (state.is(Holding.PRIMARY) && m.holding() == Holding.BACKUP) {
            if (!from.equals(of.primary.copy.secondary()) && !from.equals(of.primary.former)
                    || of.primary.loses(from)) {
                state.send(from, of.announcement());
                if (!beside(m)) {
                    of.primary.old.drop(from, of.primary.copy.drop());
                }
            }
        } else if (state.is(Holding.ENDED) && m.holding() == Holding.BACKUP && m.epoch() <= state.epoch) {
            state.send(from, new Remove(state.epoch, Long.MAX_VALUE, state.lineage));
        } else if (m.holding() == Holding.PRIMARY && !theirs) {
            state.send(from, new Stale(m.epoch(), state.epoch, state.version, state.lineage));
        }
    }
}
