package io.keelson.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keelson.kernel.spi.session.SessionBudget.Knee;
import io.keelson.servlet.session.LoadWindow.Sample;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadWindowTest {
    private final LoadWindow window = new LoadWindow(2);

    /** {@code busy} is what was used of one processor all the time, {@code rate} the requests a second. */
    private static Sample at(int seconds, double busy, int rate) {
        return new Sample(
                Duration.ofSeconds(seconds).toNanos() - 5_000_000_000_000L,
                Duration.ofMillis((long) (seconds * busy * 1000)),
                (long) seconds * rate);
    }

    private Knee knee(int seconds, double busy, int rate, int active) {
        for (int i = 0; i < seconds; i += 5) {
            window.add(at(i, busy, rate));
        }
        return window.knee(at(seconds, busy, rate), active);
    }

    @Test
    void workGrowsWithTheUsers() {
        Knee knee = knee(120, 0.7, 50, 300);
        assertThat(knee.processorShare()).isCloseTo(0.35, within(0.001));
        assertThat(knee.window()).isEqualTo(Duration.ofSeconds(120));
        assertThat(knee.requests()).isEqualTo(6_000);
        assertThat(knee.reason()).isEmpty();
        assertThat(knee.sessions().orElseThrow()).isBetween(599L, 600L);
    }

    @Test
    void whatIsLongAgoDoesNotCount() {
        knee(600, 0.2, 10, 100);
        for (int i = 600; i <= 1_200; i += 10) {
            window.add(later(i));
        }
        Knee knee = window.knee(later(1_200), 100);
        assertThat(knee.window()).isBetween(LoadWindow.LONGEST, LoadWindow.LONGEST.plusSeconds(10));
        assertThat(knee.processorShare()).isCloseTo(0.7, within(0.001));
        assertThat(knee.sessions().orElseThrow()).isBetween(99L, 100L);
    }

    /** After ten minutes with little to do. */
    private static Sample later(int seconds) {
        Sample before = at(600, 0.2, 10);
        Sample since = at(seconds - 600, 1.4, 20);
        return new Sample(
                at(seconds, 0, 0).nanos(),
                before.processor().plus(since.processor()),
                before.requests() + since.requests());
    }

    @Test
    void saysNoNumberWhereTooLittleWasSeen() {
        assertNone(window.knee(at(0, 1, 100), 50), "has not run for 60 seconds");
        assertNone(knee(50, 1, 100, 50), "has not run for 60 seconds");
    }

    @Test
    void norForFewRequests() {
        assertNone(knee(100, 1, 9, 50), "fewer than 1000 requests");
    }

    @Test
    void norForFewSessions() {
        assertNone(knee(100, 1, 100, 19), "fewer than 20 sessions");
    }

    @Test
    void norForAServerThatRests() {
        assertNone(knee(100, 0.19, 100, 50), "less than 10 %");
    }

    private static void assertNone(Knee knee, String why) {
        assertThat(knee.sessions()).isEmpty();
        assertThat(knee.reason().orElseThrow()).contains(why);
    }
}
