package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;

/** A row of c_customer. */
public abstract class CustomerBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Sets the fields. */
    public Long ejbCreate(long key, String name, long creditLimit, long openingBalance, long balance)
            throws CreateException {
        setKey(key);
        setName(name);
        setCreditLimit(creditLimit);
        setOpeningBalance(openingBalance);
        setBalance(balance);
        return null; // as the specification has it
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, String name, long creditLimit, long openingBalance, long balance) {
        // the row is complete
    }

    /** Column name. */
    public abstract String getName();

    /** Changes the column name. */
    public abstract void setName(String name);

    /** Column credit_limit. */
    public abstract long getCreditLimit();

    /** Changes the column credit_limit. */
    public abstract void setCreditLimit(long creditLimit);

    /** Column opening_balance. */
    public abstract long getOpeningBalance();

    /** Changes the column opening_balance. */
    public abstract void setOpeningBalance(long openingBalance);

    /** Column balance. */
    public abstract long getBalance();

    /** Changes the column balance. */
    public abstract void setBalance(long balance);
}
