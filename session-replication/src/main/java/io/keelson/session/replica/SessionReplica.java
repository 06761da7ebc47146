package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Announce;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Give;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Refused;
import io.keelson.session.replica.ReplicaMessage.Remove;
import io.keelson.session.replica.ReplicaMessage.Stale;
import io.keelson.session.replica.ReplicaMessage.Take;
import io.keelson.session.replica.ReplicaMessage.Taken;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One server's part in one session: its primary, the holder of its copy, or somebody who wants it. Pure: events in, actions out. See
 * docs/design/session-replication.md.
 *
 * <p>Invariants. A primary acknowledges a change when its secondary has it, or when it is sure that there is no other server. The holder of
 * the copy decides who is the primary: it gives each a higher epoch, and refuses lower ones. A primary that has not yet heard from the
 * holder in its epoch hands nothing over and chooses no other secondary. Of one epoch there is one primary, which gives the versions.
 *
 * <p>Here events come in; what is done is in the parts, which share the {@link ReplicaState}: {@link Primary}, {@link Ending},
 * {@link Handover}, {@link Secondary}, {@link Seeker}, and {@link Requests} for those that wait.
 */
public final class SessionReplica {
    final ReplicaState state;
    final Requests requests;
    final Primary primary;
    final Ending ending;
    final Handover handover;
    final Secondary copy;
    final Seeker seeker;
    final Claim claim;

    /** A session of that id that nothing is known of. */
    public SessionReplica(String id, boolean asynchronous, ClusterSnapshot around) {
        state = new ReplicaState(id, asynchronous, around);
        requests = new Requests(state);
        primary = new Primary(this);
        ending = new Ending(this);
        handover = new Handover(this);
        copy = new Secondary(this);
        seeker = new Seeker(this);
        claim = new Claim(this);
    }

    /** A session that has ended, as far as this server knows, from what was kept of it. */
    public SessionReplica(String id, boolean asynchronous, ClusterSnapshot around, Remnant remnant) {
        this(id, asynchronous, around);
        state.holding = Holding.ENDED;
        state.epoch = remnant.epoch();
        state.version = Long.MAX_VALUE;
        state.since = remnant.since();
        state.lineage = remnant.lineage();
    }

    /** Takes what has happened, and returns what is to be done. */
    public List<ReplicaAction> step(ReplicaEvent event, ClusterSnapshot seen, long nanos) {
        state.begin(seen, nanos);
        if (event instanceof ReplicaEvent.Requested e) {
            requested(e);
        } else if (event instanceof ReplicaEvent.Changed e) {
            changed(e);
        } else if (event instanceof ReplicaEvent.Heard e) {
            heard(e.from(), e.message());
        } else if (event instanceof ReplicaEvent.Created) {
            primary.created();
        } else if (event instanceof ReplicaEvent.Settled e) {
            settled(e.ticket());
        } else if (event instanceof ReplicaEvent.Ended) {
            primary.ended();
        } else if (event instanceof ReplicaEvent.Retired e) {
            handover.retired(e.delta());
        } else if (event instanceof ReplicaEvent.Viewed e) {
            viewed(e.returned());
        } else if (event instanceof ReplicaEvent.Cut e) {
            primary.cut(e.to());
        } else if (event instanceof ReplicaEvent.Tend) {
            tend();
        } else if (event instanceof ReplicaEvent.Leave e) {
            handover.leaves(e.leaving());
            tend();
        } else if (event instanceof ReplicaEvent.Tick) {
            tick();
        }
        handover.passOn();
        return state.done();
    }

    // ---- what others see -------------------------------------------------------------------------------------------

    /** Returns what this server has of it. */
    public Holding holding() {
        return state.holding;
    }

    /** The epoch that it knows. */
    public long epoch() {
        return state.epoch;
    }

    /** The version that it has. */
    public long version() {
        return state.version;
    }

    /** The content that it has. */
    public Image image() {
        return state.image;
    }

    /**
     * Returns true if a request is served at once: then {@link ReplicaEvent.Requested} would change nothing. Always
     * false where a copy is required, as it has to be looked at anew if there may be one.
     */
    public boolean serves() {
        return state.is(Holding.PRIMARY)
                && !handover.goes()
                && !state.around.rules().copyRequired();
    }

    /** Returns whether it is about to go to another server. */
    public boolean goes() {
        return handover.goes();
    }

