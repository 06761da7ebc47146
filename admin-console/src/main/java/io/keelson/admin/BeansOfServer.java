package io.keelson.admin;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.DomainChanges;
import io.keelson.admin.jmx.Action;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.admin.jmx.remote.RemoteJmx;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.admin.rest.RecordIdentity;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.admin.watch.WatchRuntime;
import io.keelson.admin.watch.Watches;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ShutdownMode;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.spi.resource.DataSourceTests;
import io.keelson.kernel.spi.singleton.SingletonServices;
import io.keelson.net.Channels;
import io.keelson.net.tls.ChannelTls;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/** Puts together what the MBeans of a server show and can do. */
final class BeansOfServer {
    /** The channel of servers.NAME.tls, which may not listen yet where another is for administration. */
    private static final String SECURE = "DefaultSecure";

    private BeansOfServer() {}

    /**
     * The server itself.
     *
     * @param name its name
     * @param domain the name of its domain
     * @param state where it is in its life
     * @param productionMode whether the domain is in production mode
     * @param pid its process
     * @param version of Keelson
     * @param javaVersion of the JVM
     * @param uptime since the process began
     */
    public record ServerRuntime(
            String name,
            String domain,
            ServerState state,
            boolean productionMode,
            long pid,
            String version,
            String javaVersion,
            Duration uptime) {}

    static ManagedBeans of(
            Services services,
            RecordCollections records,
            Optional<DomainChanges> changes,
            AuditLog audit,
            Watches watches,
            String version) {
        ServerIdentity identity = services.get(ServerIdentity.class);
        ServerControl control = services.get(ServerControl.class);
        Ticker ticker = services.get(Ticker.class);
        Map<String, List<Action>> actions = new LinkedHashMap<>(Map.of("watches", List.of(reset(watches))));
        services.find(SingletonServices.class).ifPresent(all -> actions.put("singletons", List.of(migrate(all))));
        services.find(DataSourceTests.class).ifPresent(all -> actions.put("data-sources", List.of(test(all))));
        Supplier<ServerRuntime> self = () -> new ServerRuntime(
                identity.name(),
                identity.domainName(),
                control.state(),
                identity.productionMode(),
                ProcessHandle.current().pid(),
                version,
                System.getProperty("java.version"),
                Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()));
        return new ManagedBeans(
                identity.name(),
                self,
                List.of(shutdown(control), threadDump(ticker)),
                new ManagedBeans.Parts(records, inForce(services, changes), edits(changes), actions),
                audit,
                ticker);
    }

    /** Returns what serves clients from elsewhere with the beans. */
    static RemoteJmx remote(Services services, ManagedBeans beans, Router router, Passwords passwords, AuditLog audit) {
        Channels channels = services.get(Channels.class);
        return new RemoteJmx(
                beans,
                operation -> router.named(operation).map(BeansOfServer::least).orElse(Role.ADMIN),
                passwords,
                audit,
                () -> certificates(channels),
                services.get(Ticker.class));
    }

    /** Nothing is open to strangers here. */
    private static Role least(Route route) {
        Role least = route.least();
        return least == null ? Role.MONITOR : least;
    }

    /**
     * The TLS with which the management interface is reached: that of an admin channel before that of one for all; null where there is
     * none.
     */
    private static @Nullable ChannelTls certificates(Channels channels) {
        return channels.listening().stream()
                .filter(channel -> channel.secure() && channel.protocols().contains("http"))
                .min(Comparator.comparing(channel -> !channel.admin()))
                .map(channel -> channels.tls(channel.name()))
                .orElseGet(() -> channels.tls(SECURE));
    }

    /** Returns what is in force on the server; null where that is not the configuration of a domain on disk. */
    static @Nullable Supplier<DomainConfiguration> inForce(Services services, Optional<DomainChanges> changes) {
        if (changes.isPresent()) {
            return changes.get()::inForce;
        }
        return services.get(Configuration.class) instanceof DomainConfiguration read ? () -> read : null;
    }

    private static ManagedBeans.@Nullable Edits edits(Optional<DomainChanges> changes) {
        ChangeCentre centre = changes.flatMap(DomainChanges::centre).orElse(null);
        return centre == null ? null : (path, value, caller) -> set(centre, path, value, caller);
    }

    private static void set(ChangeCentre centre, SettingPath path, Object value, Caller caller) throws Exception {
        try {
            centre.change(caller.name(), path + " by JMX", file -> file.edit(path, value));
        } catch (ChangeException e) {
            throw e.causes().isEmpty()
                    ? e
                    : new IllegalArgumentException(e.getMessage() + ": " + String.join("; ", e.causes()), e);
        }
    }

    private static Action migrate(SingletonServices services) {
        return new Action(
                "migrate",
                "Begins to move the service to another server.",
                Map.of("to", SimpleType.STRING),
                SimpleType.VOID,
                true,
                "POST singletons/*/migrate",
                (service, given, caller) -> {
                    services.migrate(
                            ((SingletonServices.State) service).name(), String.valueOf(given[0]), caller.name());
                    return null;
                });
    }

    private static Action reset(Watches watches) {
        return new Action(
                "reset",
                "Ends the alarm of the watch.",
                Map.of(),
                SimpleType.BOOLEAN,
                true,
                "POST server/watches/*/reset",
                (watch, given, caller) -> watches.reset(((WatchRuntime) watch).name()));
    }

    private static Action test(DataSourceTests tests) {
        Action.Answering shape = Action.answering(DataSourceTests.Outcome.class);
        return new Action(
                "test",
                "Makes a connection to the database and says what came of it.",
                Map.of(),
                shape.type(),
                true,
                "POST data-sources/*/test",
                (source, given, caller) -> shape.show(
                        tests.test(String.valueOf(RecordIdentity.of(source).get("name")))));
    }

    private static Action shutdown(ServerControl control) {
        return new Action(
                "shutdown",
                "Begins to end the server; with force what is in flight is cut off.",
                Map.of("force", SimpleType.BOOLEAN),
                SimpleType.VOID,
                true,
                "POST server/shutdown",
                (server, given, caller) -> {
                    boolean force = Boolean.TRUE.equals(given[0]);
                    AdminLog.LOG.shutdownRequested("JMX", force);
                    control.shutdown(force ? ShutdownMode.FORCE : ShutdownMode.GRACEFUL);
                    return null;
                });
    }

    private static Action threadDump(Ticker ticker) {
        return new Action(
                "threadDump",
                "Takes a thread dump, with the application, request and user of each execute thread.",
                Map.of(),
                SimpleType.STRING,
                false,
                "GET server/threads",
                (server, given, caller) -> ThreadDump.take(Instant.ofEpochMilli(ticker.currentTimeMillis()))
                        .text());
    }
}
