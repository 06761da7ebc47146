package io.keelson.cluster.internal.raft;

import io.keelson.cluster.io.Scheduler;
import io.microraft.RaftEndpoint;
import io.microraft.RaftNode;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesRequest;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.InstallSnapshotRequest;
import io.microraft.model.message.InstallSnapshotResponse;
import io.microraft.model.message.PreVoteResponse;
import io.microraft.model.message.RaftMessage;
import io.microraft.model.message.VoteResponse;
import java.io.IOException;
import java.util.Set;

/**
 * Reception of messages from other voters, on their way to MicroRaft: those that would make it trip are answered,
 * shortened or held back here. docs/adr/0009-microraft.md has each case, {@code ConsensusLogContractTest} a test of it.
 *
 * <p>Belongs to the node's thread.
 */
final class Reception {
    private final String self;
    private final Scheduler scheduler;
    private final long heartbeat;
    private final RaftJournal journal;
    private final OwnRemoval removal;
    private final Standstill standstill;
    private final Voter voter;
    private final FullMajority majority = new FullMajority();
    private boolean looking;

    /**
     * Begins with nothing that waits.
     *
     * @param self the id under which this server votes
     * @param heartbeat nanoseconds between two signs of life of a leader
     */
    Reception(
            String self,
            Scheduler scheduler,
            long heartbeat,
            RaftJournal journal,
            OwnRemoval removal,
            Standstill standstill,
            Voter voter) {
        this.self = self;
        this.scheduler = scheduler;
        this.heartbeat = heartbeat;
        this.journal = journal;
        this.removal = removal;
        this.standstill = standstill;
        this.voter = voter;
    }

    /** The voter for which messages are received. */
    interface Voter {
        /** Returns whether that life has not ended. */
        boolean isNow(Life life);

        boolean leads();

        /** Returns whether somebody leads, be it this voter. */
        boolean knowsLeader();

        void send(RaftEndpoint to, RaftMessage message);

        /** Ends this life, and begins another from the journal. */
        void beginAnew(String why);

        /** Decision that this voter votes no more. */
        void takenOut(Life life);

        /** Ends for good. */
        void halt(Exception cause);
    }

    /** Returns who has answered the leader of that term. */
    Set<String> answered(int ofTerm) {
        return majority.answered(ofTerm);
    }

    /** A message for this voter has come. */
    void handle(Life to, RaftMessage message) {
        if (!to.gate().isOpen()) {
            return;
        }
        standstill.got(message);
        if (isAnswer(message) && message.getTerm() < to.node().getTerm().getTerm()) {
            return; // MicroRaft would count it, and take entries for written that have been replaced since
        }
        if (message instanceof AppendEntriesRequest append && removal.isDecidedBy(append)) {
            voter.takenOut(to);
        } else if (message instanceof InstallSnapshotRequest install && goesBehindAChange(install, to.node())) {
            to.node().handle(RaftCodec.heartbeat(install));
            scheduler.execute(() -> drop(install, to));
        } else if (message instanceof InstallSnapshotRequest install
                && standstill.heldUp(install, to.node().getTerm().getTerm(), journal.applied())) {
            to.node().handle(RaftCodec.heartbeat(install));
            scheduler.execute(() -> {
                if (voter.isNow(to)) {
                    voter.beginAnew("it waited for the rest of a snapshot whose sender leads no more");
                }
            });
        } else if (message instanceof PreVoteResponse refusal && tellsOfALaterTerm(refusal, to.node())) {
            to.node().handle(RaftCodec.laterTerm(refusal));
        } else if (message instanceof AppendEntriesRequest append && reachesBack(append, to.node())) {
            trim(append, to.node());
        } else if (message instanceof AppendEntriesRequest append && beginsAtSnapshot(append, to.node())) {
            goOnBehindSnapshot(append, to);
        } else if (FullMajority.counts(message)) {
            count(to, message);
        } else {
            to.node().handle(message);
        }
    }

    private void count(Life to, RaftMessage answer) {
        Set<String> voters = MicroRaftLog.ids(to.node().getEffectiveMembers().getVotingMembers());
        majority.admit(answer, to.node().getTerm().getTerm(), self, voters, journal.flushed())
                .forEach(to.node()::handle);
        lookAtHeldLater(to);
    }

    private void lookAtHeldLater(Life to) {
        if (!looking && majority.holds()) {
            looking = true;
            scheduler.schedule(
                    () -> {
                        looking = false;
                        if (voter.isNow(to) && voter.leads()) {
                            majority.overdue().forEach(to.node()::handle);
                            lookAtHeldLater(to);
                        }
                    },
                    heartbeat);
        }
    }

    private static boolean isAnswer(RaftMessage message) {
        return message instanceof AppendEntriesSuccessResponse
                || message instanceof AppendEntriesFailureResponse
                || message instanceof InstallSnapshotResponse
                || message instanceof PreVoteResponse
                || message instanceof VoteResponse;
    }

