package io.keelson.ecperf.model;

/** The rule by which components are bought: when less than a lot is there or ordered, until there are two. */
public final class Replenishment {
    private Replenishment() {}

    /**
     * The quantity to buy, a multiple of the lot, or 0.
     *
     * @param onHand may be less than 0
     * @param lot at least 1
     */
    public static int quantity(long onHand, long onOrder, int lot) {
        long sum = Math.addExact(onHand, onOrder);
        if (sum >= lot) {
            return 0;
        }
        long missing = Math.subtractExact(2L * lot, sum);
        return Math.toIntExact((missing + lot - 1) / lot * lot);
    }
}
