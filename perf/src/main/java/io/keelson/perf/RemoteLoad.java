package io.keelson.perf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.Context;
import javax.naming.InitialContext;

/**
 * A client of the study of remote calls, in a JVM of its own: threads that call one stub. The same for both servers; only what the class
 * path and the first arguments say is different. Needs nothing beside the JDK, {@link RemoteEcho}, {@link EjbEcho} and the server's client.
 */
public final class RemoteLoad {
    /** The end of the name of a stateful bean: each thread has its own. */
    static final String STATEFUL = "?stateful";

    private final Callable<Call> caller;
    private final int threads;
    private final Latencies latencies = new Latencies();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final AtomicBoolean measured = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();

    /** One call; true where the answer is what was sent. */
    @FunctionalInterface
    private interface Call {
        boolean isEchoed() throws Exception;
    }

    private RemoteLoad(Callable<Call> caller, int threads) {
        this.caller = caller;
        this.threads = threads;
    }

    /**
     * Arguments: class of the context factory, URL, name, threads, payload in bytes (0 for a short text), calls a thread (0 for a
     * time), seconds to warm up, seconds to measure. Prints what {@link RemoteSample#parse} reads.
     */
    public static void main(String[] args) throws Exception {
        Properties environment = new Properties();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, args[0]);
        environment.put(Context.PROVIDER_URL, args[1]);
        Context context = new InitialContext(environment);
        int payload = Integer.parseInt(args[4]);
        Call shared = args[2].endsWith(STATEFUL) ? null : call(context.lookup(args[2]), payload);
        RemoteLoad load = new RemoteLoad(
                () -> shared == null ? call(context.lookup(args[2]), payload) : shared, Integer.parseInt(args[3]));
        int calls = Integer.parseInt(args[5]);
        double seconds = calls > 0 ? load.counted(calls) : load.timed(seconds(args[6]), seconds(args[7]));
        System.out.printf(
                Locale.ROOT,
                "RESULT %d %.6f %.1f %.1f %d%n",
                load.latencies.count(),
                seconds,
                load.latencies.micros(0.5),
                load.latencies.micros(0.99),
                load.failures.get());
        System.out.flush();
        // Both clients leave threads behind that would keep the JVM.
        Runtime.getRuntime().halt(0);
    }

    private static long seconds(String text) {
        return (long) (Double.parseDouble(text) * 1000);
    }

    private static Call call(Object stub, int payload) {
        String text = "Hello, world";
        byte[] bytes = new byte[payload];
        for (int i = 0; i < payload; i++) {
            bytes[i] = (byte) i;
        }
        if (stub instanceof EjbCart cart) {
            AtomicInteger count = new AtomicInteger();
            return () -> cart.add((byte) payload) == count.incrementAndGet();
        }
        if (stub instanceof RemoteEcho echo) {
            return payload == 0 ? () -> text.equals(echo.echo(text)) : () -> Arrays.equals(bytes, echo.echo(bytes));
        }
        EjbEcho echo = (EjbEcho) stub;
        return payload == 0 ? () -> text.equals(echo.echo(text)) : () -> Arrays.equals(bytes, echo.echo(bytes));
    }

    /** So many calls of each thread, from the first one on. */
    private double counted(int calls) throws InterruptedException {
        measured.set(true);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = start(go, calls);
        long begun = System.nanoTime();
        go.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Calls for a time after a time to warm up; says so on standard output, so that the server's CPU is read then. */
    private double timed(long warmUpMillis, long millis) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = start(go, Integer.MAX_VALUE);
        go.countDown();
        Thread.sleep(warmUpMillis);
        System.out.println("MEASURED");
        System.out.flush();
        long begun = System.nanoTime();
        measured.set(true);
        Thread.sleep(millis);
        measured.set(false);
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.println("OVER");
        System.out.flush();
        over.set(true);
        for (Thread thread : all) {
            thread.join(10_000);
        }
        return seconds;
    }

    private List<Thread> start(CountDownLatch go, int calls) {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> run(go, calls), "caller-" + i);
            all.add(thread);
            thread.start();
        }
        return all;
    }

    private void run(CountDownLatch go, int calls) {
        try {
            Call call = caller.call();
            go.await();
            for (int i = 0; i < calls && !over.get(); i++) {
                long begun = System.nanoTime();
                boolean echoed = call.isEchoed();
                long took = System.nanoTime() - begun;
                done.incrementAndGet();
                if (!echoed) {
                    failures.incrementAndGet();
                }
                if (measured.get()) {
                    latencies.add(took);
                }
            }
        } catch (Exception e) {
            failures.incrementAndGet();
            e.printStackTrace();
        }
    }
}
