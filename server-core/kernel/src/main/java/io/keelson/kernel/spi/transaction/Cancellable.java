package io.keelson.kernel.spi.transaction;

/** A resource, local or XA, whose work can be ended from another thread because the transaction's time is over. */
public interface Cancellable {
    /**
     * Cancels what is under way, and refuses use from now on. Does not wait.
     *
     * @return true if nobody uses the resource, so that it may be rolled back on the calling thread; false while a call has yet to end
     */
    boolean cancel();
}
