package io.keelson.jms;

import io.keelson.base.config.Configuration;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.client.ContextFactory;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.client.RemoteLink;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.saf.SafLog;
import io.keelson.jms.saf.SafRules;
import io.keelson.jms.saf.SafRun;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.config.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Store and forward: hands the messages of local queues over to remote domains. For each JMS server that is open here, its own and those
 * of members that are gone, it looks twice a second which queues have messages, and begins a thread for each. Thread-safe.
 */
final class JmsSaf implements AutoCloseable {
    private static final long LOOK_MILLIS = 500;
    private static final long LINK_TIMEOUT = 5_000;

    private final String server;
    private final Path domain;
    private final JmsServers servers;
    private final JmsSettings settings;
    private final Ticker ticker;

    /** By JMS server and queue: what its agent does. */
    private final Map<String, Agent> agents = new ConcurrentHashMap<>();

    private volatile Map<String, JmsSafSettings> contexts = Map.of();
    private final ReentrantLock naming = new ReentrantLock();
    private volatile boolean open;
    private volatile @Nullable ScheduledExecutorService looking;

    JmsSaf(String server, Path domain, JmsServers servers, JmsSettings settings, Ticker ticker) {
        this.server = server;
        this.domain = domain;
        this.servers = servers;
        this.settings = settings;
        this.ticker = ticker;
    }

    /** The counts of the agent of a queue. */
    private static final class Agent {
        final AtomicLong forwarded = new AtomicLong();
        final AtomicLong failures = new AtomicLong();
        volatile boolean running;
        volatile @Nullable String lastFailure;
        volatile long pause;
        volatile long notBefore;
        volatile boolean said;

        boolean failing() {
            return said;
        }
    }

    void open(Configuration configuration) {
        open = true;
        apply(configuration);
    }