    /** Returns who has the copy, as its primary knows. */
    public Optional<ClusterMember> secondary() {
        return state.is(Holding.PRIMARY) ? Optional.ofNullable(primary.copy.secondary()) : Optional.empty();
    }

    /** Returns who is the primary, as the holder of the copy knows. */
    public Optional<ClusterMember> primary() {
        return state.is(Holding.BACKUP) ? Optional.ofNullable(state.primary) : Optional.empty();
    }

    /**
     * Returns the server that gets the requests which come here instead of the session: the primary, as far as this
     * server knows. That is so where the session has gone from here so often that it would soon go again; empty: the
     * session comes here. An opinion: the server that such a request is taken to takes the session, where that is
     * elsewhere by then.
     */
    public Optional<ClusterMember> host(ClusterSnapshot seen, long nanos) {
        ClusterMember host = switch (state.holding) {
            case BACKUP -> state.heard ? state.primary : null;
            case NONE -> state.elsewhere;
            case PRIMARY, TAKING, ENDED -> null;
        };
        if (host == null || seeker.seeks() || requests.wanted() || !state.departures.often(nanos)) {
            return Optional.empty();
        }
        boolean there =
                !host.equals(seen.self()) && seen.sees(host) && !seen.leaving().contains(host);
        return there ? Optional.of(host) : Optional.empty();
    }

    /** Returns whether what was acknowledged is on this server alone, as far as this server knows. */
    public boolean exposed() {
        return switch (state.holding) {
            case PRIMARY -> primary.exposed();
            case BACKUP -> state.orphaned() || !state.heard;
            case NONE, TAKING, ENDED -> false;
        };
    }

    /** For how long there have been changes that its secondary does not have, in nanoseconds; 0: there are none. */
    public long behindFor(long nanos) {
        return state.is(Holding.PRIMARY) ? primary.copy.behindFor(nanos) : 0;
    }

    /** Returns how many changes it has that its secondary is not known to have: what a crash now may lose where requests do not wait. */
    public long behind() {
        return state.is(Holding.PRIMARY) ? primary.copy.behind() : 0;
    }

    /** Sets the mode of replication: true if requests do not wait for the secondary. */
    public void asynchronous(boolean so) {
        state.asynchronous = so;
    }

    /**
     * Returns whether it has been ended here, and who has a copy is not known to have heard of that: with this server the end would be
     * lost.
     */
    public boolean ending() {
        return ending.open();
    }

    /** Returns whether time matters to it: then {@link ReplicaEvent.Tick} now and then. */
    public boolean active() {
        boolean holds = state.is(Holding.PRIMARY) || state.is(Holding.BACKUP);
        return seeker.seeks()
                || requests.unanswered()
                || requests.wanted()
                || handover.draining()
                || handover.told()
                || ending()
                || state.is(Holding.PRIMARY) && primary.busy()
                || state.is(Holding.BACKUP) && !state.heard
                || state.leaving && holds;
    }

    /** Returns whether {@link ReplicaEvent.Tend} would do something for it. */
    public boolean needy() {
        return !seeker.seeks()
                && (state.is(Holding.BACKUP) && state.orphaned()
                        || state.is(Holding.PRIMARY) && state.version > 0 && primary.wantsSecondary());
    }

    /**
     * Returns true if there is nothing to remember about it. A session that has ended here, or has gone to another
     * server, is remembered by its epoch: a primary that was paused may still come with a lower one.
     *
     * @param longEnough how long that is remembered, in nanoseconds
     */
    public boolean blank(long longEnough) {
        boolean nothing = state.is(Holding.NONE) || state.is(Holding.ENDED);
        boolean unused = !seeker.seeks() && !requests.wanted() && !requests.unanswered();
        return nothing && unused && (state.epoch == 0 || state.now - state.since >= longEnough);
    }

