package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of s_purchase_order. */
public abstract class PurchaseOrderBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, long supplier, long workOrder, int sent) throws CreateException {
        setKey(key);
        setSupplier(supplier);
        setWorkOrder(workOrder);
        setSent(sent);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long supplier, long workOrder, int sent) {
        // the row is complete
    }

    /** Column supplier. */
    public abstract long getSupplier();

    /** Changes the column supplier. */
    public abstract void setSupplier(long supplier);

    /** Column work_order. */
    public abstract long getWorkOrder();

    /** Changes the column work_order. */
    public abstract void setWorkOrder(long workOrder);

    /** Column sent. */
    public abstract int getSent();

    /** Changes the column sent. */
    public abstract void setSent(int sent);
}
