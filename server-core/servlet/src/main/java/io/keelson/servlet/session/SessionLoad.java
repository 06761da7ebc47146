package io.keelson.servlet.session;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.session.SessionBudget.Knee;
import io.keelson.servlet.spi.SessionState;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests that use sessions of one application, and what the server has to do meanwhile. Thread-safe. */
public final class SessionLoad {
    private final Ticker ticker;
    private final LongAdder requests = new LongAdder();
    private final LoadWindow window = new LoadWindow(Runtime.getRuntime().availableProcessors());

    SessionLoad(Ticker ticker) {
        this.ticker = ticker;
    }

    void requestEnded() {
        requests.increment();
    }

    /** Returns how many requests have used a session. */
    public long requests() {
        return requests.sum();
    }

    /** Notes how it is; to be called every now and then. */
    public void sample() {
        window.add(now());
    }

    private LoadWindow.Sample now() {
        Duration processor = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return new LoadWindow.Sample(ticker.nanoTime(), processor, requests.sum());
    }

    /** Returns how many sessions in use the server is expected to stand, where it has these now. */
    public Knee knee(Collection<SessionState> local) {
        LoadWindow.Sample now = now();
        long begin = window.begin(now);
        long active = local.stream()
                .filter(state -> state.inUse() || state.idleSinceNanos() - begin >= 0)
                .count();
        return window.knee(now, (int) active);
    }
}
