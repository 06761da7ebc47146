package io.keelson.session.replica;

import io.keelson.kernel.spi.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Lack;
import io.keelson.session.replica.ReplicaMessage.Remove;
import io.keelson.session.replica.ReplicaMessage.Stale;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of the primary: gives versions, keeps its secondary as it is itself, and answers requests when that has what they did. Also of who
 * has ended the session, until the copy is gone.
 */
final class Primary {
    /** How many changes of a session its secondary may lack before requests wait for it though they need not. */
    private static final int MOST_BEHIND = 256;

    /** Why a request is turned away where a copy is required. */
    static final String ALONE =
            "no other server of the cluster is there to have a copy of the session, and one is required";

    private final SessionReplica of;
    private final Standing standing;
    private final Requests requests;

    @Nullable
    ClusterMember secondary;
    /** The holder of an older copy, told when the secondary has one. */
    @Nullable
    ClusterMember former;
    /** How often it has chosen a secondary, or none, in this epoch. */
    private long turn;
    /** Whether who left may have told another server since: this one was away. Until it trusts its view it has nobody else acknowledge anything. */
    boolean doubtful;
    /** What the secondary has been sent; -1: it needs the whole. */
    private long sent = -1;
    /** What it has; -1: nothing that is known of. */
    private long acknowledged = -1;
    /** Whether whoever holds the copy knows of this epoch. */
    boolean confirmed;

    private @Nullable Delta unsent;
    /** When the secondary was last sent something. */
    private long lastSent;
    /** When the oldest change came that has not been sent. */
    private long behindSince;

    Primary(SessionReplica of) {
        this.of = of;
        standing = of.standing;
        requests = of.requests;
    }

    /** Begins anew: what is held is another thing now. */
    void reset() {
        secondary = null;
        former = null;
        turn = 0;
        doubtful = false;
        sent = -1;
        acknowledged = -1;
        confirmed = false;
        unsent = null;
    }

    // ---- what is seen of it ----------------------------------------------------------------------------------------

    /** Whether what was acknowledged is on this server alone. */
    boolean exposed() {
        return standing.version > 0 && !(confirmed && standing.sees(secondary) && acknowledged >= acknowledgeable());
    }

    private long acknowledgeable() {
        return standing.asynchronous ? 0 : standing.version - requests.pendingUpTo(standing.version);
    }

    long behindFor(long nanos) {
        return acknowledged < standing.version && standing.version > 0 ? Math.max(1, nanos - behindSince) : 0;
    }

    long behind() {
        return standing.version - Math.max(0, acknowledged);
    }

    /** Whether something has been sent, or is to be, that the secondary does not have. */
    boolean busy() {
        return secondary != null && acknowledged < sent || !confirmed || standing.version > Math.max(0, sent);
    }

    boolean wantsSecondary() {
        ClusterMember has = secondary;
        return has == null || !standing.around.sees(has)
                ? standing.around.secondaryFor(standing.id).isPresent()
                : standing.around.shouldMove(has, standing.id);
    }

    /** Whether its secondary has all that there is. */
    boolean copied() {
        return acknowledged >= standing.version;
    }

