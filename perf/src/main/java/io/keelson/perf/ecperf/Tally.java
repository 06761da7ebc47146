package io.keelson.perf.ecperf;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Outcomes of the transactions of a run: times and counts while it is measured, and totals from its begin to its end. Thread-safe. */
final class Tally {
    private final Map<Kind, ResponseTimes> times = new EnumMap<>(Kind.class);
    private final Map<Kind, AtomicLong> failed = new EnumMap<>(Kind.class);
    private final Map<Kind, AtomicLong> acknowledged = new EnumMap<>(Kind.class);
    private final Map<Kind, AtomicLong> uncertain = new EnumMap<>(Kind.class);
    private final AtomicLong repeated = new AtomicLong();
    private final LongSupplier clock;
    private final long begin;
    private final long end;

    /**
     * Begins to count.
     *
     * @param clock in nanoseconds
     * @param begin of the time that is measured, by that clock
     */
    Tally(LongSupplier clock, long begin, long end) {
        this.clock = clock;
        this.begin = begin;
        this.end = end;
        for (Kind kind : Kind.values()) {
            times.put(kind, new ResponseTimes());
            failed.put(kind, new AtomicLong());
            acknowledged.put(kind, new AtomicLong());
            uncertain.put(kind, new AtomicLong());
        }
    }

    /**
     * Counts a transaction that was carried out, or refused by a rule.
     *
     * @param due when it was to begin
     * @param done whether it was carried out
     * @param attempts that the application made
     */
    void completed(Kind kind, long due, boolean done, int attempts) {
        long now = clock.getAsLong();
        if (done) {
            of(acknowledged, kind).incrementAndGet();
        }
        if (begin <= now && now < end) {
            of(times, kind).add(now - due);
            repeated.addAndGet(attempts - 1L);
        }
    }

    /** Counts one of which nobody knows whether it was carried out, or that was rolled back in each attempt. */
    void failed(Kind kind, int attempts) {
        long now = clock.getAsLong();
        of(uncertain, kind).incrementAndGet();
        if (begin <= now && now < end) {
            of(failed, kind).incrementAndGet();
            repeated.addAndGet(attempts - 1L);
        }
    }

    ResponseTimes times(Kind kind) {
        return of(times, kind);
    }

    long failed(Kind kind) {
        return of(failed, kind).get();
    }

    /** Transactions that were carried out for certain, from the begin of the run to its end. */
    long acknowledged(Kind kind) {
        return of(acknowledged, kind).get();
    }

    /** Transactions of which that is not certain, likewise. */
    long uncertain(Kind kind) {
        return of(uncertain, kind).get();
    }

    /** Attempts that the application made beyond the first. */
    long repeated() {
        return repeated.get();
    }

    double seconds() {
        return (end - begin) / 1e9;
    }

    private static <T> T of(Map<Kind, T> map, Kind kind) {
        T found = map.get(kind);
        if (found == null) {
            throw new IllegalStateException("nothing of " + kind);
        }
        return found;
    }
}
