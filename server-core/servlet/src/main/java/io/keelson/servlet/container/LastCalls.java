package io.keelson.servlet.container;

import io.keelson.base.thread.Threads;
import io.keelson.servlet.server.ContainerLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls by which an application ends, one after the other on a thread of their own. One that takes too long is interrupted; where
 * that does not end it soon, its thread is left behind and the calls after it are made on another one. So an application that hangs at
 * its end can be replaced all the same, and its sessions and listeners learn of the end.
 *
 * <p>Filled and run by the thread that undeploys. The fields of {@link Turn} are guarded by its lock, which is not held while a call runs.
 *
 * <p>Specification: Servlet 6.1, 2.3.4 End of Service; Servlet 6.1, 11.3.4 Notifications At Shutdown.
 */
final class LastCalls {
    /** Time that an interrupted call gets to end by itself. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final String application;
    private final Consumer<Runnable> context;
    private final Failures failures;
    private final List<Call> calls = new ArrayList<>();

    private record Call(String what, Runnable body, boolean bounded) {}

    /** Takes note of a call that failed. */
    @FunctionalInterface
    interface Failures {
        void failed(String what, Throwable thrown);
    }

    /**
     * No calls yet.
     *
     * @param application its name, for threads and the log
     * @param context runs something in the application's context on the calling thread
     */
    LastCalls(String application, Consumer<Runnable> context, Failures failures) {
        this.application = application;
        this.context = context;
        this.failures = failures;
    }

    void add(String what, Runnable body) {
        calls.add(new Call(what, body, true));
    }

    /** One that may take as long as it takes, because there is much to do. */
    void addLong(String what, Runnable body) {
        calls.add(new Call(what, body, false));
    }

    /** Makes the calls and waits for them; for each that is bounded no longer than the limit. */
    void run(Duration limit) {
        int next = 0;
        while (next < calls.size()) {
            Turn turn = new Turn(next);
            Thread thread = Threads.daemon("keelson.servlet: end of " + application, turn);
            turn.thread = thread;
            thread.start();
            next = turn.await(limit);
        }
    }

    /** The calls from one on, on one thread, until one of them hangs. */
    private final class Turn implements Runnable {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition moved = lock.newCondition();
        private @Nullable Thread thread;
        private int at;
        private boolean left;

        Turn(int from) {
            at = from;
        }

        @Override
        public void run() {
            context.accept(() -> {
                for (Call call = current(); call != null; call = next()) {
                    try {
                        call.body().run();
                    } catch (Throwable e) { // whatever one of them throws, the others are called
                        failures.failed(call.what(), e);
                    }
                }
            });
        }

        private @Nullable Call current() {
            lock.lock();
            try {
                return at < calls.size() ? calls.get(at) : null;
            } finally {
                lock.unlock();
            }
        }

        private @Nullable Call next() {
            lock.lock();
            try {
                // Of the call that was interrupted; the next one is not.
                Thread.interrupted();
                if (left) {
                    return null;
                }
                at++;
                moved.signalAll();
                return at < calls.size() ? calls.get(at) : null;
            } finally {
                lock.unlock();
            }
        }

        /** Waits until all calls have been made or one hangs; with which one another turn has to go on. */
        int await(Duration limit) {
            lock.lock();
            try {
                while (at < calls.size()) {
                    Call call = calls.get(at);
                    if (!movedWithin(call.bounded() ? limit : FOR_EVER) && !interrupted(call, limit)) {
                        left = true;
                        return at + 1;
                    }
                }
                return at;
            } finally {
                lock.unlock();
            }
        }

        private boolean interrupted(Call call, Duration limit) {
            Thread hanging = Objects.requireNonNull(thread);
            ContainerLog.LOG.endHangs(call.what(), application, limit.toMillis(), stack(hanging.getStackTrace()));
            hanging.interrupt();
            return movedWithin(AFTER_INTERRUPT);
        }

        /** Returns whether the call that runs now has ended within that time. An interrupt is kept for later. */
        private boolean movedWithin(Duration limit) {
            int before = at;
            long nanos = limit.toNanos();
            boolean interrupted = false;
            while (at == before && nanos > 0) {
                try {
                    nanos = moved.awaitNanos(nanos);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return at != before;
        }
    }

    private static String stack(StackTraceElement[] frames) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : frames) {
            text.append("\n    at ").append(frame);
        }
        return text.toString();
    }
}
