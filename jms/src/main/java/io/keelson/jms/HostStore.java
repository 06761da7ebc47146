package io.keelson.jms;

import io.keelson.jms.store.MessageStore;
import io.keelson.kernel.spi.lease.Lease;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The message store of one JMS server, as a {@link JmsHost} gets at it. Thread-safe. */
interface HostStore {
    /** This server does not have the whole store, so that it must not own the JMS server. */
    final class NotWholeException extends IOException {
        private static final long serialVersionUID = 1L;

        NotWholeException(String message) {
            super(message);
        }
    }

    /** Returns true if there is a store, so that messages may be in it. */
    boolean stored();

    /** Returns true if this server may ask for the lease of the JMS server. */
    boolean mayOwn();

    /**
     * Finds out what opening needs. May wait for other servers; called without any lock.
     *
     * @param lease null: there are no leases
     * @throws NotWholeException when another server has to own the JMS server
     */
    void prepare(@Nullable Lease lease) throws IOException;

    /**
     * Makes the store, after {@link #prepare}. It is not open yet.
     *
     * @param broken called on any thread when the store takes nothing any more and should be made anew
     */
    MessageStore make(Runnable broken) throws IOException;

    /** Returns true if a store that cannot be opened is worth another try without anybody's help. */
    default boolean comesBack() {
        return false;
    }

    /** The store that was made is closed. */
    void closed();
}
