package io.keelson.ecperf.model;

/** An order of a customer. */
public interface Order {
    /** Key. */
    long getId();

    /** Key of the customer. */
    long getCustomer();

    /** Number of lines. */
    int getLineCount();

    /** Changes the number of lines. */
    void setLineCount(int lines);

    /** Sum of the lines, in cents. */
    long getGross();

    /** Changes the sum of the lines. */
    void setGross(long gross);

    /** Discount in percent. */
    int getDiscountPercent();

    /** Changes the discount. */
    void setDiscountPercent(int percent);

    /** Sum after discount, in cents. */
    long getTotal();

    /** Changes the sum after discount. */
    void setTotal(long total);

    /** One of {@link OrderStatus}. */
    int getStatus();

    /** Changes the status. */
    void setStatus(int status);
}
