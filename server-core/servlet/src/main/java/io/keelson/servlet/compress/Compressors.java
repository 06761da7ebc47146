package io.keelson.servlet.compress;

import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/**
 * Compressors that responses take and give back; about a quarter of a MiB outside the heap each. So many are kept; those
 * beyond, and all after {@link #close}, are ended when they are given back. Thread-safe.
 */
public final class Compressors implements AutoCloseable {
    private static final int KEPT = 32;

    private final MpmcAtomicArrayQueue<Compressor> free = new MpmcAtomicArrayQueue<>(KEPT);
    private final int level;
    private volatile boolean closed;

    /**
     * None yet.
     *
     * @param level from 1 to 9
     */
    public Compressors(int level) {
        this.level = level;
    }

    Compressor take() {
        Compressor kept = free.poll();
        return kept == null ? new Compressor(level) : kept;
    }

    void give(Compressor compressor) {
        compressor.rest();
        if (closed || !free.offer(compressor)) {
            compressor.close();
        } else if (closed) {
            endFree();
        }
    }

    /** Returns how many wait to be used again. */
    public int waiting() {
        return free.size();
    }

    private void endFree() {
        Compressor kept;
        while ((kept = free.poll()) != null) {
            kept.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        endFree();
    }
}
