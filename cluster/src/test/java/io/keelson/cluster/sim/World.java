package io.keelson.cluster.sim;

import java.util.PriorityQueue;
import java.util.Random;

/** True time, which nobody in it can see, and what is to happen when. */
final class World {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;

    final Random random;
    final History history;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now;
    private long sequence;

    World(long seed, History history) {
        this.random = new Random(seed);
        this.history = history;
    }

    long now() {
        return now;
    }

    void at(long time, Runnable task) {
        tasks.add(new Task(Math.max(time, now), sequence++, task));
    }

    void after(long nanos, Runnable task) {
        at(now + nanos, task);
    }

    void run(long until) {
        while (!tasks.isEmpty() && tasks.peek().time <= until) {
            Task task = tasks.poll();
            now = task.time;
            task.body.run();
        }
        now = until;
    }

    /** A number from {@code least} to below {@code bound}. */
    long between(long least, long bound) {
        return least + (long) (random.nextDouble() * (bound - least));
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    private record Task(long time, long order, Runnable body) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int times = Long.compare(time, other.time);
            return times != 0 ? times : Long.compare(order, other.order);
        }
    }
}
