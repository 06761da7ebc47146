package io.keelson.ecperf.supplier;

import jakarta.ejb.EJBException;

/** A failure that a request asks for, where the deployment allows it. */
public enum Fault {
    /** None. */
    NONE,
    /** The transaction fails at its end. */
    ABORT,
    /** The server stops at once at the end of the transaction, before it commits. */
    HALT,
    /** The server stops at once in the transaction that sends the purchase order, after the supplier has it. */
    HALT_IN_SENDING;

    static final int EXIT = 17;

    /** Makes the failure of the transaction that the request began. */
    public void happen() {
        switch (this) {
            case ABORT -> throw new EJBException("the fault that was asked for");
            case HALT -> Runtime.getRuntime().halt(EXIT);
            case NONE, HALT_IN_SENDING -> {
                // not here
            }
        }
    }

    /** Makes the failure of the transaction that sends. */
    public void happenInSending() {
        if (this == HALT_IN_SENDING) {
            Runtime.getRuntime().halt(EXIT);
        }
    }
}
