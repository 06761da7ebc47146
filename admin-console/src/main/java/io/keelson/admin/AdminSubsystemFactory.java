package io.keelson.admin;

import io.keelson.admin.access.AdministrationCertificate;
import io.keelson.admin.access.AuditFile;
import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.AuditResource;
import io.keelson.admin.access.Auditor;
import io.keelson.admin.access.Gate;
import io.keelson.admin.access.IdentityProvider;
import io.keelson.admin.access.IdentityProviderFactory;
import io.keelson.admin.access.LoginResource;
import io.keelson.admin.access.OutsideLogin;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.access.Sessions;
import io.keelson.admin.access.Setup;
import io.keelson.admin.agent.Agents;
import io.keelson.admin.change.DomainChanges;
import io.keelson.admin.console.ConsoleHandler;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ManagementToken;
import io.keelson.admin.events.Events;
import io.keelson.admin.events.EventsResource;
import io.keelson.admin.feature.FeatureRoutes;
import io.keelson.admin.feature.Features;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.admin.jmx.remote.RemoteJmx;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.admin.telemetry.ExporterFactory;
import io.keelson.admin.telemetry.Telemetry;
import io.keelson.admin.telemetry.TelemetryRuntime;
import io.keelson.admin.watch.WatchRuntime;
import io.keelson.admin.watch.Watches;
import io.keelson.admin.watch.WatchesResource;
import io.keelson.base.config.Configuration;
import io.keelson.base.log.LogTap;
import io.keelson.base.log.Logging;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.trace.Tracing;
import io.keelson.base.work.WorkManagers;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.http.HttpServer;
import io.keelson.kernel.config.Domain;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.ManagementFeature;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.health.ServerHealth;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseView;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.resource.DataSourceTests;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.kernel.spi.singleton.SingletonServices;
import io.keelson.kernel.watch.Alarms;
import io.keelson.kernel.watch.HangingThreads;
import io.keelson.kernel.work.WorkRuntimes;
import io.keelson.net.ChannelRuntime;
import io.keelson.net.Channels;
import io.keelson.net.MuxerRuntime;
import io.keelson.security.Realm;
import io.keelson.security.RealmEditor;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the management interface. See docs/design/management.md. */
public final class AdminSubsystemFactory implements SubsystemFactory {
    private static final String PREFIX = "/management";

    private final FeatureRoutes features;

    /** With the features that rooms on the class path bring. */
    public AdminSubsystemFactory() {
        this(Features.of(AdminSubsystemFactory.class.getClassLoader()));
    }

    /** With features of the caller's. */
    AdminSubsystemFactory(List<ManagementFeature> features) {
        this.features = new FeatureRoutes(features);
    }

