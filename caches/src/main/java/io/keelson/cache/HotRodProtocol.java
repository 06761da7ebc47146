package io.keelson.cache;

import io.keelson.cache.spi.CacheEngine.HotRodDoor;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hot Rod on a channel: a request begins with a byte that neither HTTP nor text has. Thread-safe: its lock guards the door. */
final class HotRodProtocol implements ProtocolProvider, AutoCloseable {
    static final String NAME = "hot-rod";

    private static final byte REQUEST = (byte) 0xA0;

    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private volatile @Nullable HotRodDoor door;
    private volatile boolean open;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int mostBytes() {
        return 1;
    }

    @Override
    public Match match(ByteBuffer first) {
        return first.get(first.position()) == REQUEST ? Match.YES : Match.NO;
    }

    /** Begins to serve, once. */
    synchronized void serve(Supplier<HotRodDoor> made) {
        if (door == null) {
            door = made.get();
        }
    }

    boolean served() {
        return door != null;
    }

    /** Says whether connections are taken from now on; those that are there end where they are not. */
    void open(boolean now) {
        open = now;
        if (!now) {
            connections.forEach(Channel::close);
        }
    }

    /** A client that comes too early or too late goes to another server, or comes again. */
    @Override
    public void connect(Connection connection) {
        Channel channel = connection.unwrap(Channel.class);
        HotRodDoor now = door;
        if (now == null || !open) {
            connection.drop();
            return;
        }
        connections.add(channel);
        channel.closeFuture().addListener(closed -> connections.remove(channel));
        now.connect(channel);
    }

    @Override
    public synchronized void close() {
        open(false);
        HotRodDoor now = door;
        door = null;
        if (now != null) {
            now.close();
        }
    }
}
