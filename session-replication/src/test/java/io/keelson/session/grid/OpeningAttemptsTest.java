package io.keelson.session.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.session.grid.OpeningAttempts.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpeningAttemptsTest {
    private final List<String> told = new ArrayList<>();
    private final OpeningAttempts attempts = new OpeningAttempts(failure -> told.add(String.valueOf(failure)));

    private static RuntimeException failure(String message) {
        return new IllegalStateException("cannot start", new IOException(message));
    }

    @Test
    void pausesDoubleUpToABound() {
        List<Long> seconds = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            seconds.add(attempts.failed(failure("disk")).pause().toSeconds());
        }
        assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
        assertThat(attempts.failures()).isEqualTo(9);
    }

    @Test
    void whoComesOrGoesEndsTheLongPausesAndNotTheFailures() {
        attempts.failed(failure("disk"));
        attempts.failed(failure("disk"));
        attempts.hurry();
        Failure next = attempts.failed(failure("disk"));
        assertThat(next.pause()).isEqualTo(Duration.ofSeconds(1));
        assertThat(next.news()).isFalse();
        assertThat(attempts.failures()).isEqualTo(3);
    }

    @Test
    void eachReasonIsToldOnce() {
        assertThat(attempts.failed(failure("no answer from 127.0.0.1:7001 in 1015 ms"))
                        .news())
                .isTrue();
        assertThat(attempts.failed(failure("no answer from 127.0.0.1:7002 in 998 ms"))
                        .news())
                .isFalse();
        assertThat(attempts.failed(failure("the disk is full")).news()).isTrue();
        assertThat(attempts.failed(failure("the disk is full")).news()).isFalse();
        assertThat(attempts.reason()).isEqualTo("java.io.IOException: the disk is full");
        attempts.ended();
        assertThat(told)
                .containsExactly(
                        "java.io.IOException: no answer from 127.0.0.1:7001 in 1015 ms",
                        "java.io.IOException: the disk is full",
                        "null");
        assertThat(attempts.failures()).isZero();
        assertThat(attempts.reason()).isEmpty();
        assertThat(attempts.failed(failure("the disk is full")).news()).isTrue();
    }

    @Test
    void aReasonIsOneBoundedLine() {
        attempts.failed(failure("a\nb" + "c".repeat(1_000)));
        assertThat(attempts.reason()).doesNotContain("\n").hasSizeLessThan(310);
    }

    @Test
    void aCauseThatIsItsOwnCauseIsBounded() {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.initCause(two);
        assertThat(attempts.failed(one).news()).isTrue();
        assertThat(attempts.failed(one).news()).isFalse();
    }
}
