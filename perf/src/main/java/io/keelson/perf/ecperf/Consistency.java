package io.keelson.perf.ecperf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The check of the data after a run: the application's audit, and what application, suppliers and agents know of the same thing. */
final class Consistency {
    private Consistency() {}

    /**
     * The faults of the data.
     *
     * @param violations of the audit
     * @param counts of rows
     * @param purchaseOrders keys in the database
     * @param supplied keys that suppliers have, with their states
     */
    static List<String> faults(
            Map<String, Long> violations,
            Map<String, Long> counts,
            Iterable<Long> purchaseOrders,
            Map<Long, String> supplied,
            Tally tally) {
        List<String> faults = new ArrayList<>();
        violations.forEach((rule, count) -> {
            if (count != 0) {
                faults.add(rule + ": " + count);
            }
        });
        Set<Long> bought = new HashSet<>();
        purchaseOrders.forEach(bought::add);
        long lost = bought.stream().filter(id -> !supplied.containsKey(id)).count();
        if (lost > 0) {
            faults.add("purchase orders that no supplier has: " + lost);
        }
        long orphans = orphans(bought, supplied);
        if (orphans > 0) {
            faults.add("purchase orders that suppliers have and the database has not: " + orphans);
        }
        long late = supplied.values().stream()
                .filter(state -> !state.equals("DELIVERED"))
                .count();
        if (late > orphans) {
            faults.add("purchase orders that were not delivered: " + (late - orphans));
        }
        compare(faults, "orders", counts, tally, Kind.NEW_ORDER);
        compare(faults, "work-orders", counts, tally, Kind.SCHEDULE);
        compare(faults, "work-orders-completed", counts, tally, Kind.COMPLETE);
        return faults;
    }

    /** The number of purchase orders that suppliers have and the database has not. */
    static long orphans(Set<Long> bought, Map<Long, String> supplied) {
        return supplied.keySet().stream().filter(id -> !bought.contains(id)).count();
    }

    /** Compares: what was acknowledged is there; more than that only where an answer was lost. */
    private static void compare(List<String> faults, String figure, Map<String, Long> counts, Tally tally, Kind kind) {
        Long there = counts.get(figure);
        long known = tally.acknowledged(kind);
        if (there == null) {
            faults.add("nobody counts the " + figure);
        } else if (there < known || there > known + tally.uncertain(kind)) {
            faults.add(figure + " in the database: " + there + ", acknowledged: " + known + ", uncertain: "
                    + tally.uncertain(kind));
        }
    }

    /** Reads everything and compares. */
    static List<String> faults(Site site, Tally tally) throws IOException {
        return faults(site.audit(), site.counts(), site.purchaseOrders(), site.supplied(), tally);
    }

    /** Returns true if no purchase order is on its way, to a supplier or back. */
    static boolean settled(Site site) throws IOException {
        Map<String, Long> counts = site.counts();
        return counts.getOrDefault("purchase-orders-not-sent", 0L) == 0
                && counts.getOrDefault("lines-not-delivered", 0L) == 0
                && site.supplied().values().stream().noneMatch("RECEIVED"::equals);
    }
}
