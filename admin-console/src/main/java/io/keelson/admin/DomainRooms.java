package io.keelson.admin;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Setup;
import io.keelson.admin.change.DomainChanges;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.events.Events;
import io.keelson.admin.machine.MachineSettings;
import io.keelson.admin.node.Machines;
import io.keelson.admin.node.MachinesResource;
import io.keelson.admin.node.NodesResource;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rolling.ClusterWork;
import io.keelson.admin.rolling.RollingRestarts;
import io.keelson.admin.rolling.ScaleFiles;
import io.keelson.admin.rolling.Scalings;
import io.keelson.admin.targets.Targets;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.lifecycle.ServerControl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parts of the domain's administration that a server has: changes and applications on every server of a domain on disk. On the admin
 * server also what works on others, as machines, rolling restarts and scaling. Called by the management interface, from one thread at
 * a time.
 */
final class DomainRooms {
    private final Optional<DomainChanges> changes;
    private final Optional<Targets> targets;
    private final Optional<Overall> overall;
    private final List<Route> routes = new ArrayList<>();

    /** Parts that the admin server alone has. */
    private record Overall(Machines machines, RollingRestarts restarts, Optional<Scalings> scalings) {
        void open() throws IOException {
            restarts.open();
            if (scalings.isPresent()) {
                scalings.get().open();
            }
            machines.open();
        }

        void close() {
            restarts.close();
            scalings.ifPresent(Scalings::close);
            machines.close();
        }
    }

    private DomainRooms(Optional<DomainChanges> changes, Optional<Overall> overall, Optional<Targets> targets) {
        this.changes = changes;
        this.overall = overall;
        this.targets = targets;
    }

    /**
     * Those of a server.
     *
     * @param uploads the most bytes of an application that is sent here
     * @param setup how the domain gets its first administrator; null where this server does not keep its users
     */
    static DomainRooms of(
            Services services,
            ServerIdentity identity,
            boolean adminServer,
            StateWriter states,
            Events events,
            AuditLog audit,
            long uploads,
            @Nullable Setup setup) {
        Ticker ticker = services.get(Ticker.class);
        Optional<DomainChanges> changes = DomainChanges.of(
                identity, services.get(Configuration.class), services.get(ServerControl.class), ticker);
        List<Route> ofAdminServer = new ArrayList<>();
        Optional<Overall> overall = adminServer
                ? changes.map(these -> overall(services, identity, these, states, events, audit, setup, ofAdminServer))
                : Optional.empty();
        Optional<Targets> targets = changes.flatMap(these -> targets(services, identity, these, events, uploads));
        overall.ifPresent(these -> targets.ifPresent(those -> {
            these.restarts().release(those.release());
            those.admission(these.restarts()::admit);
        }));
        DomainRooms rooms = new DomainRooms(changes, overall, targets);
        changes.ifPresent(these -> {
            rooms.routes.addAll(these.routes());
            these.observe(revision -> events.publish(
                    Events.REVISION,
                    Answer.JSON
                            .createObjectBuilder()
                            .add("server", identity.name())
                            .add("revision", revision)
                            .build()));
        });
        rooms.routes.addAll(ofAdminServer);
        targets.ifPresent(these -> rooms.routes.addAll(these.routes()));
        return rooms;
    }

    private static Overall overall(
            Services services,
            ServerIdentity identity,
            DomainChanges changes,
            StateWriter states,
            Events events,
            AuditLog audit,
            @Nullable Setup setup,
            List<Route> routes) {
        Ticker ticker = services.get(Ticker.class);
        DomainDirectory domain = DomainDirectory.at(identity.domain());
        Machines machines = new Machines(
                domain,
                services.get(Configuration.class).get(MachineSettings.class).certificateLife(),
                ticker);
        routes.addAll(new NodesResource(domain, machines, () -> setup != null && setup.offers()).routes());
        routes.addAll(new MachinesResource(domain, machines, states::remote, audit, ticker).routes());
        Path state = identity.directory().resolve("state");
        ClusterWork work = new ClusterWork();
        RollingRestarts restarts = new RollingRestarts(domain, state, events, ticker, work);
        routes.addAll(restarts.routes());
        Optional<Scalings> scalings = changes.centre()
                .map(centre -> new Scalings(centre, domain, new ScaleFiles(state), events, ticker, work));
        scalings.ifPresent(these -> routes.addAll(these.routes()));
        return new Overall(machines, restarts, scalings);
    }

    /** Returns where the server has applications. */
    private static Optional<Targets> targets(
            Services services, ServerIdentity identity, DomainChanges changes, Events events, long uploads) {
        Optional<Deployer> deployer = services.find(Deployer.class);
        Optional<AssignedApplications> assigned = services.find(AssignedApplications.class);
        return deployer.isPresent()
                        && assigned.isPresent()
                        && services.get(Configuration.class) instanceof DomainConfiguration read
                ? Optional.of(Targets.of(
                        identity,
                        read,
                        deployer.get(),
                        assigned.get(),
                        services.get(ServerControl.class),
                        changes.centre().orElse(null),
                        events,
                        uploads,
                        services.get(Ticker.class)))
                : Optional.empty();
    }

    /** Returns what can be asked of them. */
    List<Route> routes() {
        return routes;
    }

    /** Returns where the configuration is changed; empty: it is not that of a domain on disk. */
    Optional<DomainChanges> changes() {
        return changes;
    }

    void start() throws IOException {
        changes.ifPresent(DomainChanges::start);
        if (overall.isPresent()) {
            overall.get().open();
        }
        if (targets.isPresent()) {
            targets.get().start();
        }
    }

    void prepare(Configuration next) {
        targets.ifPresent(these -> these.prepare(next));
    }

    void commit() {
        targets.ifPresent(Targets::commit);
    }

    void rollback() {
        targets.ifPresent(Targets::rollback);
    }

    /** Nothing is begun any more that works on other servers. */
    void close() {
        overall.ifPresent(Overall::close);
    }

    /** Ends what is left, once nobody asks any more. */
    void stop() throws InterruptedException {
        if (targets.isPresent()) {
            targets.get().stop();
        }
        if (changes.isPresent()) {
            changes.get().stop();
        }
    }
}
