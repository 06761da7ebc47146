package io.keelson.ecperf.model;

/** An order to the plant to make assemblies. */
public interface WorkOrder {
    /** Key. */
    long getId();

    /** Key of the assembly. */
    long getAssembly();

    /** Quantity. */
    int getQuantity();

    /** Key of the large order that it is for, or 0. */
    long getLargeOrder();

    /** One of {@link WorkStatus}. */
    int getStatus();

    /** Changes the status. */
    void setStatus(int status);
}
