package io.keelson.jms.client;

import io.keelson.base.time.Ticker;
import io.keelson.client.ClientBound;
import io.keelson.client.ClientStreams;
import io.keelson.jms.net.MemberLinks;
import io.keelson.jms.net.ReconnectingLink;
import io.keelson.jms.net.StreamLink;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.remoting.ServerStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection factory on its way to a client, where it connects to the servers that the client's context knows.
 *
 * @param settings of its connections
 */
record RemoteFactory(FactorySettings settings) implements Serializable, ClientBound {
    @Override
    public Object bound(ClientStreams streams) {
        FactorySettings own = settings;
        return new ClientConnectionFactory(new Connector(own, streams, new AtomicInteger()), () -> own, null);
    }

    /** Connects to the server that answers, each time beginning with the next. */
    record Connector(FactorySettings settings, ClientStreams streams, AtomicInteger turn) implements Link.Connector {
        @Override
        public Link connect(@Nullable String user, @Nullable String password, Link.Handler handler) throws JmsFailure {
            return connect("", user, password, handler, settings.reconnectTimeout(), settings.reconnectTimeout())
                    .link();
        }

        /**
         * Connects to one JMS server of the other side.
         *
         * @param server its name; empty: that of the member that answers first
         * @param timeout milliseconds for which a link that is lost is made again
         * @param firstTimeout milliseconds for which it waits for a JMS server that no server has yet
         */
        RemoteLink connect(
                String server,
                @Nullable String user,
                @Nullable String password,
                Link.Handler handler,
                long timeout,
                long firstTimeout)
                throws JmsFailure {
            ClientStreams.Sockets sockets = streams.sockets(user, password);
            String origin = UUID.randomUUID().toString();
            MemberLinks members =
                    new MemberLinks(new Streams(sockets), streams::addresses, server, origin, turn.getAndIncrement());
            boolean connected = false;
            try {
                Link made = ReconnectingLink.open(
                        members, handler, settings.name(), origin, timeout, Ticker.system(), firstTimeout);
                connected = true;
                return new RemoteLink(made, members.server());
            } finally {
                if (!connected) {
                    members.close();
                }
            }
        }
    }

    private record Streams(ClientStreams.Sockets sockets) implements StreamLink.Streams {
        @Override
        public ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                throws IOException {
            return sockets.open(address, purpose, greeting, listener);
        }

        @Override
        public void close() {
            sockets.close();
        }
    }
}
