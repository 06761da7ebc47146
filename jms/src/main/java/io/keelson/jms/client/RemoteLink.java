package io.keelson.jms.client;

import io.keelson.client.ClientStreams;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A link to a JMS server of another domain.
 *
 * @param link which is made again where it is lost
 * @param server the name of the JMS server at the other end
 */
public record RemoteLink(Link link, String server) {
    /**
     * Connects to one JMS server of another domain.
     *
     * @param server its name; empty: that of the member that answers first
     * @param timeout milliseconds for which a link that is lost is made again
     */
    public static RemoteLink open(ClientStreams streams, String server, Link.Handler handler, long timeout)
            throws JmsFailure {
        return new RemoteFactory.Connector(FactorySettings.STANDARD, streams, new AtomicInteger())
                .connect(server, null, null, handler, timeout, 0);
    }
}
