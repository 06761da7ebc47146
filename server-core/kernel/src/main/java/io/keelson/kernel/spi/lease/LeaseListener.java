package io.keelson.kernel.spi.lease;

/**
 * Callbacks of a claimant. The calls for one claim come one after the other, on the thread of the leases. They must not block: hand longer
 * work to a work manager.
 */
public interface LeaseListener {
    /** The name is this server's from now on. */
    void granted(Lease lease);

    /** The lease that was granted last has ended; unless the claim was released it goes on asking. */
    void lost(Lease lease, LeaseLoss why);
}
