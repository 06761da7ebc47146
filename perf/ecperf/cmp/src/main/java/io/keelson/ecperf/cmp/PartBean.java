package io.keelson.ecperf.cmp;

/** A row of c_part. */
public abstract class PartBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Column name. */
    public abstract String getName();

    /** Changes the column name. */
    public abstract void setName(String name);

    /** Column price. */
    public abstract long getPrice();

    /** Changes the column price. */
    public abstract void setPrice(long price);

    /** Column supplier. */
    public abstract long getSupplier();

    /** Changes the column supplier. */
    public abstract void setSupplier(long supplier);

    /** Column lot. */
    public abstract int getLot();

    /** Changes the column lot. */
    public abstract void setLot(int lot);
}
