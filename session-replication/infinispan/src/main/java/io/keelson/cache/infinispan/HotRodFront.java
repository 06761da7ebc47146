package io.keelson.cache.infinispan;

import static io.keelson.cache.infinispan.CachesLog.LOG;

import io.keelson.base.config.DataSize;
import io.keelson.cache.spi.CacheEngine.HotRodDoor;
import io.keelson.cache.spi.CacheEngine.HotRodPlace;
import io.netty.channel.Channel;
import java.util.Set;
import org.infinispan.security.Security;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Infinispan's server for Hot Rod on the server's own channels: it gets connections that the channel has accepted, and opens no port. Who
 * connects has to log in by SCRAM-SHA-256 against the realm. Thread-safe: its lock guards begin and end.
 */
final class HotRodFront implements HotRodDoor {
    private final HotRodPlace place;
    private final DataSize largest;
    private @Nullable HotRodServer server;
    private boolean closed;

    HotRodFront(HotRodPlace place, DataSize largest) {
        this.place = place;
        this.largest = largest;
    }

    /** Begins to serve these caches. Says it in the log where that fails. */
    synchronized void begin(CachesOfServer caches) {
        if (closed || server != null) {
            return;
        }
        HotRodServer made = new HotRodServer();
        try {
            Set<String> names = caches.names();
            HotRodServerConfigurationBuilder how = new HotRodServerConfigurationBuilder();
            how.name("keelson")
                    .host(place.host())
                    .port(place.port())
                    .proxyHost(place.host())
                    .proxyPort(place.port())
                    .startTransport(false)
                    .maxContentLength(String.valueOf(largest.bytes()));
            how.authentication()
                    .enable()
                    .sasl()
                    .serverName("infinispan")
                    .addMechanisms(ScramServer.MECHANISM)
                    .authenticator(new RealmAuthenticator(place.logins(), place.roles(), names));
            Security.doAs(ServerSubject.INSTANCE, () -> {
                made.start(how.build(), caches.manager());
                made.postStart();
            });
            server = made;
            LOG.hotRod(place.host(), place.port());
        } catch (RuntimeException e) { // Infinispan declares no other
            LOG.noHotRod(place.host(), place.port(), e);
            made.stop();
        }
    }

    /** A client that comes before the caches are open goes to another server, or comes again. */
    @Override
    public void connect(Channel channel) {
        HotRodServer now = current();
        if (now == null) {
            channel.close();
        } else {
            channel.pipeline().addLast("hot-rod", now.getInitializer());
        }
    }

    private synchronized @Nullable HotRodServer current() {
        return server;
    }

    @Override
    public synchronized void close() {
        closed = true;
        HotRodServer now = server;
        server = null;
        if (now != null) {
            Security.doAs(ServerSubject.INSTANCE, now::stop);
        }
    }
}
