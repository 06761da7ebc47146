package io.keelson.ecperf.model;

/** A customer of the corporate domain. */
public interface Customer {
    /** Key. */
    long getId();

    /** Most that the balance may become, in cents. */
    long getCreditLimit();

    /** Value of the open orders, and of what was there before the first, in cents. */
    long getBalance();

    /** Changes the balance. */
    void setBalance(long balance);
}
