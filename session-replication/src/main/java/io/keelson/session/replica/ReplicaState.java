package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a session on one server: what it has of it, what it knows of the others, and what is to be done. The parts
 * of a {@link SessionReplica} share it.
 */
final class ReplicaState {
    static final long SECOND = 1_000_000_000L;
    /** After how long without an answer a question is asked again. */
    static final long PATIENCE = SECOND;
    /** After how long who was refused asks again. */
    static final long PAUSE = SECOND / 50;

    final String id;
    boolean asynchronous;

    Holding holding = Holding.NONE;
    long epoch;
    long version;
    Image image = Image.EMPTY;
    /** Lineage by which it has come to that version. */
    Lineage lineage = Lineage.NONE;
    /** Counts the changes of what this server holds. */
    long stamp;
    /** Since when it holds that. */
    long since;
    /** Of a copy: who is the primary. */
    @Nullable
    ClusterMember primary;
    /** Of nothing: who was the primary when its copy became of no use here; null: that is not known. */
    @Nullable
    ClusterMember elsewhere;

    final Departures departures = new Departures();
    /**
     * Of a copy: whether its primary has said anything in this epoch; the copy's holder made it the primary, and that may have got lost.
     */
    boolean heard;
    /** Of a copy: which of its primary's choices in this epoch brought it here. */
    long turn;
    /**
     * Of a copy that this server has made as a primary of which its holder never knew: how many of its last versions nobody was told of.
     */
    long untold;
    /** True if this server is about to leave. */
    boolean leaving;

    // Of one step.
    ClusterSnapshot around;
    long now;
    private List<ReplicaAction> out = List.of();

    ReplicaState(String id, boolean asynchronous, ClusterSnapshot around) {
        this.id = id;
        this.asynchronous = asynchronous;
        this.around = around;
    }

    void begin(ClusterSnapshot seen, long nanos) {
        out = new ArrayList<>();
        around = seen;
        now = nanos;
    }

    List<ReplicaAction> done() {
        List<ReplicaAction> actions = out;
        out = List.of();
        return actions;
    }

    void act(ReplicaAction action) {
        out.add(action);
    }

    void send(ClusterMember to, ReplicaMessage message) {
        out.add(new ReplicaAction.Send(to, message));
    }

    boolean is(Holding one) {
        return holding == one;
    }

    boolean sees(@Nullable ClusterMember member) {
        return member != null && around.sees(member);
    }

    /** Of a copy: whether its primary is not there. */
    boolean orphaned() {
        ClusterMember of = primary;
        return of == null || of.equals(around.self()) || !around.sees(of) || !heard && now - since >= PATIENCE;
    }

    /** Returns whether another's epoch and version win over what is here; of equal ones the server decides. */
    boolean yieldsTo(ClusterMember other, long itsEpoch, long itsVersion) {
        return itsEpoch > epoch
                || itsEpoch == epoch
                        && (itsVersion > version || itsVersion == version && other.compareTo(around.self()) > 0);
    }
}
