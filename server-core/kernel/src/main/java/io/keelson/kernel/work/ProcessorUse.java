package io.keelson.kernel.work;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of the processor time that the threads of a pool use. Asks a few of them, others at each call, and takes these for all: asking
 * costs a system call a thread. Confined to the tuner.
 */
final class ProcessorUse {
    /** Value that {@link #since} returns when it cannot tell. */
    static final double UNKNOWN = Double.NaN;

    private static final int ASKED = 16;
    private static final long FORGET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long[] asked = {};
    private long[] before = {};
    private long at;
    private int first;

    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Returns how many processors the threads kept busy since the last call; {@link #UNKNOWN} at the first, and after a pause. */
    double since(List<ExecuteThread> threads) {
        if (Management.THREADS == null || threads.isEmpty()) {
            return UNKNOWN;
        }
        long now = System.nanoTime();
        double use = now - at < FORGET_NANOS ? used(now - at) * threads.size() : UNKNOWN;
        ask(threads);
        return use;
    }

    /** The part of the time that one thread was on a processor. */
    private double used(long nanos) {
        long[] after = asked.length == 0 ? asked : times(asked);
        long used = 0;
        int alive = 0;
        for (int i = 0; i < asked.length; i++) {
            if (after[i] >= 0 && before[i] >= 0) {
                used += after[i] - before[i];
                alive++;
            }
        }
        return alive == 0 || nanos <= 0 ? UNKNOWN : (double) used / alive / nanos;
    }

    private void ask(List<ExecuteThread> threads) {
        asked = new long[Math.min(ASKED, threads.size())];
        for (int i = 0; i < asked.length; i++) {
            asked[i] = threads.get((first + i) % threads.size()).getId();
        }
        first = (first + asked.length) % threads.size();
        before = times(asked);
        at = System.nanoTime();
    }

    private static long[] times(long[] ids) {
        return Management.THREADS == null ? new long[ids.length] : Management.THREADS.getThreadCpuTime(ids);
    }

    /** Made when threads run short for the first time: the JDK's management classes are none of the start. */
    private static final class Management {
        private static final com.sun.management.@Nullable ThreadMXBean THREADS =
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean known
                                && known.isThreadCpuTimeSupported()
                                && known.isThreadCpuTimeEnabled()
                        ? known
                        : null;
    }
}
