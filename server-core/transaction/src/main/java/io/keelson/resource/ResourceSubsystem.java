package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.AdapterLogins;
import io.keelson.kernel.spi.resource.DataSourceTests;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.kernel.spi.transaction.TransactionControl;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The data sources of a server. They are made and bound in {@link #start}, before any application, and follow the configuration from then
 * on;
 * {@link #suspend} lets connections in use come back, when no application runs any more; {@link #stop} closes them. The kernel calls
 * one method at a time; the applications' data sources come and go on the threads of deployments.
 */
final class ResourceSubsystem implements Subsystem {
    private static final Duration TEST_LIMIT = Duration.ofSeconds(10);
    private static final int MOST_TESTS = 4;

    private final Services services;
    private final Ticker ticker;
    private final Drivers drivers;
    private final Connectors connectors;
    private final @Nullable TransactionControl transactions;
    private final RecoveredDataSources recovered;
    private final ScheduledExecutorService leakWatch =
            Threads.scheduler("keelson.resource: connections held for long", Duration.ofMinutes(2));
    private final DomainDataSources ofDomain;
    private final DomainMultiDataSources multi;
    private final DomainMailSessions mailSessions;
    private final ConfiguredLogins logins = new ConfiguredLogins();
    private final ChangeCheck check;
    private final Set<ManagedDataSource> ofApplications = ConcurrentHashMap.newKeySet();
    private DomainDataSources.@Nullable Change prepared;
    private @Nullable Configuration preparedConfiguration;

    ResourceSubsystem(Services services) {
        this.services = services;
        this.ticker = services.get(Ticker.class);
        DomainLibrary library = services.get(DomainLibrary.class);
        Parts parts = services.get(Parts.class);
        this.drivers = new Drivers(
                List.of(
                        () -> library,
                        ResourceSubsystem.class::getClassLoader,
                        () -> parts.names().contains("h2") ? parts.loader("h2") : null),
                () -> toDo(library));
        ServerIdentity server = services.get(ServerIdentity.class);
        Naming naming = services.get(Naming.class);
        this.transactions = services.find(TransactionControl.class).orElse(null);
        this.recovered = new RecoveredDataSources(transactions);
        this.connectors = new Connectors(drivers, server);
        this.ofDomain = new DomainDataSources(
                server, ticker, naming, services.get(WorkManagers.class), connectors, leakWatch, transactions);
        this.multi = new DomainMultiDataSources(server, naming, ofDomain::byName);
        this.mailSessions = new DomainMailSessions(naming);
        this.check = new ChangeCheck(ofDomain, naming, connectors, ticker);
    }

    /** A server reads the directory at its start. */
    private static String toDo(DomainLibrary library) {
        List<String> newcomers = library.newcomers();
        return newcomers.isEmpty()
                ? "put its jar into DOMAIN/lib and start the server again"
                : "what has come into DOMAIN/lib since the server started (" + String.join(", ", newcomers)
                        + ") is read when it starts again";
    }

    @Override
    public void start() {
        if (transactions != null) {
            Reservations.joinAtBegin(transactions);
        }
        ofDomain.start(services.get(Configuration.class));
        multi.apply(services.get(Configuration.class));
        mailSessions.apply(services.get(Configuration.class));
        logins.apply(services.get(Configuration.class));
        services.get(Naming.class)
                .add(new DataSourceMaker(drivers, ticker, leakWatch, transactions, this::appeared, this::gone));
        recovered.follow(ofDomain.all());
        services.get(RuntimeState.class).add("data-sources", DataSourceRuntime.class, this::runtimes);
        services.get(RuntimeState.class).add("multi-data-sources", MultiDataSourceRuntime.class, multi::runtimes);
        services.publish(ServerConnections.class, this::connection);
        services.publish(AdapterLogins.class, logins);
        services.publish(DataSourceTests.class, new Tests());
    }

    private void appeared(ManagedDataSource source) {
        boolean unused = ofApplications.add(source);
        recovered.follow(all());
    }

    private void gone(ManagedDataSource source) {
        boolean unused = ofApplications.remove(source);
        recovered.follow(all());
    }

    private Connection connection(String name) throws SQLException {
        ManagedDataSource found = ofDomain.find(name);
        if (found == null && multi.find(name) != null) {
            throw new SQLNonTransientConnectionException("'" + name
                    + "' is a multi data source; what the server keeps itself is in one database: name a data source");
        }
        if (found == null) {
            throw new SQLNonTransientConnectionException("no data source of this server is bound as '" + name + "'");
        }
        return found.serverConnection();
    }

    private final class Tests implements DataSourceTests {
        private final ConnectionTest test = new ConnectionTest(ticker, TEST_LIMIT, MOST_TESTS);

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
                    name, Connector.shown(described.url()), connectors.of(described), described.testQuery()));
        }
    }

    private List<ManagedDataSource> all() {
        List<ManagedDataSource> all = new ArrayList<>(ofDomain.all());
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
        ofDomain.resume();
    }

    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        ofDomain.suspend(deadline);
        for (ManagedDataSource each : ofApplications) {
            each.suspend(deadline);
        }
    }

    /** All at the same time: a pool waits some seconds for connections that do not let themselves be cut off. */
    @Override
    public void stop(Deadline deadline) throws InterruptedException {
        recovered.follow(List.of());
        ofDomain.stop();
        leakWatch.shutdownNow();
        List<ManagedDataSource> everything = new ArrayList<>(ofDomain.everything());
        everything.addAll(ofApplications);
        List<Thread> closing = new ArrayList<>();
        for (ManagedDataSource each : everything) {
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
    public void prepare(Configuration next) throws InterruptedException {
        mailSessions.check(next);
        logins.check(next);
        multi.check(next);
        prepared = check.check(next);
        preparedConfiguration = next;
    }

    @Override
    public void commit() {
        DomainDataSources.Change change = prepared;
        prepared = null;
        if (preparedConfiguration != null) {
            multi.release(preparedConfiguration);
        }
        if (change != null) {
            ofDomain.commit(change);
            recovered.follow(all());
        }
        Configuration next = preparedConfiguration;
        preparedConfiguration = null;
        if (next != null) {
            multi.apply(next);
            mailSessions.apply(next);
            logins.apply(next);
        }
    }

    @Override
    public void rollback() {
        prepared = null;
        preparedConfiguration = null;
    }
}
