package io.keelson.perf.ecperf;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Loads the data, lets agents work, waits until purchase orders are delivered, and checks the data.
 *
 * @param site of the application
 */
public record Driver(Site site, Times times) {
    private static final int MOST_THREADS = 400;
    private static final int LAST_ANSWERS_SECONDS = 40;

    static {
        // Each agent that waits for an answer has a connection; all of them are kept.
        System.setProperty("http.maxConnections", String.valueOf(MOST_THREADS));
    }

    /**
     * Times beside those of the agents.
     *
     * @param confirmMillis after which a supplier confirms a purchase order
     * @param deliverMillis after which it delivers
     * @param drainSeconds for which purchase orders may be under way after a run, before they count as lost
     */
    public record Times(int confirmMillis, int deliverMillis, int drainSeconds) {}

    /**
     * Runs at an injection rate.
     *
     * @param rampSeconds before it is measured
     * @param seconds for which it is measured
     * @param window told when it begins and ends to be measured
     */
    public RunResult run(int injectionRate, double rampSeconds, double seconds, long seed, Window window)
            throws IOException, InterruptedException {
        site.load(injectionRate, seed, times.confirmMillis(), times.deliverMillis());
        long begin = System.nanoTime() + (long) (rampSeconds * 1e9);
        long end = begin + (long) (seconds * 1e9);
        Tally tally = new Tally(System::nanoTime, begin, end);
        int agents = (Agents.CLERKS + Agents.LINES) * injectionRate + 1;
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(Math.min(MOST_THREADS, agents));
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        Agents all = new Agents(site, tally, threads, injectionRate);
        try {
            all.begin(injectionRate, new SplittableRandom(seed));
            TimeUnit.NANOSECONDS.sleep(begin - System.nanoTime());
            window.begin();
            try {
                TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            } finally {
                window.end();
            }
        } finally {
            all.end();
            threads.shutdown();
        }
        if (!threads.awaitTermination(LAST_ANSWERS_SECONDS, TimeUnit.SECONDS)) {
            threads.shutdownNow();
            throw new IOException("transactions are not answered " + LAST_ANSWERS_SECONDS + " s after the run");
        }
        double drained = drain(site, times.drainSeconds());
        List<String> faults = Consistency.faults(site, tally);
        return new RunResult(injectionRate, tally, faults, drained);
    }

    /** Waits until no purchase order is on its way; returns after how many seconds. */
    static double drain(Site site, int drainSeconds) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long end = begin + TimeUnit.SECONDS.toNanos(drainSeconds);
        while (!Consistency.settled(site) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(250);
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    /**
     * Runs once: {@code APPLICATION-URL[,...] SUPPLIERS-URL IR RAMP SECONDS SEED}. Ends with 1 where the data is not
     * consistent.
     */
    public static void main(String[] args) throws Exception {
        Driver driver = new Driver(new Site(List.of(args[0].split(",")), args[1]), new Times(200, 1000, 60));
        RunResult result = driver.run(
                Integer.parseInt(args[2]),
                Double.parseDouble(args[3]),
                Double.parseDouble(args[4]),
                Long.parseLong(args[5]),
                Window.ignored());
        System.out.println(Report.text(result));
        if (!result.inconsistencies().isEmpty()) {
            System.exit(1);
        }
    }
}
