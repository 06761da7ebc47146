package io.keelson.cache.memcached;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.cache.access.OpenCaches;
import io.keelson.cache.spi.EntryStore;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.security.Realm;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Memcached's text protocol on a channel: its commands are words of small letters, which no other protocol begins with. Thread-safe. */
public final class MemcachedProtocol implements ProtocolProvider, AutoCloseable {
    private static final List<byte[]> BEGINNINGS = List.of(
                    "get",
                    "gat",
                    "set ",
                    "add ",
                    "replace ",
                    "append ",
                    "prepend ",
                    "cas ",
                    "delete ",
                    "incr ",
                    "decr ",
                    "touch ",
                    "flush_all",
                    "stats",
                    "version",
                    "verbosity",
                    "quit")
            .stream()
            .map(word -> word.getBytes(StandardCharsets.US_ASCII))
            .toList();
    private static final int MOST = 9;

    private final OpenCaches caches;
    private final Realm realm;
    private final WorkManager work;
    private final Ticker ticker;
    private final Figures figures;
    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Of one of these caches, for users of the realm. */
    public MemcachedProtocol(OpenCaches caches, Realm realm, WorkManager work, Ticker ticker) {
        this.caches = caches;
        this.realm = realm;
        this.work = work;
        this.ticker = ticker;
        this.figures = new Figures(ticker);
    }

    @Override
    public String name() {
        return "memcached";
    }

    @Override
    public int mostBytes() {
        return MOST;
    }

    @Override
    public Match match(ByteBuffer first) {
        boolean more = false;
        for (byte[] beginning : BEGINNINGS) {
            int n = Math.min(beginning.length, first.remaining());
            boolean same = true;
            for (int i = 0; i < n && same; i++) {
                same = first.get(first.position() + i) == beginning[i];
            }
            if (same && n == beginning.length) {
                return Match.YES;
            }
            more |= same;
        }
        return more ? Match.UNDECIDED : Match.NO;
    }

    private @Nullable String cache() {
        String named = caches.grid().memcachedCache();
        if (named != null) {
            return named;
        }
        return caches.settings().size() == 1
                ? caches.settings().keySet().iterator().next()
                : null;
    }

    @Override
    public void connect(Connection connection) {
        String cache = cache();
        EntryStore store = cache == null ? null : caches.store(cache);
        if (cache == null || store == null || closed) {
            connection.drop();
            return;
        }
        Channel channel = connection.unwrap(Channel.class);
        connections.add(channel);
        channel.closeFuture().addListener(done -> connections.remove(channel));
        int most = caches.grid().maxValueSize().toInt();
        InetSocketAddress remote = connection.remoteAddress();
        boolean safe =
                connection.secure() || remote != null && remote.getAddress().isLoopbackAddress();
        MemcachedLogin login = new MemcachedLogin(cache, caches.roles(), realm, work, safe);
        channel.pipeline()
                .addLast(
                        "memcached",
                        new MemcachedConnection(
                                connection.limits().bodyTimeout(),
                                new CommandParser(most),
                                new Commands(store, ticker, most),
                                login,
                                figures,
                                () -> figures.lines(store.counts(), connections.size())));
    }

    /** Ends all connections. */
    @Override
    public void close() {
        closed = true;
        connections.forEach(Channel::close);
    }
}
