package io.keelson.ecperf.model;

/** The stock of a part. Its key is that of the part. */
public interface Stock {
    /** Key. */
    long getId();

    /** Quantity that is there and not promised; less than 0 where work orders wait for a delivery. */
    long getOnHand();

    /** Changes what is there. */
    void setOnHand(long quantity);

    /** Quantity on purchase orders that is not delivered. */
    long getOnOrder();

    /** Changes what is on purchase orders. */
    void setOnOrder(long quantity);
}
