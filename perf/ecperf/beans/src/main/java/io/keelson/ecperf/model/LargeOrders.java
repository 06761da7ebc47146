package io.keelson.ecperf.model;

/** The rule of large orders. */
public final class LargeOrders {
    /** A line of at least so many is made for its order alone. */
    public static final int LEAST = 100;

    private LargeOrders() {}
}