    @Override
    public String name() {
        return "management";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(HttpServer.class, Channels.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(Router.class, Events.class, ServerHealth.class);
    }

    @Override
    public Set<Class<?>> uses() {
        Set<Class<?>> all = new LinkedHashSet<>(Set.of(
                Deployer.class,
                AssignedApplications.class,
                Realm.class,
                RealmEditor.class,
                ClusterView.class,
                LeaseService.class,
                SingletonServices.class,
                SessionReports.class,
                DataSourceTests.class,
                Parts.class));
        all.addAll(features.services());
        all.removeAll(requires());
        return all;
    }

    @Override
    public Subsystem create(Services services) {
        return new AdminSubsystem(services, features);
    }

    /** The subsystem; the kernel calls it from one thread at a time. */
    private static final class AdminSubsystem implements Subsystem {
        private final ManagementSettings settings;
        private final ServerIdentity identity;
        private final ServerControl control;
        private final HttpServer http;
        private final WorkManagers workManagers;
        private final Channels channels;
        private final HealthHandler health;
        private final Readiness readiness;
        private final @Nullable DeploymentsResource deployments;
        private final StateWriter states;
        private final RecentLog recentLog = new RecentLog();
        private final AuditLog audit;
        private final RuntimeSample sample;
        private final Events events;
        private final LastHour lastHour;
        private final DomainRooms domain;
        private final ManagedBeans beans;
        private final RemoteJmx remoteJmx;
        private final Watches watches;
        private final Telemetry telemetry;
        private final Agents agents;
        private final Passwords passwords;
        private final Sessions sessions;
        private final @Nullable Setup setup;
        private final Services services;
        private final boolean adminServer;
        private final List<Route> routes = new ArrayList<>();
        private final Router router;
        private HttpServer.@Nullable Registration registration;
        private HttpServer.@Nullable Registration consoleRegistration;
        private LogTap.@Nullable Registration logTap;
        private @Nullable ScheduledExecutorService deadlines;

        AdminSubsystem(Services services, FeatureRoutes features) {
            this.services = services;
            settings = services.get(Configuration.class).get(ManagementSettings.class);
            identity = services.get(ServerIdentity.class);
            adminServer = identity.name()
                    .equals(services.get(Configuration.class).get(Domain.class).adminServer());
            control = services.get(ServerControl.class);
            http = services.get(HttpServer.class);
            workManagers = services.get(WorkManagers.class);
            channels = services.get(Channels.class);
            // Who administers serves nobody by being in the cluster.
            Optional<ClusterView> cluster = services.find(ClusterView.class)
                    .filter(view -> !adminServer && view.cluster().isPresent());
            readiness = new Readiness(
                    control::state,
                    () -> cluster.map(view -> view.current().formed()).orElse(true),
                    services.find(SessionReports.class)
                            .<BooleanSupplier>map(sessions -> sessions::doubtful)
                            .orElse(() -> false),
                    services.get(Ticker.class));
            Alarms alarms = services.get(Alarms.class);
            health = new HealthHandler(
                    readiness, services.get(HangingThreads.class), alarms, identity.name(), services.get(Ticker.class));
            String version = version();
            states = new StateWriter(identity, channels, services.get(HangingThreads.class), alarms, version);
            sample = new RuntimeSample(
                    identity,
                    control,
                    services.get(WorkRuntimes.class),
                    services.get(HangingThreads.class),
                    services.get(RuntimeState.class),
                    services.get(Ticker.class));
            events = new Events(sample::json, services.get(Ticker.class));
            routes.addAll(new EventsResource(events, sample::state, services.get(Ticker.class)).routes());
            routes.addAll(new MetricsResource(sample).routes());
            Path auditFile = identity.directory().resolve("logs").resolve("audit.log");
            audit = new AuditLog(
                    new AuditFile(
                            auditFile,
                            settings.audit().maximumSize().bytes(),
                            settings.audit().files()),
                    identity.name(),
                    services.get(Ticker.class));
            routes.addAll(new AuditResource(auditFile).routes());
            passwords = new Passwords(services.find(Realm.class), settings.roleGroups(), services.get(Ticker.class));
            sessions = new Sessions(settings.session(), passwords, services.get(Ticker.class));
            OutsideLogin outside = new OutsideLogin(
                    identityProvider(),
                    settings.oidc(),
                    settings.roleGroups(),
                    sessions,
                    audit,
                    services.get(Ticker.class));
            routes.addAll(outside.routes());
            routes.addAll(new LoginResource(passwords, sessions, audit, outside).routes());
            // A server that is a load balancer has neither applications nor users of them.
            deployments = services.find(Deployer.class)
                    .map(deployer -> new DeploymentsResource(
                            deployer,
                            identity.directory().resolve("tmp").resolve("uploads"),
                            settings.uploadMaximumSize().bytes()))
                    .orElse(null);
            if (deployments != null) {
                routes.addAll(deployments.routes());
            }
            Optional<Realm> realm = services.find(Realm.class);
            services.find(RealmEditor.class)
                    .ifPresent(editor -> routes.addAll(new UsersResource(editor, realm).routes()));
            setup = services.find(RealmEditor.class)
                    .map(editor -> new Setup(editor, realm, settings.roleGroups(), audit, services.get(Ticker.class)))
                    .orElse(null);
            if (setup != null) {
                routes.addAll(setup.routes());
            }
            domain = DomainRooms.of(
                    services,
                    identity,
                    adminServer,
                    states,
                    events,
                    audit,
                    settings.uploadMaximumSize().bytes(),
                    setup);
            routes.addAll(domain.routes());
            routes.addAll(new WorkResource(services.get(WorkRuntimes.class), sample::stuckThreads).routes());
            lastHour = new LastHour(services.get(WorkRuntimes.class), services.get(Ticker.class));
            routes.addAll(new LastHourResource(lastHour).routes());
            routes.addAll(new RuntimeResource(services.get(RuntimeState.class)).routes());
            routes.addAll(new ChannelsResource(channels).routes());
            routes.addAll(new HeapResource().routes());
            routes.addAll(new NamesResource(services.get(Naming.class)).routes());
            routes.addAll(
                    new RecordingResource(identity.directory().resolve("tmp").resolve("recordings")).routes());
            routes.addAll(new LogResource(recentLog, identity.name()).routes());
            routes.addAll(new ClusterResource(services.find(ClusterView.class)).routes());
            routes.addAll(new LeasesResource(services.find(LeaseService.class)).routes());
            routes.addAll(new SingletonsResource(services.find(SingletonServices.class)).routes());
            routes.addAll(new SessionsResource(services.find(SessionReports.class), identity.name()).routes());
            routes.addAll(
                    new ServerResource(identity, control, channels, services.get(Ticker.class), version).routes());
            RecordCollections records = records();
            watches = new Watches(
                    identity.name(),
                    identity.domainName(),
                    records,
                    services.get(Ticker.class),
                    this::alarmed,
                    image()::write);
            routes.addAll(new WatchesResource(watches).routes());
            telemetry = new Telemetry(
                    this::exporters,
                    new ExporterFactory.Origin(
                            identity.name(),
                            identity.domainName(),
                            services.find(ClusterView.class).flatMap(ClusterView::cluster),
                            version,
                            identity.domain()),
                    () -> sample.figures().metrics(),
                    services.get(Tracing.class),
                    services.get(Ticker.class));
            agents = AgentOfServer.of(services, version);
            routes.addAll(new DataSourcesResource(
                            services.find(DataSourceTests.class),
                            domain.changes().flatMap(DomainChanges::centre).orElse(null))
                    .routes());
            routes.addAll(features.of(services));
            routes.addAll(new OpenApiResource(this::router).routes());
            beans = BeansOfServer.of(services, records, domain.changes(), audit, watches, version);
            router = new Router(PREFIX + "/v1", adminServer ? identity.name() : "", routes);
            remoteJmx = BeansOfServer.remote(services, beans, router, passwords, audit);
        }

        private DiagnosticImage image() {
            return new DiagnosticImage(
                    identity.directory().resolve("diagnostics"),
                    sample::json,
                    recentLog,
                    BeansOfServer.inForce(services, domain.changes()),
                    services.get(Ticker.class));
        }

        /** A watch has triggered, or its alarm is over. */
        private void alarmed(String message, JsonObject alarm) {
            events.publish(Events.ALARM, alarm);
            beans.happened(message, alarm.toString());
        }

        /** Everything that the server shows of what it does. */
        private RecordCollections records() {
            RecordCollections all = sample.records();
            services.find(SingletonServices.class)
                    .ifPresent(these -> all.with("singletons", SingletonServices.State.class, these::services));
            services.find(LeaseService.class).ifPresent(these -> all.with("leases", LeaseView.class, these::leases));
            services.find(ClusterView.class)
                    .ifPresent(these -> all.with(
                            "cluster-members",
                            ClusterMember.class,
                            () -> these.current().members()));
            return all;
        }

        /** The part is opened where the configuration names somebody to ask. */
        private Optional<IdentityProvider> identityProvider() {
            if (settings.oidc().issuer() == null || !adminServer) {
                return Optional.empty();
            }
            ClassLoader loader = services.find(Parts.class)
                    .filter(parts -> parts.names().contains("oidc"))
                    .map(parts -> parts.loader("oidc"))
                    .orElse(AdminSubsystemFactory.class.getClassLoader());
            IdentityProviderFactory factory = ServiceLoader.load(IdentityProviderFactory.class, loader)
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalStateException("management.oidc needs the part 'oidc', which this server has"
                                    + " not; install the distribution again"));
            return Optional.of(factory.make(settings.oidc(), identity.domain()));
        }

        /** The part is opened where the configuration names a collector. */
        private Optional<ExporterFactory> exporters() {
            ClassLoader loader = services.find(Parts.class)
                    .filter(parts -> parts.names().contains("otlp"))
                    .map(parts -> parts.loader("otlp"))
                    .orElse(AdminSubsystemFactory.class.getClassLoader());
            return ServiceLoader.load(ExporterFactory.class, loader).findFirst();
        }

        /** By which names and addresses others call this server's administration. */
        private Set<String> names() {
            Set<String> all = new LinkedHashSet<>(settings.hosts());
            for (Channels.ListeningChannel channel : channels.listening()) {
                InetAddress at = channel.address().getAddress();
                if (!at.isAnyLocalAddress()) {
                    all.add(at.getHostAddress().replaceFirst("%.*", ""));
                } else {
                    try {
                        all.add(InetAddress.getLocalHost().getHostName());
                    } catch (UnknownHostException e) {
                        AdminLog.LOG.debugf(e, "this machine does not know its own name");
                    }
                }
            }
            return all;
        }

        private Router router() {
            return router;
        }

        @Override
        public void start() throws IOException {
            Path tokenFile = DomainDirectory.at(identity.domain()).tokenFile();
            if (ManagementToken.create(tokenFile)) {
                AdminLog.LOG.tokenWritten(tokenFile);
            }
            if (settings.tls()) {
                channels.speakTlsBeside(
                        adminServer,
                        new AdministrationCertificate(identity.domain(), this::names, services.get(Ticker.class)));
            }
            Gate gate =
                    new Gate(ManagementToken.read(tokenFile), identity.domain(), passwords, sessions, settings.hosts());
            services.publish(Router.class, router);
            services.publish(Events.class, events);
            services.publish(ServerHealth.class, health);
            services.get(RuntimeState.class).add("watches", WatchRuntime.class, watches::runtimes);
            services.get(RuntimeState.class).add("channels", ChannelRuntime.class, channels::states);
            services.get(RuntimeState.class).add("muxers", MuxerRuntime.class, channels::muxers);
            services.get(RuntimeState.class).add("http", HttpRuntime.class, () -> HttpRuntime.of(http));
            services.get(RuntimeState.class).add("telemetry", TelemetryRuntime.class, telemetry::runtimes);
            events.observe(watches::event);
            if (deployments != null) {
                deployments.tidy();
            }
            // For as long as the server listens: who is told at the end that it does not live would kill it.
            http.register(HealthHandler.PREFIX, HttpServer.Audience.ANYONE, health);
            channels.observed(health::observed);
            ScheduledExecutorService deadlines = Threads.scheduler("keelson.management-deadlines");
            this.deadlines = deadlines;
            registration = http.register(
                    PREFIX,
                    HttpServer.Audience.ADMINISTRATION,
                    new ManagementHandler(
                            gate,
                            router,
                            new Auditor(audit),
                            workManagers.administration(),
                            deadlines,
                            identity.name()));
            logTap = Logging.inForce().map(log -> log.tap(recentLog)).orElse(null);
            if (adminServer) {
                consoleRegistration = http.register(
                        ConsoleHandler.PREFIX,
                        HttpServer.Audience.ADMINISTRATION,
                        new ConsoleHandler(
                                workManagers.administration(),
                                exchange -> channels.tlsBeside(exchange.channel()) && gate.needsTls(exchange)));
            }
            states.write(control.state());
            control.addListener(states);
            control.addListener(readiness);
            control.addListener((from, to) -> {
                events.publish(Events.STATE, sample.state());
                beans.stateChanged(from.name(), to.name());
            });
        }

        @Override
        public void administer() throws IOException {
            states.watch();
            domain.start();
            lastHour.start();
            beans.start();
            watches.start(services.get(Configuration.class));
            telemetry.start(services.get(Configuration.class));
            agents.start(services.get(Configuration.class));
            remoteJmx.start(services.get(Configuration.class));
            AdminLog.LOG.answers(PREFIX + "/v1");
            if (setup != null
                    && identity.name()
                            .equals(DomainDirectory.at(identity.domain()).adminServer())) {
                Endpoint management = states.management();
                SetupLink.show(setup, management, settings.tls() && management != null && !management.secure());
            }
        }

        @Override
        public void prepare(Configuration next) {
            watches.prepare(next);
            telemetry.prepare(next);
            remoteJmx.prepare(next);
            domain.prepare(next);
        }

        @Override
        public void commit() {
            watches.commit();
            telemetry.commit();
            remoteJmx.commit();
            domain.commit();
        }

        @Override
        public void rollback() {
            watches.rollback();
            telemetry.rollback();
            remoteJmx.rollback();
            domain.rollback();
        }

        @Override
        public void stop(Deadline deadline) throws IOException, InterruptedException {
            try {
                telemetry.stop(deadline);
            } finally {
                try {
                    release();
                } finally {
                    domain.stop();
                }
            }
        }

        private void release() throws IOException {
            agents.close();
            remoteJmx.close();
            watches.close();
            lastHour.close();
            beans.close();
            for (HttpServer.Registration open :
                    new HttpServer.@Nullable Registration[] {registration, consoleRegistration}) {
                if (open != null) {
                    open.close();
                }
            }
            if (deadlines != null) {
                deadlines.shutdownNow();
            }
            if (logTap != null) {
                logTap.close();
            }
            domain.close();
            events.close();
            audit.close();
        }

        private static String version() {
            String version = AdminSubsystemFactory.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }
}
