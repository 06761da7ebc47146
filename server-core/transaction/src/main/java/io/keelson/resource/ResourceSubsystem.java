package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.ResourceSize;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.DataSourceTests;
import io.keelson.kernel.spi.ServerConnections;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The data sources of a server. They are made and bound in {@link #start}, before any application; {@link #suspend} lets
 * connections in use come back, when no application runs any more; {@link #stop} closes them. The kernel calls one method at a time;
 * the applications' data sources come and go on the threads of deployments.
 */
final class ResourceSubsystem implements Subsystem {
    /** The data source of {@code java:comp/DefaultDataSource}. */
    static final String DEFAULT = "DefaultDataSource";

    private static final Duration TEST_LIMIT = Duration.ofSeconds(10);

    private final Services services;
    private final ServerIdentity server;
    private final Ticker ticker;
    private final Naming naming;
    private final Drivers drivers;
    private final Map<String, DataSourceSettings> settings;
    private final Map<String, ManagedDataSource> ofDomain = new LinkedHashMap<>();
    private final Map<String, ResourceSize> sizes = new LinkedHashMap<>();
    private final Set<ManagedDataSource> ofApplications = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledExecutorService leakWatch;
    private @Nullable Configuration prepared;

    ResourceSubsystem(Services services) {
        this.services = services;
        this.server = services.get(ServerIdentity.class);
        this.ticker = services.get(Ticker.class);
        this.naming = services.get(Naming.class);
        this.settings = services.get(Configuration.class).all(DataSourceSettings.class);
        DomainLibrary library = services.get(DomainLibrary.class);
        Parts parts = services.get(Parts.class);
        this.drivers = new Drivers(List.of(
                () -> library,
                ResourceSubsystem.class::getClassLoader,
                () -> parts.names().contains("h2") ? parts.loader("h2") : null));
    }

    @Override
    public void start() {
        ScheduledExecutorService watch = Threads.scheduler("keelson.resource: connections held for long");
        leakWatch = watch;
        settings.forEach((name, each) -> {
            if (each.servers().isEmpty() || each.servers().contains(server.name())) {
                add(name, each, watch);
            }
        });
        if (!ofDomain.containsKey(DEFAULT)) {
            ofDomain.put(DEFAULT, embedded(watch));
        }
        naming.addDefault(DEFAULT, Objects.requireNonNull(ofDomain.get(DEFAULT)));
        naming.add(new DataSourceMaker(drivers, ticker, watch, ofApplications::add, ofApplications::remove));
        services.get(RuntimeState.class).add("data-sources", DataSourceRuntime.class, this::runtimes);
        services.publish(ServerConnections.class, ofServer(Map.copyOf(ofDomain)));
        services.publish(DataSourceTests.class, new Tests());
    }

    private final class Tests implements DataSourceTests {
        private final ConnectionTest test = new ConnectionTest(ticker, TEST_LIMIT);

        @Override
        public Outcome test(String name) throws InterruptedException {
            for (ManagedDataSource each : all()) {
                if (each.identity().name().equals(name)) {
                    return test.of(each.subject());
                }
            }
            throw new IllegalArgumentException("There is no data source '" + name + "' here; there are "
                    + all().stream()
                            .map(each -> each.identity().name())
                            .sorted()
                            .toList());
        }

        @Override
        public Outcome test(String name, Configuration configuration) throws InterruptedException {
            DataSourceSettings described =
                    configuration.all(DataSourceSettings.class).get(name);
            if (described == null) {
                throw new IllegalArgumentException("That configuration describes no data source '" + name + "'");
            }
            return test.of(new ConnectionTest.Subject(
                    name, Connector.shown(described.url()), connector(described), described.testQuery()));
        }
    }

    private Supplier<Connector> connector(DataSourceSettings each) {
        return () -> Connector.of(drivers.find(each.driverClass(), each.url()), each.url(), properties(each));
    }

    private static ServerConnections ofServer(Map<String, ManagedDataSource> sources) {
        return name -> {
            for (ManagedDataSource each : sources.values()) {
                if (each.identity().jndiNames().contains(name)) {
                    return each.serverConnection();
                }
            }
            ManagedDataSource called = sources.get(name);
            if (called != null) {
                return called.serverConnection();
            }
            throw new SQLNonTransientConnectionException("no data source of this server is bound as '" + name + "'");
        };
    }

    private void add(String name, DataSourceSettings each, ScheduledExecutorService watch) {
        List<String> names = each.jndiNames().isEmpty() ? List.of(name) : each.jndiNames();
        ManagedDataSource made = new ManagedDataSource(
                new ManagedDataSource.Identity(name, names, null, Connector.shown(each.url())),
                Plan.of(each),
                connector(each),
                ticker,
                watch);
        ofDomain.put(name, made);
        sizes.put(name, services.get(WorkManagers.class).dataSource(name, made.maximum()));
        names.forEach(as -> bind(made, as));
        made.start();
        ResourceLog.LOG.made(
                name, String.join(", ", names), made.maximum(), made.identity().url());
    }

    private void bind(ManagedDataSource made, String as) {
        try {
            Context names = naming.context();
            names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(as, made);
        } catch (NamingException e) {
            ResourceLog.LOG.notBound(made.identity().name(), as, String.valueOf(e.getMessage()));
        }
    }

    private Properties properties(DataSourceSettings each) {
        Properties properties = new Properties();
        properties.putAll(each.properties());
        if (each.user() != null) {
            properties.setProperty("user", each.user());
        }
        String password = Secrets.password(
                each.password(),
                each.passwordFile() == null ? null : server.domain().resolve(each.passwordFile()));
        if (password != null) {
            properties.setProperty("password", password);
        }
        return properties;
    }

    /** What java:comp/DefaultDataSource is where the domain does not say it. Opened by the first use. */
    private ManagedDataSource embedded(ScheduledExecutorService watch) {
        String directory = server.directory().resolve("data").toString();
        String url = "jdbc:h2:file:" + directory + "/default";
        Properties properties = new Properties();
        properties.setProperty("user", "keelson");
        properties.setProperty("password", "");
        properties.setProperty("DB_CLOSE_ON_EXIT", "FALSE");
        return new ManagedDataSource(
                new ManagedDataSource.Identity(DEFAULT, List.of("java:comp/" + DEFAULT), null, url),
                Plan.EMBEDDED,
                () -> {
                    if (server.productionMode()) {
                        ResourceLog.LOG.embeddedInProduction(directory);
                    }
                    return Connector.of(drivers.find(null, url), url, properties);
                },
                ticker,
                watch);
    }

    private List<ManagedDataSource> all() {
        List<ManagedDataSource> all = new ArrayList<>(ofDomain.values());
        all.addAll(ofApplications);
        return all;
    }

    private List<DataSourceRuntime> runtimes() {
        return all().stream()
                .map(ManagedDataSource::runtime)
                .sorted(Comparator.comparing(DataSourceRuntime::name))
                .toList();
    }

    @Override
    public void resume() {
        ofDomain.values().forEach(ManagedDataSource::resume);
    }

    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        for (ManagedDataSource each : all()) {
            each.suspend(deadline);
        }
    }

    /** All at the same time: a pool waits some seconds for connections that do not let themselves be cut off. */
    @Override
    public void stop(Deadline deadline) throws InterruptedException {
        sizes.values().forEach(ResourceSize::close);
        if (leakWatch != null) {
            leakWatch.shutdownNow();
        }
        List<Thread> closing = new ArrayList<>();
        for (ManagedDataSource each : all()) {
            Thread thread =
                    Threads.daemon("keelson.resource: end of " + each.identity().name(), each::close);
            thread.start();
            closing.add(thread);
        }
        for (Thread thread : closing) {
            thread.join(Math.max(
                    1, TimeUnit.NANOSECONDS.toMillis(deadline.remaining().toNanos())));
        }
    }

    // ---- a change of configuration ---------------------------------------------------------------------------------

    @Override
    public void prepare(Configuration next) {
        prepared = next;
    }

    @Override
    public void commit() {
        Configuration next = prepared;
        prepared = null;
        if (next != null) {
            next.all(DataSourceSettings.class).forEach((name, each) -> {
                ManagedDataSource known = ofDomain.get(name);
                ResourceSize size = sizes.get(name);
                if (known != null && size != null) {
                    known.apply(Plan.of(each));
                    size.resize(each.maxCapacity());
                }
            });
        }
    }

    @Override
    public void rollback() {
        prepared = null;
    }
}
