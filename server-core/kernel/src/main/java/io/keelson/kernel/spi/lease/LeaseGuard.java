package io.keelson.kernel.spi.lease;

/** A section of work under a lease, for try-with-resources. Closed once by the thread that opened it, or by another. */
public interface LeaseGuard extends AutoCloseable {
    /** The epoch that the section's effects carry. */
    long epoch();

    /**
     * Checks once more, before an effect.
     *
     * @throws LeaseLostException when the lease has been lost meanwhile
     */
    void check() throws LeaseLostException;

    /** Ends the section; never throws. Closing twice does nothing. */
    @Override
    void close();
}
