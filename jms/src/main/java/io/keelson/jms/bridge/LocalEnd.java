package io.keelson.jms.bridge;

import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.message.DestinationName;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A destination of this server's JMS. Thread-safe. */
public final class LocalEnd implements BridgeEnd {
    /** Makes connection factories of this server. */
    public interface Factories {
        /**
         * Returns a factory.
         *
         * @param global true if its sessions take part in transactions of the server
         * @param clientId of its connections; null: none
         */
        ConnectionFactory factory(boolean global, @Nullable String clientId);
    }

    private final Factories factories;
    private final DestinationName name;

    /** Names a destination. */
    public LocalEnd(Factories factories, DestinationName name) {
        this.factories = factories;
        this.name = name;
    }

    @Override
    public Opened open(QualityOfService quality, @Nullable String clientId) throws JMSException {
        boolean global = quality == QualityOfService.EXACTLY_ONCE;
        Connection connection = factories.factory(global, clientId).createConnection();
        try {
            var session = Sessions.local(connection, quality);
            connection.start();
            return Sessions.opened(connection, session, ClientDestination.of(name), null, LocalEnd::find);
        } catch (JMSException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Finds {@code queue:NAME} or {@code topic:NAME}; without either a queue. */
    private static Optional<Destination> find(String text) {
        boolean topic = text.startsWith("topic:");
        String bare = topic || text.startsWith("queue:") ? text.substring("queue:".length()) : text;
        return bare.isBlank() ? Optional.empty() : Optional.of(ClientDestination.of(new DestinationName(topic, bare)));
    }

    @Override
    public String shown() {
        return name.toString();
    }
}
