package io.keelson.tx;

import java.util.function.BooleanSupplier;

/**
 * By what right a log is open. Immutable.
 *
 * @param lease the epoch of the lease under which it is opened; 0: no lease is needed
 * @param holds false from the moment on in which the lease is not held any more; never true again
 */
record Tenure(long lease, BooleanSupplier holds) {
    /** Of a log that nobody else could open. */
    static final Tenure UNLIMITED = new Tenure(0, () -> true);

    boolean isHeld() {
        return holds.getAsBoolean();
    }
}
