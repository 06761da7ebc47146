package io.keelson.boot;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Sees when the heap is full and yet nothing dies of it: the collector stops everything nearly all the time, frees next to nothing, and
 * each request gets a moment now and then. To the cluster such a server is alive, and its clients wait. After
 * {@code overload.heap-full-time} of that it ends at once, as if it had crashed: its sessions and leases go on elsewhere, and the node
 * manager starts it again. Its own thread looks once a second; what it needs for that it has before the heap is full. Confined to that
 * thread.
 */
final class HeapWatch {
    /** The share of the time that the collector takes. */
    private static final double COLLECTING = 0.8;
    /** The share of the heap that is used, whenever one looks. */
    private static final double FULL = 0.9;
    /** A start has other things to do. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Heap heap;
    private final Ticker ticker;
    private final long limit;
    private final IntConsumer halt;
    private final LastWords words = new LastWords("KLS-000209: the server gives up, as its heap is full and stays so");
    private long lookedAt;
    private long collected;
    private long fullSince;
    private boolean full;

    /** State of the heap. */
    interface Heap {
        /** The share of it that is used, 0 to 1. */
        double used();

        /** For how long the process has been stopped for the collector since it began, in milliseconds. */
        long collectingMillis();
    }

    /**
     * A watch that has not begun.
     *
     * @param limit for how long the heap may be full; more than zero
     * @param halt ends the process at once, with that exit code
     */
    HeapWatch(Heap heap, Ticker ticker, Duration limit, IntConsumer halt) {
        this.heap = heap;
        this.ticker = ticker;
        this.limit = limit.toNanos();
        this.halt = halt;
        this.lookedAt = ticker.nanoTime();
        this.collected = heap.collectingMillis();
    }

    /** Watches this process for as long as it lives; not at all where the limit is zero. */
    static void begin(Duration limit) {
        if (limit.isZero()) {
            return;
        }
        Threads.daemon("keelson.heap-watch", () -> {
                    LockSupport.parkNanos(FIRST.toNanos());
                    HeapWatch watch =
                            new HeapWatch(new OfProcess(), Ticker.system(), limit, Runtime.getRuntime()::halt);
                    while (true) {
                        LockSupport.parkNanos(INTERVAL.toNanos());
                        watch.look();
                    }
                })
                .start();
    }

    /** Looks once. Two looks that are closer together than half a second are one. */
    void look() {
        long now = ticker.nanoTime();
        long passed = now - lookedAt;
        if (passed < INTERVAL.toNanos() / 2) {
            return;
        }
        boolean was = full;
        full = fullSinceLastLook(passed);
        if (full && !was) {
            fullSince = lookedAt;
        }
        lookedAt = now;
        if (full && now - fullSince >= limit) {
            end(TimeUnit.NANOSECONDS.toSeconds(now - fullSince));
        }
    }

    private boolean fullSinceLastLook(long passed) {
        try {
            long collecting = heap.collectingMillis();
            long taken = collecting - collected;
            collected = collecting;
            return heap.used() >= FULL && TimeUnit.MILLISECONDS.toNanos(taken) >= COLLECTING * passed;
        } catch (OutOfMemoryError e) { // looking takes some bytes, and there are none
            return true;
        }
    }

    private void end(long seconds) {
        try {
            BootLog.LOG.heapFull(seconds);
        } finally { // there may be no memory to say it with
            words.say();
            halt.accept(Main.FAILED);
        }
    }

    /** The one of this process. */
    private static final class OfProcess implements Heap {
        private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();

        @Override
        public double used() {
            MemoryUsage usage = memory.getHeapMemoryUsage();
            return (double) usage.getUsed() / usage.getMax();
        }

        @Override
        public long collectingMillis() {
            long millis = 0;
            for (int i = 0; i < collectors.size(); i++) {
                millis += Math.max(0, collectors.get(i).getCollectionTime());
            }
            return millis;
        }
    }
}
