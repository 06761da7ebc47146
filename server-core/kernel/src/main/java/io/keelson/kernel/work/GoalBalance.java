package io.keelson.kernel.work;

import io.keelson.base.time.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds what the flows with a response time goal weigh, while they wait: such that the average wait of each is in proportion to
 * the wait that its goal allows, which is the goal less what its pieces take.
 *
 * <p>By Little's law a flow with {@code q} pieces waiting that gets {@code w} of the threads' time, at {@code s} a piece, waits
 * {@code q * s / w}. So {@code w} in proportion to {@code q * s / allowed} makes all waits the same part of what is allowed.
 * Flows with goals weigh together as much as that many flows with a standard share: goals divide time among themselves and
 * take none from shares.
 *
 * <p>Done now and then by a thread that takes work, so that it needs none of its own. Lock-free: while one thread balances, others pass by.
 */
final class GoalBalance {
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final double SMOOTHING = 0.2;
    private static final double LEAST_ALLOWED = 0.05; // of the goal, where pieces take longer than their goal
    private static final double LEAST_WEIGHT = 1;

    private final Ticker ticker;
    private final Iterable<Flow> flows;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean any;
    private volatile long next;

    GoalBalance(Ticker ticker, Iterable<Flow> flows) {
        this.ticker = ticker;
        this.flows = flows;
        this.next = ticker.nanoTime();
    }

    /** Says that a flow came, went, or changed its class. */
    void changed() {
        boolean found = false;
        for (Flow flow : flows) {
            found |= flow.requestClass().goalNanos() > 0;
        }
        any = found;
    }

    /** Balances the goals when it is time. One read where no flow has a goal. */
    void balance() {
        if (!any) {
            return;
        }
        long now = ticker.nanoTime();
        if (now - next < 0 || !busy.compareAndSet(false, true)) {
            return;
        }
        try {
            next = now + EVERY_NANOS;
            weigh();
        } finally {
            busy.set(false);
        }
    }

    private void weigh() {
        int waiting = 0;
        double sum = 0;
        for (Flow flow : flows) {
            if (flow.requestClass().goalNanos() > 0) {
                double need = need(flow, flow.smoothedWaiting(SMOOTHING));
                if (!flow.isEmpty()) {
                    waiting++;
                    sum += need;
                }
            }
        }
        for (Flow flow : flows) {
            if (flow.requestClass().goalNanos() > 0 && !flow.isEmpty() && sum > 0) {
                double need = need(flow, flow.smoothedWaiting(0));
                flow.goalWeight(Math.max(LEAST_WEIGHT, RequestClass.STANDARD_WEIGHT * waiting * need / sum));
            }
        }
    }

    private static double need(Flow flow, double queued) {
        double goal = flow.requestClass().goalNanos();
        double takes = flow.requestClass().averageNanos();
        return Math.max(1, queued) * takes / Math.max(goal - takes, goal * LEAST_ALLOWED);
    }
}
