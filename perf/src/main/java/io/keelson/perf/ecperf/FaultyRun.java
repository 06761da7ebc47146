package io.keelson.perf.ecperf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Work orders whose transactions fail after their purchase orders were sent or handed over, and what became of those. Used by one
 * thread.
 */
public final class FaultyRun {
    private static final int DRAIN_SECONDS = 120;
    private static final int CONFIRM_MILLIS = 10;
    private static final int DELIVER_MILLIS = 500;

    private final Site site;
    private int assembly;

    /** Loads the data. */
    public FaultyRun(Site site, long seed) throws IOException {
        this.site = site;
        site.load(1, seed, CONFIRM_MILLIS, DELIVER_MILLIS);
    }

    /**
     * Schedules a work order for so many assemblies that components have to be bought.
     *
     * @param fault NONE, ABORT, HALT or HALT_IN_SENDING
     * @return true if it was carried out, as far as the application could say it
     */
    public boolean schedule(String fault) {
        assembly = assembly % 50 + 1;
        try {
            return site.run("schedule-work-order?assembly=" + assembly + "&quantity=1000&fault=" + fault)
                    .ok();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits until all purchase orders are delivered, and counts what is wrong.
     *
     * @return what is wrong with the data; orphans first
     */
    public List<String> settle() throws IOException, InterruptedException {
        Driver.drain(site, DRAIN_SECONDS);
        List<String> faults = new ArrayList<>();
        Set<Long> bought = new HashSet<>();
        site.purchaseOrders().forEach(bought::add);
        Map<Long, String> supplied = site.supplied();
        long orphans = Consistency.orphans(bought, supplied);
        if (orphans > 0) {
            faults.add("orphan purchase orders: " + orphans);
        }
        site.audit().forEach((rule, count) -> {
            if (count != 0) {
                faults.add(rule + ": " + count);
            }
        });
        long lost = bought.stream().filter(id -> !supplied.containsKey(id)).count();
        if (lost > 0) {
            faults.add("purchase orders that no supplier has: " + lost);
        }
        long late = bought.stream()
                .filter(id -> !"DELIVERED".equals(supplied.get(id)))
                .count();
        if (late > lost) {
            faults.add("purchase orders that were not delivered: " + (late - lost));
        }
        return faults;
    }

    /** The number of purchase orders in the database, and of those that suppliers have and it has not. */
    public long[] purchaseOrders() throws IOException {
        Set<Long> bought = new HashSet<>();
        site.purchaseOrders().forEach(bought::add);
        return new long[] {bought.size(), Consistency.orphans(bought, site.supplied())};
    }
}
