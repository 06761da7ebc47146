package io.keelson.ee.amqp;

import io.keelson.jms.protocol.AmqpSettings;
import io.keelson.jms.protocol.ClientConnections;
import io.keelson.jms.wire.Link;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.security.Realm;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** AMQP 1.0 on a channel, told by its first four bytes. Thread-safe. */
final class AmqpProtocol implements ProtocolProvider {
    private static final byte[] MAGIC = {'A', 'M', 'Q', 'P'};

    private final AmqpSettings settings;
    private final Link.Connector connector;
    private final Executor blocking;
    private final @Nullable Realm realm;
    private final ClientConnections clients;

    AmqpProtocol(AmqpSettings settings, Link.Connector connector, Executor blocking, @Nullable Realm realm) {
        this.settings = settings;
        this.connector = connector;
        this.blocking = blocking;
        this.realm = realm;
        this.clients = new ClientConnections("AMQP", settings.maxConnections());
    }

    ClientConnections clients() {
        return clients;
    }

    @Override
    public String name() {
        return "amqp";
    }

    @Override
    public boolean onStandardChannels() {
        return true;
    }

    @Override
    public int mostBytes() {
        return MAGIC.length;
    }

    @Override
    public Match match(ByteBuffer first) {
        int n = Math.min(MAGIC.length, first.remaining());
        for (int i = 0; i < n; i++) {
            if (first.get(first.position() + i) != MAGIC[i]) {
                return Match.NO;
            }
        }
        return n == MAGIC.length ? Match.YES : Match.UNDECIDED;
    }

    @Override
    public void connect(Connection connection) {
        Channel channel = connection.unwrap(Channel.class);
        if (connection.admin() || !clients.admits(connection.remoteAddress())) {
            channel.close();
            return;
        }
        AmqpConnection made = new AmqpConnection(
                channel,
                settings,
                connector,
                blocking,
                new AmqpLogin(
                        realm,
                        settings.anonymous(),
                        ClientConnections.takesPasswords(connection.secure(), connection.remoteAddress())),
                clients::gone);
        clients.add(made);
        channel.pipeline().addLast("amqp", made);
    }
}
