package io.keelson.kernel.spi.lease;

/** Thrown when an action needs a lease that this server does not hold any more. */
public final class LeaseLostException extends Exception {
    private static final long serialVersionUID = 1;

    private final String lease;
    private final long epoch;

    public LeaseLostException(String lease, long epoch) {
        super("the lease '" + lease + "' of epoch " + epoch + " is not held any more: stop what was done under it");
        this.lease = lease;
        this.epoch = epoch;
    }

    /** The lease's name. */
    public String lease() {
        return lease;
    }

    /** The epoch that was held. */
    public long epoch() {
        return epoch;
    }
}
