package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Stale;

/**
 * Two have gone on with the session without each other, and the epoch of the other one is higher; but it has done nothing since they
 * parted, or is not known to have, while what was done here has been acknowledged. Then this server does not give way. It finds out who
 * is the primary there, and has the session handed over by that one: so that one decides, and what it acknowledges until then is never
 * lost to this. Whoever hands over what is here too, and less, gets the rest.
 *
 * <p>Meanwhile this is the holder of a copy, and its requests wait.
 */
final class Claim {
    private final SessionReplica of;
    private final ReplicaState state;
    private final Requests requests;
    private boolean open;

    Claim(SessionReplica of) {
        this.of = of;
        state = of.state;
        requests = of.requests;
    }

    /** Returns whether it is not known yet who goes on. */
    boolean open() {
        return open;
    }

    /**
     * Returns whether what is here has all that another one has, and something that was acknowledged besides; a copy says so whose primary
     * does not.
     */
    boolean outdoes(long itsVersion, Lineage its) {
        boolean speaks = state.is(Holding.PRIMARY) || state.is(Holding.BACKUP) && (!state.heard || state.orphaned());
        return speaks
                && itsVersion > 0
                && state.lineage
                        .common(state.version, its, itsVersion)
                        .filter(common -> itsVersion <= common && state.version - unkept(common) > common)
                        .isPresent();
    }

    /** Returns how many versions that are here, and not in what another one has gone on from, nobody was told of. */
    long unkept(long common) {
        return open || state.is(Holding.PRIMARY) ? requests.unkeptAfter(common) : state.untold;
    }

    /** Returns how far what is here has been acknowledged. */
    long told() {
        return state.version - (open ? requests.pendingUpTo(state.version) : state.untold);
    }

    /**
     * Returns true if a primary that was refused does not give way yet. A server without the session cannot say what
     * its primary has. Nor can it say from where another went on, as long as it knows of nobody else who did.
     */
    boolean disputes(Stale m) {
        if (m.version() > 0) {
            return outdoes(m.version(), m.lineage());
        }
        boolean knowsWho = !state.lineage.reigns().containsAll(m.lineage().reigns());
        long common =
                state.lineage.common(state.version, m.lineage(), Long.MAX_VALUE).orElse(state.version);
        return !knowsWho || state.version - unkept(common) > common;
    }

    /**
     * Does not give way to that epoch.
     *
     * @param primary whether the one who spoke is its primary, and has done nothing: else it is not known who that is
     */
    void against(ClusterMember from, long epoch, boolean primary) {
        if (state.is(Holding.PRIMARY)) {
            of.seeker.beyond(of.handover.offered());
            of.become(Holding.BACKUP, state.epoch, state.version, state.image);
            state.primary = state.around.self();
            state.act(new ReplicaAction.Release(false));
        }
        boolean asked = open;
        open = true;
        if (primary && !of.seeker.takes()) {
            of.seeker.takeFrom(from, epoch);
        } else if (!asked) {
            state.around.others().forEach(other -> state.send(other, of.announcement()));
        }
    }

    /** Ends the claim, as another holding begins; the waiting requests fail unless this server is the primary then. */
    void ends(Holding next) {
        if (next != Holding.PRIMARY) {
            fail();
        }
        open = false;
    }

    /** Fails the requests that wait, as their changes are not kept: the server that had the session goes on with what is not here. */
    void fail() {
        if (open) {
            requests.fail();
            requests.forget();
        }
    }
}
