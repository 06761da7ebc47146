package io.keelson.session.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.testkit.ManualTicker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests whether what a server has may be old, with the time driven by hand. */
class GridDoubtTest {
    private static final ClusterMember A = new ClusterMember("a", "1".repeat(32));
    private static final ClusterMember B = new ClusterMember("b", "2".repeat(32));

    private final ManualTicker ticker = new ManualTicker();
    private final GridDoubt doubt = new GridDoubt(ticker, Duration.ofMillis(1_500));

    @Test
    void whoRunsDoesNotDoubt() {
        for (int i = 0; i < 50; i++) {
            ticker.advance(Duration.ofMillis(200));
            doubt.beat();
        }
        assertThat(doubt.count()).isZero();
    }

    /** Whichever of its threads runs first after a pause. */
    @Test
    void aPauseIsADoubtBeforeTheBeatHasSeenIt() {
        ticker.advance(Duration.ofSeconds(2));
        assertThat(doubt.count()).isNegative();
        doubt.beat();
        assertThat(doubt.lasts()).isTrue();
        assertThat(doubt.count()).isNegative();
    }

    @Test
    void itEndsWhenAllHaveItTheSame() {
        doubt.begin();
        long question = doubt.ask(List.of(A, B));
        doubt.answered(A, question, true);
        doubt.answered(B, question, false);
        assertThat(doubt.lasts()).isTrue();
        doubt.answered(B, question, true);
        assertThat(doubt.lasts()).isFalse();
        assertThat(doubt.count()).isEqualTo(1);
    }

    @Test
    void anAnswerToAnEarlierQuestionDoesNotCount() {
        doubt.begin();
        long before = doubt.ask(List.of(A));
        long now = doubt.ask(List.of(A));
        doubt.answered(A, before, true);
        assertThat(doubt.lasts()).isTrue();
        doubt.answered(B, now, true);
        assertThat(doubt.lasts()).isTrue();
        doubt.answered(A, now, true);
        assertThat(doubt.lasts()).isFalse();
    }

    @Test
    void aDoubtWhileOneLastsIsAskedAnew() {
        doubt.begin();
        long question = doubt.ask(List.of(A, B));
        doubt.answered(A, question, true);
        doubt.begin();
        doubt.answered(B, question, true);
        assertThat(doubt.lasts()).isTrue();
    }

    @Test
    void whoIsAloneHasNobodyToAsk() {
        doubt.begin();
        doubt.ask(List.of());
        assertThat(doubt.lasts()).isFalse();
    }
}
