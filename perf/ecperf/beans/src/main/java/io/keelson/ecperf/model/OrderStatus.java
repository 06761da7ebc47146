package io.keelson.ecperf.model;

/** States of an order: OPEN, then CANCELLED. */
public final class OrderStatus {
    /** Counts, and can be changed. */
    public static final int OPEN = 1;

    /** Counts no more. */
    public static final int CANCELLED = 2;

    private OrderStatus() {}
}
