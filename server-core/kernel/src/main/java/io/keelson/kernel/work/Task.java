package io.keelson.kernel.work;

/**
 * One piece of work that has a place in its work manager.
 *
 * @param manager whose work it is
 * @param body what to run
 */
record Task(PooledWorkManager manager, Runnable body) {}
