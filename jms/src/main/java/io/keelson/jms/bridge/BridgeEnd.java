package io.keelson.jms.bridge;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Optional;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** One end of a bridge: opens sessions with its provider. Thread-safe; what it opens belongs to one thread. */
public interface BridgeEnd {
    /**
     * Connects to the provider.
     *
     * @param quality what the session is to do: exactly-once takes part in transactions, duplicates-okay is transacted by itself,
     *     at-most-once acknowledges automatically
     * @param clientId of the connection; null: none
     */
    Opened open(QualityOfService quality, @Nullable String clientId) throws JMSException, NamingException;

    /** Returns how messages name it. */
    String shown();

    /** A session, which the bridge's thread uses. Closing it, from any thread, closes its connection. */
    interface Opened extends AutoCloseable {
        /** Returns the session. */
        Session session();

        /** Returns a consumer of the destination. */
        MessageConsumer consumer(@Nullable String selector, @Nullable String subscription) throws JMSException;

        /** Returns a producer for the destination. */
        MessageProducer producer() throws JMSException;

        /** Has the session take part in the calling thread's transaction. Nothing, where that happens by itself. */
        void enlist() throws Exception;

        /** Finds a destination by the name that the configuration has for it. */
        Optional<Destination> find(String name);

        @Override
        void close();
    }
}
