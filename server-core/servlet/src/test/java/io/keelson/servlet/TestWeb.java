package io.keelson.servlet;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.DataSize;
import io.keelson.component.ComponentContributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import io.keelson.kernel.work.WorkManagerSettings;
import io.keelson.security.CertificateSettings;
import io.keelson.security.Realm;
import io.keelson.servlet.auth.SecureTransport;
import io.keelson.servlet.compress.CompressionSettings;
import io.keelson.servlet.compress.Compressors;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.fixture.ManualScope;
import io.keelson.servlet.fixture.ManualTicker;
import io.keelson.servlet.fixture.ManualWork;
import io.keelson.servlet.host.VirtualHosts;
import io.keelson.servlet.server.Buffers;
import io.keelson.servlet.server.ContainerSettings;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.server.Timers;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.StoreType;
import io.keelson.servlet.work.DispatchSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A web application that runs in the container without a network: its requests run on the test's thread. */
public final class TestWeb implements AutoCloseable {
    public final ManualTicker ticker = new ManualTicker();
    public final ManualWork work = new ManualWork("application/shop");
    public final ManualScope scope = new ManualScope("application/shop", work);
    public final Timers timers = new Timers(ticker);
    public final Naming naming = Naming.open("test", () -> NamingSettings.NONE);
    private final WebApplications applications;
    private final ComponentContributor components = new ComponentContributor(naming);
    private final WebContributor contributor;
    private final Serving serving;
    private final Path directory;
    private final Set<String> domainWorkManagers = new HashSet<>();
    private SessionSettings sessions = SessionSettings.MEMORY;
    private boolean clustered;
    private final SessionKeeping keeping = new SessionKeeping(() -> clustered, () -> sessions);
    private DispatchSettings dispatch = DispatchSettings.NONE;
    private ServingSettings served = ServingSettings.NONE;
    public final Compressors compressors;
    private OptionalInt confidentialPort = OptionalInt.empty();
    private TestDeployment deployed;
    private Deployment deployment;

    public TestWeb(Path directory) {
        this(directory, CompressionSettings.OFF.compression(), VirtualHosts.NONE);
    }

    /** With a domain that says that of compression and hosts. */
    public TestWeb(Path directory, CompressionSettings.Rules compression, VirtualHosts hosts) {
        this(directory, compression, hosts, false);
    }

    /** With a domain that refuses an application when a servlet of it fails at the start. */
    static TestWeb refusingFailures(Path directory) {
        return new TestWeb(directory, CompressionSettings.OFF.compression(), VirtualHosts.NONE, true);
    }

    private TestWeb(Path directory, CompressionSettings.Rules compression, VirtualHosts hosts, boolean refuses) {
        this.directory = directory;
        this.compressors = new Compressors(compression.level());
        this.serving = new Serving(hosts, compression, compressors);
        this.applications = new WebApplications(hosts);
        ContainerSettings settings = new ContainerSettings(
                Duration.ofHours(1),
                true,
                false,
                100,
                DataSize.parse("1KiB"),
                10,
                DataSize.parse("8KiB"),
                Duration.ZERO,
                Duration.ofMillis(200),
                refuses);
        ServerSide server =
                new ServerSide("test", "test/server", true, settings, timers, new Buffers(8192), new OneUser());
        contributor = new WebContributor(
                applications,
                new OneUser(),
                server,
                new PagesPart(noParts()),
                serving,
                new SocketsPart(noParts(), SocketSettings::defaults, timers),
                Domain::new,
                path -> false,
                new Transport(),
                keeping);
    }

    /** Says where the domain keeps sessions. */
    public TestWeb sessions(SessionSettings domain, boolean memberOfACluster) {
        sessions = domain;
        clustered = memberOfACluster;
        return this;
    }

    /** Adds who keeps sessions. */
    public TestWeb keeper(SessionStoreProvider provider) {
        keeping.add(provider);
        return this;
    }

    /** All sessions of applications that ask for this type are in one store. */
    TestWeb keptIn(StoreType type, SessionStore store) {
        return keeper(new SessionStoreProvider() {
            @Override
            public Set<StoreType> types() {
                return Set.of(type);
            }

            @Override
            public SessionStore make(Wanted wanted) {
                return store;
            }
        });
    }

    /** Defines a work manager of the domain. */
    public ManualWork workManager(String name) {
        domainWorkManagers.add(name);
        return scope.define(name);
    }

    /** Has the server a port with TLS from now on. */
    public void confidentialPort(int port) {
        confidentialPort = OptionalInt.of(port);
    }

    /** Returns what of the application does not serve, as operators see it. */
    List<String> outOfService() {
        return deployed.outOfService();
    }

    /** Returns what the domain says of the application that is deployed next. */
    public TestWeb dispatch(String policy, Map<String, List<String>> urls) {
        dispatch = new DispatchSettings(policy, urls, false);
        return this;
    }

    /** Returns what the domain says of how the application that is deployed next is served. */
    public TestWeb served(String virtualHost, Boolean compression) {
        served = new ServingSettings(virtualHost, compression);
        return this;
    }

    private final class Transport implements SecureTransport {
        @Override
        public OptionalInt confidentialPort() {
            return confidentialPort;
        }

        @Override
        public boolean asksForCertificates() {
            return true;
        }
    }

    private final class Domain implements Configuration {
        @Override
        public <R extends Record> R get(Class<R> section) {
            if (section == CertificateSettings.class) {
                return section.cast(CertificateSettings.standard());
            }
            throw new UnsupportedOperationException(section.getName());
        }

