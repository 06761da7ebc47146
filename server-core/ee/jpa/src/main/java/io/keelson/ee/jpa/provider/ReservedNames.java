package io.keelson.ee.jpa.provider;

import java.util.Locale;
import java.util.Set;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Quotes tables and columns that are named by a reserved word of H2, as {@code order} or {@code table}, in the case that H2 gives to
 * names without quotes. The default data source is H2, and such names are no words to other databases, or are quoted by other providers.
 */
final class ReservedNames extends PhysicalNamingStrategyStandardImpl {
    private static final long serialVersionUID = 1L;

    private static final Set<String> WORDS = Set.of(
            ("ALL AND ANY ARRAY AS ASYMMETRIC AUTHORIZATION BETWEEN BOTH CASE CAST CHECK CONSTRAINT CROSS CURRENT_CATALOG"
                            + " CURRENT_DATE CURRENT_PATH CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DAY"
                            + " DEFAULT DISTINCT ELSE END EXCEPT EXISTS FALSE FETCH FOR FOREIGN FROM FULL GROUP GROUPS HAVING HOUR IF"
                            + " ILIKE IN INNER INTERSECT INTERVAL IS JOIN KEY LEADING LEFT LIKE LIMIT LOCALTIME LOCALTIMESTAMP MINUS"
                            + " MINUTE MONTH NATURAL NOT NULL OFFSET ON OR ORDER OVER PARTITION PRIMARY QUALIFY RANGE REGEXP RIGHT ROW"
                            + " ROWNUM ROWS SECOND SELECT SESSION_USER SET SOME SYMMETRIC SYSTEM_USER TABLE TO TOP TRAILING TRUE"
                            + " UESCAPE UNION UNIQUE UNKNOWN USER USING VALUE VALUES WHEN WHERE WINDOW WITH YEAR")
                    .split(" "));

    @Override
    public @Nullable Identifier toPhysicalTableName(@Nullable Identifier logical, JdbcEnvironment environment) {
        return usable(logical, environment);
    }

    @Override
    public @Nullable Identifier toPhysicalColumnName(@Nullable Identifier logical, JdbcEnvironment environment) {
        return usable(logical, environment);
    }

    private static @Nullable Identifier usable(@Nullable Identifier name, JdbcEnvironment environment) {
        if (name == null
                || name.isQuoted()
                || !(environment.getDialect() instanceof H2Dialect)
                || !WORDS.contains(name.getText().toUpperCase(Locale.ROOT))) {
            return name;
        }
        return Identifier.toIdentifier(environment.getIdentifierHelper().toMetaDataObjectName(name), true);
    }
}
