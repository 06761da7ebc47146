package io.keelson.kernel.work;

/**
 * What a work manager does now. The figures are read one after the other while work goes on, so they may differ by what
 * happened between.
 *
 * @param name the work manager
 * @param pool the queue name of the threads that it runs on
 * @param capacity the most that may be queued and running
 * @param fairShare its share when all threads are busy
 * @param queued accepted and not yet running
 * @param running running now
 * @param completed completed since it was made
 * @param refused refused since it was made, because it was at its capacity or closed
 */
public record WorkManagerRuntime(
        String name, String pool, int capacity, int fairShare, int queued, int running, long completed, long refused) {}
