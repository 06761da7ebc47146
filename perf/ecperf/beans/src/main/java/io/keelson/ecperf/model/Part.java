package io.keelson.ecperf.model;

/** A part: an assembly that is sold and made, or a component that is bought. Never changed. */
public interface Part {
    /** Key. */
    long getId();

    /** Price of one, in cents. */
    long getPrice();

    /** Key of the supplier of a component; 0 for an assembly. */
    long getSupplier();

    /** Quantity in which a component is bought. */
    int getLot();
}
