package io.keelson.ecperf.corporate;

/** The kinds of keys that are drawn. */
public enum Sequence {
    /** Customers. */
    CUSTOMER,
    /** Orders. */
    ORDER,
    /** Work orders. */
    WORK_ORDER,
    /** Purchase orders. */
    PURCHASE_ORDER,
    /** Notes of deliveries without a purchase order. */
    ORPHAN
}
