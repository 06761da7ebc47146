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
    private final Standing standing;

    Secondary(SessionReplica of) {
        this.of = of;
        standing = of.standing;
    }

    void update(ClusterMember from, Update m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (!mine(from, m.epoch())) {
            standing.send(from, new Lack(m.epoch()));
        } else if (m.version() <= standing.version) {
            touched(from);
        } else if (m.base() == standing.version) {
            standing.version = m.version();
            standing.image = standing.image.with(m.delta());
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
        standing.send(from, new Lack(standing.epoch));
    }

    void check(ClusterMember from, Check m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (!mine(from, m.epoch())) {
            standing.send(from, new Lack(m.epoch()));
        } else if (standing.version >= m.version()) {
            touched(from);
        } else {
            lacks(from);
        }
    }

    /** Returns whether this is the holder of the copy of that primary. */
    boolean mine(ClusterMember from, long epoch) {
        return standing.is(Holding.BACKUP) && epoch == standing.epoch && from.equals(standing.primary);
    }

    private void touched(ClusterMember from) {
        standing.stamp++;
        standing.heard = true;
        standing.send(from, new Have(standing.epoch, standing.version));
    }

    void whole(ClusterMember from, Whole m) {
        if (refusedAsStale(from, m.epoch(), m.version())) {
            return;
        }
        if (mine(from, m.epoch()) && m.version() <= standing.version) {
            standing.turn = Math.max(standing.turn, m.turn());
            touched(from);
            return;
        }
        if (of.claim.outdoes(m.version(), m.lineage())) {
            of.claim.against(from, m.epoch(), true);
            return;
        }
        if (standing.is(Holding.PRIMARY)) {
            of.primary.supersede(m.epoch(), m.version(), m.lineage());
        } else {
            countLost(m.version(), m.lineage());
        }
        boolean ended = standing.is(Holding.ENDED);
        of.become(Holding.BACKUP, m.epoch(), m.version(), m.image());
        standing.lineage = m.lineage();
        standing.primary = from;
        standing.turn = m.turn();
        touched(from);
        if (ended) {
            of.ending.undo();
        }
    }

    /** Refuses what is of a lower epoch than what this server knows, or of the same and older where both are primaries. */
    private boolean refusedAsStale(ClusterMember from, long epoch, long version) {
        boolean same = epoch == standing.epoch;
        boolean older = standing.version > version;
        boolean lower = epoch < standing.epoch
                || standing.is(Holding.ENDED) && same
                || standing.is(Holding.PRIMARY)
                        && same
                        && (older
                                || standing.version == version
                                        && standing.around.self().compareTo(from) > 0)
                || standing.is(Holding.BACKUP) && same && !from.equals(standing.primary) && older;
        if (lower) {
            standing.send(from, new Stale(epoch, standing.epoch, standing.version, standing.lineage));
        }
        return lower;
    }

    void remove(ClusterMember from, Remove m) {
        if (standing.is(Holding.PRIMARY) && m.epoch() >= standing.epoch) {
            of.primary.supersede(m.epoch(), m.version(), m.lineage());
        }
        if (standing.is(Holding.BACKUP) && m.epoch() >= standing.epoch || standing.is(Holding.NONE)) {
            of.become(Holding.ENDED, m.epoch(), Long.MAX_VALUE, Image.EMPTY);
        }
        if (m.epoch() >= standing.epoch) {
            standing.send(from, new Have(m.epoch(), Long.MAX_VALUE));
        } else {
            standing.send(from, new Stale(m.epoch(), standing.epoch, standing.version, standing.lineage));
        }
    }

    /**
     * Drops the copy, unless a claim is open here: then the copy is announced first. Versions that were acknowledged
     * here count, as far as the others do not have them.
     */
    void drop(ClusterMember from, Drop m) {
        if (!standing.is(Holding.BACKUP) || m.epoch() < standing.epoch || chosenSince(from, m)) {
            return;
        }
        if (of.claim.open()) {
            standing.send(from, of.announcement());
        } else {
            of.become(Holding.NONE, standing.epoch, 0, Image.EMPTY);
            standing.elsewhere = from;
        }
    }

    /** Returns whether that is an earlier word of this copy's primary, which has chosen this server once more. */
    private boolean chosenSince(ClusterMember from, Drop m) {
        return mine(from, m.epoch()) && standing.turn >= m.turn();
    }

    /**
     * Returns whether a copy has what this server, the primary, has not: it is told how this one came to what it has, so that it can count
     * that.
     */
    private boolean beside(Announce copy) {
        return standing.lineage.lacks(standing.version, copy.lineage(), copy.version());
    }

    /**
     * Another primary has gone on without what is here. Whoever acknowledged that counts it; where it was this server, which has handed the session over
     * since, and the next primary has never been heard of, nobody else may know.
     */
    void countLost(long itsVersion, Lineage its) {
        if (standing.is(Holding.BACKUP) && !standing.heard) {
            long common =
                    standing.lineage.common(standing.version, its, itsVersion).orElse(of.claim.told());
            long lost = standing.version - common - of.claim.unkept(common);
            if (lost > 0) {
                standing.act(new ReplicaAction.Discarded(lost));
            }
        }
    }

    /** The primary leaves. */
    void give(ClusterMember from, Give m) {
        if (standing.is(Holding.PRIMARY) && standing.epoch == m.epoch()) {
            standing.send(from, new Taken(m.epoch()));
        } else if (mine(from, m.of()) && standing.version == m.version()) {
            // Who leaves may tell another one too, or stay: what either acknowledges can be counted then.
            standing.lineage = standing.lineage.then(m.epoch(), standing.around.self(), standing.version);
            of.seeker.given(m.epoch());
            of.primary.doubtful = !standing.around.sure(standing.now);
            standing.send(from, new Taken(m.epoch()));
            of.requests.serveAll();
            of.primary.replicate();
        } else if (!refusedAsStale(from, m.of(), m.version())) {
            standing.send(from, new Lack(m.of()));
        }
    }

    /** Two that did not see one another do so again, and one says what it has. */
    void announced(ClusterMember from, Announce m) {
        boolean theirs = standing.yieldsTo(from, m.epoch(), m.version());
        boolean primary = m.holding() == Holding.PRIMARY;
        if (theirs && (primary || standing.is(Holding.PRIMARY)) && of.claim.outdoes(m.version(), m.lineage())) {
            of.claim.against(from, m.epoch(), primary);
        } else if (standing.is(Holding.PRIMARY) && theirs && m.holding() != Holding.BACKUP
                || standing.is(Holding.PRIMARY) && m.epoch() > standing.epoch) {
            of.primary.supersede(m.epoch(), m.version(), m.lineage());
        } else if (standing.is(Holding.BACKUP) && m.holding() != Holding.BACKUP && m.epoch() >= standing.epoch) {
            countLost(m.version(), m.lineage());
            of.become(Holding.NONE, m.epoch(), 0, Image.EMPTY);
        } else if (standing.is(Holding.PRIMARY) && m.holding() == Holding.BACKUP) {
            if (!from.equals(of.primary.copy.secondary()) && !from.equals(of.primary.former)
                    || of.primary.loses(from)) {
                standing.send(from, of.announcement());
                if (!beside(m)) {
                    of.primary.old.drop(from, of.primary.copy.drop());
                }
            }
        } else if (standing.is(Holding.ENDED) && m.holding() == Holding.BACKUP && m.epoch() <= standing.epoch) {
            standing.send(from, new Remove(standing.epoch, Long.MAX_VALUE, standing.lineage));
        } else if (m.holding() == Holding.PRIMARY && !theirs) {
            standing.send(from, new Stale(m.epoch(), standing.epoch, standing.version, standing.lineage));
        }
    }
}
