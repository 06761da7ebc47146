package io.keelson.api.cluster;

/**
 * The lease under which a service works. Thread-safe; no method blocks.
 */
public interface LeaseContext {
    /** Returns what is held: the name of the service. */
    String name();

    /** The name of the server that holds it: this one. */
    String owner();

    /** Grows with every owner, also over restarts of every server. What an effect carries to be told from a later owner's. */
    long epoch();

    /** Returns whether the lease is held at this moment. Once false, always false. It may be lost right after. */
    boolean stillMine();

    /**
     * Opens a section of work under the lease. An orderly release waits for open sections; a loss does not.
     *
     * @throws IllegalStateException when the lease is not held any more, or is being released
     */
    Guard guard();

    /** A section of work, for try-with-resources. */
    interface Guard extends AutoCloseable {
        /**
         * Checks once more, before an effect.
         *
         * @throws IllegalStateException when the lease has been lost meanwhile
         */
        void check();

        /** Ends the section; never throws. */
        @Override
        void close();
    }
}
