package io.keelson.perf.ecperf;

/** The kinds of business transactions, with the time in which nine of ten of each have to be answered. */
public enum Kind {
    /** Places an order. */
    NEW_ORDER(2000, true),
    /** Changes lines of an order. */
    CHANGE_ORDER(2000, true),
    /** Cancels an order. */
    CANCEL_ORDER(2000, true),
    /** Shows an order. */
    ORDER_STATUS(2000, true),
    /** Shows the orders of a customer. */
    CUSTOMER_STATUS(2000, true),
    /** Schedules a work order of a planned line or of a large order. */
    SCHEDULE(5000, false),
    /** Moves a work order to its next station. */
    UPDATE(5000, false),
    /** Completes a work order. */
    COMPLETE(5000, false);

    private final long targetMillis;
    private final boolean customerDomain;

    Kind(long targetMillis, boolean customerDomain) {
        this.targetMillis = targetMillis;
        this.customerDomain = customerDomain;
    }

    /** The time in milliseconds that the 90th percentile may take. */
    public long targetMillis() {
        return targetMillis;
    }

    /** Returns true if each one counts as a business operation: those of the customer domain, and completed work orders. */
    public boolean counts() {
        return customerDomain || this == COMPLETE;
    }

    /** Draws a kind of order entry: half of them are new orders. */
    static Kind ofOrderEntry(double drawn) {
        return drawn < 0.50
                ? NEW_ORDER
                : drawn < 0.65
                        ? CHANGE_ORDER
                        : drawn < 0.70 ? CANCEL_ORDER : drawn < 0.90 ? ORDER_STATUS : CUSTOMER_STATUS;
    }
}
