package io.keelson.websocket.session;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs what happens to a session one after the other, in order, on the application's work manager, and
 * knows how far the application is behind. After some steps the thread is given back, so that a busy connection does not keep others
 * from it. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 5.1 Threading Considerations.
 */
final class Mailbox {
    /** With so many bytes waiting the connection is read no further. */
    static final int HIGH_MARK = 64 * 1024;

    /** With so many it is read again. */
    static final int LOW_MARK = 16 * 1024;

    private static final int MOST_STEPS = 64;

    /** Cost of a step beside its content, in bytes: a flood of empty messages fills memory too. */
    private static final int STEP = 64;

    private final Executor executor;
    private final Runnable roomAgain;
    private final Consumer<Throwable> broken;
    private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong waiting = new AtomicLong();

    /**
     * Makes an empty one.
     *
     * @param executor runs pieces of work, possibly side by side
     * @param broken told of what a step threw; the steps after it run
     * @param roomAgain told after a step when no more than {@link #LOW_MARK} waits
     */
    Mailbox(Executor executor, Runnable roomAgain, Consumer<Throwable> broken) {
        this.executor = executor;
        this.roomAgain = roomAgain;
        this.broken = broken;
    }

    private record Step(Runnable action, int bytes) {}

    /**
     * Adds a step.
     *
     * @param bytes how much it holds
     */
    void post(int bytes, Runnable action) {
        int cost = bytes + STEP;
        waiting.addAndGet(cost);
        steps.add(new Step(action, cost));
        if (count.getAndIncrement() == 0) {
            executor.execute(this::run);
        }
    }

    /** Runs the first step of all on the calling thread. Steps that are added meanwhile run after it, as all others do. */
    void first(Runnable action) {
        count.incrementAndGet();
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            broken.accept(e);
        }
        if (count.decrementAndGet() != 0) {
            executor.execute(this::run);
        }
    }

    /** Returns how many bytes wait for the application. */
    long waiting() {
        return waiting.get();
    }

    private void run() {
        for (int i = 0; i < MOST_STEPS; i++) {
            Step step = steps.remove();
            try {
                step.action.run();
            } catch (RuntimeException | Error e) {
                broken.accept(e);
            } finally {
                if (waiting.addAndGet(-step.bytes) <= LOW_MARK) {
                    roomAgain.run();
                }
            }
            if (count.decrementAndGet() == 0) {
                return;
            }
        }
        executor.execute(this::run);
    }
}
