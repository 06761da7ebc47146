package io.keelson.kernel.work;

/**
 * What a pool of execute threads does now.
 *
 * @param name the queue name that its threads carry
 * @param threads how many threads it has
 * @param idle how many of them wait for work
 * @param standby how many threads there are beside, for min-threads constraints
 * @param min the fewest threads it keeps
 * @param max the most threads it grows to
 * @param queued how much waits for a thread
 * @param completed completed since the start
 */
public record ThreadPoolRuntime(
        String name, int threads, int idle, int standby, int min, int max, int queued, long completed) {}
