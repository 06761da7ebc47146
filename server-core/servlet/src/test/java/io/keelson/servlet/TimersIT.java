package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.server.Timers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The timers' own thread, on the JVM's clock. */
@Timeout(60)
class TimersIT {
    private final Timers timers = new Timers(Ticker.system());

    @BeforeEach
    void start() {
        timers.start();
        await().until(() -> thread() != null && thread().getWaitedCount() > 0);
    }

    @AfterEach
    void stop() {
        timers.close();
        await().until(() -> thread() == null);
    }

    private static ThreadInfo thread() {
        var bean = ManagementFactory.getThreadMXBean();
        return Arrays.stream(bean.getThreadInfo(bean.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().equals("keelson.servlet.Timer"))
                .findFirst()
                .orElse(null);
    }

    @Test
    void runsAnActionThatIsDueBeforeTheOneItSleepsFor() throws Exception {
        CompletableFuture<Void> late = new CompletableFuture<>();
        CompletableFuture<Void> early = new CompletableFuture<>();
        timers.after(Duration.ofMinutes(10), () -> late.complete(null));
        timers.after(Duration.ofMillis(30), () -> early.complete(null));
        early.get(60, TimeUnit.SECONDS);
        assertThat(late).isNotDone();
    }

    @Test
    void sleepsWhileNothingIsDue() {
        timers.after(Duration.ofMinutes(10), () -> {});
        long waits = thread().getWaitedCount();
        // Actions that are due later, and are taken back, wake nobody.
        await().during(Duration.ofMillis(400)).atMost(Duration.ofSeconds(20)).until(() -> {
            timers.after(Duration.ofMinutes(11), () -> {}).cancel();
            return thread().getWaitedCount() <= waits + 1;
        });
    }
}
