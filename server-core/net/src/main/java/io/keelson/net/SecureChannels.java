package io.keelson.net;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.HandshakePool;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the channels with TLS of a server share: threads for handshakes, and the timer that looks at their files. The network
 * subsystem opens and closes it, one call at a time; {@code channels} is replaced as a whole and read by others.
 */
final class SecureChannels {
    private final HandshakePool handshakes;
    private final HandshakePool adminHandshakes;
    private final Ticker ticker;
    private volatile Map<String, ChannelTls> channels = Map.of();
    private volatile Predicate<X509Certificate> refused = certificate -> false;
    private @Nullable ScheduledExecutorService timer;

    SecureChannels(int processors, Ticker ticker) {
        this.ticker = ticker;
        handshakes = new HandshakePool("keelson.tls.Handshake", HandshakePool.standardSize(processors), ticker);
        // Administration must get in while a rush of clients keeps the others busy.
        adminHandshakes = new HandshakePool("keelson.tls.AdminHandshake", 1, ticker);
    }

    /** Reads the certificates, keys and trust of all channels that have TLS. */
    void open(Map<String, ChannelSettings> settings, Path domain) throws IOException {
        Map<String, ChannelTls> all = new LinkedHashMap<>();
        for (Map.Entry<String, ChannelSettings> channel : settings.entrySet()) {
            TlsSettings tls = channel.getValue().tls();
            if (tls != null) {
                String name = channel.getKey();
                all.put(name, new ChannelTls(name, tls, domain, ticker));
            }
        }
        channels = all;
        // Somebody may have said it before, or says it just now and does not see these yet.
        all.values().forEach(tls -> tls.shown().refuse(refused));
        all.values().forEach(this::watch);
    }

    private void watch(ChannelTls channel) {
        Duration interval = channel.reloadInterval();
        if (interval.isZero()) {
            return;
        }
        ScheduledExecutorService running = timer;
        if (running == null) {
            running = Threads.scheduler("keelson.tls.Timer");
            timer = running;
        }
        long nanos = interval.toNanos();
        running.scheduleWithFixedDelay(() -> look(channel), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /** A failure must not end the looking. */
    private static void look(ChannelTls channel) {
        try {
            channel.look();
        } catch (RuntimeException e) {
            NetLog.LOG.lookFailed(e);
        }
    }

    @Nullable
    ChannelTls of(String channel) {
        return channels.get(channel);
    }

    /** Says which certificates of clients count no more. Returns how many connections it has closed. */
    int refuse(Predicate<X509Certificate> certificates) {
        refused = certificates;
        return channels.values().stream()
                .mapToInt(tls -> tls.shown().refuse(certificates))
                .sum();
    }

    Executor handshakes(boolean admin) {
        return admin ? adminHandshakes : handshakes;
    }

    void close() {
        ScheduledExecutorService running = timer;
        timer = null;
        if (running != null) {
            running.shutdownNow();
        }
        handshakes.close();
        adminHandshakes.close();
    }
}
