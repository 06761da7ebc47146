package io.keelson.ee.jcache;

import io.keelson.base.time.Ticker;
import java.util.concurrent.atomic.LongAdder;
import javax.cache.management.CacheStatisticsMXBean;

/** Counts of a cache while its statistics are on. Times are in microseconds. Thread-safe. */
final class CacheFigures implements CacheStatisticsMXBean {
    private static final Ticker TIME = Ticker.system();
    private static final float MICROSECOND = 1000;

    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder puts = new LongAdder();
    private final LongAdder removals = new LongAdder();
    private final LongAdder getNanos = new LongAdder();
    private final LongAdder putNanos = new LongAdder();
    private final LongAdder removeNanos = new LongAdder();
    private volatile boolean enabled;

    boolean enabled() {
        return enabled;
    }

    void enable(boolean on) {
        enabled = on;
    }

    /** Counts a read. */
    void read(boolean hit) {
        if (enabled) {
            (hit ? hits : misses).increment();
        }
    }

    /** Counts a read that began at a time of the ticker. */
    void read(boolean hit, long since) {
        if (enabled) {
            read(hit);
            getNanos.add(TIME.nanoTime() - since);
        }
    }

    /** Counts a value that was put. */
    void put(long since) {
        if (enabled) {
            puts.increment();
            putNanos.add(TIME.nanoTime() - since);
        }
    }

    /** Counts an entry that was removed. */
    void removed(long since) {
        if (enabled) {
            removals.increment();
            removeNanos.add(TIME.nanoTime() - since);
        }
    }

    @Override
    public void clear() {
        for (LongAdder each : new LongAdder[] {hits, misses, puts, removals, getNanos, putNanos, removeNanos}) {
            each.reset();
        }
    }

    @Override
    public long getCacheHits() {
        return hits.sum();
    }

    @Override
    public float getCacheHitPercentage() {
        return percentage(getCacheHits());
    }

    @Override
    public long getCacheMisses() {
        return misses.sum();
    }

    @Override
    public float getCacheMissPercentage() {
        return percentage(getCacheMisses());
    }

    private float percentage(long of) {
        long all = getCacheGets();
        return all == 0 ? 0 : of * 100f / all;
    }

    @Override
    public long getCacheGets() {
        return getCacheHits() + getCacheMisses();
    }

    @Override
    public long getCachePuts() {
        return puts.sum();
    }

    @Override
    public long getCacheRemovals() {
        return removals.sum();
    }

    /** Entries end by their life spans, and a local cache has no bound. */
    @Override
    public long getCacheEvictions() {
        return 0;
    }

    @Override
    public float getAverageGetTime() {
        return average(getNanos, getCacheGets());
    }

    @Override
    public float getAveragePutTime() {
        return average(putNanos, getCachePuts());
    }

    @Override
    public float getAverageRemoveTime() {
        return average(removeNanos, getCacheRemovals());
    }

    private static float average(LongAdder nanos, long operations) {
        return operations == 0 ? 0 : nanos.sum() / MICROSECOND / operations;
    }
}
