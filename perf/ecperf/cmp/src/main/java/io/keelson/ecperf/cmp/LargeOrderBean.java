package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of m_largeorder. */
public abstract class LargeOrderBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, long orderId, long assembly, int quantity, int status) throws CreateException {
        setKey(key);
        setOrderId(orderId);
        setAssembly(assembly);
        setQuantity(quantity);
        setStatus(status);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long orderId, long assembly, int quantity, int status) {
        // the row is complete
    }

    /** Column order_id. */
    public abstract long getOrderId();

    /** Changes the column order_id. */
    public abstract void setOrderId(long orderId);

    /** Key of the order. */
    public long getOrder() {
        return getOrderId();
    }

    /** Column assembly. */
    public abstract long getAssembly();

    /** Changes the column assembly. */
    public abstract void setAssembly(long assembly);

    /** Column quantity. */
    public abstract int getQuantity();

    /** Changes the column quantity. */
    public abstract void setQuantity(int quantity);

    /** Column status. */
    public abstract int getStatus();

    /** Changes the column status. */
    public abstract void setStatus(int status);
}
