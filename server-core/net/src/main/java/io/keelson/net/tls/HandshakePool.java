package io.keelson.net.tls;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads of the handshakes' asymmetric cryptography, which is too slow for a muxer thread and must not wait behind
 * the requests of applications. Bounded both ways: what does not fit is refused, and its connection closed. The threads are
 * started when they are needed and end when they are not. Thread-safe.
 */
public final class HandshakePool implements Executor {
    private static final int MOST_WAITING = 2048;
    private static final long IDLE_SECONDS = 30;
    private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();

    private final ThreadPoolExecutor threads;
    private final Ticker ticker;
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong sayAt;

    /**
     * Makes a pool.
     *
     * @param name the prefix of the threads' names
     * @param most how many threads, at least 1
     */
    public HandshakePool(String name, int most, Ticker ticker) {
        this(name, most, MOST_WAITING, ticker);
    }

    HandshakePool(String name, int most, int mostWaiting, Ticker ticker) {
        this.ticker = ticker;
        this.sayAt = new AtomicLong(ticker.nanoTime());
        threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(mostWaiting),
                Threads.daemonFactory(name));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns how many threads the handshakes of a server get: half of the processors, so that a rush leaves the other half. */
    public static int standardSize(int processors) {
        return Math.max(1, processors / 2);
    }

    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException full) {
            sayRefused();
            throw full;
        }
    }

    private void sayRefused() {
        refused.incrementAndGet();
        long now = ticker.nanoTime();
        long due = sayAt.get();
        if (!threads.isShutdown() && now - due >= 0 && sayAt.compareAndSet(due, now + QUIET_NANOS)) {
            TlsLog.LOG.tooManyHandshakes(
                    refused.getAndSet(0), threads.getQueue().size());
        }
    }

    /** Ends the threads; what waits is dropped. */
    public void close() {
        threads.shutdownNow();
    }
}
