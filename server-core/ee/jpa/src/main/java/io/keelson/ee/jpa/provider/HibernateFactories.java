package io.keelson.ee.jpa.provider;

import io.keelson.ee.jpa.cache.LocalRegions;
import io.keelson.ee.jpa.cache.UnitCache;
import io.keelson.ee.jpa.unit.UnitInfo;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.persistence.EntityManagerFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.id.enhanced.StandardOptimizerDescriptor;
import org.hibernate.jpa.boot.spi.Bootstrap;
import org.hibernate.jpa.boot.spi.EntityManagerFactoryBuilder;
import org.hibernate.jpa.boot.spi.JpaSettings;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;
import org.jspecify.annotations.Nullable;

/**
 * Units of the server's Hibernate. They are prepared before any of their classes is loaded, so that these are woven, and
 * built when the application starts: a version that replaces another does not touch the tables while the other serves.
 */
final class HibernateFactories {
    /** Hibernate's provider. */
    static final String PROVIDER = "org.hibernate.jpa.HibernatePersistenceProvider";

    private static final String GENERATION = "jakarta.persistence.schema-generation.database.action";

    private static final String CREATE_SCHEMAS = "jakarta.persistence.create-database-schemas";

    /** Hibernate calls a setting deprecated that is not the application's but ours; held, as the JVM forgets filters of others. */
    private static final Logger DEPRECATION = Logger.getLogger("org.hibernate.orm.deprecation");

    static {
        if (DEPRECATION.getFilter() == null) {
            DEPRECATION.setFilter(HibernateFactories::concernsApplications);
        }
    }

    private HibernateFactories() {}

    private static boolean concernsApplications(LogRecord said) {
        return !(said.getMessage() + Arrays.toString(said.getParameters()))
                .contains(AvailableSettings.ENHANCER_ENABLE_DIRTY_TRACKING);
    }

    static FactoryBuilder prepare(UnitInfo info, UnitEnvironment environment) {
        leaveOutMissingDialect(info);
        LooseTables tables = new LooseTables(info.isOfAnotherProvider());
        Map<String, Object> settings = settings(info, environment);
        if (!info.getProperties().containsKey(JpaSettings.INTEGRATOR_PROVIDER)) {
            settings.put(JpaSettings.INTEGRATOR_PROVIDER, tables);
        }
        EntityManagerFactoryBuilder builder = Bootstrap.getEntityManagerFactoryBuilder(info, settings);
        return new FactoryBuilder() {
            @Override
            public EntityManagerFactory build(boolean standIn) {
                tables.standIn().set(standIn);
                Object validators = environment.validators().get();
                if (validators != null) {
                    builder.withValidatorFactory(validators);
                }
                return builder.build();
            }

            @Override
            public void cancel() {
                builder.cancel();
            }
        };
    }

    /** Leaves out a dialect that earlier versions of Hibernate had: the database tells which is meant. */
    private static void leaveOutMissingDialect(UnitInfo info) {
        String dialect = info.getProperties().getProperty(AvailableSettings.DIALECT, "");
        if (dialect.startsWith("org.hibernate.dialect.") && !isThere(dialect, info.getClassLoader())) {
            ProviderLog.LOG.dialectOfEarlierVersion(info.getPersistenceUnitName(), dialect);
            info.leaveOut(AvailableSettings.DIALECT);
        }
    }

    private static boolean isThere(String type, ClassLoader ofApplication) {
        String file = type.replace('.', '/') + ".class";
        return HibernateFactories.class.getClassLoader().getResource(file) != null
                || ofApplication.getResource(file) != null;
    }

