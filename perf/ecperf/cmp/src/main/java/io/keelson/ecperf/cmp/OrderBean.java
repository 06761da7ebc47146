package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of o_order. */
public abstract class OrderBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, long customer, int status) throws CreateException {
        setKey(key);
        setCustomer(customer);
        setStatus(status);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long customer, int status) {
        // the row is complete
    }

    /** Column customer. */
    public abstract long getCustomer();

    /** Changes the column customer. */
    public abstract void setCustomer(long customer);

    /** Column line_count. */
    public abstract int getLineCount();

    /** Changes the column line_count. */
    public abstract void setLineCount(int lineCount);

    /** Column gross. */
    public abstract long getGross();

    /** Changes the column gross. */
    public abstract void setGross(long gross);

    /** Column discount_percent. */
    public abstract int getDiscountPercent();

    /** Changes the column discount_percent. */
    public abstract void setDiscountPercent(int discountPercent);

    /** Column total. */
    public abstract long getTotal();

    /** Changes the column total. */
    public abstract void setTotal(long total);

    /** Column status. */
    public abstract int getStatus();

    /** Changes the column status. */
    public abstract void setStatus(int status);
}
