package io.keelson.session.hotrod;

import io.keelson.session.grid.GridConnector.Access;
import io.keelson.session.grid.GridConnector.Address;
import io.keelson.session.grid.GridConnector.Grid;
import io.keelson.session.grid.GridConnector.Login;
import io.keelson.session.grid.GridEntries;
import io.keelson.session.grid.GridVault;
import io.keelson.session.store.SessionVault;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.infinispan.client.hotrod.Flag;
import org.infinispan.client.hotrod.MetadataValue;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.commons.marshall.IdentityMarshaller;
import org.infinispan.commons.util.CloseableIterator;
import org.jspecify.annotations.Nullable;

/**
 * One grid, and the connections to it, which all applications of the server share. It is connected by the first use, and again where that
 * has failed. Only bytes go over: the client makes no objects of them. Thread-safe; the lock guards the connecting.
 */
final class HotRodGrid implements Grid, GridEntries {
    /**
     * Time between two looks through a grid, in milliseconds. A look reads all that is there; entries outlast their
     * sessions by longer than that.
     */
    private static final long LOOK_MILLIS = 1_800_000;

    private static final int LOOK_BATCH = 100;
    private static final byte[] NOBODY = {};

    private final Access access;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable RemoteCache<byte[], byte[]> cache;
    private @Nullable RemoteCacheManager manager;
    private boolean closed;

    HotRodGrid(Access access) {
        this.access = access;
    }

    /** Something that is done with the cache. */
    interface Use<T> {
        T with(RemoteCache<byte[], byte[]> cache) throws IOException;
    }

    @Override
    public SessionVault vault(String application, boolean shared, Consumer<String> torn) {
        return new GridVault(this, application, shared, torn);
    }

    @Override
    public byte @Nullable [] get(byte[] key) throws IOException {
        return use(cache -> Optional.ofNullable(cache.get(key))).orElse(null);
    }

    @Override
    public @Nullable Seen see(byte[] key) throws IOException {
        MetadataValue<byte[]> there =
                use(cache -> Optional.ofNullable(cache.getWithMetadata(key))).orElse(null);
        return there == null ? null : new Seen(there.getValue(), there.getVersion());
    }

    @Override
    public byte @Nullable [] putIfAbsent(byte[] key, byte[] value, long seconds) throws IOException {
        return use(cache -> Optional.ofNullable(
                        cache.withFlags(Flag.FORCE_RETURN_VALUE).putIfAbsent(key, value, seconds, TimeUnit.SECONDS)))
                .orElse(null);
    }

    @Override
    public boolean replace(byte[] key, Seen seen, byte[] value, long seconds) throws IOException {
        return use(cache ->
                cache.replaceWithVersion(key, value, seen.version(), seconds, TimeUnit.SECONDS, -1, TimeUnit.SECONDS));
    }

    @Override
    public void put(byte[] key, byte[] value, long seconds) throws IOException {
        use(cache -> Optional.ofNullable(cache.put(key, value, seconds, TimeUnit.SECONDS)));
    }

    @Override
    public void each(BiConsumer<byte[], byte[]> taker) throws IOException {
        use(cache -> {
            try (CloseableIterator<Map.Entry<Object, Object>> all = cache.retrieveEntries(null, LOOK_BATCH)) {
                while (all.hasNext()) {
                    Map.Entry<Object, Object> entry = all.next();
                    if (entry.getKey() instanceof byte[] key && entry.getValue() instanceof byte[] value) {
                        taker.accept(key, value);
                    }
                }
            }
            return true;
        });
    }

    @Override
    public long lookMillis() {
        return LOOK_MILLIS;
    }

    @Override
    public void probe() throws IOException {
        use(cache -> cache.containsKey(NOBODY));
    }

    /** Does it, or says why the grid cannot be used. */
    <T> T use(Use<T> use) throws IOException {
        try {
            return use.with(connected());
        } catch (RuntimeException e) {
            throw away(e);
        }
    }

    private IOException away(RuntimeException e) {
        Throwable first = e;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        String why = first.getMessage();
        return new IOException("the grid '" + access.name() + "': " + (why == null ? first.toString() : why), e);
    }

    private RemoteCache<byte[], byte[]> connected() throws IOException {
        RemoteCache<byte[], byte[]> open = cache;
        if (open != null) {
            return open;
        }
        lock.lock();
        try {
            open = cache;
            if (open == null) {
                open = connect();
                cache = open;
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The client finds its mechanisms of authentication by the context class loader, and its threads keep it: not that of an application.
     */
    private RemoteCache<byte[], byte[]> connect() throws IOException {
        if (closed) {
            throw new IOException("the connections to the grid '" + access.name() + "' have been closed");
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(HotRodGrid.class.getClassLoader());
        RemoteCacheManager made = null;
        try {
            made = new RemoteCacheManager(configuration().build(), true);
            RemoteCache<byte[], byte[]> there = made.getCache(access.cache());
            if (there == null) {
                throw new IOException("the grid '" + access.name() + "' has no cache '" + access.cache()
                        + "'; make one there, of the media type application/octet-stream");
            }
            manager = made;
            made = null;
            return there;
        } finally {
            thread.setContextClassLoader(before);
            if (made != null) {
                made.close();
            }
        }
    }

    private ConfigurationBuilder configuration() {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        for (Address each : access.addresses()) {
            builder.addServer().host(each.host()).port(each.port());
        }
        builder.marshaller(IdentityMarshaller.INSTANCE)
                .connectionTimeout(millis(access.connectTimeout()))
                .socketTimeout(millis(access.requestTimeout()))
                .maxRetries(1)
                .statistics()
                .disable();
        Login login = access.login();
        if (login != null) {
            builder.security()
                    .authentication()
                    .enable()
                    .username(login.user())
                    .password(login.password())
                    .realm("default")
                    .serverName("infinispan")
                    .saslMechanism(login.mechanism());
        }
        if (access.tls()) {
            var tls = builder.security()
                    .ssl()
                    .enable()
                    .sniHostName(access.addresses().get(0).host())
                    .hostnameValidation(true);
            if (access.trust() != null) {
                tls.trustStoreFileName(access.trust().toString()).trustStoreType("pem");
            }
        }
        return builder;
    }

    private static int millis(java.time.Duration duration) {
        return (int) duration.toMillis();
    }

    @Override
    public void close() {
        RemoteCacheManager open;
        lock.lock();
        try {
            closed = true;
            open = manager;
            manager = null;
            cache = null;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
    }
}