        @Override
        public <R extends Record> Map<String, R> all(Class<R> section) {
            Map<String, R> records = new HashMap<>();
            if (section == DispatchSettings.class) {
                records.put("shop", section.cast(dispatch));
            } else if (section == ServingSettings.class) {
                records.put("shop", section.cast(served));
            } else {
                domainWorkManagers.forEach(name -> records.put(name, section.cast(WorkManagerSettings.DEFAULTS)));
            }
            return records;
        }
    }

    private static Parts noParts() {
        ClassLoader loader = TestWeb.class.getClassLoader();
        try {
            return new Parts(loader, PartSource.classPath(loader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file of the application. */
    public TestWeb file(String path, String content) throws IOException {
        Path file = directory.resolve("war").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /** Deploys at /shop, with a web.xml of these elements. */
    public TestWeb deploy(String elements) throws IOException, DeploymentException {
        prepare(elements);
        start();
        return this;
    }

    /** Replaces the application as the server does: the next version is prepared before the previous one stops. */
    public TestWeb replace(String elements, Runnable whenPreviousHasStopped) throws IOException, DeploymentException {
        TestDeployment before = deployed;
        Deployment previous = deployment;
        prepare(elements);
        inContext(() -> contributor.stop(previous));
        before.close();
        whenPreviousHasStopped.run();
        start();
        return this;
    }

    /** Undoes a version that is prepared and never started. */
    public void prepareAndUndo(String elements) throws IOException, DeploymentException {
        TestDeployment before = deployed;
        Deployment previous = deployment;
        prepare(elements);
        deployed.close();
        deployed = before;
        deployment = previous;
    }

    private void prepare(String elements) throws IOException, DeploymentException {
        file(
                "WEB-INF/web.xml",
                "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1' metadata-complete='true'>"
                        + elements + "</web-app>");
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        TestDeployment made = new TestDeployment(new DirectoryArchive(directory.resolve("war")), temporary);
        Deployment next = (Deployment) Proxy.newProxyInstance(
                TestWeb.class.getClassLoader(), new Class<?>[] {Deployment.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("workScope")) {
                        return scope;
                    }
                    try {
                        return method.invoke(made, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        contributor.descriptors(next);
        contributor.inspect(next);
        components.prepare(next);
        contributor.prepare(next);
        deployed = made;
        deployment = next;
    }

    private void start() throws DeploymentException {
        inContext(() -> {
            components.start(deployment);
            contributor.start(deployment);
        });
    }

    private interface Step {
        void run() throws DeploymentException;
    }

    private void inContext(Step step) throws DeploymentException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(new InvocationContext("shop", deployed.classLoader(), 0));
        try {
            step.run();
        } finally {
            InvocationContext.exit(previous, loader);
        }
    }

    /** A servlet and its patterns, as elements of web.xml. */
    public static String servlet(String name, Class<?> type, String... patterns) {
        StringBuilder xml = new StringBuilder("<servlet><servlet-name>" + name + "</servlet-name><servlet-class>"
                + type.getName() + "</servlet-class><async-supported>true</async-supported></servlet>");
        for (String pattern : patterns) {
            xml.append("<servlet-mapping><servlet-name>" + name + "</servlet-name><url-pattern>" + pattern
                    + "</url-pattern></servlet-mapping>");
        }
        return xml.toString();
    }

    /** A filter on a pattern, for these dispatches. */
    public static String filter(String name, Class<?> type, String pattern, String... dispatchers) {
        StringBuilder xml = new StringBuilder("<filter><filter-name>" + name + "</filter-name><filter-class>"
                + type.getName() + "</filter-class><async-supported>true</async-supported></filter>"
                + "<filter-mapping><filter-name>" + name + "</filter-name><url-pattern>" + pattern + "</url-pattern>");
        for (String dispatcher : dispatchers) {
            xml.append("<dispatcher>" + dispatcher + "</dispatcher>");
        }
        return xml.append("</filter-mapping>").toString();
    }

    public static String listener(Class<?> type) {
        return "<listener><listener-class>" + type.getName() + "</listener-class></listener>";
    }

    /** Sends a request and runs it, as far as it goes without help. */
    public FakeExchange send(FakeExchange exchange) {
        arrive(exchange);
        runAll();
        return exchange;
    }

    /** Sends a request and runs nothing. */
    public FakeExchange arrive(FakeExchange exchange) {
        applications.handle(exchange);
        return exchange;
    }

    private void runAll() {
        while (scope.run()) {
            // what ran may have handed over more
        }
    }

    public FakeExchange get(String target) {
        return send(new FakeExchange("GET", target));
    }

    /** The time goes on; timers and the work that they hand over run. */
    public void pass(Duration duration) {
        ticker.advance(duration);
        timers.runDue();
        runAll();
    }

    @Override
    public void close() {
        if (deployment != null) {
            try {
                inContext(() -> contributor.stop(deployment));
                deployed.close();
            } catch (DeploymentException | IOException e) {
                throw new AssertionError(e);
            }
            deployment = null;
        }
        naming.close();
    }

    private static final class OneUser implements Realm {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public Optional<Caller> authenticate(String user, char[] password) {
            return new String(password).equals("secret") ? find(user) : Optional.empty();
        }

        @Override
        public Optional<Caller> find(String user) {
            return user.equals("ann") ? Optional.of(new Caller(() -> "ann", Set.of("clerks"))) : Optional.empty();
        }
    }
}
