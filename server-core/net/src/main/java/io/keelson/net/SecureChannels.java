package io.keelson.net;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.HandshakePool;
import io.keelson.net.tls.TlsFiles;
import io.keelson.net.tls.TlsOnDemand;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Resources that the channels with TLS of a server share: threads for handshakes, and the timer that looks at their files. The network
 * subsystem opens and closes it, one call at a time; {@code channels} and {@code onDemand} are replaced as a whole and read by others,
 * {@code lock} guards {@code timer} and {@code closed}.
 */
final class SecureChannels {
    private final HandshakePool handshakes;
    private final HandshakePool adminHandshakes;
    private final Ticker ticker;
    private volatile Map<String, ChannelTls> channels = Map.of();
    private volatile Map<String, TlsOnDemand> onDemand = Map.of();
    private volatile Predicate<X509Certificate> refused = certificate -> false;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ScheduledExecutorService timer;
    private boolean closed;

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
        all.values().forEach(tls -> every(tls.reloadInterval(), tls::look));
    }

    /** Has channels that have no TLS of their own speak it too, with files that somebody else cares for. Called after {@link #open}. */
    void beside(Set<String> names, TlsFiles files, Path domain) {
        Map<String, TlsOnDemand> later = new HashMap<>();
        for (String name : names) {
            later.put(name, new TlsOnDemand(name, files, domain, ticker, known -> {
                TlsOnDemand opened = onDemand.get(name);
                if (opened != null) {
                    every(known.reloadInterval(), opened::look);
                }
            }));
        }
        onDemand = Map.copyOf(later);
    }

    /** By the thread that opens the channels, or by one for handshakes. */
    private void every(Duration interval, Look look) {
        if (interval.isZero()) {
            return;
        }
        lock.lock();
        try {
            ScheduledExecutorService running = timer;
            if (closed) {
                return;
            }
            if (running == null) {
                running = Threads.scheduler("keelson.tls.Timer");
                timer = running;
            }
            long nanos = interval.toNanos();
            running.scheduleWithFixedDelay(() -> look(look), nanos, nanos, TimeUnit.NANOSECONDS);
        } finally {
            lock.unlock();
        }
    }

    /** Looks at files. */
    @FunctionalInterface
    private interface Look {
        void look() throws IOException;
    }

    /** A failure must not end the looking. */
    private static void look(Look at) {
        try {
            at.look();
        } catch (IOException | RuntimeException e) {
            NetLog.LOG.lookFailed(e);
        }
    }

    @Nullable
    ChannelTls of(String channel) {
        TlsOnDemand later = onDemand.get(channel);
        return later == null ? channels.get(channel) : later.ready();
    }

    /** The TLS that a channel speaks beside what it speaks in the clear; null where it does not. */
    @Nullable
    TlsOnDemand beside(String channel) {
        return onDemand.get(channel);
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
        lock.lock();
        try {
            closed = true;
            if (timer != null) {
                timer.shutdownNow();
                timer = null;
            }
        } finally {
            lock.unlock();
        }
        handshakes.close();
        adminHandshakes.close();
    }
}
