package io.keelson.admin.change;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Route;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.Domain;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.lifecycle.ServerControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A server's part in the changes of its domain, and on the admin server the whole of them: the routes, and the thread that lets time
 * pass. {@link #start} and {@link #stop} are called by the life cycle, one after the other.
 */
public final class DomainChanges {
    private static final long EVERY_MILLIS = 1_000;

    private final String self;
    private final DomainDirectory domain;
    private final ServerActivation activation;
    private final @Nullable ChangeCentre centre;
    private final Peers peers;
    private final List<Route> routes = new ArrayList<>();
    private @Nullable ScheduledExecutorService scheduler;
    private String trouble = "";
    private volatile IntConsumer told = revision -> {};
    private final String started;
    private int known;

    private DomainChanges(
            ServerIdentity identity, DomainConfiguration configuration, ServerControl control, Ticker ticker) {
        self = identity.name();
        started = configuration.file().text();
        domain = DomainDirectory.at(identity.domain());
        peers = new Peers(domain);
        activation = new ServerActivation(self, identity.directory(), configuration, control, ticker);
        routes.addAll(new ActivationResource(activation).routes());
        boolean admin = configuration.get(Domain.class).adminServer().equals(self);
        centre = admin ? new ChangeCentre(domain, self, configuration.model(), activation, ticker) : null;
        if (centre != null) {
            routes.addAll(centre.routes(identity.domainName()));
            routes.addAll(new HandOn(domain, self).routes());
        }
    }

    /** The part of a server; empty for one whose configuration is not what lies on its disk, as in tests and for a balancer. */
    public static Optional<DomainChanges> of(
            ServerIdentity identity, Configuration configuration, ServerControl control, Ticker ticker) {
        return configuration instanceof DomainConfiguration read && onDisk(identity, read)
                ? Optional.of(new DomainChanges(identity, read, control, ticker))
                : Optional.empty();
    }

    private static boolean onDisk(ServerIdentity identity, DomainConfiguration configuration) {
        Path file = DomainDirectory.at(identity.domain()).configuration();
        String text = configuration.file().text();
        try {
            return Files.exists(file)
                    ? text.equals(Files.readString(file))
                    : ServerActivation.kept(identity.directory())
                            .filter(text::equals)
                            .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns what is in force on this server: of what needs a restart, what it has started with. */
    public DomainConfiguration inForce() {
        return activation.inForce();
    }

    /** Returns where the configuration is changed; empty where this is not the admin server. */
    public Optional<ChangeCentre> centre() {
        return Optional.ofNullable(centre);
    }

    /** The routes of the management interface. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /** Has somebody hear of each revision that this server comes to run, within a second. */
    public void observe(IntConsumer observer) {
        told = observer;
    }

    /** Begins to let time pass; on the admin server after what is decided was read. */
    public void start() {
        tick();
        ScheduledExecutorService fresh = Threads.scheduler("keelson.activation", Duration.ofMinutes(10));
        fresh.scheduleWithFixedDelay(this::tick, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        scheduler = fresh;
    }

    /** Ends it. What is under way is not interrupted, which could only break a write to the disk off: it is waited for a moment. */
    public void stop() throws InterruptedException {
        ScheduledExecutorService ending = scheduler;
        if (ending != null) {
            ending.shutdown();
            if (!ending.awaitTermination(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                ChangeLog.LOG.debugf("a question to the admin server is still under way");
            }
        }
    }

    private void tick() {
        try {
            if (centre != null) {
                centre.tick();
            } else if (activation.ready()) {
                ask();
            }
            tell();
            trouble = "";
        } catch (IOException e) {
            // Once for each trouble, not each second.
            if (!trouble.equals(e.toString())) {
                trouble = e.toString();
                ChangeLog.LOG.notKept(domain.path().resolve("config"), trouble);
            }
        } catch (RuntimeException | Error e) { // a scheduler would never call again
            ChangeLog.LOG.failed(e);
        }
    }

    /** A server that starts learns the number of what it runs, which is no change. */
    private void tell() {
        int revision = activation.revision();
        boolean asStarted = activation.configuration().file().text().equals(started);
        if (revision != known && (known != 0 || !asStarted)) {
            told.accept(revision);
        }
        known = revision;
    }

    /** Asks the admin server what has to be asked; while it is away there is nothing to hear. */
    private void ask() {
        for (Message question : activation.tick()) {
            try {
                for (Message answer : peers.ask(self, question)) {
                    for (Message outcome : activation.receive(answer)) {
                        peers.ask(self, outcome);
                    }
                }
            } catch (IOException e) {
                return;
            }
        }
    }
}