    /**
     * Returns true if a voter refused a pre-vote because it is in a later term than the one that was asked for, the
     * next one here. MicroRaft does not take that term over. Of two voters one may have more entries and the other a
     * later term: neither would ever vote for the other.
     */
    private boolean tellsOfALaterTerm(PreVoteResponse answer, RaftNode node) {
        return !answer.isGranted()
                && !voter.knowsLeader()
                && answer.getTerm() > node.getTerm().getTerm() + 1;
    }

    /**
     * Returns true if a request begins before the entries that have been applied here. It was under way for long, or
     * its leader does not know how far this voter is. MicroRaft trips over entries that a snapshot has replaced, and
     * does not answer.
     */
    private boolean reachesBack(AppendEntriesRequest append, RaftNode node) {
        return append.getPreviousLogIndex() < journal.applied()
                && append.getTerm() == node.getTerm().getTerm()
                && !voter.leads();
    }

    /** The request is of this term's leader, which has the same entries as this voter up to what was applied here. */
    private void trim(AppendEntriesRequest append, RaftNode node) {
        long applied = journal.applied();
        if (append.getPreviousLogIndex() + append.getLogEntries().size() < applied) {
            voter.send(append.getSender(), RaftCodec.accepted(new Peer(self), append));
            node.handle(RaftCodec.heartbeat(append));
        } else {
            node.handle(RaftCodec.behind(append, applied));
        }
    }

    /**
     * Returns true if a request begins right behind the snapshot from which this voter's entries begin, and some of
     * those were not decided. MicroRaft refuses it for ever: it looks for the entry at the snapshot, which is there no
     * more.
     */
    private boolean beginsAtSnapshot(AppendEntriesRequest append, RaftNode node) {
        long base = journal.base();
        return base > 0
                && append.getPreviousLogIndex() == base
                && journal.applied() == base
                && journal.last() > base
                && append.getTerm() == node.getTerm().getTerm()
                && !voter.leads();
    }

    /**
     * Answers a request that begins right behind the snapshot. This voter's entries there are the same as the leader's,
     * as far as the term of an entry is; one of another term was never decided, and goes.
     */
    private void goOnBehindSnapshot(AppendEntriesRequest append, Life to) {
        if (append.getLogEntries().isEmpty()) {
            voter.send(append.getSender(), RaftCodec.accepted(new Peer(self), append));
            to.node().handle(RaftCodec.heartbeat(append));
            return;
        }
        long next = append.getPreviousLogIndex() + 1;
        int term = append.getLogEntries().get(0).getTerm();
        if (journal.has(next, term)) {
            to.node().handle(RaftCodec.behind(append, next));
            return;
        }
        to.node().handle(RaftCodec.heartbeat(append));
        scheduler.execute(() -> {
            try {
                if (voter.isNow(to) && beginsAtSnapshot(append, to.node()) && !journal.has(next, term)) {
                    journal.truncateLogEntriesFrom(next);
                    voter.beginAnew("what it wrote from place " + next + " on was never decided");
                }
            } catch (IOException e) {
                voter.halt(e);
            }
        });
    }

    /**
     * Returns true if a snapshot is of a time before a change of voters that was written here and has not been decided.
     * MicroRaft trips over that when it has the snapshot whole, and is stuck between the two.
     */
    private boolean goesBehindAChange(InstallSnapshotRequest install, RaftNode node) {
        return install.getSnapshotIndex() > journal.applied()
                && install.getGroupMembersView().getLogIndex()
                        < node.getEffectiveMembers().getLogIndex();
    }

    /**
     * Settles a snapshot that is of a time before such a change: up to the snapshot no such change is decided, or it
     * comes behind. So either the entries here are the same up to the snapshot, and the leader is told that it needs
     * not send it. Or those from the change on are not the decided ones, and go.
     */
    private void drop(InstallSnapshotRequest install, Life to) {
        long change = to.node().getEffectiveMembers().getLogIndex();
        long snapshot = install.getSnapshotIndex();
        if (!voter.isNow(to)
                || !goesBehindAChange(install, to.node())
                || install.getTerm() != to.node().getTerm().getTerm()) {
            return; // it has been settled meanwhile, or its sender leads no more
        }
        try {
            if (change <= journal.applied()) {
                throw new IllegalStateException("the leader's snapshot at " + snapshot
                        + " does not have the change of voters that was decided at " + change);
            }
            if (journal.has(snapshot, install.getSnapshotTerm())) {
                journal.flush();
                voter.send(install.getSender(), RaftCodec.accepted(new Peer(self), install));
            } else {
                journal.truncateLogEntriesFrom(Math.min(change, snapshot));
                voter.beginAnew("what it wrote from place " + Math.min(change, snapshot) + " on was never decided");
            }
        } catch (IOException | IllegalStateException e) {
            voter.halt(e);
        }
    }
}
