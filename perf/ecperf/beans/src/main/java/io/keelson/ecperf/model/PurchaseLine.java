package io.keelson.ecperf.model;

/** A line of a purchase order. Its key is a hundred times that of the purchase order, and its number. */
public interface PurchaseLine {
    /** Key. */
    long getId();

    /** Key of the component. */
    long getPart();

    /** Ordered quantity. */
    int getQuantity();

    /** Quantity that is not delivered yet. */
    int getOutstanding();

    /** Changes what is not delivered yet. */
    void setOutstanding(int quantity);
}
