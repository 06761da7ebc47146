package io.keelson.resource;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Has a driver keep prepared statements of each connection. Drivers know better than a pool when a statement can be used again, so that
 * each is
 * asked by its own properties. One that is set by hand stays.
 */
final class StatementCache {
    private StatementCache() {}

    /** Adds what the driver of a URL understands; nothing for a driver that is not known. */
    static void into(Properties properties, String url, int size) {
        of(url, size).forEach(properties::putIfAbsent);
    }

    private static Map<String, String> of(String url, int size) {
        String lower = url.toLowerCase(Locale.ROOT);
        String statements = Integer.toString(size);
        String on = Boolean.toString(size > 0);
        if (lower.startsWith("jdbc:postgresql:")) {
            return Map.of("preparedStatementCacheQueries", statements);
        }
        if (lower.startsWith("jdbc:mysql:") || lower.startsWith("jdbc:mariadb:")) {
            return Map.of("cachePrepStmts", on, "prepStmtCacheSize", statements);
        }
        if (lower.startsWith("jdbc:oracle:")) {
            return Map.of("oracle.jdbc.implicitStatementCacheSize", statements);
        }
        if (lower.startsWith("jdbc:sqlserver:")) {
            return Map.of(
                    "disableStatementPooling", Boolean.toString(size == 0), "statementPoolingCacheSize", statements);
        }
        return Map.of();
    }
}