    /** Whether the secondary has been sent the whole session. */
    boolean hasSent() {
        return sent >= 0;
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    void created() {
        of.become(Holding.PRIMARY, standing.epoch + 1, 0, Image.EMPTY);
        standing.lineage = Lineage.NONE.then(standing.epoch, standing.around.self(), 0);
        confirmed = true;
        secondary = standing.around.secondaryFor(standing.id).orElse(null);
    }

    void changed(long ticket, Delta delta) {
        take(delta);
        if (standing.asynchronous && behind() <= MOST_BEHIND && !refuses()) {
            standing.act(new ReplicaAction.Confirmed(ticket));
        } else {
            requests.hold(ticket, standing.version);
            replicate();
        }
    }

    void take(Delta delta) {
        standing.version++;
        standing.image = standing.image.with(delta);
        standing.stamp++;
        Delta before = unsent;
        if (before == null) {
            behindSince = standing.now;
            unsent = delta;
        } else {
            unsent = before.then(delta);
        }
    }

    // ---- its end ---------------------------------------------------------------------------------------------------

    void ended() {
        if (!standing.is(Holding.PRIMARY)) {
            return;
        }
        of.handover.refuse();
        long last = standing.epoch;
        ClusterMember copy = hasSent() ? secondary : null;
        ClusterMember older = former;
        Drop drop = drop();
        of.become(Holding.ENDED, last, Long.MAX_VALUE, Image.EMPTY);
        secondary = copy;
        tellOfEnd();
        if (older != null) {
            standing.send(older, drop);
        }
        requests.turnAwayAll();
        settleEnd();
    }

    private void tellOfEnd() {
        ClusterMember copy = secondary;
        if (copy != null) {
            lastSent = standing.now;
            standing.send(copy, new Remove(standing.epoch, Long.MAX_VALUE, standing.lineage));
        }
    }

    /** The requests that ended it are answered when nobody has a copy. */
    void settleEnd() {
        ClusterMember copy = secondary;
        if (copy == null
                || acknowledged == Long.MAX_VALUE
                || !standing.around.sees(copy) && standing.around.sure(standing.now)) {
            secondary = null;
            requests.confirmAll();
        }
    }

    // ---- the copy --------------------------------------------------------------------------------------------------

    /** Sends what the secondary does not have. */
    void replicate() {
        chooseSecondary();
        ClusterMember to = secondary;
        if (to == null) {
            acknowledgeAlone();
        } else if (!standing.around.sees(to)) {
            return;
        } else if (sent < 0) {
            standing.send(to, new Whole(standing.epoch, standing.version, turn, standing.image, standing.lineage));
            sent();
        } else if (standing.version > sent) {
            standing.send(to, new Update(standing.epoch, sent, standing.version, Objects.requireNonNull(unsent)));
            sent();
        }
    }

    private void sent() {
        sent = standing.version;
        unsent = null;
        lastSent = standing.now;
    }

    private void chooseSecondary() {
        ClusterMember has = secondary;
        Surroundings around = standing.around;
        boolean gone = has != null && !around.sees(has);
        if (gone && !confirmed) {
            stepBack();
            return;
        }
        if (gone && !around.sure(standing.now)) {
            return; // it may have another primary by now, which would not be heard of by asking somebody else
        }
        if (has == null && doubtful && !around.sure(standing.now)) {
            return;
        }
        if (has != null && !gone && !around.shouldMove(has, standing.id)) {
            return;
        }
        if (has != null && !gone) {
            if (!confirmed) {
                return;
            }
            former = has;
        }
        choose(around.secondaryFor(standing.id).orElse(null));
    }

    private void choose(@Nullable ClusterMember next) {
        secondary = next;
        turn++;
        sent = -1;
        acknowledged = -1;
    }

    /** To the holder of a copy that is not the secondary's: it may come late, when that one is the secondary again. */
    Drop drop() {
        return new Drop(standing.epoch, turn);
    }

    /** Its secondary leaves, and there is no other server: whether it goes on alone. Who leaves must not wait for somebody to come. */
    boolean loses(ClusterMember copy) {
        Surroundings around = standing.around;
        boolean last = copy.equals(secondary)
                && confirmed
                && around.leaving().contains(copy)
                && around.secondaryFor(standing.id).isEmpty()
                && around.sure(standing.now)
                && !requests.unanswered();
        if (last) {
            choose(null);
        }
        return last;
    }

    /** The one that held the copy, and has handed the session over, has it as it is here. */
    void copiedBy(ClusterMember holder, @Nullable ClusterMember older) {
        secondary = holder;
        sent = standing.version;
        acknowledged = standing.version;
        former = older;
        lastSent = standing.now;
        standing.send(holder, new Check(standing.epoch, standing.version));
    }

    /**
     * The holder of the copy made this server the primary, and has gone before it heard from it: it may have made another one the primary
     * since. What is here is a copy like others, and the holder's successor is to be found.
     */
    private void stepBack() {
        requests.fail();
        of.become(Holding.BACKUP, standing.epoch, standing.version, standing.image);
        standing.primary = standing.around.self();
        standing.act(new ReplicaAction.Release(false));
        of.seeker.seek();
    }

    private void acknowledgeAlone() {
        if (!standing.is(Holding.PRIMARY) || secondary != null || !confirmed || !standing.around.sure(standing.now)) {
            return;
        }
        if (standing.around.rules().copyRequired()) {
            requests.turnBack(ALONE);
        } else {
            requests.confirmAll();
        }
    }

    /** Whether a request is to be turned away because no other server could keep what it does. */
    boolean refuses() {
        ClusterMember copy = secondary;
        return standing.around.rules().copyRequired()
                && standing.around.sure(standing.now)
                && (copy == null || !standing.around.sees(copy))
                && standing.around.secondaryFor(standing.id).isEmpty();
    }

    // ---- answers ---------------------------------------------------------------------------------------------------

    void have(ClusterMember from, Have message) {
        if (!from.equals(secondary) || message.epoch() != standing.epoch) {
            return;
        }
        acknowledged = Math.max(acknowledged, message.version());
        if (standing.is(Holding.ENDED)) {
            settleEnd();
            return;
        }
        if (!standing.is(Holding.PRIMARY)) {
            return;
        }
        if (!confirmed) {
            confirmed = true;
            standing.stamp++;
        }
        requests.confirm(acknowledged);
        ClusterMember older = former;
        if (older != null && acknowledged >= 0) {
            former = null;
            if (!older.equals(from)) {
                standing.send(older, drop());
            }
        }
    }

    void lack(ClusterMember from, Lack message) {
        if (standing.is(Holding.PRIMARY) && from.equals(secondary) && message.epoch() == standing.epoch) {
            if (!confirmed) {
                // It made this server the primary, and knows nothing of it any more.
                stepBack();
                return;
            }
            sent = -1;
            replicate();
        }
    }

    void stale(ClusterMember from, Stale m) {
        if (m.refused() != standing.epoch || !standing.yieldsTo(from, m.epoch(), m.version())) {
            return; // it came late: it is about an earlier time
        }
        if (standing.is(Holding.PRIMARY)) {
            supersede(m.version(), m.lineage());
        } else if (standing.is(Holding.ENDED) && m.epoch() > standing.epoch) {
            requests.fail(); // what was ended was not the session any more
            of.become(Holding.NONE, standing.epoch, 0, Image.EMPTY);
        }
    }

    /** Another server is the primary, and has gone on from what both had: what was acknowledged here since then is lost. */
    void supersede(long itsVersion, Lineage its) {
        long known = itsVersion == 0 ? Long.MAX_VALUE : itsVersion; // it knows of the session, but does not have it
        // More failures ago than are remembered: then it was the other one that went on.
        long common = standing.lineage.common(standing.version, its, known).orElse(Math.max(0, acknowledged));
        long lost = standing.version - common - requests.unkeptAfter(common);
        requests.fail();
        requests.forget();
        if (lost > 0) {
            standing.act(new ReplicaAction.Discarded(lost));
        }
        of.become(Holding.NONE, standing.epoch, 0, Image.EMPTY);
        standing.act(new ReplicaAction.Release(false));
        of.seeker.seekIfWanted();
    }

    // ---- views and time --------------------------------------------------------------------------------------------

    void viewed() {
        if (standing.is(Holding.PRIMARY)) {
            if (secondary != null && !standing.around.sees(secondary) && !confirmed) {
                stepBack();
            } else if (requests.unanswered()) {
                replicate();
            }
        } else if (standing.is(Holding.ENDED)) {
            settleEnd();
        }
    }

    /** What was sent to a member may be lost: if that matters, asks at once and not after the patience. */
    void cut(ClusterMember to) {
        if (!to.equals(secondary) || !standing.around.sees(to)) {
            return;
        }
        if (standing.is(Holding.PRIMARY) && (!confirmed || acknowledged < sent)) {
            lastSent = standing.now;
            standing.send(to, new Check(standing.epoch, Math.max(0, sent)));
        } else if (standing.is(Holding.ENDED) && requests.unanswered()) {
            tellOfEnd();
        }
    }

    void tick() {
        if (standing.is(Holding.PRIMARY)) {
            tickPrimary();
        } else if (standing.is(Holding.ENDED) && requests.unanswered()) {
            if (standing.now - lastSent >= Standing.PATIENCE) {
                tellOfEnd();
            }
            settleEnd();
        }
    }

    private void tickPrimary() {
        boolean waits = requests.unanswered() && !standing.sees(secondary);
        // One message at a time is under way: what comes meanwhile is put together.
        boolean next = standing.asynchronous && standing.version > sent && acknowledged >= sent;
        if (waits || next || standing.version > 0 && wantsSecondary()) {
            replicate();
        }
        ClusterMember copy = secondary;
        boolean unanswered = !confirmed || acknowledged < sent;
        if (standing.is(Holding.PRIMARY)
                && copy != null
                && unanswered
                && standing.now - lastSent >= Standing.PATIENCE) {
            // The message, or its answer, may have got lost.
            lastSent = standing.now;
            standing.send(copy, new Check(standing.epoch, Math.max(0, sent)));
        }
    }

    /** Whether the last word of that kind was long ago; then it is noted that there is one now, and the next one after the patience. */
    boolean mayRepeat() {
        boolean may = standing.now - lastSent >= 0;
        if (may) {
            lastSent = standing.now + Standing.PATIENCE;
        }
        return may;
    }
}
