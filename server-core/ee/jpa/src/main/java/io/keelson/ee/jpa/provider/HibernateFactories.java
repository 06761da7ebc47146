package io.keelson.ee.jpa.provider;

import io.keelson.ee.jpa.cache.LocalRegions;
import io.keelson.ee.jpa.cache.UnitCache;
import io.keelson.ee.jpa.unit.UnitInfo;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.persistence.EntityManagerFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.boot.spi.Bootstrap;
import org.hibernate.jpa.boot.spi.EntityManagerFactoryBuilder;
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
        EntityManagerFactoryBuilder builder =
                Bootstrap.getEntityManagerFactoryBuilder(info, settings(info, environment));
        return new FactoryBuilder() {
            @Override
            public EntityManagerFactory build() {
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
        generation(said, settings);
        if (isOfEclipseLink(said) && !said.containsKey(AvailableSettings.ENABLE_LAZY_LOAD_NO_TRANS)) {
            // EclipseLink reads what is lazy when the persistence context has gone, and such applications rely on it.
            settings.put(AvailableSettings.ENABLE_LAZY_LOAD_NO_TRANS, "true");
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

    private static boolean isOfEclipseLink(Map<Object, Object> said) {
        return said.keySet().stream().anyMatch(key -> String.valueOf(key).startsWith("eclipselink."));
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
