package io.keelson.jms;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.PasswordFile;
import io.keelson.base.time.Ticker;
import io.keelson.jms.bridge.Bridge;
import io.keelson.jms.bridge.BridgeEnd;
import io.keelson.jms.bridge.BridgeState;
import io.keelson.jms.bridge.ForeignEnd;
import io.keelson.jms.bridge.LocalEnd;
import io.keelson.jms.bridge.QualityOfService;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The bridges of the domain on one server. In a cluster each is run by the server that has the lease {@code bridge/NAME}; recovery of its
 * transactions is every server's matter. The kernel's calls of {@link #open}, {@link #apply} and {@link #close} come one after the other;
 * the rest is thread-safe.
 */
final class JmsBridges implements AutoCloseable {
    private final Parts parts;
    private final Map<String, Running> running = new ConcurrentSkipListMap<>();
    private volatile boolean open;

    /**
     * The rooms that bridges need.
     *
     * @param server the name of this server
     * @param domain its directory, to which password files are relative
     * @param runs false on a server that owns nothing: the admin server of a cluster
     * @param leases null: there is no cluster
     * @param control null: there are no transactions
     * @param loader of other providers' clients
     */
    record Parts(
            String server,
            Path domain,
            boolean runs,
            @Nullable LeaseService leases,
            @Nullable TransactionControl control,
            Link.Connector connector,
            ServerTransactions transactions,
            Ticker ticker,
            ClassLoader loader) {}

    JmsBridges(Parts parts) {
        this.parts = parts;
    }

    /** A bridge of the configuration. */
    private static final class Running implements LeaseListener {
        private final JmsBridgeSettings settings;
        private final Bridge bridge;
        private final List<AutoCloseable> recoveries = new ArrayList<>();
        private volatile @Nullable LeaseClaim claim;
        private volatile boolean alone;

        Running(String name, JmsBridgeSettings settings, Parts parts) {
            this.settings = settings;
            BridgeEnd source = end(name, "source", settings, settings.source(), parts);
            BridgeEnd target = end(name, "target", settings, settings.target(), parts);
            this.bridge = new Bridge(
                    new Bridge.Rules(
                            name,
                            settings.qualityOfService(),
                            settings.selector(),
                            settings.clientId(),
                            settings.subscription(),
                            settings.batchSize(),
                            settings.replyDestinations(),
                            settings.retryDelayMinimum().toMillis(),
                            settings.retryDelayMaximum().toMillis()),
                    source,
                    target,
                    parts.control(),
                    parts.ticker(),
                    this::owned,
                    parts.loader(),
                    settings.started());
            TransactionControl control = parts.control();
            if (control != null && settings.qualityOfService() == QualityOfService.EXACTLY_ONCE) {
                for (BridgeEnd each : List.of(source, target)) {
                    if (each instanceof ForeignEnd foreign) {
                        recoveries.add(control.recoverable(foreign));
                    }
                }
            }
        }

        private boolean owned() {
            LeaseClaim of = claim;
            return alone || of != null && of.lease().filter(Lease::stillMine).isPresent();
        }

        void begin(String name, @Nullable LeaseService leases) {
            if (leases == null) {
                alone = true;
            } else {
                claim = leases.claim("bridge/" + name, this);
            }
            bridge.begin();
        }

        @Override
        public void granted(Lease lease) {
            bridge.ownerChanged();
        }

        @Override
        public void lost(Lease lease, LeaseLoss why) {
            bridge.ownerChanged();
        }

        void close() {
            bridge.close();
            LeaseClaim of = claim;
            if (of != null) {
                of.close();
            }
            for (AutoCloseable each : recoveries) {
                try {
                    each.close();
                } catch (Exception e) {
                    JmsLog.LOG.debugf(e, "the end of a bridge's recovery");
                }
            }
        }
    }

    private static BridgeEnd end(
            String bridge, String side, JmsBridgeSettings settings, JmsBridgeEnd end, Parts parts) {
        String factory = end.connectionFactory();
        if (factory == null) {
            return new LocalEnd(
                    (global, clientId) -> local(bridge, settings, global, clientId, parts),
                    new DestinationName(end.topic(), end.destination()));
        }
        return new ForeignEnd(
                new ForeignEnd.Named(
                        "bridge/" + bridge + "/" + side,
                        factory,
                        end.destination(),
                        end.jndiProperties(),
                        end.user(),
                        () -> password(end, parts.domain())),
                parts.loader(),
                parts.control());
    }

    private static ConnectionFactory local(
            String bridge, JmsBridgeSettings settings, boolean global, @Nullable String clientId, Parts parts) {
        FactorySettings standard = FactorySettings.STANDARD;
        FactorySettings own = new FactorySettings(
                "bridge " + bridge,
                clientId,
                settings.batchSize(),
                !global, // within transactions of the server there is no prefetching
                false,
                false,
                1,
                standard.sendTimeout(),
                standard.reconnectTimeout());
        return new ClientConnectionFactory(parts.connector(), () -> own, global ? parts.transactions() : null);
    }

    /** Returns the password that is meant; null where none is. */
    private static @Nullable String password(JmsBridgeEnd end, Path domain) {
        return password(end.password(), end.passwordFile(), domain);
    }

    static @Nullable String password(@Nullable String given, @Nullable Path named, Path domain) {
        if (named == null) {
            return given;
        }
        Path file = domain.resolve(named);
        try {
            return PasswordFile.read(file);
        } catch (IOException e) {
            throw new IllegalStateException("the password-file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Begins to run bridges. */
    void open(Configuration configuration) {
        open = true;
        apply(configuration);
    }

    /** Makes and ends bridges as a configuration says. One whose settings have not changed goes on. */
    void apply(Configuration configuration) {
        if (!open || !parts.runs()) {
            return;
        }
        Map<String, JmsBridgeSettings> wanted = configuration.all(JmsBridgeSettings.class);
        running.forEach((name, each) -> {
            JmsBridgeSettings next = wanted.get(name);
            if (next == null || !next.equals(each.settings) || !next.isOn(parts.server())) {
                running.remove(name);
                each.close();
            }
        });
        wanted.forEach((name, settings) -> {
            if (settings.isOn(parts.server()) && !running.containsKey(name)) {
                Running made = new Running(name, settings, parts);
                running.put(name, made);
                made.begin(name, parts.leases());
            }
        });
    }

    /** Returns the bridges of this server. */
    List<JmsBridgeRuntime> runtimes() {
        return running.entrySet().stream()
                .map(each -> JmsBridgeRuntime.of(
                        each.getKey(),
                        each.getValue().settings,
                        each.getValue().bridge.state()))
                .toList();
    }

    /** Returns the names of the bridges of this server. */
    List<String> names() {
        return List.copyOf(running.keySet());
    }

    /** Starts or stops a bridge here. Returns its state before; null: there is no such bridge. */
    @Nullable
    BridgeState want(String name, boolean started) {
        Running of = running.get(name);
        if (of == null) {
            return null;
        }
        BridgeState before = of.bridge.state();
        if (started) {
            of.bridge.start();
        } else {
            of.bridge.stop();
        }
        return before;
    }

    @Override
    public void close() {
        open = false;
        running.values().forEach(Running::close);
        running.clear();
    }
}
