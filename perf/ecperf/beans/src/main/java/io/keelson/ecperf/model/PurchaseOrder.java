package io.keelson.ecperf.model;

/** An order to a supplier. */
public interface PurchaseOrder {
    /** Key. */
    long getId();

    /** Key of the supplier. */
    long getSupplier();

    /** Returns whether the supplier has confirmed that it has the order: 1, else 0. */
    int getSent();

    /** Changes whether it is sent. */
    void setSent(int sent);
}
