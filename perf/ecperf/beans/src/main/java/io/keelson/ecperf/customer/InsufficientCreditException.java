package io.keelson.ecperf.customer;

import jakarta.ejb.ApplicationException;

/** The order would make the balance of the customer exceed the credit limit. */
@ApplicationException(rollback = true)
public class InsufficientCreditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the key. */
    public InsufficientCreditException(long customer) {
        super("the customer " + customer + " has not the credit for this order");
    }
}
