package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of s_purchase_orderline. */
public abstract class PurchaseLineBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, long purchaseOrder, long part, int quantity, int outstanding)
            throws CreateException {
        setKey(key);
        setPurchaseOrder(purchaseOrder);
        setPart(part);
        setQuantity(quantity);
        setOutstanding(outstanding);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long purchaseOrder, long part, int quantity, int outstanding) {
        // the row is complete
    }

    /** Column purchase_order. */
    public abstract long getPurchaseOrder();

    /** Changes the column purchase_order. */
    public abstract void setPurchaseOrder(long purchaseOrder);

    /** Column part. */
    public abstract long getPart();

    /** Changes the column part. */
    public abstract void setPart(long part);

    /** Column quantity. */
    public abstract int getQuantity();

    /** Changes the column quantity. */
    public abstract void setQuantity(int quantity);

    /** Column outstanding. */
    public abstract int getOutstanding();

    /** Changes the column outstanding. */
    public abstract void setOutstanding(int outstanding);
}
