package io.keelson.ecperf.corporate;

/** Tables that transactions contend for. */
public enum LockedTable {
    /** Orders and their lines. */
    ORDER,
    /** Work orders and large orders. */
    WORK_ORDER,
    /** Stock. */
    STOCK,
    /** Purchase orders and their lines. */
    PURCHASE_ORDER
}
