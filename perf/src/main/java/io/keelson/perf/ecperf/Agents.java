package io.keelson.perf.ecperf;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The agents of a run: five for each unit of the injection rate enter orders, three are planned lines of the plant, and one makes
 * large orders. Each has one transaction at a time, and begins the next at a time that was drawn before. Response times count from
 * then on, whatever held the agent up.
 */
final class Agents {
    /** Agents of order entry for each unit of the rate; as each begins a transaction in five seconds, that is one a second. */
    static final int CLERKS = 5;

    /** Planned lines for each unit. */
    static final int LINES = 3;

    /** Mean time from one transaction to the next, and of a work order. */
    static final int MEAN_SECONDS = 5;

    private static final long MEAN = TimeUnit.SECONDS.toNanos(MEAN_SECONDS);
    private static final long STATION = TimeUnit.MILLISECONDS.toNanos(333);
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);
    private static final int UPDATES = 2;
    private static final int LARGE_PER_LOOK = 20;
    private static final int LARGE = 100;

    private final Site site;
    private final Tally tally;
    private final ScheduledExecutorService threads;
    private final int customers;
    private final int assemblies;
    private final RecentOrders recent = new RecentOrders();
    private volatile boolean ended;

    Agents(Site site, Tally tally, ScheduledExecutorService threads, int injectionRate) {
        this.site = site;
        this.tally = tally;
        this.threads = threads;
        this.customers = 75 * injectionRate;
        this.assemblies = 50 * ((injectionRate + 9) / 10);
    }

    /** Lets all begin: each after a time to think, so that the rate is the same from the first moment on. */
    void begin(int injectionRate, SplittableRandom seed) {
        for (int i = 0; i < CLERKS * injectionRate; i++) {
            SplittableRandom random = seed.split();
            at(System.nanoTime() + ThinkTime.draw(random, MEAN), due -> clerk(random, due));
        }
        for (int i = 0; i < LINES * injectionRate; i++) {
            SplittableRandom random = seed.split();
            at(System.nanoTime() + ThinkTime.draw(random, MEAN), due -> line(random, due));
        }
        at(System.nanoTime() + LOOK, this::largeOrders);
    }

    /** No transaction begins any more. Work orders under way are left where they are. */
    void end() {
        ended = true;
    }

    @FunctionalInterface
    private interface Act {
        void at(long due);
    }

    private void at(long due, Act act) {
        if (ended) {
            return;
        }
        try {
            threads.schedule(() -> act.at(due), due - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            ended = true; // the run is over
        }
    }

    // ---- order entry -----------------------------------------------------------------------------------------------

    private void clerk(SplittableRandom random, long due) {
        if (ended) {
            return;
        }
        RecentOrders.Placed order = recent.any(random, new RecentOrders.Placed(1, 1));
        switch (Kind.ofOrderEntry(random.nextDouble())) {
            case NEW_ORDER -> newOrder(random, due);
            case CHANGE_ORDER ->
                run(
                        Kind.CHANGE_ORDER,
                        "change-order?order=" + order.id() + "&lines=" + order.part() + ":"
                                + (1 + random.nextInt(LARGE - 1)),
                        due);
            case CANCEL_ORDER -> run(Kind.CANCEL_ORDER, "cancel-order?order=" + order.id(), due);
            case ORDER_STATUS -> run(Kind.ORDER_STATUS, "order-status?order=" + order.id(), due);
            default -> run(Kind.CUSTOMER_STATUS, "customer-status?customer=" + (1 + random.nextInt(customers)), due);
        }
        long next = due + ThinkTime.draw(random, MEAN);
        at(Math.max(next, System.nanoTime()), again -> clerk(random, again));
    }

    private void newOrder(SplittableRandom random, long due) {
        StringBuilder lines = new StringBuilder();
        int part = 0;
        int many = 1 + random.nextInt(5);
        boolean large = random.nextInt(10) == 0;
        for (int i = 0; i < many; i++) {
            part = 1 + random.nextInt(assemblies);
            int quantity = large && i == 0 ? LARGE + random.nextInt(LARGE) : 1 + random.nextInt(10);
            lines.append(i == 0 ? "" : ",").append(part).append(':').append(quantity);
        }
        String customer = "customer=" + (1 + random.nextInt(customers));
        String id = run(Kind.NEW_ORDER, "new-order?" + customer + "&lines=" + lines, due);
        if (!id.isEmpty()) {
            recent.add(new RecentOrders.Placed(Long.parseLong(id), part));
        }
    }

    // ---- the plant -------------------------------------------------------------------------------------------------

    private void line(SplittableRandom random, long due) {
        if (ended) {
            return;
        }
        String id = run(
                Kind.SCHEDULE,
                "schedule-work-order?assembly=" + (1 + random.nextInt(assemblies)) + "&quantity="
                        + (1 + random.nextInt(20)),
                due);
        long next = due + ThinkTime.draw(random, MEAN);
        Act again = when -> line(random, when);
        if (id.isEmpty()) {
            at(Math.max(next, System.nanoTime()), again);
        } else {
            at(System.nanoTime() + STATION, when -> station(id, 1, when, done -> at(Math.max(next, done), again)));
        }
    }

    private void station(String id, int number, long due, Act then) {
        if (ended) {
            return;
        }
        if (number <= UPDATES) {
            run(Kind.UPDATE, "update-work-order?work-order=" + id, due);
            at(System.nanoTime() + STATION, when -> station(id, number + 1, when, then));
        } else {
            run(Kind.COMPLETE, "complete-work-order?work-order=" + id, due);
            then.at(System.nanoTime());
        }
    }

    private void largeOrders(long due) {
        if (ended) {
            return;
        }
        try {
            Site.Reply found = site.run("large-orders?most=" + LARGE_PER_LOOK);
            if (found.ok() && !found.body().isEmpty()) {
                for (String large : found.body().split(",")) {
                    String id = run(Kind.SCHEDULE, "schedule-large-order?large-order=" + large, System.nanoTime());
                    if (!id.isEmpty() && !id.equals("0")) {
                        at(System.nanoTime() + STATION, when -> station(id, 1, when, done -> {}));
                    }
                }
            }
        } catch (IOException e) {
            System.err.println("the large orders cannot be looked for: " + e);
        }
        at(System.nanoTime() + LOOK, this::largeOrders);
    }

    /** Carries out a transaction; returns its answer, or nothing where it was not carried out. */
    private String run(Kind kind, String transaction, long due) {
        try {
            Site.Reply reply = site.run(transaction);
            if (reply.ok()) {
                tally.completed(kind, due, true, reply.attempts());
                return reply.body();
            }
            if (reply.refused()) {
                tally.completed(kind, due, false, reply.attempts());
            } else {
                tally.failed(kind, reply.attempts());
            }
        } catch (IOException e) {
            tally.failed(kind, 1);
        }
        return "";
    }
}
