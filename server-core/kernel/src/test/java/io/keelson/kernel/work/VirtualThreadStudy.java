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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Compares execute threads with virtual threads under one work manager each; not a test. Takes JDK 21 or newer. So many pieces are in
 * the server at all times; each uses the processor for a while and then waits. The two take turns (A B A B), each first warmed
 * up until its pool has its size; medians are printed. docs/design/work-managers.md says how to run it.
 */
final class VirtualThreadStudy {
    private static final int ROUNDS = 5;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private record Load(String name, int clients, long spinMicros, long waitMicros) {}

    private record Seen(double perSecond, double micros) {}

    private VirtualThreadStudy() {}

    public static void main(String... args) {
        double seconds = args.length > 0 ? Double.parseDouble(args[0]) : 2;
        System.out.printf(
                "JDK %s, %d processors, medians of %d rounds of %.1f s%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), ROUNDS, seconds);
        System.out.println("load | execute threads: a second | us of processor a piece | threads"
                + " | virtual: a second | us of processor a piece");
        for (Load load : new Load[] {
            new Load("64 clients, no work", 64, 0, 0),
            new Load("64 clients, 100 us of processor", 64, 100, 0),
            new Load("64 clients, 20 us and 5 ms of waiting", 64, 20, 5_000),
            new Load("1,000 clients, 20 us and 50 ms of waiting", 1_000, 20, 50_000),
            new Load("5,000 clients, 20 us and 500 ms of waiting", 5_000, 20, 500_000)
        }) {
            compare(load, seconds);
        }
        System.exit(0);
    }

    private static void compare(Load load, double seconds) {
        WorkManagerSettings virtual = new WorkManagerSettings(
                65_536,
                50,
                null,
                null,
                null,
                null,
                null,
                WorkManagerSettings.ShutdownTriggerSettings.NEVER,
                false,
                true);
        Seen[][] seen = new Seen[2][ROUNDS];
        int threads = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int kind = 0; kind < 2; kind++) {
                KernelWorkManagers managers = KernelWorkManagers.start(
                        Ticker.system(),
                        ThreadPoolSettings.DEFAULTS,
                        Map.of("platform", new WorkManagerSettings(65_536, 50), "virtual", virtual));
                seen[kind][round] =
                        measure(managers, managers.named(kind == 0 ? "platform" : "virtual"), load, seconds);
                threads = kind == 0 ? managers.threadPools().get(0).threads() : threads;
                managers.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s | %.0f | %.1f | %d | %.0f | %.1f%n",
                load.name(),
                median(seen[0], true),
                median(seen[0], false),
                threads,
                median(seen[1], true),
                median(seen[1], false));
    }

    private static Seen measure(KernelWorkManagers managers, WorkManager to, Load load, double seconds) {
        AtomicLong pieces = new AtomicLong();
        AtomicBoolean going = new AtomicBoolean(true);
        // One thread plays the muxer: it hands over a batch for what was answered since, as an event loop does.
        AtomicLong owed = new AtomicLong(load.clients());
        Runnable piece = () -> {
            long end = System.nanoTime() + load.spinMicros() * 1_000;
            while (load.spinMicros() > 0 && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            if (load.waitMicros() > 0) {
                LockSupport.parkNanos(load.waitMicros() * 1_000);
            }
            pieces.incrementAndGet();
            owed.incrementAndGet();
        };
        Thread loop = new Thread(() -> {
            WorkBatch batch = managers.newBatch();
            while (going.get()) {
                for (long i = owed.getAndSet(0); i > 0; i--) {
                    batch.add(to, piece);
                }
                batch.flush();
                LockSupport.parkNanos(20_000);
            }
        });
        loop.start();
        LockSupport.parkNanos((long) (seconds * 1e9)); // the pool finds its size
        long before = pieces.get();
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        LockSupport.parkNanos((long) (seconds * 1e9));
        long ran = pieces.get() - before;
        double took = (System.nanoTime() - start) / 1e9;
        Seen seen = new Seen(ran / took, (SYSTEM.getProcessCpuTime() - processor) / 1e3 / Math.max(1, ran));
        going.set(false);
        try {
            loop.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return seen;
    }

    private static double median(Seen[] seen, boolean rate) {
        double[] values = Arrays.stream(seen)
                .mapToDouble(each -> rate ? each.perSecond() : each.micros())
                .sorted()
                .toArray();
        return values[values.length / 2];
    }
}
