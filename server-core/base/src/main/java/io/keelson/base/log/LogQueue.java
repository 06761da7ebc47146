package io.keelson.base.log;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of records and the thread that writes them (docs/design/log.md).
 *
 * <p>{@link #offer} is safe on every thread and never waits: what finds no place, by number or by size, is dropped and
 * counted. All other state belongs to the writer thread. A batch that could not be written is kept and tried again, so a
 * short failure of the disk loses nothing, and a long one loses only what the queue cannot hold.
 *
 * @param <T> what is queued
 */
final class LogQueue<T> {
    /** Form of a record. Called on the writer thread, but for {@link #weight}. */
    interface Form<T> {
        /** About how many characters the record holds; called on the thread that logs. */
        int weight(T event);

        /** Writes the record with its end of line. */
        void append(T event, StringBuilder to);
    }

    private static final int BATCH_CHARACTERS = 32 * 1024;
    private static final int MOST_OWN = 64;
    private static final long CHARACTERS_A_RECORD = 512;
    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NOTICE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long TROUBLE_NANOS = Duration.ofMinutes(1).toNanos();

    private final String name;
    private final Form<T> form;
    private final LogOutput output;
    private final LogTroubles troubles;
    private final Ticker ticker;
    private final long lingerNanos;
    private final long mostCharacters;
    private final MpscAtomicArrayQueue<T> queue;
    private final AtomicLong characters = new AtomicLong();
    private final LongAdder dropped = new LongAdder();
    private final Thread thread;
    private volatile boolean idle;
    private volatile boolean closing;
    private volatile long failures;

    // of the writer thread
    private final Queue<T> own = new ArrayDeque<>();
    private final StringBuilder batch = new StringBuilder(BATCH_CHARACTERS);
    private byte @Nullable [] unsent;
    private int unsentRecords;
    private long retryAt;
    private boolean failing;
    private long troubleAt;
    private boolean troubleTold;
    private long noticedDrops;
    private long noticeAt;

    /**
     * Makes a queue whose writer has not been started.
     *
     * @param name what is written, for messages and the thread's name
     * @param length how many records may wait
     * @param linger how long the writer waits for more records after it has written some
     */
    LogQueue(
            String name,
            int length,
            Duration linger,
            Form<T> form,
            LogOutput output,
            LogTroubles troubles,
            Ticker ticker) {
        this.name = name;
        this.form = form;
        this.output = output;
        this.troubles = troubles;
        this.ticker = ticker;
        this.lingerNanos = linger.toNanos();
        this.mostCharacters = Math.max(1 << 20, length * CHARACTERS_A_RECORD);
        this.queue = new MpscAtomicArrayQueue<>(length);
        this.thread = Threads.daemon("keelson.log." + name, this::run);
        this.noticeAt = ticker.nanoTime() - NOTICE_NANOS;
    }

    void start() {
        thread.start();
    }

    /** Queues a record, or drops and counts it. Never waits. */
    void offer(T event) {
        if (Thread.currentThread() == thread) {
            // What the writer itself has to say does not depend on a place in the queue.
            if (own.size() < MOST_OWN) {
                own.add(event);
            }
            return;
        }
        int weight = form.weight(event);
        if (closing || characters.addAndGet(weight) > mostCharacters) {
            refuse(closing ? 0 : weight);
        } else if (!queue.offer(event)) {
            refuse(weight);
        } else if (idle) {
            LockSupport.unpark(thread);
        }
    }

    private void refuse(int weight) {
        characters.addAndGet(-weight);
        dropped.increment();
    }

    /** Returns how many records have been dropped since the start. */
    long dropped() {
        return dropped.sum();
    }

    /** Returns how many attempts to write have failed since the start. */
    long failures() {
        return failures;
    }

    /**
     * Writes what is queued, for at most that long, and ends the writer. Where the destination hangs, the writer is left
     * behind as a daemon thread.
     *
     * @return whether everything has been written
     */
    boolean close(Duration timeout) {
        closing = true;
        LockSupport.unpark(thread);
        boolean interrupted = join(Math.max(1, timeout.toMillis()));
        if (thread.isAlive()) {
            thread.interrupt();
            interrupted |= join(100);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive() && unsent == null;
    }

    private boolean join(long millis) {
        try {
            thread.join(millis);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void run() {
        boolean more = true;
        while (more) {
            try {
                more = step();
            } catch (Throwable t) { // the log must outlive whatever a record or the JVM's memory does to it
                failures++;
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
        try {
            output.close();
        } catch (IOException e) {
            failures++;
        }
    }

    /** One turn and the wait after it; whether there will be another. */
    private boolean step() {
        boolean wrote = turn();
        if (closing) {
            return wrote;
        }
        if (unsent != null) {
            LockSupport.parkNanos(this, RETRY_NANOS);
        } else if (wrote) {
            if (lingerNanos > 0) {
                LockSupport.parkNanos(this, lingerNanos);
            }
        } else {
            idle = true;
            if (queue.isEmpty() && !closing) {
                if (dropped() > noticedDrops) {
                    LockSupport.parkNanos(this, NOTICE_NANOS);
                } else {
                    LockSupport.park(this);
                }
            }
            idle = false;
        }
        return true;
    }

    /** Writes one batch. Returns whether there was one and it has been written. */
    boolean turn() {
        long now = ticker.nanoTime();
        byte[] bytes = unsent;
        if (bytes == null) {
            int records = collect();
            if (records == 0) {
                return noticeDrops(now);
            }
            bytes = batch.toString().getBytes(output.charset());
            unsent = bytes;
            unsentRecords = records;
        } else if (now - retryAt < 0 && !closing) {
            return false;
        }
        try {
            output.write(bytes);
        } catch (IOException | RuntimeException e) {
            failed(e, now);
            return false;
        }
        unsent = null;
        if (failing) {
            failing = false;
            troubleTold = false;
            troubles.resumed(name);
        }
        noticeDrops(now);
        return true;
    }

    private int collect() {
        batch.setLength(0);
        int records = 0;
        T event;
        while (batch.length() < BATCH_CHARACTERS && (event = next()) != null) {
            int before = batch.length();
            try {
                form.append(event, batch);
                records++;
            } catch (RuntimeException e) {
                batch.setLength(before);
                failures++;
                dropped.increment();
            }
        }
        return records;
    }

    private @Nullable T next() {
        T event = own.poll();
        if (event == null) {
            event = queue.poll();
            if (event != null) {
                characters.addAndGet(-form.weight(event));
            }
        }
        return event;
    }

    private void failed(Exception cause, long now) {
        failures++;
        failing = true;
        retryAt = now + RETRY_NANOS;
        if (closing) {
            dropped.add(unsentRecords);
        }
        if (!troubleTold || now - troubleAt >= TROUBLE_NANOS) {
            troubleTold = true;
            troubleAt = now;
            troubles.failed(name, cause, failures);
        }
    }

    /** Says how many records were dropped since it was said last. Returns whether there was something to say. */
    private boolean noticeDrops(long now) {
        long drops = dropped.sum();
        if (drops == noticedDrops || now - noticeAt < NOTICE_NANOS) {
            return false;
        }
        long count = drops - noticedDrops;
        noticedDrops = drops;
        noticeAt = now;
        troubles.dropped(name, count);
        return true;
    }
}
