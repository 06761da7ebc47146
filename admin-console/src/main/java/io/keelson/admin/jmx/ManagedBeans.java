package io.keelson.admin.jmx;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.serial.ManagementConnector;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * MBeans by which a server shows itself, in the JVM's own MBean server (Java Management Extensions 1.4). One thread owns all beans:
 * it looks every two seconds what has come, gone or changed its state. {@link #stateChanged} and {@link #happened} are safe on every
 * thread and never block.
 *
 * <p>There are none before the JVM has its MBean server, which it makes when somebody first asks for it: a program that attaches, an
 * agent, an application. Who attaches finds them with the first request, others within a turn. Until then there is next to nothing to
 * pay for: the JVM's own beans and these are 400 classes.
 */
public final class ManagedBeans implements AutoCloseable {
    private static final Duration TURN = Duration.ofSeconds(2);
    /** Time that a request of somebody who has attached waits for the beans; they are there in a tenth of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String STATE = "State";

    private final Duration turn;
    private final Supplier<? extends Record> self;
    private final Ticker ticker;
    private final List<Action> ofServer;
    private final OpenRecords open = new OpenRecords();
    private final BeanNames names;
    private final JmxGate gate;
    private final Parts parts;

    // Owned by the thread that takes turns; the beans that are there, others may look up.
    private volatile @Nullable Registered registered;
    private @Nullable RuntimeBeans runtime;
    private @Nullable ConfigurationBeans configuration;
    private boolean over;

    private volatile boolean shown;
    private volatile @Nullable ScheduledExecutorService thread;
    private volatile ManagementConnector.@Nullable Registration connector;

    /** JmxGate through which the configuration can be changed. */
    @FunctionalInterface
    public interface Edits {
        /**
         * Sets one value and has it activated on all servers.
         *
         * @param caller who asks
         * @throws Exception where it is refused; nothing was changed then
         */
        void set(SettingPath path, Object value, Caller caller) throws Exception;
    }

    /**
     * Of what the beans are made.
     *
     * @param records what the server does now
     * @param inForce the configuration; null where it is not that of a domain on disk
     * @param edits where the configuration can be changed; null where it cannot
     * @param actions what can be done with the records of a collection
     */
    public record Parts(
            RecordCollections records,
            @Nullable Supplier<DomainConfiguration> inForce,
            @Nullable Edits edits,
            Map<String, List<Action>> actions) {}

    /**
     * The beans of a server, none of which is there yet.
     *
     * @param server its name
     * @param self the server itself, with a component {@code state}
     * @param ofServer what can be done with the server
     */
    public ManagedBeans(
            String server,
            Supplier<? extends Record> self,
            List<Action> ofServer,
            Parts parts,
            AuditLog audit,
            Ticker ticker) {
        this(server, self, ofServer, parts, audit, ticker, TURN);
    }

    ManagedBeans(
            String server,
            Supplier<? extends Record> self,
            List<Action> ofServer,
            Parts parts,
            AuditLog audit,
            Ticker ticker,
            Duration turn) {
        this.turn = turn;
        this.self = self;
        this.ofServer = List.copyOf(ofServer);
        this.parts = parts;
        this.ticker = ticker;
        this.names = new BeanNames(server);
        this.gate = new JmxGate(audit);
    }

    /** Begins to show. Called by the life cycle, as is {@link #close}. */
    public void start() {
        ScheduledExecutorService fresh = Threads.scheduler("keelson.management.Jmx");
        fresh.scheduleWithFixedDelay(this::guarded, turn.toMillis(), turn.toMillis(), TimeUnit.MILLISECONDS);
        thread = fresh;
        connector = ManagementConnector.beforeRequests(this::show);
    }

    /** Somebody is about to ask: waits until the beans are there, where the JVM has its MBean server. */
    public void show() {
        ScheduledExecutorService running = thread;
        if (shown || running == null) {
            return;
        }
        try {
            running.submit(this::guarded).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            JmxLog.LOG.debugf(e, "who attached does not find all beans at once");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void guarded() {
        if (over) {
            return;
        }
        try {
            turn();
        } catch (RuntimeException | Error e) { // whatever it is, the next turn comes
            JmxLog.LOG.failed(e);
        }
    }

    private void turn() {
        Registered all = registered;
        if (all == null && MBeanServerFactory.findMBeanServer(null).isEmpty()) {
            // Asking for the JVM's own would make it.
            return;
        }
        if (all == null) {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            all = new Registered(server);
            registered = all;
            all.add(names.server(), ofServer());
            runtime = new RuntimeBeans(parts.records(), open, names, all, gate, parts.actions());
            Supplier<DomainConfiguration> inForce = parts.inForce();
            configuration = inForce == null
                    ? null
                    : new ConfigurationBeans(inForce, names.text(), names, all, gate, parts.edits());
        }
        long now = ticker.currentTimeMillis();
        if (runtime != null) {
            runtime.turn(now);
        }
        if (configuration != null) {
            configuration.turn(now);
        }
        shown = true;
    }

    private Bean ofServer() {
        ObjectName name = names.server();
        Map<String, Shown> shown = new LinkedHashMap<>();
        open.components(self.get().getClass())
                .forEach((component, as) -> shown.put(RuntimeBeans.attribute(component), as));
        return Bean.readOnly(
                "The server " + names.text() + ".",
                Bean.told(shown),
                () -> {
                    Map<String, @Nullable Object> values = new HashMap<>();
                    open.values(self.get())
                            .forEach((component, value) -> values.put(RuntimeBeans.attribute(component), value));
                    return values;
                },
                RuntimeBeans.operations(gate, name, self::get, ofServer));
    }

    /** Returns whether a bean of that name is one of these. Any thread. */
    public boolean has(ObjectName name) {
        return bean(name) != null;
    }

    /** The operation of REST that an operation of one of these beans is; empty where there is no such bean or operation. Any thread. */
    public Optional<String> route(ObjectName name, String operation) {
        Bean bean = bean(name);
        return bean == null ? Optional.empty() : Optional.ofNullable(bean.route(operation));
    }

    private @Nullable Bean bean(ObjectName name) {
        Registered all = registered;
        return all == null ? null : all.get(name);
    }

    /** Through which changes go. */
    public JmxGate gate() {
        return gate;
    }

    /** Tells who listens that the server has another state. */
    public void stateChanged(String before, String after) {
        tell(bean -> bean.changed(ticker.currentTimeMillis(), STATE, String.class.getName(), before, after));
    }

    /** Tells who listens to the server that something has happened; {@code json} is the user data. */
    public void happened(String message, String json) {
        tell(bean -> bean.happened(ticker.currentTimeMillis(), message, json));
    }

    private interface Telling {
        void tell(Bean bean);
    }

    private void tell(Telling telling) {
        ScheduledExecutorService running = thread;
        if (running == null) {
            return;
        }
        try {
            running.execute(() -> {
                Bean bean = bean(names.server());
                if (bean != null) {
                    telling.tell(bean);
                }
            });
        } catch (RejectedExecutionException e) {
            JmxLog.LOG.debugf(e, "nobody listens any more");
        }
    }

    /** Takes all beans away. */
    @Override
    public void close() {
        ManagementConnector.Registration registration = connector;
        if (registration != null) {
            registration.close();
        }
        ScheduledExecutorService last = thread;
        if (last == null) {
            return;
        }
        try {
            // A turn that is under way ends first; one that is due already would show all again.
            last.execute(() -> {
                over = true;
                Registered all = registered;
                if (all != null) {
                    all.clear();
                }
            });
            last.shutdown();
            if (!last.awaitTermination(5, TimeUnit.SECONDS)) {
                last.shutdownNow();
            }
        } catch (RejectedExecutionException e) {
            JmxLog.LOG.debugf(e, "closed already");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
