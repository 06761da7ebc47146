package io.keelson.ecperf.model;

/** A line of an order. Its key is a hundred times that of the order, and its number. */
public interface OrderLine {
    /** Key. */
    long getId();

    /** Key of the order. */
    long getOrder();

    /** Key of the ordered part. */
    long getPart();

    /** Ordered quantity. */
    int getQuantity();

    /** Changes the quantity. */
    void setQuantity(int quantity);

    /** Price of the whole line, in cents. */
    long getAmount();

    /** Changes the price of the line. */
    void setAmount(long amount);
}
