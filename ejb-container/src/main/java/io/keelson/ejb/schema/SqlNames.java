package io.keelson.ejb.schema;

import java.util.Locale;
import java.util.Set;

/** Names of tables and columns that nothing declares. */
final class SqlNames {
    private static final Set<String> RESERVED = Set.of(
            "ALL",
            "AND",
            "ANY",
            "AS",
            "BETWEEN",
            "BY",
            "CASE",
            "CHECK",
            "COLUMN",
            "CREATE",
            "CROSS",
            "CURRENT",
            "DATE",
            "DAY",
            "DEFAULT",
            "DELETE",
            "DESC",
            "DISTINCT",
            "DROP",
            "END",
            "EXISTS",
            "FETCH",
            "FOR",
            "FROM",
            "FULL",
            "GRANT",
            "GROUP",
            "HAVING",
            "HOUR",
            "IN",
            "INDEX",
            "INNER",
            "INSERT",
            "INTERVAL",
            "INTO",
            "IS",
            "JOIN",
            "KEY",
            "LEFT",
            "LIKE",
            "LIMIT",
            "MINUTE",
            "MONTH",
            "NATURAL",
            "NOT",
            "NULL",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "OUTER",
            "PRIMARY",
            "REFERENCES",
            "RIGHT",
            "ROW",
            "SECOND",
            "SELECT",
            "SESSION",
            "SET",
            "SIZE",
            "TABLE",
            "TIME",
            "TO",
            "UNION",
            "UNIQUE",
            "UPDATE",
            "USER",
            "USING",
            "VALUE",
            "VALUES",
            "VIEW",
            "WHEN",
            "WHERE",
            "WITH",
            "YEAR");

    private SqlNames() {}

    /** Returns a name that no word of SQL has. */
    static String of(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_]", "_");
        return RESERVED.contains(plain.toUpperCase(Locale.ROOT)) ? plain + "_" : plain;
    }
}
