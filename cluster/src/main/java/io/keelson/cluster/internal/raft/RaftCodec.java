package io.keelson.cluster.internal.raft;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.microraft.RaftEndpoint;
import io.microraft.model.RaftModelFactory;
import io.microraft.model.impl.DefaultRaftModelFactory;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.SnapshotChunk;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesRequest;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.InstallSnapshotRequest;
import io.microraft.model.message.InstallSnapshotResponse;
import io.microraft.model.message.PreVoteRequest;
import io.microraft.model.message.PreVoteResponse;
import io.microraft.model.message.RaftMessage;
import io.microraft.model.message.TriggerLeaderElectionRequest;
import io.microraft.model.message.VoteRequest;
import io.microraft.model.message.VoteResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The binary form of MicroRaft's messages. It makes nothing but these: no class is named in a message, and what has an
 * unknown tag, another group, a length beyond its bound or bytes left over is refused.
 */
final class RaftCodec {
    /** The one group there is; it is not sent. */
    static final String GROUP = "leases";

    /** The first byte of each message: another version is refused. */
    private static final int VERSION = 1;

    private static final RaftModelFactory MODELS = new DefaultRaftModelFactory();

    private RaftCodec() {}

    /** The answer to a request whose entries are all there. */
    static RaftMessage accepted(RaftEndpoint self, AppendEntriesRequest request) {
        return MODELS.createAppendEntriesSuccessResponseBuilder()
                .setGroupId(GROUP)
                .setSender(self)
                .setTerm(request.getTerm())
                .setLastLogIndex(
                        request.getPreviousLogIndex() + request.getLogEntries().size())
                .setQuerySequenceNumber(request.getQuerySequenceNumber())
                .setFlowControlSequenceNumber(request.getFlowControlSequenceNumber())
                .build();
    }

    /** The answer to a snapshot all of whose entries are there. */
    static RaftMessage accepted(RaftEndpoint self, InstallSnapshotRequest request) {
        return MODELS.createAppendEntriesSuccessResponseBuilder()
                .setGroupId(GROUP)
                .setSender(self)
                .setTerm(request.getTerm())
                .setLastLogIndex(request.getSnapshotIndex())
                .setQuerySequenceNumber(request.getQuerySequenceNumber())
                .setFlowControlSequenceNumber(request.getFlowControlSequenceNumber())
                .build();
    }

    /** Returns what a request says of the entries behind {@code index}, which is one of its own. */
    static RaftMessage behind(AppendEntriesRequest request, long index) {
        int skipped = (int) (index - request.getPreviousLogIndex());
        List<LogEntry> entries = request.getLogEntries();
        return MODELS.createAppendEntriesRequestBuilder()
                .setGroupId(GROUP)
                .setSender(request.getSender())
                .setTerm(request.getTerm())
                .setPreviousLogTerm(entries.get(skipped - 1).getTerm())
                .setPreviousLogIndex(index)
                .setCommitIndex(request.getCommitIndex())
                .setLogEntries(List.copyOf(entries.subList(skipped, entries.size())))
                .setQuerySequenceNumber(request.getQuerySequenceNumber())
                .setFlowControlSequenceNumber(request.getFlowControlSequenceNumber())
                .build();
    }

    /** Returns what is left of a leader's request without its entries: that it lives. */
    static RaftMessage heartbeat(RaftMessage request) {
        return MODELS.createAppendEntriesRequestBuilder()
                .setGroupId(GROUP)
                .setSender(request.getSender())
                .setTerm(request.getTerm())
                .setPreviousLogTerm(0)
                .setPreviousLogIndex(0)
                .setCommitIndex(0)
                .setLogEntries(List.of())
                .setQuerySequenceNumber(0)
                .setFlowControlSequenceNumber(0)
                .build();
    }

    /** A question that leads to its sender's term and nothing else: no voter has so few entries that it would grant it. */
    static RaftMessage laterTerm(PreVoteResponse answer) {
        return MODELS.createVoteRequestBuilder()
                .setGroupId(GROUP)
                .setSender(answer.getSender())
                .setTerm(answer.getTerm())
                .setLastLogTerm(-1)
                .setLastLogIndex(0)
                .setSticky(true)
                .build();
    }

    /** Up to which question of its leader an answer says that its sender still follows; 0: none. */
    static long confirms(RaftMessage answer) {
        if (answer instanceof AppendEntriesSuccessResponse done) {
            return done.getQuerySequenceNumber();
        } else if (answer instanceof AppendEntriesFailureResponse failed) {
            return failed.getQuerySequenceNumber();
        }
        return answer instanceof InstallSnapshotResponse wanted ? wanted.getQuerySequenceNumber() : 0;
    }

