package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.ManualTicker;
import io.keelson.servlet.server.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final ManualTicker ticker = new ManualTicker();
    private final Timers timers = new Timers(ticker);
    private final List<String> ran = new ArrayList<>();

    private Timers.Timer after(int millis, String name) {
        return timers.after(Duration.ofMillis(millis), () -> ran.add(name));
    }

    @Test
    void runsWhatIsDueInItsOrderAndOnce() {
        after(30, "c");
        after(10, "a");
        after(20, "b");
        timers.runDue();
        assertThat(ran).isEmpty();
        ticker.advance(Duration.ofMillis(20));
        timers.runDue();
        assertThat(ran).containsExactly("a", "b");
        ticker.advance(Duration.ofMillis(20));
        timers.runDue();
        timers.runDue();
        assertThat(ran).containsExactly("a", "b", "c");
    }

    @Test
    void runsNothingThatWasTakenBack() {
        List<Timers.Timer> taken = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            taken.add(after(i, "taken back"));
        }
        after(500, "kept");
        taken.forEach(Timers.Timer::cancel);
        taken.forEach(Timers.Timer::cancel);
        ticker.advance(Duration.ofSeconds(2));
        timers.runDue();
        assertThat(ran).containsExactly("kept");
    }

    @Test
    void aFailureKeepsNoOtherFromRunning() {
        timers.after(Duration.ZERO, () -> {
            throw new IllegalStateException("deliberate");
        });
        after(1, "next");
        ticker.advance(Duration.ofMillis(1));
        timers.runDue();
        assertThat(ran).containsExactly("next");
    }
}
