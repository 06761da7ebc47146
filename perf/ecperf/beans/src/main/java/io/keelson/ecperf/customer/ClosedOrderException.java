package io.keelson.ecperf.customer;

import jakarta.ejb.ApplicationException;

/** The order can no longer be changed. */
@ApplicationException(rollback = true)
public class ClosedOrderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the key. */
    public ClosedOrderException(long order) {
        super("the order " + order + " is cancelled, or being made");
    }
}