    void apply(Configuration configuration) {
        if (!open) {
            return;
        }
        contexts = configuration.all(JmsSafSettings.class);
        agents.values().forEach(each -> each.notBefore = 0);
        if (!contexts.isEmpty() && looking == null) {
            ScheduledExecutorService on = Threads.scheduler("keelson.jms: store and forward");
            looking = on;
            var unused = on.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        try {
            for (JmsHost host : servers.open()) {
                JmsServer open = host.ifOpen();
                if (open != null) {
                    contexts.forEach((context, each) -> each.destinations()
                            .forEach((local, destination) -> look(host, open, context, each, local, destination)));
                }
            }
        } catch (RuntimeException e) {
            JmsLog.LOG.debugf(e, "a look at queues to forward"); // the next one tries again
        }
    }

    private void look(
            JmsHost host,
            JmsServer of,
            String context,
            JmsSafSettings settings,
            String local,
            JmsSafDestination destination) {
        DestinationName queue = DestinationName.queue(local);
        Agent agent = agents.computeIfAbsent(host.name() + "/" + local, key -> new Agent());
        if (agent.running
                || agent.notBefore > ticker.currentTimeMillis()
                || !of.demand().isStranded(queue)) {
            return;
        }
        agent.running = true;
        SafRules rules = rules(context, settings, local, destination);
        Threads.daemon("keelson.jms: forwarding of " + host.name() + "/" + local + " to " + context, () -> {
                    try {
                        forward(agent, host, of, settings, rules);
                    } finally {
                        agent.running = false;
                    }
                })
                .start();
    }

    private static SafRules rules(
            String context, JmsSafSettings settings, String local, JmsSafDestination destination) {
        String remote = destination.remoteDestination();
        String error = destination.errorDestination();
        return new SafRules(
                context,
                DestinationName.queue(local),
                new DestinationName(destination.topic(), remote == null ? local : remote),
                settings.windowSize(),
                destination.timeToLive().toMillis(),
                destination.errorHandling(),
                error == null ? null : DestinationName.queue(error));
    }

    private void forward(Agent agent, JmsHost host, JmsServer of, JmsSafSettings settings, SafRules rules) {
        long before = agent.forwarded.get();
        RemoteLink remote = null;
        try {
            Place place = place(host.name(), rules.context());
            remote = connect(settings, place.server());
            place.keep(remote.server());
            new SafRun(
                            rules,
                            of,
                            remote.link(),
                            place.store(),
                            ticker,
                            () -> open && host.ifOpen() == of && contexts.get(rules.context()) == settings,
                            done -> agent.forwarded.addAndGet(done))
                    .run();
            agent.said = false;
            agent.pause = 0;
        } catch (JmsFailure | NamingException | IOException | RuntimeException e) {
            if (!open) {
                return;
            }
            agent.failures.incrementAndGet();
            agent.lastFailure = String.valueOf(e.getMessage() == null ? e : e.getMessage());
            boolean progress = agent.forwarded.get() > before;
            if (!agent.said || progress) {
                SafLog.LOG.failed(rules.local().toString(), rules.context(), String.valueOf(agent.lastFailure));
            }
            agent.said = true;
            long least = settings.retryDelayMinimum().toMillis();
            agent.pause = progress || agent.pause == 0
                    ? least
                    : Math.min(2 * agent.pause, settings.retryDelayMaximum().toMillis());
            agent.notBefore = ticker.currentTimeMillis() + agent.pause;
        } finally {
            if (remote != null) {
                remote.link().close();
            }
        }
    }

    private Place place(String of, String context) throws IOException {
        naming.lock(); // agents of one store begin together
        try {
            return Place.of(settings.store(domain, of), context);
        } finally {
            naming.unlock();
        }
    }

    private RemoteLink connect(JmsSafSettings settings, String home) throws JmsFailure, NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.PROVIDER_URL, settings.providerUrl());
        String user = settings.user();
        String password = JmsBridges.password(settings.password(), settings.passwordFile(), domain);
        if (user != null && password != null) {
            environment.put(Context.SECURITY_PRINCIPAL, user);
            environment.put(Context.SECURITY_CREDENTIALS, password);
        }
        return RemoteLink.open(ContextFactory.streams(environment), home, new Nothing(), LINK_TIMEOUT);
    }

    /** Hears of a link without consumers. */
    private static final class Nothing implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }

    /**
     * Memory of a store about a remote domain, in files beside it. The remote domain knows what the store has done under a name of the
     * store's own. The other file names the JMS server there that knows it.
     */
    private record Place(Path file, String store, String server) {
        static Place of(Path directory, String context) throws IOException {
            Path names = directory.resolve("saf.name");
            if (!Files.exists(names)) {
                write(names, UUID.randomUUID().toString());
            }
            Path file = directory.resolve("saf-" + context + ".server");
            return new Place(file, Files.readString(names), Files.exists(file) ? Files.readString(file) : "");
        }

        void keep(String found) throws IOException {
            if (!found.equals(server)) {
                write(file, found);
            }
        }

        private static void write(Path file, String text) throws IOException {
            AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns what the agents of this server do. */
    List<JmsSafRuntime> runtimes() {
        List<JmsSafRuntime> all = new ArrayList<>();
        contexts.forEach((context, each) -> {
            if (each.isOn(server)) {
                each.destinations().forEach((local, destination) -> {
                    Agent agent = agents.getOrDefault(server + "/" + local, new Agent());
                    SafRules rules = rules(context, each, local, destination);
                    String last = agent.lastFailure;
                    all.add(new JmsSafRuntime(
                            local,
                            context,
                            rules.remote().toString(),
                            each.providerUrl(),
                            agent.failing() ? "retrying" : agent.running ? "forwarding" : "idle",
                            agent.failing(),
                            waiting(rules.local()),
                            agent.forwarded.get(),
                            agent.failures.get(),
                            last == null ? "" : last));
                });
            }
        });
        all.sort(Comparator.comparing(JmsSafRuntime::name));
        return all;
    }

    private long waiting(DestinationName queue) {
        return servers.ownHost().states().stream()
                .filter(each -> each.name().equals(queue))
                .mapToLong(each -> (long) each.ready() + each.delayed() + each.inFlight())
                .sum();
    }

    @Override
    public void close() {
        open = false;
        ScheduledExecutorService on = looking;
        looking = null;
        if (on != null) {
            on.shutdownNow();
        }
    }
}
