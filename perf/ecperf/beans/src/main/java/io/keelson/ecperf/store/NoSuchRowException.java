package io.keelson.ecperf.store;

import jakarta.ejb.ApplicationException;

/** There is no such customer, order, part or work order. */
@ApplicationException(rollback = true)
public class NoSuchRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the kind and the key of what is not there. */
    public NoSuchRowException(String kind, long id) {
        super("there is no " + kind + " " + id);
    }
}
