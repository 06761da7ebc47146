package io.keelson.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttemptsTest {
    private final Attempts attempts = new Attempts();

    @Test
    void aReasonIsReportedOnceAndAgainWhenItIsAnother() {
        attempts.failed(false, "the wrong key");
        assertThat(attempts.report()).isTrue();
        assertThat(attempts.pause()).isEqualTo(Attempts.AGAIN);

        attempts.failed(false, "the wrong key");
        assertThat(attempts.report()).isFalse();

        attempts.failed(false, "a taken port");
        assertThat(attempts.report()).isTrue();
        assertThat(attempts.why()).isEqualTo("a taken port");
    }

    @Test
    void anEarlierRunThatLeavesCostsHalfASecondAndNoWord() {
        attempts.failed(true, "an earlier run");
        assertThat(attempts.report()).isFalse();
        assertThat(attempts.pause()).isEqualTo(Attempts.SOON);
    }

    @Test
    void anEarlierRunThatStaysIsReportedAndAskedForLessOften() {
        for (int i = 0; i < Attempts.SOON_TIMES; i++) {
            attempts.failed(true, "an earlier run");
            assertThat(attempts.pause()).isEqualTo(Attempts.SOON);
            assertThat(attempts.report()).isFalse();
        }
        for (int i = 0; i < 3; i++) {
            attempts.failed(true, "an earlier run");
            assertThat(attempts.pause()).isEqualTo(Attempts.AGAIN);
            assertThat(attempts.report()).isEqualTo(i == 0);
        }
    }

    @Test
    void anotherFailureBetweenGivesNewPatience() {
        for (int i = 0; i <= Attempts.SOON_TIMES; i++) {
            attempts.failed(true, "an earlier run");
        }
        attempts.failed(false, "nobody listens");
        assertThat(attempts.pause()).isEqualTo(Attempts.AGAIN);
        attempts.failed(true, "an earlier run");
        assertThat(attempts.pause()).isEqualTo(Attempts.SOON);
    }
}
