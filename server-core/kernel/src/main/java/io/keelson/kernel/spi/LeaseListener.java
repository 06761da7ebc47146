package io.keelson.kernel.spi;

/**
 * What a claimant hears. The calls for one claim come one after the other, on the thread of the leases: they must not
 * block; whoever has work to do hands it to a work manager.
 */
public interface LeaseListener {
    /** The name is this server's from now on. */
    void granted(Lease lease);

    /** The lease that was granted last has ended; unless the claim was released it goes on asking. */
    void lost(Lease lease, LeaseLoss why);
}
