package io.keelson.servlet;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.Contributors;
import io.keelson.http.HttpServer;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.net.Channels;
import io.keelson.security.Realm;
import io.keelson.servlet.auth.SecureTransport;
import io.keelson.servlet.server.ServerSide;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The servlet container of a server: its timer, its door, its part in deployments. See docs/design/servlet.md. */
final class ServletSubsystem implements Subsystem {
    private final HttpServer http;
    private final Contributors contributors;
    private final ServerSide server;
    private final PagesPart pages;
    private final SocketsPart sockets;
    private final Realm realm;
    private final Supplier<Configuration> configuration;
    private final Serving serving;
    private final Channels channels;
    private final WebApplications applications;
    private final SessionKeeping keeping;
    private final RuntimeState state;
    private HttpServer.@Nullable Registration door;

    ServletSubsystem(
            HttpServer http,
            Contributors contributors,
            Realm realm,
            ServerSide server,
            PagesPart pages,
            Serving serving,
            SocketsPart sockets,
            Supplier<Configuration> configuration,
            Channels channels,
            SessionKeeping keeping,
            RuntimeState state) {
        this.http = http;
        this.contributors = contributors;
        this.realm = realm;
        this.server = server;
        this.pages = pages;
        this.serving = serving;
        this.applications = new WebApplications(serving.hosts());
        this.sockets = sockets;
        this.configuration = configuration;
        this.channels = channels;
        this.keeping = keeping;
        this.state = state;
    }

    /** Returns what management asks for sessions. */
    SessionReports reports() {
        return new SessionInquiry(applications::all);
    }

    @Override
    public void start() {
        contributors.add(new WebContributor(
                applications,
                realm,
                server,
                pages,
                serving,
                sockets,
                configuration,
                http::administers,
                transport(),
                keeping));
        state.add(
                "sessions",
                SessionRuntime.class,
                () -> applications.all().stream()
                        .filter(application -> application.sessions().leads())
                        .map(SessionRuntime::of)
                        .toList());
        state.add(
                "session-attributes",
                SessionAttributeRuntime.class,
                () -> applications.all().stream()
                        .filter(application -> application.sessions().leads())
                        .flatMap(application -> SessionAttributeRuntime.of(application).stream())
                        .toList());
        door = http.register("/", HttpServer.Audience.APPLICATION, applications);
        server.timers().start();
    }

    @Override
    public void stop(Deadline deadline) {
        HttpServer.Registration open = door;
        if (open != null) {
            open.close();
        }
        server.timers().close();
        serving.close();
    }

    private SecureTransport transport() {
        return new SecureTransport() {
            @Override
            public OptionalInt confidentialPort() {
                return channels.confidentialPort();
            }

            @Override
            public boolean asksForCertificates() {
                return channels.asksForCertificates();
            }
        };
    }
}
