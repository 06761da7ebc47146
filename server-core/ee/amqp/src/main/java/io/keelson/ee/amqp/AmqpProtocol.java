package io.keelson.ee.amqp;

import io.keelson.base.time.Deadline;
import io.keelson.jms.protocol.AmqpSettings;
import io.keelson.jms.protocol.MessagingProtocol;
import io.keelson.jms.wire.Link;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.security.Realm;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** AMQP 1.0 on a channel, told by its first four bytes. Thread-safe. */
final class AmqpProtocol implements ProtocolProvider, MessagingProtocol.Opened {
    private static final Logger LOG = Logger.getLogger(AmqpProtocol.class);
    private static final byte[] MAGIC = {'A', 'M', 'Q', 'P'};

    private final AmqpSettings settings;
    private final Link.Connector connector;
    private final Executor blocking;
    private final @Nullable Realm realm;
    private final Set<AmqpConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean admitting;

    AmqpProtocol(AmqpSettings settings, Link.Connector connector, Executor blocking, @Nullable Realm realm) {
        this.settings = settings;
        this.connector = connector;
        this.blocking = blocking;
        this.realm = realm;
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
        if (!admitting || connection.admin()) {
            channel.close();
            return;
        }
        if (open.incrementAndGet() > settings.maxConnections()) {
            open.decrementAndGet();
            LOG.debugf("AMQP of %s is not served: too many connections are open", connection.remoteAddress());
            channel.close();
            return;
        }
        AmqpConnection made = new AmqpConnection(
                channel,
                settings,
                connector,
                blocking,
                new AmqpLogin(realm, settings.anonymous(), connection.secure() || isLocal(connection)),
                this::gone);
        connections.add(made);
        channel.pipeline().addLast("amqp", made);
        if (!admitting) { // since it was looked at
            made.drain();
        }
    }

    /** A password in the clear is for the machine itself. */
    private static boolean isLocal(Connection connection) {
        var remote = connection.remoteAddress();
        return remote != null
                && remote.getAddress() != null
                && remote.getAddress().isLoopbackAddress();
    }

    private void gone(AmqpConnection connection) {
        if (connections.remove(connection)) {
            open.decrementAndGet();
        }
    }

    @Override
    public void resume() {
        admitting = true;
    }

    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        admitting = false;
        List<AmqpConnection> all = List.copyOf(connections);
        all.forEach(AmqpConnection::drain);
        try {
            Object unused = CompletableFuture.allOf(
                            all.stream().map(AmqpConnection::ended).toArray(CompletableFuture[]::new))
                    .get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debugf(e, "%d connections by AMQP are cut off", connections.size());
            connections.forEach(AmqpConnection::cutOff);
        }
    }

    @Override
    public void close() {
        admitting = false;
        connections.forEach(AmqpConnection::cutOff);
    }
}
