package io.keelson.boot;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ShutdownMode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the server when the process is told to end (SIGTERM, SIGINT): graceful at the first signal, forced at the next. The
 * JVM waits for this hook, so the hook waits until the main thread has closed the log.
 *
 * <p>The JDK has no supported way to hear of a second signal once the shutdown has begun, but each signal that it receives
 * gets a thread of its own, which then waits for the shutdown to end: their number is what is watched here. Where a JDK
 * named these threads otherwise, a second signal would do nothing.
 */
final class Termination {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long CLOSING_SECONDS = 15;

    private final Server server;
    private final CountDownLatch closed = new CountDownLatch(1);

    Termination(Server server) {
        this.server = server;
    }

    /** From now on the process's end is the server's end. */
    void arm() {
        Runtime.getRuntime().addShutdownHook(Threads.daemon("keelson.termination", this::end));
    }

    /** Says that the main thread has nothing more to do: the process may end. */
    void closed() {
        closed.countDown();
    }

    private void end() {
        long before = signals();
        server.shutdown(ShutdownMode.GRACEFUL);
        try {
            while (server.awaitEnd(LOOK).isEmpty()) {
                if (signals() > before) {
                    server.shutdown(ShutdownMode.FORCE);
                }
            }
            if (!closed.await(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("keelson: the server has ended, but its log did not close in time");
            }
        } catch (InterruptedException e) { // nobody interrupts a hook; should it happen, the JVM ends at once
            Thread.currentThread().interrupt();
        }
    }

    private static long signals() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + 64];
        int count = root.enumerate(threads, true);
        long signals = 0;
        for (int i = 0; i < count; i++) {
            String name = threads[i].getName();
            if (name.equals("SIGTERM handler") || name.equals("SIGINT handler")) {
                signals++;
            }
        }
        return signals;
    }
}
