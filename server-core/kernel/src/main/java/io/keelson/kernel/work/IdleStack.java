package io.keelson.kernel.work;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The parked threads of a pool, last in first out, so that work goes to the thread whose caches are warm and the others
 * stay asleep. Lock-free and without garbage.
 *
 * <p>Invariant: {@code head} holds a version (32 bits), the number of threads on the stack (16) and the number of the
 * topmost thread plus one (16; 0 is empty). Every change counts the version up, so that a thread which left and came
 * back between a read and its compare-and-set is noticed.
 */
final class IdleStack {
    static final int MOST_THREADS = 0xFFFE;
    private static final long VERSION = 1L << 32;
    private static final long COUNT = 1L << 16;

    private final AtomicReferenceArray<@Nullable ExecuteThread> threads;
    private final AtomicLong head = new AtomicLong();
    // Written without a lock by whoever pops: a lost update only makes the sizer a little less eager to shrink.
    private volatile int fewest;

    /** A stack over the pool's table of threads by number. */
    IdleStack(AtomicReferenceArray<@Nullable ExecuteThread> threads) {
        this.threads = threads;
    }

    /** Returns how many threads are parked. */
    int size() {
        return (int) (head.get() >>> 16) & 0xFFFF;
    }

    /** Adds the calling thread, which parks next. */
    void push(ExecuteThread thread) {
        long seen;
        long next;
        do {
            seen = head.get();
            thread.below = (int) (seen & 0xFFFF);
            next = ((seen & ~0xFFFFL) + VERSION + COUNT) | (thread.number() + 1);
        } while (!head.compareAndSet(seen, next));
    }

    /** Takes the thread that parked last; null when none is parked. */
    @Nullable
    ExecuteThread pop() {
        while (true) {
            long seen = head.get();
            int top = (int) (seen & 0xFFFF);
            if (top == 0) {
                fewest = 0;
                return null;
            }
            ExecuteThread thread = threads.get(top - 1);
            if (thread == null) {
                continue; // it left the stack and ended since head was read
            }
            long next = ((seen & ~0xFFFFL) + VERSION - COUNT) | thread.below;
            if (head.compareAndSet(seen, next)) {
                int left = (int) (next >>> 16) & 0xFFFF;
                if (left < fewest) {
                    fewest = left;
                }
                return thread;
            }
        }
    }

    /** The fewest threads that were parked at any time since the last call. */
    int fewestSinceLastAsked() {
        int result = Math.min(fewest, size());
        fewest = size();
        return result;
    }
}
