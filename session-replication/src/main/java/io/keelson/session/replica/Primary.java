package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Stale;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of the primary: gives versions, keeps its secondary as it is itself, and answers requests when that has what they did.
 */
final class Primary {
    /** Number of changes of a session that its secondary may lack before requests wait for it though they need not. */
    private static final int MOST_BEHIND = 256;

    /** Reason for turning a request away where a copy is required. */
    static final String ALONE =
            "no other server of the cluster is there to have a copy of the session, and one is required";

    private final SessionReplica of;
    private final ReplicaState state;
    private final Requests requests;

    /** The holder of an older copy, told when the secondary has one. */
    @Nullable
    ClusterMember former;
    /**
     * True if who left may have told another server since: this one was away. Until it trusts its view it has nobody else acknowledge
     * anything.
     */
    boolean doubtful;
    /** True if whoever holds the copy knows of this epoch. */
    boolean confirmed;
    /** Time at which the holder was asked for no more than that, as it had said that it lacks something; -1: it was not. */
    private long askedPlainly = -1;

    final CopyProgress copy;
    final OldCopy old;

    Primary(SessionReplica of) {
        this.of = of;
        state = of.state;
        requests = of.requests;
        copy = new CopyProgress(state);
        old = new OldCopy(of);
    }

    /** Begins anew: what is held is another thing now. */
    void reset() {
        copy.reset();
        former = null;
        old.reset();
        doubtful = false;
        confirmed = false;
        askedPlainly = -1;
    }

    // ---- what is seen of it ----------------------------------------------------------------------------------------

    /** Returns whether what was acknowledged is on this server alone. */
    boolean exposed() {
        return state.version > 0 && !(confirmed && copy.isThere() && copy.acknowledged() >= acknowledgeable());
    }

    private long acknowledgeable() {
        return state.asynchronous ? 0 : state.version - requests.pendingUpTo(state.version);
    }

    /** Returns whether something has been sent, or is to be, that the secondary does not have. */
    boolean busy() {
        return copy.secondary() != null && !copy.hasWhatWasSent()
                || !confirmed
                || copy.hasUnsent()
                || old.holder() != null;
    }

    boolean wantsSecondary() {
        ClusterMember has = copy.secondary();
        return has == null || copy.isGone()
                ? state.around.secondaryFor(state.id).isPresent()
                : state.around.shouldMove(has, state.id);
    }

