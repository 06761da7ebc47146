package io.keelson.kernel.work;

/**
 * What a work manager keeps to.
 *
 * @param capacity the most that may be queued and running
 * @param fairShare its share when all threads are busy
 */
record WorkLimits(int capacity, int fairShare) {}