    /**
     * Returns what of it is worth keeping, where it has ended and nobody waits for anything: what is made of that does the same. Else
     * empty.
     */
    public Optional<Remnant> remnant() {
        boolean over = state.is(Holding.ENDED)
                && !ending.open()
                && !seeker.seeks()
                && !requests.wanted()
                && !requests.unanswered();
        return over ? Optional.of(new Remnant(state.epoch, state.since, state.lineage)) : Optional.empty();
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    private void requested(ReplicaEvent.Requested e) {
        if (state.is(Holding.PRIMARY) && !handover.goes()) {
            if (primary.refuses()) {
                state.act(new ReplicaAction.Unreachable(e.ticket(), Primary.ALONE));
            } else {
                requests.serve(e.ticket());
            }
        } else if (state.is(Holding.ENDED) && !ending()) {
            state.act(new ReplicaAction.Absent(e.ticket()));
        } else {
            requests.await(e.ticket(), e.hints());
            if (!seeker.seeks() && !state.is(Holding.PRIMARY) && !ending()) {
                seeker.seek();
            }
        }
    }

    private void changed(ReplicaEvent.Changed e) {
        if (!state.is(Holding.PRIMARY) || handover.retired()) {
            settled(e.ticket());
        } else {
            primary.changed(e.ticket(), e.delta());
        }
    }

    private void settled(long ticket) {
        if (state.is(Holding.ENDED)) {
            requests.hold(ticket, Long.MAX_VALUE);
            ending.settle();
        } else {
            state.act(new ReplicaAction.Superseded(ticket));
        }
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    private void heard(ClusterMember from, ReplicaMessage message) {
        if (message instanceof Update m) {
            copy.update(from, m);
        } else if (message instanceof Have m) {
            primary.have(from, m);
        } else if (message instanceof Whole m) {
            copy.whole(from, m);
        } else if (message instanceof Check m) {
            copy.check(from, m);
        } else if (message instanceof Lack m) {
            primary.lack(from, m);
        } else if (message instanceof Stale m) {
            primary.stale(from, m);
        } else if (message instanceof Find m) {
            seeker.answer(from, m);
        } else if (message instanceof Found m) {
            seeker.found(from, m);
            primary.old.found(from, m);
            handover.found(from, m);
        } else if (message instanceof Take m) {
            handover.take(from, m);
        } else if (message instanceof Handed m) {
            seeker.handed(from, m);
        } else if (message instanceof Refused m) {
            seeker.refused(m);
        } else if (message instanceof Give m) {
            copy.give(from, m);
        } else if (message instanceof Taken m) {
            handover.taken(from, m);
        } else if (message instanceof Remove m) {
            copy.remove(from, m);
        } else if (message instanceof Drop m) {
            copy.drop(from, m);
        } else if (message instanceof Announce m) {
            copy.announced(from, m);
        }
    }

    // ---- views and time --------------------------------------------------------------------------------------------

    private void viewed(Set<ClusterMember> returned) {
        handover.viewed();
        primary.viewed();
        seeker.viewed();
        announce(returned);
    }

    private void announce(Set<ClusterMember> returned) {
        if (state.is(Holding.NONE) || state.is(Holding.PRIMARY) && state.version == 0) {
            return;
        }
        // Who was paused itself tells all: servers that have come meanwhile do not know that it has been there before.
        ClusterSnapshot around = state.around;
        Set<ClusterMember> all = around.sure(state.now) ? returned : Set.copyOf(around.others());
        for (ClusterMember member : all.stream().sorted().toList()) {
            if (!member.equals(around.self()) && !member.equals(primary.copy.secondary())) {
                state.send(member, announcement());
            }
        }
    }

    /** Returns what this server has of it. */
    Announce announcement() {
        return new Announce(state.holding, state.epoch, state.version, state.lineage);
    }

    private void tend() {
        if (state.leaving && state.is(Holding.BACKUP) && primary.copy.mayRepeat()) {
            // Its primary chooses another secondary and says so; where that was lost long ago it says so now.
            Announce announce = announcement();
            state.around.others().forEach(other -> state.send(other, announce));
        }
        if (state.is(Holding.PRIMARY) && state.version > 0) {
            primary.replicate();
        } else if (state.is(Holding.BACKUP) && state.orphaned() && !seeker.seeks()) {
            seeker.seek();
        }
    }

    private void tick() {
        seeker.tick();
        primary.tick();
        if (state.leaving || state.is(Holding.BACKUP) && !state.heard) {
            tend();
        }
    }

    // ----------------------------------------------------------------------------------------------------------------

    /** From now on this server has that of it. */
    void become(Holding next, long epoch, long version, Image image) {
        claim.ends(next);
        state.holding = next;
        state.since = state.now;
        state.epoch = epoch;
        state.version = version;
        state.image = image;
        state.stamp++;
        state.primary = null;
        state.elsewhere = null;
        state.heard = false;
        state.turn = 0;
        state.untold = 0;
        primary.reset();
        ending.reset();
        handover.reset();
    }
}
