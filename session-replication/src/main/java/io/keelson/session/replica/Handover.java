package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Give;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Refused;
import io.keelson.session.replica.ReplicaMessage.Take;
import io.keelson.session.replica.ReplicaMessage.Taken;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Handover of a session from here to another server: to one that has asked for it, or to its secondary when this server
 * leaves. Its object is taken out of use first.
 */
final class Handover {
    private final SessionReplica of;
    private final ReplicaState state;
    private final Requests requests;

    private @Nullable Draining draining;
    /** True if its object is out of use, for it to go. */
    private boolean retired;
    /** State in which this server left: the epoch with which it has told whom to be the primary, and has not heard whether it is. */
    private long offered;

    private @Nullable ClusterMember offeredTo;

    /**
     * After a pause: the question to the holder of the copy whether this is its primary still, when it was asked, and after which pause.
     */
    private long question;

    private long askedAt;
    private long askedAfter;
    /** After which pause the holder has said that it is; a later one is another matter. */
    private long knownAfter = Long.MIN_VALUE;

    private record Draining(ClusterMember to, long ask, long epoch) {}

    Handover(SessionReplica of) {
        this.of = of;
        state = of.state;
        requests = of.requests;
    }

    void reset() {
        draining = null;
        retired = false;
        offered = 0;
        offeredTo = null;
        question = 0;
        knownAfter = Long.MIN_VALUE;
    }

    boolean draining() {
        return draining != null;
    }

    boolean retired() {
        return retired;
    }

    /** Returns whether it is about to go. */
    boolean goes() {
        return retired || draining != null || state.leaving || told();
    }

    /**
     * Returns whether it has told another server to be the primary, which may be so by now: while that is there, it does not go on here.
     */
    boolean told() {
        return offeredTo != null;
    }

    /** The epoch with which it has told that; 0: it has not. */
    long offered() {
        return offered;
    }

    /** Returns why requests wait here that this server, the primary, does not serve; for people. */
    String why() {
        if (of.ending()) {
            return "it has ended, which its copy has not heard";
        }
        Draining asked = draining;
        return (retired ? "it goes to " : "it is used, and goes to ")
                + (asked == null
                        ? "its copy, as this server leaves"
                        : asked.to().server());
    }

    /** Somebody wants it: this server goes on as a copy, if it is the primary, or holds the copy and the primary is not there. */
    void take(ClusterMember from, Take m) {
        boolean granted = false;
        // One that has just come may see this server before it is seen: a primary that is not there would lose it again
        // at once.
        boolean there = state.around.sees(from);
        if (there && state.is(Holding.PRIMARY)) {
            Draining before = draining;
            if (m.epoch() > state.epoch
                    && !state.leaving
                    && !told()
                    && (before == null || before.to().equals(from))) {
                draining = new Draining(from, m.ask(), m.epoch());
                granted = true;
            }
        } else if (there && state.is(Holding.BACKUP) && !of.seeker.takes()) {
            // Also where this server asks for it itself: of two that refuse one another none would have it.
            granted = takeCopy(from, m);
        }
        if (!granted) {
            state.send(from, new Refused(m.ask()));
        }
    }

    private boolean takeCopy(ClusterMember from, Take m) {
        ClusterMember primary = Objects.requireNonNull(state.primary);
        boolean alive = state.around.sees(primary)
                && !primary.equals(from)
                && !m.asked().contains(primary)
                && !primary.equals(state.around.self());
        // Handed to it already, and it asks anew: it never got that. Nothing needs to be believed of who is not there.
        boolean missed = primary.equals(from) && !state.heard;
        if (m.epoch() <= state.epoch || m.stamp() != state.stamp || alive || !missed && !state.around.sure(state.now)) {
            return false;
        }
        state.lineage = state.lineage.then(m.epoch(), from, state.version);
        handTo(from, m.ask(), m.epoch(), null);
        return true;
    }

    /** Has ended: nobody gets it. */
    void refuse() {
        Draining asked = draining;
        if (asked != null) {
            state.send(asked.to(), new Refused(asked.ask()));
        }
    }

    /** Its object is out of use. */
    void retired(@Nullable Delta delta) {
        if (!state.is(Holding.PRIMARY) || retired) {
            return;
        }
        if (delta != null) {
            of.primary.take(delta);
        }
        if (draining == null && !state.leaving) {
            // Nobody wants it any more. The next request makes another object of the image.
            state.act(new ReplicaAction.Release(false));
            requests.serveAll();
        } else {
            retired = true;
        }
    }

