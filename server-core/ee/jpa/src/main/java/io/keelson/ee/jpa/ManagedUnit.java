package io.keelson.ee.jpa;

import static io.keelson.ee.jpa.JpaLog.LOG;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.context.UnitContexts;
import io.keelson.ee.jpa.data.UnitSessions;
import io.keelson.ee.jpa.provider.FactoryBuilder;
import io.keelson.ee.jpa.provider.UnitEnvironment;
import io.keelson.ee.jpa.provider.UnitFailures;
import io.keelson.ee.jpa.provider.UnitProviders;
import io.keelson.ee.jpa.unit.Unit;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.ee.jpa.unit.UnitInfo;
import io.keelson.ee.jpa.unit.UnitInfo.UnitSources;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A unit from the preparation of its application to its end. States: prepared (its classes are woven as they are loaded), built (its
 * factory is there), closed. The first that needs the factory builds it, at the latest the start of the application. The lock guards
 * {@code builder} and the transition to built and closed.
 */
final class ManagedUnit {
    private static final String DEFAULT_SOURCE = "java:comp/DefaultDataSource";

    /** Properties that say themselves where connections come from. */
    private static final Set<String> CONNECTING = Set.of(
            "jakarta.persistence.jdbc.url",
            "jakarta.persistence.jtaDataSource",
            "jakarta.persistence.nonJtaDataSource",
            "hibernate.connection.url",
            "hibernate.connection.datasource",
            "hibernate.connection.provider_class");

    private final Unit unit;
    private final boolean foreign;
    private final boolean withoutHibernate;
    private final UnitContexts contexts;
    private final UnitSessions sessions;
    private final List<NamedDataSource> sources = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable UnitInfo info;
    private @Nullable FactoryBuilder builder;
    private volatile @Nullable EntityManagerFactory factory;
    private boolean closed;
    private boolean referred;

    /**
     * Makes it, and nothing of it.
     *
     * @param foreign whether its application has descriptors of another server
     * @param withoutHibernate whether these are of one that ships another provider
     */
    ManagedUnit(Unit unit, UnitEnvironment environment, boolean foreign, boolean withoutHibernate) {
        this.unit = unit;
        this.foreign = foreign;
        this.withoutHibernate = withoutHibernate;
        this.contexts = new UnitContexts(unit.name(), this::factory, environment.registry());
        this.sessions = new UnitSessions(contexts, environment);
    }

    Unit unit() {
        return unit;
    }

    UnitContexts contexts() {
        return contexts;
    }

    /** Returns the sessions of repositories. A unit that is RESOURCE_LOCAL takes part in no transactions that they could follow. */
    UnitSessions sessions() {
        return sessions;
    }

    /** A component refers to the unit. Called by the deploying thread. */
    void referred() {
        referred = true;
    }

    /**
     * Returns true if the start of the application builds the unit. One that is RESOURCE_LOCAL and that nothing refers to is the
     * application's own matter: it builds it itself with {@code Persistence.createEntityManagerFactory}, or a framework does.
     */
    boolean toBeBuilt() {
        return referred || !unit.descriptor().local();
    }

    /** Returns the class of the provider; empty before the unit is prepared. */
    String provider() {
        UnitInfo made = info;
        return made == null ? "" : made.getPersistenceProviderClassName();
    }

    /** Has the provider look at the unit; nothing is done to the database. */
    void prepare(ApplicationClassLoader loader, boolean serversOwn, UnitEnvironment environment)
            throws DeploymentException {
        ReferencedFiles.check(unit, loader);
        UnitSources given = sources();
        builder = UnitProviders.prepare(
                unit,
                provider -> {
                    UnitInfo made = new UnitInfo(unit, loader, provider, given, withoutHibernate);
                    info = made;
                    return made;
                },
                loader,
                serversOwn,
                sources.stream().allMatch(NamedDataSource::isThere),
                environment);
    }

    private UnitSources sources() {
        boolean local = unit.descriptor().local();
        boolean connects = unit.descriptor().properties().keySet().stream().anyMatch(CONNECTING::contains);
        NamedDataSource jta = named(unit.descriptor().jtaDataSource());
        NamedDataSource other = named(unit.descriptor().nonJtaDataSource());
        if (jta == null && other == null && !connects) {
            NamedDataSource byDefault =
                    add(new NamedDataSource(unit, foreign, unit.descriptor().where(), DEFAULT_SOURCE));
            return local ? new UnitSources(null, byDefault) : new UnitSources(byDefault, null);
        }
        return new UnitSources(jta, other);
    }

    private @Nullable NamedDataSource named(@Nullable Said said) {
        return said == null ? null : add(new NamedDataSource(unit, foreign, said.where(), said.text()));
    }

    private NamedDataSource add(NamedDataSource source) {
        sources.add(source);
        return source;
    }

    /**
     * Builds the unit's factory, where that has not been done.
     *
     * @throws DeploymentException with file and line
     */
    void build() throws DeploymentException {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(
                        "the persistence unit '" + unit.name() + "' belongs to an application that was undeployed");
            }
            FactoryBuilder prepared = builder;
            if (factory == null && prepared != null) {
                for (NamedDataSource source : sources) {
                    source.resolve();
                }
                builder = null;
                boolean standIn =
                        sources.stream().anyMatch(NamedDataSource::isStandIn) && StandInTables.areWanted(unit);
                EntityManagerFactory built = prepared.build(standIn);
                if (standIn) {
                    StandInTables.make(unit, built);
                }
                factory = built;
            }
        } catch (DeploymentException | IllegalStateException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw UnitFailures.of(unit, e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the factory; builds it where it is used before the application has started. */
    EntityManagerFactory factory() {
        EntityManagerFactory made = factory;
        if (made != null) {
            return made;
        }
        try {
            build();
        } catch (DeploymentException e) {
            throw new IllegalStateException(String.valueOf(e.getMessage()), e);
        }
        made = factory;
        if (made == null) {
            throw new IllegalStateException("the persistence unit '" + unit.name() + "' could not be built before");
        }
        return made;
    }

    /** Returns the properties that its factory has; empty before it is built. */
    Map<String, Object> properties() {
        EntityManagerFactory made = factory;
        return made == null || !made.isOpen() ? Map.of() : made.getProperties();
    }

    /** Ends it. Must not throw. */
    void close() {
        lock.lock();
        try {
            closed = true;
            FactoryBuilder prepared = builder;
            builder = null;
            EntityManagerFactory made = factory;
            factory = null;
            if (prepared != null) {
                prepared.cancel();
            }
            if (made != null && made.isOpen()) {
                made.close();
            }
            if (info != null) {
                info.release();
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.closeFailed(unit.name(), e);
        } finally {
            lock.unlock();
        }
    }
}
