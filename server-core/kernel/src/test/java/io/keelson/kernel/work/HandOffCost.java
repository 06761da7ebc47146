package io.keelson.kernel.work;

import com.sun.management.OperatingSystemMXBean;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what a hand-off costs in processor time; not a test. One thread plays the muxer: each turn it hands over some
 * pieces, then sleeps as a muxer does in epoll. The same turns with the pieces run on the spot are the zero line. The
 * variants take turns (A B C A B C), and the medians are printed. docs/design/work-managers.md says how to run it.
 */
final class HandOffCost {
    private static final int THREADS = 5;
    private static final int ROUNDS = 5;
    private static final long SLEEP_NANOS = 20_000;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final AtomicLong done = new AtomicLong();

    private HandOffCost() {}

    private interface Variant {
        void turn(int pieces);
    }

    public static void main(String... args) {
        int turns = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
        HandOffCost cost = new HandOffCost();
        System.out.printf("JDK %s, %d threads, medians of %d rounds%n", Runtime.version(), THREADS, ROUNDS);
        System.out.println("pieces a turn | executor, us a piece | work manager, us a piece | ratio");
        for (int pieces : new int[] {1, 4, 16}) {
            cost.compare(pieces, turns);
        }
    }

    private void compare(int pieces, int turns) {
        Runnable piece = done::incrementAndGet;
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(THREADS, THREADS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        KernelWorkManagers pool =
                KernelWorkManagers.start(Ticker.system(), new ThreadPoolSettings(THREADS, THREADS), Map.of());
        WorkManager manager = pool.forApplication("measured").standard();
        WorkBatch batch = pool.newBatch();
        Variant[] variants = {
            n -> {
                for (int i = 0; i < n; i++) {
                    piece.run();
                }
            },
            n -> {
                for (int i = 0; i < n; i++) {
                    executor.execute(piece);
                }
            },
            n -> {
                for (int i = 0; i < n; i++) {
                    batch.add(manager, piece);
                }
                batch.flush();
            }
        };
        double[][] cpu = new double[variants.length][ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            for (int v = 0; v < variants.length; v++) {
                double micros = measure(variants[v], pieces, turns);
                if (round >= 0) {
                    cpu[v][round] = micros;
                }
            }
        }
        double zero = median(cpu[0]);
        double executorCost = median(cpu[1]) - zero;
        double poolCost = median(cpu[2]) - zero;
        System.out.printf(
                Locale.ROOT,
                "%13d | %20.2f | %24.2f | %.2f%n",
                pieces,
                executorCost,
                poolCost,
                poolCost / executorCost);
        executor.shutdown();
        pool.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
    }

    /** Processor time of the whole process in microseconds a piece. */
    private double measure(Variant variant, int pieces, int turns) {
        long before = done.get();
        long cpu = SYSTEM.getProcessCpuTime();
        for (int turn = 0; turn < turns; turn++) {
            variant.turn(pieces);
            LockSupport.parkNanos(SLEEP_NANOS);
        }
        long all = (long) turns * pieces;
        while (done.get() - before < all) {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
        return (SYSTEM.getProcessCpuTime() - cpu) / 1e3 / all;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