    /** The same answer, as if no entries behind that place were there, and nothing about questions. */
    static RaftMessage upTo(AppendEntriesSuccessResponse answer, long place) {
        return MODELS.createAppendEntriesSuccessResponseBuilder()
                .setGroupId(GROUP)
                .setSender(answer.getSender())
                .setTerm(answer.getTerm())
                .setLastLogIndex(Math.min(answer.getLastLogIndex(), place))
                .setQuerySequenceNumber(0)
                .setFlowControlSequenceNumber(answer.getFlowControlSequenceNumber())
                .build();
    }

    /** The same refusal, or wish for a piece of a snapshot, but nothing about questions. */
    static RaftMessage confirmingNothing(RaftMessage answer) {
        if (answer instanceof AppendEntriesFailureResponse failed) {
            return MODELS.createAppendEntriesFailureResponseBuilder()
                    .setGroupId(GROUP)
                    .setSender(failed.getSender())
                    .setTerm(failed.getTerm())
                    .setExpectedNextIndex(failed.getExpectedNextIndex())
                    .setQuerySequenceNumber(0)
                    .setFlowControlSequenceNumber(failed.getFlowControlSequenceNumber())
                    .build();
        } else if (answer instanceof InstallSnapshotResponse wanted) {
            return MODELS.createInstallSnapshotResponseBuilder()
                    .setGroupId(GROUP)
                    .setSender(wanted.getSender())
                    .setTerm(wanted.getTerm())
                    .setSnapshotIndex(wanted.getSnapshotIndex())
                    .setRequestedSnapshotChunkIndex(wanted.getRequestedSnapshotChunkIndex())
                    .setQuerySequenceNumber(0)
                    .setFlowControlSequenceNumber(wanted.getFlowControlSequenceNumber())
                    .build();
        }
        throw new IllegalArgumentException("no refusal, and no wish: " + answer.getClass());
    }

    static byte[] encode(RaftMessage message) {
        Encoder to = new Encoder().tag(VERSION);
        if (message instanceof AppendEntriesRequest append) {
            head(to, 1, append).number(append.getPreviousLogTerm()).number(append.getPreviousLogIndex());
            to.number(append.getCommitIndex()).list(append.getLogEntries(), RaftModels::write);
            to.number(append.getQuerySequenceNumber()).number(append.getFlowControlSequenceNumber());
        } else if (message instanceof AppendEntriesSuccessResponse done) {
            head(to, 2, done).number(done.getLastLogIndex());
            to.number(done.getQuerySequenceNumber()).number(done.getFlowControlSequenceNumber());
        } else if (message instanceof AppendEntriesFailureResponse failed) {
            head(to, 3, failed).number(failed.getExpectedNextIndex());
            to.number(failed.getQuerySequenceNumber()).number(failed.getFlowControlSequenceNumber());
        } else if (message instanceof InstallSnapshotRequest install) {
            encode(to, install);
        } else if (message instanceof InstallSnapshotResponse wanted) {
            head(to, 5, wanted).number(wanted.getSnapshotIndex()).number(wanted.getRequestedSnapshotChunkIndex());
            to.number(wanted.getQuerySequenceNumber()).number(wanted.getFlowControlSequenceNumber());
        } else if (message instanceof PreVoteRequest ask) {
            head(to, 6, ask).number(ask.getLastLogTerm()).number(ask.getLastLogIndex());
        } else if (message instanceof PreVoteResponse answer) {
            head(to, 7, answer).flag(answer.isGranted());
        } else if (message instanceof VoteRequest ask) {
            head(to, 8, ask)
                    .number(ask.getLastLogTerm())
                    .number(ask.getLastLogIndex())
                    .flag(ask.isSticky());
        } else if (message instanceof VoteResponse answer) {
            head(to, 9, answer).flag(answer.isGranted());
        } else if (message instanceof TriggerLeaderElectionRequest trigger) {
            head(to, 10, trigger).number(trigger.getLastLogTerm()).number(trigger.getLastLogIndex());
        } else {
            throw new IllegalArgumentException("no such message: " + message.getClass());
        }
        return to.toBytes();
    }

    static RaftMessage decode(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        int version = from.tag();
        if (version != VERSION) {
            throw new MalformedMessageException("is of version " + version + ", not " + VERSION);
        }
        int tag = from.tag();
        RaftMessage message = message(tag, RaftModels.peer(from), from.integer(), from);
        from.end();
        return message;
    }

