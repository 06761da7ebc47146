package io.keelson.cluster.internal.raft;

import io.microraft.MembershipChangeMode;
import io.microraft.model.groupop.RaftGroupOp;
import io.microraft.model.groupop.UpdateRaftGroupMembersOp;
import io.microraft.model.log.LogEntry;
import io.microraft.model.message.AppendEntriesRequest;
import java.util.Collection;

/**
 * Finds out, before MicroRaft 0.7 does, that it has been decided that this voter votes no more. MicroRaft ends itself where it applies
 * that, and trips where more entries are behind: so it is for a voter that was let in under its id again. See docs/adr/0009-microraft.md.
 *
 * <p>Belongs to the node's thread.
 */
final class OwnRemoval {
    private final String self;
    private final RaftJournal journal;

    /** For the voter of that id, with that journal. */
    OwnRemoval(String self, RaftJournal journal) {
        this.self = self;
        this.journal = journal;
    }

    /**
     * Returns true if a leader's request shows that the removal is decided, by an entry that it brings or by one that
     * is here already. A decision stands, whoever leads now; a removal that was applied here is over.
     */
    boolean isDecidedBy(AppendEntriesRequest append) {
        long decided = append.getCommitIndex();
        long common = append.getPreviousLogIndex();
        return isAmong(append.getLogEntries(), decided)
                || journal.has(common, append.getPreviousLogTerm())
                        && isAmong(journal.entries(), Math.min(common, decided));
    }

    /** Returns whether the journal says so by itself: a change of voters is not written before the one before it is decided. */
    boolean isDecidedHere() {
        boolean removed = false;
        for (LogEntry entry : journal.entries()) {
            if (removed && entry.getOperation() instanceof RaftGroupOp) {
                return true;
            }
            removed = removed || isRemoval(entry);
        }
        return false;
    }

    private boolean isAmong(Collection<LogEntry> entries, long upTo) {
        return entries.stream()
                .anyMatch(
                        entry -> entry.getIndex() > journal.applied() && entry.getIndex() <= upTo && isRemoval(entry));
    }

    private boolean isRemoval(LogEntry entry) {
        return entry.getOperation() instanceof UpdateRaftGroupMembersOp change
                && change.getMode() == MembershipChangeMode.REMOVE_MEMBER
                && Peer.of(change.getEndpoint()).id().equals(self);
    }
}
