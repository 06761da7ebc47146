package io.keelson.ecperf.cmp;

/** A row of m_bom. */
public abstract class BillLineBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Column assembly. */
    public abstract long getAssembly();

    /** Changes the column assembly. */
    public abstract void setAssembly(long assembly);

    /** Column component. */
    public abstract long getComponent();

    /** Changes the column component. */
    public abstract void setComponent(long component);

    /** Column quantity. */
    public abstract int getQuantity();

    /** Changes the column quantity. */
    public abstract void setQuantity(int quantity);
}