    /** Returns whether that is the secondary, and has never said that it has anything: who claims the session takes no copy of it. */
    boolean chosenInVain(ClusterMember member) {
        return copy.isWith(member) && !copy.hasAnswered();
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    void created() {
        of.become(Holding.PRIMARY, Epoch.next(state.epoch, state.around.self()), 0, Image.EMPTY);
        state.lineage = Lineage.NONE.then(state.epoch, state.around.self(), 0);
        confirmed = true;
        copy.beginWith(state.around.secondaryFor(state.id).orElse(null));
    }

    void changed(long ticket, Delta delta) {
        take(delta);
        if (state.asynchronous && copy.behind() <= MOST_BEHIND && !refuses()) {
            state.act(new ReplicaAction.Confirmed(ticket));
        } else {
            requests.hold(ticket, state.version);
            replicate();
        }
    }

    void take(Delta delta) {
        state.version++;
        state.image = state.image.with(delta);
        state.stamp++;
        copy.changed(delta);
    }

    // ---- its end ---------------------------------------------------------------------------------------------------

    void ended() {
        if (!state.is(Holding.PRIMARY)) {
            return;
        }
        of.handover.refuse();
        Set<ClusterMember> holders = new HashSet<>();
        ClusterMember has = copy.secondary();
        if (has != null && copy.hasSent()) {
            holders.add(has);
        }
        if (former != null) {
            holders.add(former);
        }
        ClusterMember dropped = old.holder();
        if (dropped != null) {
            holders.add(dropped);
        }
        of.become(Holding.ENDED, state.epoch, Long.MAX_VALUE, Image.EMPTY);
        of.ending.begin(holders);
    }

    // ---- the copy --------------------------------------------------------------------------------------------------

    /** Sends what the secondary does not have. */
    void replicate() {
        chooseSecondary();
        if (copy.secondary() == null) {
            acknowledgeAlone();
        } else if (copy.isThere()) {
            copy.send();
        }
    }

    private void chooseSecondary() {
        ClusterMember has = copy.secondary();
        ClusterSnapshot around = state.around;
        boolean gone = copy.isGone();
        if (gone && !confirmed) {
            stepBack();
            return;
        }
        if (gone && !around.sure(state.now)) {
            return; // it may have another primary by now, which would not be heard of by asking somebody else
        }
        if (gone && of.handover.told()) {
            stepBack();
            return;
        }
        if (has == null && doubtful && !around.sure(state.now)) {
            return;
        }
        if (has != null && !gone && (of.handover.told() || !around.shouldMove(has, state.id))) {
            return;
        }
        if (has != null && !gone) {
            if (!confirmed || !around.sure(state.now)) {
                return; // it may have another primary by now
            }
            former = has;
        }
        choose(around.secondaryFor(state.id).orElse(null));
    }

    private void choose(@Nullable ClusterMember next) {
        if (copy.hadBefore(next)) {
            // What it says of the copy that it had must not be taken for the next one's: that has a version that the
            // other one had not.
            state.version++;
            state.stamp++;
            requests.unkept(state.version);
        }
        old.chosen(next);
        copy.moveTo(next);
    }

    /** Its secondary leaves, and there is no other server: whether it goes on alone. Who leaves must not wait for somebody to come. */
    boolean loses(ClusterMember leaver) {
        ClusterSnapshot around = state.around;
        boolean last = copy.isWith(leaver)
                && confirmed
                && around.leaving().contains(leaver)
                && around.secondaryFor(state.id).isEmpty()
                && around.sure(state.now)
                && !of.handover.told()
                && !requests.unanswered();
        if (last) {
            choose(null);
        }
        return last;
    }

    /** The one that held the copy, and has handed the session over, has it as it is here. */
    void copiedBy(ClusterMember holder, @Nullable ClusterMember older) {
        copy.adoptWhole(holder);
        former = older;
        copy.check(holder, true);
    }

    /**
     * Goes on as the primary after the holder that had gone on with the session has handed it over. All that was handed
     * over is here, and the holder gets the rest.
     *
     * @param told how far what is here has been acknowledged
     */
    void claimedFrom(ClusterMember holder, @Nullable ClusterMember older, long told) {
        copy.adoptPart(holder, told);
        former = older;
        replicate();
    }

    /**
     * The holder of the copy made this server the primary, and has gone before it heard from it: it may have made another one the primary
     * since. Or it was told to be the primary, and has not said whether it is. What is here is a copy like others, and the holder's
     * successor is to be found; if there is none, this server goes on with a later epoch than that with which the other one may take it
     * yet.
     */
    private void stepBack() {
        long untold = confirmed || state.asynchronous ? 0 : copy.sinceChosen();
        requests.fail();
        of.seeker.beyond(of.handover.offered());
        of.become(Holding.BACKUP, state.epoch, state.version, state.image);
        state.primary = state.around.self();
        state.untold = untold;
        state.act(new ReplicaAction.Release(false));
        of.seeker.seek();
    }

    private void acknowledgeAlone() {
        if (!state.is(Holding.PRIMARY) || copy.secondary() != null || !confirmed || !state.around.sure(state.now)) {
            return;
        }
        if (state.around.rules().copyRequired()) {
            requests.turnBack(ALONE);
        } else {
            requests.confirmAll();
        }
    }

    /** Returns whether a request is to be turned away because no other server could keep what it does. */
    boolean refuses() {
        return state.around.rules().copyRequired()
                && state.around.sure(state.now)
                && !copy.isThere()
                && state.around.secondaryFor(state.id).isEmpty();
    }

    // ---- answers ---------------------------------------------------------------------------------------------------

    void have(ClusterMember from, Have message) {
        if (state.is(Holding.ENDED)) {
            of.ending.have(from, message);
            return;
        }
        if (!copy.counts(from, message) || !state.is(Holding.PRIMARY)) {
            return;
        }
        copy.acknowledged(message.version());
        if (!confirmed) {
            confirmed = true;
            state.stamp++;
        }
        requests.confirm(copy.acknowledged());
        ClusterMember older = former;
        if (older != null) {
            former = null;
            if (!older.equals(from)) {
                old.drop(older, copy.drop());
            }
        }
    }

    void lack(ClusterMember from, Lack message) {
        if (state.is(Holding.PRIMARY) && copy.isWith(from) && message.epoch() == state.epoch) {
            copy.heard();
            if (confirmed) {
                copy.sendAnew();
                replicate();
            } else if (knowsNothing(from)) {
                stepBack();
            }
        }
    }

    /**
     * Returns true if the server that made this one the primary knows nothing of it any more. It may be the holder all
     * the same, and lack what was sent before what it has got. Its word that it is the holder may come later, or be
     * lost. So it is asked for that alone, and what is about the time before does not count.
     */
    private boolean knowsNothing(ClusterMember holder) {
        if (copy.sentNothingNew()) {
            return true;
        }
        if (askedPlainly < 0) {
            askedPlainly = state.now;
            copy.check(holder, confirmed);
            return false;
        }
        return state.now - askedPlainly >= ReplicaState.PATIENCE / 2;
    }

    void stale(ClusterMember from, Stale m) {
        if (m.refused() != state.epoch || !state.yieldsTo(from, m.epoch(), m.version())) {
            return; // it came late: it is about an earlier time
        }
        if (state.is(Holding.PRIMARY) && of.claim.disputes(m)) {
            of.claim.against(from, m.epoch(), false);
        } else if (state.is(Holding.PRIMARY)) {
            supersede(m.epoch(), m.version(), m.lineage());
        } else if (state.is(Holding.ENDED) && m.epoch() > state.epoch) {
            of.become(Holding.NONE, m.epoch(), 0, Image.EMPTY);
            of.ending.undo();
        }
    }

    /** Another server is the primary, and has gone on from what both had: what was acknowledged here since then is lost. */
    void supersede(long itsEpoch, long itsVersion, Lineage its) {
        long known = itsVersion == 0 ? Long.MAX_VALUE : itsVersion; // it knows of the session, but does not have it
        // More failures ago than are remembered: then it was the other one that went on.
        long common = state.lineage.common(state.version, its, known).orElse(Math.max(0, copy.acknowledged()));
        long lost = state.version - common - requests.unkeptAfter(common);
        requests.fail();
        requests.forget();
        if (lost > 0) {
            state.act(new ReplicaAction.Discarded(lost));
        }
        // Who has the copy, and asks, hears by the epoch that somebody else has gone on.
        of.become(Holding.NONE, Math.max(state.epoch, itsEpoch), 0, Image.EMPTY);
        state.act(new ReplicaAction.Release(false));
        of.seeker.seekIfWanted();
    }

    // ---- views and time --------------------------------------------------------------------------------------------

    void viewed() {
        if (state.is(Holding.PRIMARY)) {
            if (copy.isGone() && !confirmed) {
                stepBack();
            } else if (requests.unanswered()) {
                replicate();
            }
        } else if (state.is(Holding.ENDED)) {
            of.ending.settle();
        }
    }

    /** Notes that messages to a member may be lost: if that matters, asks at once and not after the patience. */
    void cut(ClusterMember to) {
        of.ending.cut(to);
        if (!state.is(Holding.PRIMARY) || !state.around.sees(to)) {
            return;
        }
        if (copy.isWith(to) && (!confirmed || !copy.hasWhatWasSent())) {
            copy.check(to, confirmed);
        } else {
            old.cut(to, copy.drop());
        }
    }

    void tick() {
        if (state.is(Holding.PRIMARY)) {
            tickPrimary();
            old.tick(copy.drop());
        }
        of.ending.tick();
    }

    private void tickPrimary() {
        boolean waits = (requests.unanswered() || of.handover.told()) && !copy.isThere();
        // One message at a time is under way: what comes meanwhile is put together.
        boolean next = state.asynchronous && copy.readyForMore();
        if (waits || next || state.version > 0 && wantsSecondary()) {
            replicate();
        }
        ClusterMember has = copy.secondary();
        if (has != null && !confirmed && state.around.silent().contains(has)) {
            requests.turnBack("the server " + has.server() + ", which has handed it over, does not answer");
        }
        boolean unanswered = !confirmed || !copy.hasWhatWasSent();
        if (state.is(Holding.PRIMARY) && has != null && unanswered && copy.overdue()) {
            copy.check(has, confirmed);
            state.act(new ReplicaAction.Unheard(has, copy.unheardSince()));
        }
    }
}
