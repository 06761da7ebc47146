package io.keelson.session.store;

import io.keelson.base.thread.Threads;
import io.keelson.servlet.spi.SessionStoreProvider.Delay;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Sessions that wait to be written, each once however often it changes meanwhile. A thread of its own writes them: when the interval has
 * passed, or when as many wait as the threshold says. Where twice as many wait, requests wait at their ends for room. Thread-safe; the
 * lock is for that waiting alone.
 */
final class WriteBehind {
    private final Delay delay;
    private final Consumer<HeldSession> write;
    private final BooleanSupplier away;
    private final Set<HeldSession> queue = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ScheduledExecutorService thread;

    /**
     * Begins.
     *
     * @param write writes a session, if it still has something to be written
     * @param away whether the vault is better left alone; then nothing waits for it
     */
    WriteBehind(String application, Delay delay, Consumer<HeldSession> write, BooleanSupplier away) {
        this.delay = delay;
        this.write = write;
        this.away = away;
        this.thread = Threads.scheduler("keelson.sessions: " + application, Duration.ofMinutes(2));
        long nanos = delay.interval().toNanos();
        thread.scheduleWithFixedDelay(this::flushGuarded, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** A request has ended. Not under the lock of the session. */
    void add(HeldSession session) {
        queue.add(session);
        int waiting = queue.size();
        if (waiting >= delay.threshold()) {
            ask();
        }
        if (waiting > most()) {
            awaitRoom();
        }
    }

    private int most() {
        return (int) Math.min(Integer.MAX_VALUE, 2L * delay.threshold());
    }

    private void ask() {
        if (!thread.isShutdown() && asked.compareAndSet(false, true)) {
            thread.execute(() -> {
                asked.set(false);
                flushGuarded();
            });
        }
    }

    private void awaitRoom() {
        lock.lock();
        try {
            long left = delay.queueTimeout().toNanos();
            while (left > 0 && queue.size() > most() && !away.getAsBoolean()) {
                left = room.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // The request goes on; its session still waits to be written.
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** A failure must not end the thread's turns. */
    private void flushGuarded() {
        try {
            flush();
        } catch (RuntimeException | Error e) {
            StoreLog.LOG.flushFailed(e);
        }
    }

    /** Writes what waits now. */
    void flush() {
        for (HeldSession each : queue) {
            if (away.getAsBoolean()) {
                break;
            }
            queue.remove(each);
            write.accept(each);
            if (queue.size() <= most()) {
                tell();
            }
        }
        tell();
    }

    private void tell() {
        lock.lock();
        try {
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread; what still waits is the caller's. */
    void end() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(20, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tell();
    }
}
