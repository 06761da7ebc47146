package io.keelson.servlet;

import io.keelson.component.descriptor.Declared;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.OwnDisk;
import io.keelson.deploy.spi.WholeCluster;
import io.keelson.servlet.descriptor.ServerSettings.Persistence;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.session.MemorySessionStore;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.SessionStoreProvider.Delay;
import io.keelson.servlet.spi.SessionStoreProvider.Wanted;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.servlet.spi.StoreType;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the store for an application's sessions and has its provider make it. Thread-safe. See docs/design/sessions.md.
 *
 * <p>Specification: weblogic.xml, session-descriptor.
 */
final class SessionKeeping implements SessionStores {
    /** Name in WebLogic. */
    private static final String STANDARD_COOKIE = "WLCOOKIE";

    private static final String OF_THE_DOMAIN = "domain.yaml, servlet.sessions";

    private final Map<StoreType, SessionStoreProvider> providers = new ConcurrentHashMap<>();
    private final BooleanSupplier clustered;
    private final Supplier<SessionSettings> settings;

    /**
     * With memory alone.
     *
     * @param clustered whether this server is a member of a cluster
     * @param settings what the domain says
     */
    SessionKeeping(BooleanSupplier clustered, Supplier<SessionSettings> settings) {
        this.clustered = clustered;
        this.settings = settings;
    }

    @Override
    public void add(SessionStoreProvider provider) {
        for (StoreType type : provider.types()) {
            if (type == StoreType.MEMORY || providers.putIfAbsent(type, provider) != null) {
                throw new IllegalStateException("sessions of the type " + type.text() + " are kept by another already");
            }
        }
    }

    /** The names of an application. */
    interface References {
        /**
         * The server's name of what the application calls so.
         *
         * @throws DeploymentException where it calls nothing so
         */
        String nameOf(String name) throws DeploymentException;
    }

    /**
     * The store of an application, in the prepare phase.
     *
     * @param name under which its sessions are kept
     * @param references what names of its own lead to
     * @throws DeploymentException when the application cannot have what it asks for; with the place where it does
     */
    SessionStore store(Deployment deployment, String name, SessionDescriptor declared, References references)
            throws DeploymentException {
        Persistence own = declared.persistence();
        SessionSettings.Rules domain = settings.get().sessions();
        Declared<String> said = own.type();
        String place = said == null ? OF_THE_DOMAIN : said.location().toString();
        StoreType asked = said == null ? domain.persistentStoreType() : type(said.value(), place);
        StoreType type = asked.on(clustered.getAsBoolean());
        if (type == StoreType.MEMORY) {
            return new MemorySessionStore();
        }
        if (type == StoreType.REPLICATED || type == StoreType.ASYNC_REPLICATED) {
            deployment.attach(WholeCluster.class, new WholeCluster("its sessions are replicated"));
        }
        if (type == StoreType.FILE) {
            deployment.attach(OwnDisk.class, new OwnDisk("its sessions are in files"));
        }
        SessionStoreProvider provider = providers.get(type);
        if (provider == null) {
            throw refused(place, asked, missing(type), null);
        }
        try {
            return provider.make(new Wanted(
                    deployment,
                    name,
                    type,
                    own.directory() == null ? domain.persistentStoreDir() : own.directory(),
                    mostInMemory(declared, domain),
                    own.dataSource() == null
                            ? domain.persistentDataSourceJndiName()
                            : references.nameOf(own.dataSource()),
                    own.table() == null ? domain.persistentStoreTable() : own.table(),
                    own.cookie() == null ? STANDARD_COOKIE : own.cookie(),
                    delay(own, domain)));
        } catch (DeploymentException e) {
            throw refused(place, asked, String.valueOf(e.getMessage()), e);
        }
    }

    private static StoreType type(String text, String place) throws DeploymentException {
        return StoreType.of(text)
                .orElseThrow(() -> new DeploymentException(
                        place + ": there is no persistent-store-type '" + text + "'; there are " + StoreType.all()));
    }

    private static int mostInMemory(SessionDescriptor declared, SessionSettings.Rules domain) {
        Integer most = declared.maxInMemory();
        if (most != null && most >= 0) {
            return most;
        }
        Integer cached = declared.persistence().cacheSize();
        return cached == null ? domain.cacheSize() : cached;
    }

    private static Delay delay(Persistence own, SessionSettings.Rules domain) {
        return new Delay(
                seconds(own.flushIntervalSeconds(), domain.persistentSessionFlushInterval()),
                own.flushThreshold() == null ? domain.persistentSessionFlushThreshold() : own.flushThreshold(),
                seconds(own.queueTimeoutSeconds(), domain.persistentAsyncQueueTimeout()));
    }

    private static Duration seconds(@Nullable Integer own, Duration domain) {
        return own == null ? domain : Duration.ofSeconds(own);
    }

    private String missing(StoreType type) {
        boolean replicated = type == StoreType.REPLICATED || type == StoreType.ASYNC_REPLICATED;
        return replicated && !clustered.getAsBoolean()
                ? "this server is a member of no cluster; " + type.text().replace('-', '_')
                        + "_if_clustered would be memory here"
                : "this server does not keep sessions so; it has " + there();
    }

    private String there() {
        Collection<StoreType> types = new TreeSet<>(providers.keySet());
        types.add(StoreType.MEMORY);
        return types.stream().map(StoreType::text).collect(Collectors.joining(", "));
    }

    private static DeploymentException refused(String place, StoreType type, String why, @Nullable Throwable cause) {
        return new DeploymentException(
                place + ": persistent-store-type " + type.text() + " cannot be had: " + why, cause);
    }
}
