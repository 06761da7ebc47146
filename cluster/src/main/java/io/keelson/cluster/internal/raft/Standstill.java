package io.keelson.cluster.internal.raft;

import io.keelson.base.time.Ticker;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesRequest;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.InstallSnapshotRequest;
import io.microraft.model.message.PreVoteRequest;
import io.microraft.model.message.RaftMessage;
import io.microraft.model.message.VoteRequest;

/**
 * Notices by what a voter sends and gets that MicroRaft 0.7 does not get on any more, where a restart would help. Belongs to the
 * node's thread. See docs/adr/0009-microraft.md.
 */
final class Standstill {
    /**
     * Number of times that the same refusal to the same leader, or of its snapshot, comes before this voter counts as
     * stuck. One comes with each heart-beat at most.
     */
    private static final int STUCK = 5;

    /** For so many of its time-outs a voter may neither hear a leader nor ask for votes. */
    private static final int SILENT_TIMEOUTS = 3;

    /** So many looks in a row must find that: who was paused has not read yet what came meanwhile. */
    private static final int SILENT_LOOKS = 3;

    private final Ticker ticker;
    private final long timeoutNanos;
    private long aliveNanos;
    private int silent;
    /** The term that this life has last asked a pre-vote for; 0: none. */
    private int preVoteTerm;

    private int refusedTerm;
    private long refusedIndex;
    private int refusals;
    /** The place of the latest snapshot that this life was offered, and how often an older one was since. */
    private long begun;

    private int older;

    /** With the time after which a follower asks for votes. */
    Standstill(Ticker ticker, long timeoutNanos) {
        this.ticker = ticker;
        this.timeoutNanos = timeoutNanos;
    }

    /** A life begins. */
    void begin() {
        aliveNanos = ticker.nanoTime();
        silent = 0;
        preVoteTerm = 0;
        refusals = 0;
        begun = 0;
        older = 0;
    }

    /** A message has come. */
    void got(RaftMessage message) {
        if (message instanceof AppendEntriesRequest || message instanceof InstallSnapshotRequest) {
            aliveNanos = ticker.nanoTime();
        }
    }

    /** A message is sent. */
    void sends(RaftMessage message) {
        if (message instanceof AppendEntriesSuccessResponse) {
            refusals = 0;
        } else if (message instanceof PreVoteRequest || message instanceof VoteRequest) {
            aliveNanos = ticker.nanoTime();
            preVoteTerm = message instanceof PreVoteRequest ? message.getTerm() : preVoteTerm;
        }
    }

    /** Returns whether refusals do not get on: this one is sent now. */
    boolean refuses(AppendEntriesFailureResponse refusal) {
        boolean same = refusal.getTerm() == refusedTerm && refusal.getExpectedNextIndex() == refusedIndex;
        refusedTerm = refusal.getTerm();
        refusedIndex = refusal.getExpectedNextIndex();
        refusals = same ? refusals + 1 : 1;
        if (refusals == STUCK && refusedIndex > 1) {
            refusals = 0;
            return true;
        }
        return false;
    }

    /**
     * Returns true if MicroRaft refuses a leader's snapshot again and again because it has begun to take a later one.
     * That one is of an earlier leader, which had applied more than its successor, and does not send the rest any more.
     */
    boolean heldUp(InstallSnapshotRequest install, int term, long applied) {
        long offered = install.getSnapshotIndex();
        if (install.getTerm() < term || offered <= applied) {
            return false;
        }
        older = offered < begun ? older + 1 : 0;
        begun = Math.max(begun, offered);
        return older >= STUCK;
    }

    /**
     * Returns true if a follower has waited for too long; asked with each heart-beat. A follower that has begun a
     * pre-vote, as each does when it starts, may then hear the leader of the same term. It never begins another when
     * that leader dies later: it waits for ever. One that is known to be such a follower is given one time-out, any
     * other several.
     *
     * @param follows whether it votes and does not lead
     * @param named whether it names a leader
     */
    boolean waits(boolean follows, boolean named, int term) {
        boolean forEver = named && preVoteTerm == term + 1;
        long patience = forEver ? timeoutNanos : SILENT_TIMEOUTS * timeoutNanos;
        silent = follows && ticker.nanoTime() - aliveNanos > patience ? silent + 1 : 0;
        return silent == SILENT_LOOKS;
    }
}