    /** Goes on with handing the session over to who has asked for it, or to the secondary when the server leaves. */
    void passOn() {
        Draining asked = draining;
        ClusterMember heir = of.primary.copy.secondary();
        boolean wanted = asked != null
                || told() && state.sees(heir)
                || state.leaving && state.sees(heir) && !state.around.leaving().contains(heir);
        if (!state.is(Holding.PRIMARY) || requests.unanswered() || !of.primary.confirmed || !wanted) {
            return;
        }
        if (!retired) {
            state.act(new ReplicaAction.Retire());
        } else if ((asked == null || state.asynchronous && heir != null && !of.primary.chosenInVain(asked.to()))
                && !of.primary.copy.hasAll()) {
            // What was acknowledged before the copy had it: whether this is the primary still, its holder knows.
            of.primary.replicate();
        } else if (asked != null && heir != null && doubts(heir)) {
            return;
        } else if (asked != null) {
            handOver(asked);
        } else if (of.primary.copy.mayRepeat()) {
            give(Objects.requireNonNull(heir));
        }
    }

    /**
     * Returns true if another server may be the primary since this server did not run for a while; then it asks the
     * holder of the copy. Otherwise the server that asked for the session would have it with a later epoch than that
     * other one.
     */
    private boolean doubts(ClusterMember holder) {
        long pause = state.around.sureAtNanos();
        if (state.around.sure(state.now) || knownAfter == pause) {
            return false;
        }
        if (question == 0 || askedAfter != pause || state.now - askedAt >= ReplicaState.PATIENCE) {
            question = of.seeker.nextAsk();
            askedAt = state.now;
            askedAfter = pause;
            state.send(holder, new Find(question));
        }
        return true;
    }

    /** Takes the answer of the copy's holder. */
    void found(ClusterMember from, Found m) {
        if (!state.is(Holding.PRIMARY) || m.ask() != question || !from.equals(of.primary.copy.secondary())) {
            return;
        }
        // Where the holder itself wants it, it is taking it, in the epoch of its copy.
        boolean holds = m.holding() == Holding.BACKUP || m.holding() == Holding.TAKING;
        if (holds && m.epoch() == state.epoch) {
            knownAfter = askedAfter;
        } else {
            state.send(from, new Check(state.epoch, state.version)); // it says why not
        }
    }

    private void give(ClusterMember heir) {
        if (!told()) {
            offered = Epoch.next(state.epoch, heir);
            offeredTo = heir;
        }
        state.send(heir, new Give(state.epoch, offered, state.version));
    }

    private void handOver(Draining to) {
        ClusterMember heir = of.primary.copy.secondary();
        ClusterMember copy = to.to().equals(heir) || !of.primary.copy.hasSent() ? of.primary.former : heir;
        of.primary.old.tellAgain(of.primary.copy.drop());
        handTo(to.to(), to.ask(), to.epoch(), copy);
        state.departures.note(state.now);
        state.act(new ReplicaAction.Release(true));
        of.seeker.seekIfWanted();
    }

    private void handTo(ClusterMember to, long ask, long epoch, @Nullable ClusterMember copy) {
        state.send(to, new Handed(ask, epoch, state.version, state.image, state.lineage, copy));
        of.become(Holding.BACKUP, epoch, state.version, state.image);
        state.primary = to;
    }

    void taken(ClusterMember from, Taken message) {
        if (state.is(Holding.PRIMARY) && message.epoch() == offered && from.equals(offeredTo)) {
            of.primary.old.tellAgain(of.primary.copy.drop());
            of.become(Holding.NONE, message.epoch(), 0, Image.EMPTY);
            state.act(new ReplicaAction.Release(true));
            of.seeker.seekIfWanted();
        }
    }

    /** There is another view: who has asked for it may be gone. */
    void viewed() {
        Draining to = draining;
        if (to != null && !state.around.sees(to.to())) {
            draining = null;
            if (!state.leaving && state.is(Holding.PRIMARY)) {
                stay();
            }
        }
    }

    /** The server leaves, or does not leave after all; whom it has told to be the primary may be that, and is asked until it says so. */
    void leaves(boolean leaves) {
        state.leaving = leaves;
        if (!leaves && state.is(Holding.PRIMARY) && draining == null && !told()) {
            stay();
        }
    }

    private void stay() {
        if (retired) {
            retired = false;
            state.act(new ReplicaAction.Release(false));
        }
        requests.serveAll();
    }
}
