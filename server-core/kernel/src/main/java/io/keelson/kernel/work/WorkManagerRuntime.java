package io.keelson.kernel.work;

/**
 * What a work manager does now. The figures are read one after the other while work goes on, so they may differ by what
 * happened between.
 *
 * @param name the work manager
 * @param pool the queue name of the threads that it runs on
 * @param capacity the most that may be queued and running
 * @param requestClass how urgent its work is, in words
 * @param queued accepted and not yet running
 * @param heldBack how much of that waits before a max-threads constraint
 * @param running running now
 * @param completed completed since it was made
 * @param refused refused since it was made, because it was at a capacity, suspended or closed
 * @param stuck how many of its threads were stuck at the last look
 * @param suspended whether stuck threads have suspended it
 */
public record WorkManagerRuntime(
        String name,
        String pool,
        int capacity,
        String requestClass,
        int queued,
        int heldBack,
        int running,
        long completed,
        long refused,
        int stuck,
        boolean suspended) {}
