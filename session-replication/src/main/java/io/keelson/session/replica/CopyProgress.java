package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a primary's secondary: the member, what it has been sent of the session, and what it has acknowledged.
 * Owned by its {@link Primary}.
 */
final class CopyProgress {
    private final ReplicaState state;

    private @Nullable ClusterMember secondary;
    /** Number of times that a secondary, or none, has been chosen in this epoch. */
    private long turn;
    /** The version with which the secondary was chosen: whoever has less speaks of an earlier copy. */
    private long floor;
    /** Members that have been the secondary in this epoch, and were sent something; null: nobody. */
    private @Nullable Set<ClusterMember> earlier;

    /** Version that the secondary has been sent; -1: it needs the whole. */
    private long sent = -1;
    /** Version that it has acknowledged; -1: none. */
    private long acknowledged = -1;

    private @Nullable Delta unsent;
    /** Time of the oldest change that has not been sent. */
    private long behindSince;
    /** Time at which the secondary was last sent something. */
    private long lastSent;
    /** Time since which it has answered nothing, where it has not answered all. */
    private long unheardSince;

    CopyProgress(ReplicaState state) {
        this.state = state;
    }

    void reset() {
        secondary = null;
        turn = 0;
        floor = 0;
        earlier = null;
        sent = -1;
        acknowledged = -1;
        unsent = null;
    }

    // ---- who it is -------------------------------------------------------------------------------------------------

    @Nullable
    ClusterMember secondary() {
        return secondary;
    }

    boolean isWith(ClusterMember member) {
        return member.equals(secondary);
    }

    boolean isThere() {
        return state.sees(secondary);
    }

    /** Returns whether there is one, which is not there any more. */
    boolean isGone() {
        return secondary != null && !isThere();
    }

    /** Of a session that begins. */
    void beginWith(@Nullable ClusterMember first) {
        secondary = first;
    }

    /** Leaves the one that there is for another one, or none. */
    void moveTo(@Nullable ClusterMember next) {
        secondary = next;
        floor = state.version;
        turn++;
        sent = -1;
        acknowledged = -1;
    }

    /** Returns whether a member has been the secondary in this epoch; the last one has been from now on. */
    boolean hadBefore(@Nullable ClusterMember next) {
        Set<ClusterMember> all = earlier;
        ClusterMember last = secondary;
        if (last != null && hasSent()) {
            all = all == null ? new HashSet<>() : all;
            all.add(last);
            earlier = all;
        }
        return next != null && all != null && all.contains(next);
    }

    /** Notes that one is the secondary, and has the session as it is here. */
    void adoptWhole(ClusterMember holder) {
        secondary = holder;
        sent = state.version;
        acknowledged = state.version;
        floor = state.version;
        lastSent = state.now;
        unheardSince = state.now;
    }

    /** Notes that one is the secondary, and has something of which only so much was acknowledged. */
    void adoptPart(ClusterMember holder, long told) {
        secondary = holder;
        floor = told;
    }

    /** To the holder of a copy that is not the secondary's: it may come late, when that one is the secondary again. */
    Drop drop() {
        return new Drop(state.epoch, turn);
    }

    // ---- what it was sent ------------------------------------------------------------------------------------------

    void changed(Delta delta) {
        Delta before = unsent;
        if (before == null) {
            behindSince = state.now;
            unsent = delta;
        } else {
            unsent = before.then(delta);
        }
    }

    /** Sends the secondary, which is there, what it was not sent yet. */
    void send() {
        ClusterMember to = Objects.requireNonNull(secondary);
        if (sent < 0) {
            state.send(to, new Whole(state.epoch, state.version, turn, state.image, state.lineage));
            sent();
        } else if (state.version > sent) {
            state.send(to, new Update(state.epoch, sent, state.version, Objects.requireNonNull(unsent)));
            sent();
        }
    }

    private void sent() {
        if (acknowledged >= sent || sent < 0) {
            unheardSince = state.now;
        }
        sent = state.version;
        unsent = null;
        lastSent = state.now;
    }

    /** Makes the next message carry the whole session again. */
    void sendAnew() {
        sent = -1;
    }

    /** Returns whether the secondary has been sent the whole session. */
    boolean hasSent() {
        return sent >= 0;
    }

    /** Returns whether there is a change that it has not been sent. */
    boolean hasUnsent() {
        return state.version > Math.max(0, sent);
    }

    /** Returns whether all is answered that it was sent, and it is to be sent more. */
    boolean readyForMore() {
        return state.version > sent && acknowledged >= sent;
    }

    /** Returns whether it was sent nothing that has come since it was chosen. */
    boolean sentNothingNew() {
        return sent <= floor;
    }

    /** Asks whether the holder has what was sent; as long as it has not said that it is the holder, only for that. */
    void check(ClusterMember holder, boolean confirmed) {
        lastSent = state.now;
        state.send(holder, new Check(state.epoch, confirmed ? Math.max(0, sent) : floor));
    }

    /** Returns whether what was sent last, or its answer, may have got lost. */
    boolean overdue() {
        return state.now - lastSent >= ReplicaState.PATIENCE;
    }

    /**
     * Returns whether the last word of that kind was long ago; then it is noted that there is one now, and the next one after the patience.
     */
    boolean mayRepeat() {
        boolean may = state.now - lastSent >= 0;
        if (may) {
            lastSent = state.now + ReplicaState.PATIENCE;
        }
        return may;
    }

    // ---- what it has -----------------------------------------------------------------------------------------------

    /** Returns whether that is a word of the secondary about the copy that it is to have. */
    boolean counts(ClusterMember from, Have message) {
        return from.equals(secondary) && message.epoch() == state.epoch && message.version() >= floor;
    }

    void acknowledged(long version) {
        acknowledged = Math.max(acknowledged, version);
        unheardSince = state.now;
    }

    /** Has answered, though not that it has something. */
    void heard() {
        unheardSince = state.now;
    }

    long acknowledged() {
        return acknowledged;
    }

    /** Since when it has answered nothing, where it has not answered all. */
    long unheardSince() {
        return unheardSince;
    }

    boolean hasAnswered() {
        return acknowledged >= 0;
    }

    /** Returns whether it has all that it was sent. */
    boolean hasWhatWasSent() {
        return acknowledged >= sent;
    }

    /** Returns whether it has all that there is. */
    boolean hasAll() {
        return acknowledged >= state.version;
    }

    /** Returns how many changes it has not. */
    long behind() {
        return state.version - Math.max(0, acknowledged);
    }

    /** For how many nanoseconds it lacks something; 0: it does not. */
    long behindFor(long nanos) {
        return acknowledged < state.version && state.version > 0 ? Math.max(1, nanos - behindSince) : 0;
    }

    /** Returns how many changes have come since it was chosen. */
    long sinceChosen() {
        return state.version - floor;
    }
}
