package io.keelson.cluster.internal.raft;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.microraft.MembershipChangeMode;
import io.microraft.RaftEndpoint;
import io.microraft.model.RaftModelFactory;
import io.microraft.model.groupop.UpdateRaftGroupMembersOp;
import io.microraft.model.impl.DefaultRaftModelFactory;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.RaftGroupMembersView;
import io.microraft.model.log.SnapshotChunk;
import io.microraft.model.persistence.RaftEndpointPersistentState;
import io.microraft.model.persistence.RaftTermPersistentState;
import java.util.List;

/** The binary form of what MicroRaft keeps and sends: entries, snapshots, members, terms. */
final class RaftModels {
    static final int MOST_ENTRIES = 10_000;
    static final int MOST_PIECES = 10_000;
    static final int MOST_VOTERS = 64;

    static final int LONGEST_ID = 1024;
    private static final int LONGEST_OPERATION = 16 << 20;
    private static final RaftModelFactory MODELS = new DefaultRaftModelFactory();

    private RaftModels() {}

    static void write(Encoder to, RaftEndpoint endpoint) {
        to.text(Peer.of(endpoint).id());
    }

    static RaftEndpoint peer(Decoder from) throws MalformedMessageException {
        return new Peer(from.text(LONGEST_ID));
    }

    static void write(Encoder to, LogEntry entry) {
        to.number(entry.getIndex()).number(entry.getTerm());
        operation(to, entry.getOperation());
    }

    static LogEntry entry(Decoder from) throws MalformedMessageException {
        return MODELS.createLogEntryBuilder()
                .setIndex(from.natural())
                .setTerm(from.integer())
                .setOperation(operation(from))
                .build();
    }

    static void write(Encoder to, SnapshotChunk chunk) {
        to.number(chunk.getIndex()).number(chunk.getTerm());
        to.number(chunk.getSnapshotChunkIndex()).number(chunk.getSnapshotChunkCount());
        operation(to, chunk.getOperation());
        write(to, chunk.getGroupMembersView());
    }

    static SnapshotChunk chunk(Decoder from) throws MalformedMessageException {
        long index = from.natural();
        int term = from.integer();
        int piece = from.integer();
        int pieces = from.integer();
        if (piece >= pieces || pieces > MOST_PIECES) {
            throw new MalformedMessageException("has piece " + piece + " of a snapshot of " + pieces);
        }
        return MODELS.createSnapshotChunkBuilder()
                .setIndex(index)
                .setTerm(term)
                .setSnapshotChunkIndex(piece)
                .setSnapshotChunkCount(pieces)
                .setOperation(operation(from))
                .setGroupMembersView(members(from))
                .build();
    }

    static void write(Encoder to, RaftGroupMembersView members) {
        to.number(members.getLogIndex())
                .list(members.getMembers(), RaftModels::write)
                .list(members.getVotingMembers(), RaftModels::write);
    }

    static RaftGroupMembersView members(Decoder from) throws MalformedMessageException {
        return MODELS.createRaftGroupMembersViewBuilder()
                .setLogIndex(from.natural())
                .setMembers(peers(from))
                .setVotingMembers(peers(from))
                .build();
    }

    static void write(Encoder to, RaftEndpointPersistentState local) {
        write(to, local.getLocalEndpoint());
        to.flag(local.isVoting());
    }

    static RaftEndpointPersistentState local(Decoder from) throws MalformedMessageException {
        return MODELS.createRaftEndpointPersistentStateBuilder()
                .setLocalEndpoint(peer(from))
                .setVoting(from.flag())
                .build();
    }

    static void write(Encoder to, RaftTermPersistentState term) {
        RaftEndpoint voted = term.getVotedFor();
        to.number(term.getTerm()).list(voted == null ? List.<RaftEndpoint>of() : List.of(voted), RaftModels::write);
    }

    static RaftTermPersistentState term(Decoder from) throws MalformedMessageException {
        int term = from.integer();
        List<RaftEndpoint> voted = from.list(1, RaftModels::peer);
        return MODELS.createRaftTermPersistentStateBuilder()
                .setTerm(term)
                .setVotedFor(voted.isEmpty() ? null : voted.get(0))
                .build();
    }

    /** The term of a voter that has not heard of any. */
    static RaftTermPersistentState noTerm() {
        return MODELS.createRaftTermPersistentStateBuilder()
                .setTerm(0)
                .setVotedFor(null)
                .build();
    }

    private static List<RaftEndpoint> peers(Decoder from) throws MalformedMessageException {
        return from.list(MOST_VOTERS, RaftModels::peer);
    }

    private static void operation(Encoder to, Object operation) {
        if (operation instanceof Operation.Change change) {
            to.tag(1).bytes(change.bytes());
        } else if (operation instanceof Operation.NewTerm) {
            to.tag(2);
        } else if (operation instanceof Operation.Piece piece) {
            to.tag(3).bytes(piece.bytes());
        } else if (operation instanceof UpdateRaftGroupMembersOp update) {
            to.tag(4).list(update.getMembers(), RaftModels::write).list(update.getVotingMembers(), RaftModels::write);
            write(to, update.getEndpoint());
            to.tag(update.getMode().ordinal());
        } else {
            throw new IllegalArgumentException("nothing that belongs into the log: " + operation.getClass());
        }
    }

    private static Object operation(Decoder from) throws MalformedMessageException {
        int tag = from.tag();
        switch (tag) {
            case 1:
                return new Operation.Change(from.bytes(LONGEST_OPERATION));
            case 2:
                return Operation.NewTerm.INSTANCE;
            case 3:
                return new Operation.Piece(from.bytes(LONGEST_OPERATION));
            case 4:
                return update(from);
            default:
                throw new MalformedMessageException("has the unknown operation " + tag);
        }
    }

    private static UpdateRaftGroupMembersOp update(Decoder from) throws MalformedMessageException {
        List<RaftEndpoint> members = peers(from);
        List<RaftEndpoint> voters = peers(from);
        RaftEndpoint changed = peer(from);
        int mode = from.tag();
        if (mode >= MembershipChangeMode.values().length) {
            throw new MalformedMessageException("has the unknown change of members " + mode);
        }
        return MODELS.createUpdateRaftGroupMembersOpBuilder()
                .setMembers(members)
                .setVotingMembers(voters)
                .setEndpoint(changed)
                .setMode(MembershipChangeMode.values()[mode])
                .build();
    }
}
