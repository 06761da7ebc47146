package io.keelson.ecperf.model;

/** A line of an order that is made for it alone. */
public interface LargeOrder {
    /** Key, which is that of the line of the order. */
    long getId();

    /** Key of the order. */
    long getOrder();

    /** Key of the assembly. */
    long getAssembly();

    /** Quantity. */
    int getQuantity();

    /** One of {@link WorkStatus}: WAITING, then as its work order. */
    int getStatus();

    /** Changes the status. */
    void setStatus(int status);
}
