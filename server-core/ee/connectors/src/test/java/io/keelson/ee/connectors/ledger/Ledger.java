package io.keelson.ee.connectors.ledger;

import jakarta.resource.Referenceable;
import jakarta.resource.ResourceException;
import java.io.Serializable;
import java.util.List;

/** What applications see of the test's adapter. */
public interface Ledger extends Serializable, Referenceable {
    /** Opens a connection. */
    Page open() throws ResourceException;

    /** A connection. */
    interface Page extends AutoCloseable {
        /** Writes an entry, in the transaction where there is one. */
        void write(String entry);

        /** Has the adapter deliver a message, on a thread of its own. */
        void send(String message);

        /** The number of the physical connection. */
        int number();

        /** Returns what happened to the adapter, in order. */
        List<String> history();

        /** Has the physical connection fail. */
        void fail();

        @Override
        void close();
    }

    /** Has public methods that take a text. */
    interface Marker {}

    /** Listens to messages of the adapter. */
    interface Reader {
        /** Gets a message. */
        void read(String message) throws Exception;
    }
}
