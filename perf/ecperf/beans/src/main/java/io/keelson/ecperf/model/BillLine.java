package io.keelson.ecperf.model;

/** A line of the bill of materials of an assembly. Never changed. */
public interface BillLine {
    /** Key of the component. */
    long getComponent();

    /** Number of components in one assembly. */
    int getQuantity();
}
