package io.keelson.perf.ecperf;

import java.util.SplittableRandom;

/** Orders that were placed lately, for transactions that need one. Old ones are forgotten. Thread-safe: the object's lock guards it. */
final class RecentOrders {
    private static final int KEPT = 1000;

    private final Placed[] orders = new Placed[KEPT];
    private int count;
    private int next;

    /**
     * An order.
     *
     * @param part of one of its lines
     */
    record Placed(long id, int part) {}

    synchronized void add(Placed order) {
        orders[next] = order;
        next = (next + 1) % KEPT;
        count = Math.min(count + 1, KEPT);
    }

    /**
     * One of them by chance.
     *
     * @param first what is given where there is none: an order that was loaded
     */
    synchronized Placed any(SplittableRandom random, Placed first) {
        return count == 0 ? first : orders[random.nextInt(count)];
    }
}
