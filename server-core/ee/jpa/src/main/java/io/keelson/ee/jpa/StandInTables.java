package io.keelson.ee.jpa;

import io.keelson.ee.jpa.unit.Unit;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.SchemaManager;
import jakarta.persistence.SchemaValidationException;
import java.util.regex.Pattern;

/**
 * Tables of a unit whose data source nobody defines, so that the default one took its place: the administrator of another server would
 * have made database and tables.
 */
final class StandInTables {
    private static final Pattern GENERATION =
            Pattern.compile("(jakarta|javax)\\.persistence\\.schema-generation\\..*|hibernate\\.hbm2ddl\\..*"
                    + "|eclipselink\\.(ddl|deploy-on).*|openjpa\\.jdbc\\.SynchronizeMappings");

    private StandInTables() {}

    /** Returns true if the unit does not say itself what becomes of its tables. */
    static boolean areWanted(Unit unit) {
        return unit.descriptor().properties().keySet().stream()
                .noneMatch(key -> GENERATION.matcher(key).matches());
    }

    /** Makes those that are missing. */
    static void make(Unit unit, EntityManagerFactory factory) {
        SchemaManager schema = factory.getSchemaManager();
        try {
            schema.validate();
        } catch (SchemaValidationException missing) {
            JpaLog.LOG.standInTables(unit.name(), String.valueOf(missing.getMessage()));
            schema.create(true);
        }
    }
}
