package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.singleton.ApplicationSingletons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The singleton services that applications bring to this server. A name is one application's from the making of its object to
 * its end; the domain's names are nobody's. Thread-safe.
 */
public final class ApplicationServices implements ApplicationSingletons {
    /** Time that giving a lease back may take, beside the time that the service's own code may take. */
    private static final Duration RELEASE = Duration.ofSeconds(10);

    private final @Nullable Singletons singletons;
    private final Set<String> ofDomain;
    private final Supplier<Set<String>> servers;
    private final Map<String, String> owners = new ConcurrentHashMap<>();

    /**
     * Those of a server.
     *
     * @param singletons null: this server never has a service, and says so
     * @param ofDomain the names that the domain's configuration has
     * @param servers the servers of the cluster at that moment
     */
    public ApplicationServices(@Nullable Singletons singletons, Set<String> ofDomain, Supplier<Set<String>> servers) {
        this.singletons = singletons;
        this.ofDomain = Set.copyOf(ofDomain);
        this.servers = servers;
    }

    @Override
    public void check(Declaration declaration, ClassLoader loader) {
        type(declaration, loader);
        refuseTaken(declaration, owners.get(declaration.name()));
        Optional<String> elsewhere =
                Optional.ofNullable(singletons).flatMap(known -> known.broughtBy(declaration.name()));
        refuseTaken(declaration, elsewhere.orElse(null));
    }

    private static Class<?> type(Declaration declaration, ClassLoader loader) {
        return ServiceObject.type(declaration.className(), loader, "the application");
    }

    private void refuseTaken(Declaration declaration, @Nullable String owner) {
        String name = declaration.name();
        if (ofDomain.contains(name)) {
            throw new IllegalArgumentException("the domain has a singleton service '" + name
                    + "' already (singleton-services." + name + " in domain.yaml); choose another name");
        }
        if (owner != null && !owner.equals(declaration.application())) {
            throw new IllegalArgumentException("the application '" + owner + "' has a singleton service '" + name
                    + "' already; choose another name");
        }
    }

    @Override
    public Service make(Declaration declaration, ClassLoader loader) {
        String name = declaration.name();
        refuseTaken(declaration, owners.putIfAbsent(name, declaration.application()));
        try {
            ServiceObject object = ServiceObject.make(type(declaration, loader));
            Singletons home = singletons;
            return home == null
                    ? new Idle(declaration)
                    : new Brought(declaration, home, new LocalService(name, object, loader, declaration.module()));
        } catch (IllegalArgumentException e) {
            owners.remove(name);
            throw e;
        }
    }

    private static SingletonSettings settings(Declaration declaration) {
        Terms terms = declaration.terms();
        return new SingletonSettings(
                declaration.className(),
                terms.userPreferredServer().orElse(null),
                terms.constrainedCandidateServers(),
                terms.additionalMigrationAttempts(),
                terms.millisToSleepBetweenAttempts(),
                terms.failback(),
                terms.activateTimeout(),
                terms.deactivateTimeout());
    }

    /** A service that this server may have. */
    private final class Brought implements Service {
        private final Declaration declaration;
        private final Singletons home;
        private final LocalService service;
        private boolean open;

        Brought(Declaration declaration, Singletons home, LocalService service) {
            this.declaration = declaration;
            this.home = home;
            this.service = service;
        }

        @Override
        public void open() {
            warnOfUnknownServers();
            open = true;
            home.offer(service, settings(declaration), declaration.application());
        }

        private void warnOfUnknownServers() {
            List<String> unknown = new ArrayList<>(declaration.terms().constrainedCandidateServers());
            declaration
                    .terms()
                    .userPreferredServer()
                    .filter(one -> !unknown.contains(one))
                    .ifPresent(unknown::add);
            unknown.removeAll(servers.get());
            if (!unknown.isEmpty()) {
                SingletonLog.LOG.unknownServers(
                        declaration.name(), declaration.application(), String.join(", ", unknown));
            }
        }

        @Override
        public void close() {
            if (open) {
                Terms terms = declaration.terms();
                home.withdraw(
                        service,
                        terms.activateTimeout().plus(terms.deactivateTimeout()).plus(RELEASE));
            } else {
                service.shutdown();
            }
            owners.remove(declaration.name(), declaration.application());
        }
    }

    /** A service on a server that never has one. */
    private final class Idle implements Service {
        private final Declaration declaration;

        Idle(Declaration declaration) {
            this.declaration = declaration;
        }

        @Override
        public void open() {
            SingletonLog.LOG.notHere(declaration.name(), declaration.application());
        }

        @Override
        public void close() {
            owners.remove(declaration.name(), declaration.application());
        }
    }
}
