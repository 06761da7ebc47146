package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of m_workorder. */
public abstract class WorkOrderBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, long assembly, int quantity, long largeOrder, int status) throws CreateException {
        setKey(key);
        setAssembly(assembly);
        setQuantity(quantity);
        setLargeOrder(largeOrder);
        setStatus(status);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long assembly, int quantity, long largeOrder, int status) {
        // the row is complete
    }

    /** Column assembly. */
    public abstract long getAssembly();

    /** Changes the column assembly. */
    public abstract void setAssembly(long assembly);

    /** Column quantity. */
    public abstract int getQuantity();

    /** Changes the column quantity. */
    public abstract void setQuantity(int quantity);

    /** Column large_order. */
    public abstract long getLargeOrder();

    /** Changes the column large_order. */
    public abstract void setLargeOrder(long largeOrder);

    /** Column status. */
    public abstract int getStatus();

    /** Changes the column status. */
    public abstract void setStatus(int status);
}
