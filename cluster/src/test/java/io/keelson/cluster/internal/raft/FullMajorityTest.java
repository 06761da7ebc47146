package io.keelson.cluster.internal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.microraft.model.RaftModelFactory;
import io.microraft.model.impl.DefaultRaftModelFactory;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.RaftMessage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FullMajorityTest {
    private static final RaftModelFactory MODELS = new DefaultRaftModelFactory();
    private static final Set<String> FOUR = Set.of("a", "b", "c", "d");
    private final FullMajority majority = new FullMajority();

    @Test
    void ofThreeEveryAnswerPasses() {
        RaftMessage answer = has("b", 7, 0);

        assertThat(majority.admit(answer, 1, "a", Set.of("a", "b", "c"), 9)).containsExactly(answer);
    }

    @Test
    void ofFourTheFirstAnswerWaitsForTheSecond() {
        RaftMessage first = has("b", 7, 0);
        RaftMessage second = has("c", 6, 0);
        RaftMessage third = has("d", 7, 0);

        assertThat(admit(first)).isEmpty();
        assertThat(admit(second)).containsExactly(second);
        assertThat(admit(third)).containsExactly(first, third);
    }

    @Test
    void whatTheLeaderHasNotWrittenDurablyItselfDoesNotCount() {
        assertThat(majority.admit(has("b", 7, 0), 1, "a", FOUR, 5)).isEmpty();
        assertThat(majority.admit(has("c", 7, 0), 1, "a", FOUR, 5)).isEmpty();
        assertThat(majority.admit(has("d", 7, 0), 1, "a", FOUR, 5)).hasSize(3);
    }

    @Test
    void aQuestionIsConfirmedByTwoOthers() {
        assertThat(admit(has("b", 0, 3))).isEmpty();
        assertThat(admit(has("c", 0, 3))).hasSize(2);
    }

    /** A refusal has to be heard, so that its voter is brought into step; what it says of a question is left out. */
    @Test
    void aRefusalPassesAndConfirmsNothingAlone() {
        RaftMessage alone = admit(refuses("b", 3)).get(0);

        assertThat(((AppendEntriesFailureResponse) alone).getQuerySequenceNumber())
                .isZero();
        RaftMessage second = refuses("c", 3);
        assertThat(admit(second)).containsExactly(second);
    }

    @Test
    void afterAHeartBeatWhatWaitsIsCutToWhatAMajorityHas() {
        admit(has("c", 4, 0));
        admit(has("b", 7, 3));
        assertThat(majority.holds()).isTrue();

        RaftMessage cut = majority.overdue().get(0);
        assertThat(((AppendEntriesSuccessResponse) cut).getLastLogIndex()).isEqualTo(4);
        assertThat(((AppendEntriesSuccessResponse) cut).getQuerySequenceNumber())
                .isZero();
        assertThat(majority.holds()).isFalse();
    }

    @Test
    void aLeaderThatHearsNoMajorityIsGivenNothing() {
        admit(has("b", 7, 0));

        assertThat(majority.overdue()).isEmpty();
    }

    @Test
    void whatWasHeldGoesWithItsTerm() {
        admit(has("b", 7, 0));
        RaftMessage next = has("c", 7, 0);

        assertThat(majority.admit(next, 2, "a", FOUR, 9)).isEmpty();
    }

    @Test
    void whatWasHeldPassesWhenThreeVote() {
        RaftMessage first = has("b", 7, 0);
        RaftMessage second = has("b", 7, 0);
        admit(first);

        assertThat(majority.admit(second, 1, "a", Set.of("a", "b", "c"), 9)).containsExactly(first, second);
    }

    private List<RaftMessage> admit(RaftMessage answer) {
        return majority.admit(answer, 1, "a", FOUR, 9);
    }

    private static RaftMessage has(String voter, long place, long question) {
        return MODELS.createAppendEntriesSuccessResponseBuilder()
                .setGroupId(RaftCodec.GROUP)
                .setSender(new Peer(voter))
                .setTerm(1)
                .setLastLogIndex(place)
                .setQuerySequenceNumber(question)
                .setFlowControlSequenceNumber(0)
                .build();
    }

    private static RaftMessage refuses(String voter, long question) {
        return MODELS.createAppendEntriesFailureResponseBuilder()
                .setGroupId(RaftCodec.GROUP)
                .setSender(new Peer(voter))
                .setTerm(1)
                .setExpectedNextIndex(4)
                .setQuerySequenceNumber(question)
                .setFlowControlSequenceNumber(0)
                .build();
    }
}
