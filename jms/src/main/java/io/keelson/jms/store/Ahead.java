package io.keelson.jms.store;

import io.keelson.base.thread.Threads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of work that one thread makes ahead of the one that takes them, a few at a time and in order. Where work is small both are the
 * calling thread.
 *
 * @param <T> a piece
 */
public final class Ahead<T> {
    /** Number of pieces that wait at most. */
    private static final int MOST = 4;

    private static final long LOOK_MILLIS = 100;

    /** Takes pieces. */
    public interface Taker<T> {
        /** Takes the next one. */
        void take(T piece) throws IOException;
    }

    /** Makes pieces. */
    public interface Maker<T> {
        /** Makes all of them, and gives each to the taker. */
        void make(Taker<T> to) throws IOException;
    }

    private record Item<T>(@Nullable T piece, @Nullable Throwable failure) {}

    private final BlockingQueue<Item<T>> queue = new ArrayBlockingQueue<>(MOST);
    private volatile boolean over;

    private Ahead() {}

    /**
     * Has pieces made and taken.
     *
     * @param thread the name of the thread that makes them; null: the calling one does
     * @throws IOException when either throws it
     */
    public static <T> void run(@Nullable String thread, Maker<T> maker, Taker<T> taker) throws IOException {
        if (thread == null) {
            maker.make(taker);
        } else {
            new Ahead<T>().runWith(thread, maker, taker);
        }
    }

    private void runWith(String name, Maker<T> maker, Taker<T> taker) throws IOException {
        Thread thread = Threads.daemon(name, () -> makeAll(maker));
        thread.start();
        try {
            for (Item<T> next = queue.take(); next.piece() != null || next.failure() != null; next = queue.take()) {
                T piece = next.piece();
                if (piece == null) {
                    throw failed(next.failure());
                }
                taker.take(piece);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while records were read");
        } finally {
            over = true;
            join(thread);
        }
    }

    private static IOException failed(@Nullable Throwable why) {
        if (why instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (why instanceof Error error) {
            throw error;
        }
        return why instanceof IOException known ? known : new IOException(String.valueOf(why), why);
    }

    private void makeAll(Maker<T> maker) {
        try {
            maker.make(piece -> put(new Item<>(piece, null)));
            put(new Item<>(null, null));
        } catch (IOException | RuntimeException | Error e) {
            try {
                put(new Item<>(null, e));
            } catch (IOException nobodyWaits) {
                e.addSuppressed(nobodyWaits);
            }
        }
    }

    private void put(Item<T> item) throws IOException {
        try {
            while (!queue.offer(item, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (over) {
                    throw new IOException("nobody takes what is read any more");
                }
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted while records were read");
        }
    }

    /** Waits for the thread, which closes nothing and ends soon. */
    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