    private static RaftMessage message(int tag, RaftEndpoint sender, int term, Decoder from)
            throws MalformedMessageException {
        switch (tag) {
            case 1:
                return append(sender, term, from);
            case 2:
                return MODELS.createAppendEntriesSuccessResponseBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setLastLogIndex(from.natural())
                        .setQuerySequenceNumber(from.natural())
                        .setFlowControlSequenceNumber(from.natural())
                        .build();
            case 3:
                return MODELS.createAppendEntriesFailureResponseBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setExpectedNextIndex(from.natural())
                        .setQuerySequenceNumber(from.natural())
                        .setFlowControlSequenceNumber(from.natural())
                        .build();
            case 4:
                return install(sender, term, from);
            case 5:
                return MODELS.createInstallSnapshotResponseBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setSnapshotIndex(from.natural())
                        .setRequestedSnapshotChunkIndex(from.integer())
                        .setQuerySequenceNumber(from.natural())
                        .setFlowControlSequenceNumber(from.natural())
                        .build();
            default:
                return vote(tag, sender, term, from);
        }
    }

    private static RaftMessage vote(int tag, RaftEndpoint sender, int term, Decoder from)
            throws MalformedMessageException {
        switch (tag) {
            case 6:
                return MODELS.createPreVoteRequestBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setLastLogTerm(from.integer())
                        .setLastLogIndex(from.natural())
                        .build();
            case 7:
                return MODELS.createPreVoteResponseBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setGranted(from.flag())
                        .build();
            case 8:
                return MODELS.createVoteRequestBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setLastLogTerm(from.integer())
                        .setLastLogIndex(from.natural())
                        .setSticky(from.flag())
                        .build();
            case 9:
                return MODELS.createVoteResponseBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setGranted(from.flag())
                        .build();
            case 10:
                return MODELS.createTriggerLeaderElectionRequestBuilder()
                        .setGroupId(GROUP)
                        .setSender(sender)
                        .setTerm(term)
                        .setLastLogTerm(from.integer())
                        .setLastLogIndex(from.natural())
                        .build();
            default:
                throw new MalformedMessageException("has the unknown tag " + tag);
        }
    }

    private static RaftMessage append(RaftEndpoint sender, int term, Decoder from) throws MalformedMessageException {
        return MODELS.createAppendEntriesRequestBuilder()
                .setGroupId(GROUP)
                .setSender(sender)
                .setTerm(term)
                .setPreviousLogTerm(from.integer())
                .setPreviousLogIndex(from.natural())
                .setCommitIndex(from.natural())
                .setLogEntries(from.list(RaftModels.MOST_ENTRIES, RaftModels::entry))
                .setQuerySequenceNumber(from.natural())
                .setFlowControlSequenceNumber(from.natural())
                .build();
    }

    private static void encode(Encoder to, InstallSnapshotRequest install) {
        SnapshotChunk chunk = install.getSnapshotChunk();
        head(to, 4, install).flag(install.isSenderLeader()).number(install.getSnapshotTerm());
        to.number(install.getSnapshotIndex()).number(install.getTotalSnapshotChunkCount());
        to.list(chunk == null ? List.<SnapshotChunk>of() : List.of(chunk), RaftModels::write);
        to.list(install.getSnapshottedMembers(), RaftModels::write);
        RaftModels.write(to, install.getGroupMembersView());
        to.number(install.getQuerySequenceNumber()).number(install.getFlowControlSequenceNumber());
    }

    private static RaftMessage install(RaftEndpoint sender, int term, Decoder from) throws MalformedMessageException {
        boolean leader = from.flag();
        int snapshotTerm = from.integer();
        long snapshotIndex = from.natural();
        int total = from.integer();
        if (total > RaftModels.MOST_PIECES) {
            throw new MalformedMessageException("speaks of a snapshot of " + total + " pieces");
        }
        List<SnapshotChunk> chunk = from.list(1, RaftModels::chunk);
        @Nullable SnapshotChunk piece = chunk.isEmpty() ? null : chunk.get(0);
        return MODELS.createInstallSnapshotRequestBuilder()
                .setGroupId(GROUP)
                .setSender(sender)
                .setTerm(term)
                .setSenderLeader(leader)
                .setSnapshotTerm(snapshotTerm)
                .setSnapshotIndex(snapshotIndex)
                .setTotalSnapshotChunkCount(total)
                .setSnapshotChunk(piece)
                .setSnapshottedMembers(from.list(RaftModels.MOST_VOTERS, RaftModels::peer))
                .setGroupMembersView(RaftModels.members(from))
                .setQuerySequenceNumber(from.natural())
                .setFlowControlSequenceNumber(from.natural())
                .build();
    }

    private static Encoder head(Encoder to, int tag, RaftMessage message) {
        RaftModels.write(to.tag(tag), message.getSender());
        return to.number(message.getTerm());
    }
}