    private static Map<String, Object> settings(UnitInfo info, UnitEnvironment environment) {
        Map<String, Object> settings = new HashMap<>();
        Map<Object, Object> said = info.getProperties();
        settings.put(
                AvailableSettings.JTA_PLATFORM,
                new HibernatePlatform(environment.transactions(), environment.registry()));
        settings.put(AvailableSettings.BEAN_CONTAINER, new CdiBeans(environment.beans()));
        if (!said.containsKey(AvailableSettings.CACHE_REGION_FACTORY)) {
            settings.put(AvailableSettings.CACHE_REGION_FACTORY, new LocalRegions(cache(info, environment)));
        }
        if (!said.containsKey(AvailableSettings.ENHANCER_ENABLE_DIRTY_TRACKING)) {
            // Hibernate leaves an embeddable alone that has a getter without a field, and weaves its entities as if it
            // had not.
            settings.put(AvailableSettings.ENHANCER_ENABLE_DIRTY_TRACKING, "false");
        }
        settings.put(AvailableSettings.CLASSLOADERS, List.of(new MappingServices()));
        generation(said, settings);
        if ((info.isOfAnotherProvider() || !info.namesHibernate())
                && !said.containsKey(AvailableSettings.ENABLE_LAZY_LOAD_NO_TRANS)) {
            // Other providers read what is lazy when the persistence context has gone, and applications rely on it.
            settings.put(AvailableSettings.ENABLE_LAZY_LOAD_NO_TRANS, "true");
        }
        if (!said.containsKey(AvailableSettings.PHYSICAL_NAMING_STRATEGY)) {
            settings.put(AvailableSettings.PHYSICAL_NAMING_STRATEGY, new ReservedNames());
        }
        if (!info.namesHibernate()) {
            // A table of identifiers holds the last one that was given, as the specification, EclipseLink and OpenJPA
            // have it. Hibernate
            // by itself gives identifiers below it, which scripts and the application's own statements have given
            // already.
            settings.put(
                    AvailableSettings.PREFERRED_POOLED_OPTIMIZER,
                    StandardOptimizerDescriptor.POOLED_LO.getExternalName());
        }
        boolean jta = info.getJtaDataSource() != null;
        if (jta && !said.containsKey(AvailableSettings.CONNECTION_HANDLING)) {
            // One connection for the transaction: the pool would give the same one for each statement.
            settings.put(
                    AvailableSettings.CONNECTION_HANDLING,
                    PhysicalConnectionHandlingMode.DELAYED_ACQUISITION_AND_RELEASE_BEFORE_TRANSACTION_COMPLETION);
        }
        return settings;
    }

    private static @Nullable UnitCache cache(UnitInfo info, UnitEnvironment environment) {
        return info.getClassLoader() instanceof ApplicationClassLoader own
                ? environment.caches().unit(own.application(), info.getPersistenceUnitName())
                : null;
    }

    /** Takes the setting for the schema of EclipseLink or OpenJPA, where the unit was written for a server that ships one of them. */
    private static void generation(Map<Object, Object> said, Map<String, Object> settings) {
        String mappings = String.valueOf(said.get("openjpa.jdbc.SynchronizeMappings"));
        if (mappings.startsWith("buildSchema") && !said.containsKey(GENERATION)) {
            boolean drops = mappings.toLowerCase(Locale.ROOT).contains("drop");
            settings.put(AvailableSettings.HBM2DDL_AUTO, drops ? "create" : "update");
            return;
        }
        Object mode = said.get("eclipselink.ddl-generation.output-mode");
        if (said.containsKey(GENERATION) || mode != null && !mode.equals("database") && !mode.equals("both")) {
            return;
        }
        switch (String.valueOf(said.get("eclipselink.ddl-generation"))) {
            case "create-tables" -> {
                settings.put(GENERATION, "create");
                createSchemas(said, settings);
            }
            case "create-or-extend-tables" -> settings.put(AvailableSettings.HBM2DDL_AUTO, "update");
            case "drop-and-create-tables" -> settings.put(GENERATION, "drop-and-create");
            case "drop-tables" -> settings.put(GENERATION, "drop");
            default -> {} // none, or not said
        }
    }

    /**
     * Makes the schemas that entities name, as {@code APP}, which Derby has by itself. Not where tables are dropped too: Hibernate
     * would drop the schemas with them.
     */
    private static void createSchemas(Map<Object, Object> said, Map<String, Object> settings) {
        if (!said.containsKey(CREATE_SCHEMAS)) {
            settings.put(CREATE_SCHEMAS, "true");
        }
    }
}
