package io.keelson.cluster.internal.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.io.MalformedMessageException;
import io.microraft.MembershipChangeMode;
import io.microraft.RaftEndpoint;
import io.microraft.model.RaftModelFactory;
import io.microraft.model.impl.DefaultRaftModelFactory;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.RaftGroupMembersView;
import io.microraft.model.message.AppendEntriesRequest;
import io.microraft.model.message.RaftMessage;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RaftCodecTest {
    private static final RaftModelFactory MODELS = new DefaultRaftModelFactory();
    private static final RaftEndpoint A = new Peer("a~0");
    private static final List<RaftEndpoint> ALL = List.of(A, new Peer("b~0"), new Peer("c~1f"));

    private static final List<RaftMessage> MESSAGES = List.of(
            append(List.of()),
            append(List.of(
                    entry(7, new Operation.Change(new byte[] {1, 2, 3})),
                    entry(8, Operation.NewTerm.INSTANCE),
                    entry(
                            9,
                            MODELS.createUpdateRaftGroupMembersOpBuilder()
                                    .setMembers(ALL)
                                    .setVotingMembers(ALL.subList(0, 2))
                                    .setEndpoint(A)
                                    .setMode(MembershipChangeMode.REMOVE_MEMBER)
                                    .build()))),
            MODELS.createAppendEntriesSuccessResponseBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setLastLogIndex(9)
                    .setQuerySequenceNumber(4)
                    .setFlowControlSequenceNumber(5)
                    .build(),
            MODELS.createAppendEntriesFailureResponseBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setExpectedNextIndex(9)
                    .setQuerySequenceNumber(4)
                    .setFlowControlSequenceNumber(5)
                    .build(),
            install(true),
            install(false),
            MODELS.createInstallSnapshotResponseBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setSnapshotIndex(100)
                    .setRequestedSnapshotChunkIndex(1)
                    .setQuerySequenceNumber(4)
                    .setFlowControlSequenceNumber(5)
                    .build(),
            MODELS.createPreVoteRequestBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setLastLogTerm(2)
                    .setLastLogIndex(9)
                    .build(),
            MODELS.createPreVoteResponseBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setGranted(true)
                    .build(),
            MODELS.createVoteRequestBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setLastLogTerm(2)
                    .setLastLogIndex(9)
                    .setSticky(true)
                    .build(),
            MODELS.createVoteResponseBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setGranted(false)
                    .build(),
            MODELS.createTriggerLeaderElectionRequestBuilder()
                    .setGroupId(RaftCodec.GROUP)
                    .setSender(A)
                    .setTerm(3)
                    .setLastLogTerm(2)
                    .setLastLogIndex(9)
                    .build());

    @Test
    void everyMessageComesBackAsItWas() throws MalformedMessageException {
        for (RaftMessage message : MESSAGES) {
            byte[] bytes = RaftCodec.encode(message);
            RaftMessage back = RaftCodec.decode(bytes);

            assertThat(back).hasSameClassAs(message);
            assertThat(RaftCodec.encode(back)).isEqualTo(bytes);
            assertThat(back.getSender()).isEqualTo(A);
            assertThat(back.getTerm()).isEqualTo(3);
            assertThat(back.getGroupId()).isEqualTo(RaftCodec.GROUP);
        }
    }

    @Test
    void entriesComeBackWithWhatTheyDo() throws MalformedMessageException {
        AppendEntriesRequest back = (AppendEntriesRequest) RaftCodec.decode(RaftCodec.encode(MESSAGES.get(1)));

        assertThat(back.getPreviousLogIndex()).isEqualTo(6);
        assertThat(back.getPreviousLogTerm()).isEqualTo(2);
        assertThat(back.getCommitIndex()).isEqualTo(5);
        assertThat(back.getLogEntries()).extracting(LogEntry::getIndex).containsExactly(7L, 8L, 9L);
        assertThat(((Operation.Change) back.getLogEntries().get(0).getOperation()).bytes())
                .containsExactly(1, 2, 3);
    }

    /** The form of version 1, kept: voters of two builds talk to one another, and old logs are read. */
    @Test
    void theFormStaysAsItIs() {
        assertThat(HexFormat.of().formatHex(RaftCodec.encode(MESSAGES.get(1))))
                .isEqualTo("01" + "01" + "03617e30" + "03" + "02" + "06" + "05" + "03"
                        + "0703" + "0103010203"
                        + "0803" + "02"
                        + "0903" + "04" + "03" + "03617e30" + "03627e30" + "04637e3166" + "02" + "03617e30" + "03627e30"
                        + "03617e30" + "02"
                        + "04" + "05");
    }

    @Test
    void refusesWhatIsCutShortTooLongOrOfAnotherVersion() {
        for (RaftMessage message : MESSAGES) {
            byte[] whole = RaftCodec.encode(message);
            for (int length = 0; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> RaftCodec.decode(part)).isInstanceOf(MalformedMessageException.class);
            }
            byte[] longer = Arrays.copyOf(whole, whole.length + 1);
            assertThatThrownBy(() -> RaftCodec.decode(longer)).isInstanceOf(MalformedMessageException.class);
            byte[] newer = whole.clone();
            newer[0] = 2;
            assertThatThrownBy(() -> RaftCodec.decode(newer)).hasMessageContaining("version 2");
        }
    }

    @Test
    void noBytesDoMoreThanBeRefused() {
        Random random = new Random(4711);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = RaftCodec.encode(MESSAGES.get(random.nextInt(MESSAGES.size())));
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                RaftCodec.decode(bytes);
            } catch (MalformedMessageException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }

    private static RaftMessage append(List<LogEntry> entries) {
        return MODELS.createAppendEntriesRequestBuilder()
                .setGroupId(RaftCodec.GROUP)
                .setSender(A)
                .setTerm(3)
                .setPreviousLogTerm(2)
                .setPreviousLogIndex(6)
                .setCommitIndex(5)
                .setLogEntries(entries)
                .setQuerySequenceNumber(4)
                .setFlowControlSequenceNumber(5)
                .build();
    }

    private static LogEntry entry(long index, Object operation) {
        return MODELS.createLogEntryBuilder()
                .setIndex(index)
                .setTerm(3)
                .setOperation(operation)
                .build();
    }

    private static RaftMessage install(boolean withPiece) {
        RaftGroupMembersView members = MODELS.createRaftGroupMembersViewBuilder()
                .setLogIndex(12)
                .setMembers(ALL)
                .setVotingMembers(ALL)
                .build();
        return MODELS.createInstallSnapshotRequestBuilder()
                .setGroupId(RaftCodec.GROUP)
                .setSender(A)
                .setTerm(3)
                .setSenderLeader(true)
                .setSnapshotTerm(2)
                .setSnapshotIndex(100)
                .setTotalSnapshotChunkCount(2)
                .setSnapshotChunk(
                        withPiece
                                ? MODELS.createSnapshotChunkBuilder()
                                        .setIndex(100)
                                        .setTerm(2)
                                        .setSnapshotChunkIndex(1)
                                        .setSnapshotChunkCount(2)
                                        .setOperation(new Operation.Piece(new byte[] {9}))
                                        .setGroupMembersView(members)
                                        .build()
                                : null)
                .setSnapshottedMembers(ALL)
                .setGroupMembersView(members)
                .setQuerySequenceNumber(4)
                .setFlowControlSequenceNumber(5)
                .build();
    }
}
