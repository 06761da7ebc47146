package io.keelson.servlet;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.Contributors;
import io.keelson.http.HttpServer;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.net.Channels;
import io.keelson.security.Realm;
import io.keelson.servlet.server.Buffers;
import io.keelson.servlet.server.ContainerSettings;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.server.Timers;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.servlet.spi.SocketSettings;
import java.util.Set;

/** Makes the servlet container (Servlet 6.1). See docs/design/servlet.md. */
public final class ServletSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "servlet";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(HttpServer.class, Channels.class, Contributors.class, Realm.class, Parts.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(ClusterView.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(SessionStores.class, SessionReports.class);
    }

    @Override
    public Subsystem create(Services services) {
        ServerIdentity identity = services.get(ServerIdentity.class);
        ContainerSettings settings = services.get(Configuration.class).get(ContainerSettings.class);
        String version = ServletSubsystemFactory.class.getPackage().getImplementationVersion();
        ServerSide server = new ServerSide(
                version == null ? "development" : version,
                identity.domainName() + "/" + identity.name(),
                !identity.productionMode(),
                settings,
                new Timers(services.get(Ticker.class)),
                new Buffers(settings.responseBuffer().toInt()),
                services.get(Realm.class));
        SessionKeeping keeping = new SessionKeeping(
                () -> services.find(ClusterView.class)
                        .flatMap(ClusterView::cluster)
                        .isPresent(),
                () -> services.get(Configuration.class).get(SessionSettings.class));
        services.publish(SessionStores.class, keeping);
        ServletSubsystem made = new ServletSubsystem(
                services.get(HttpServer.class),
                services.get(Contributors.class),
                services.get(Realm.class),
                server,
                new PagesPart(services.get(Parts.class)),
                Serving.of(services.get(Configuration.class)),
                new SocketsPart(
                        services.get(Parts.class),
                        () -> services.get(Configuration.class).get(SocketSettings.class),
                        server.timers()),
                () -> services.get(Configuration.class),
                services.get(Channels.class),
                keeping,
                services.get(RuntimeState.class));
        services.publish(SessionReports.class, made.reports());
        return made;
    }
}
