package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of o_orderline. */
public abstract class OrderLineBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, long orderId, long part, int quantity, long amount) throws CreateException {
        setKey(key);
        setOrderId(orderId);
        setPart(part);
        setQuantity(quantity);
        setAmount(amount);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long orderId, long part, int quantity, long amount) {
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

    /** Column part. */
    public abstract long getPart();

    /** Changes the column part. */
    public abstract void setPart(long part);

    /** Column quantity. */
    public abstract int getQuantity();

    /** Changes the column quantity. */
    public abstract void setQuantity(int quantity);

    /** Column amount. */
    public abstract long getAmount();

    /** Changes the column amount. */
    public abstract void setAmount(long amount);
}
