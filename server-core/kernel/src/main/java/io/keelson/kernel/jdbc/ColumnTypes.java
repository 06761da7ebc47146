package io.keelson.kernel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Types of columns as a database names them, for the server's own tables. Immutable.
 *
 * @param text a name of some length, whose case and blanks count
 * @param bytes any number of bytes
 * @param suffix the end of a table's definition
 */
public record ColumnTypes(String text, String bytes, String suffix) {
    /**
     * Returns those of a connection's database.
     *
     * @param length the most characters of a text
     */
    public static ColumnTypes of(Connection connection, int length) throws SQLException {
        return of(connection.getMetaData().getDatabaseProductName(), length);
    }

    static ColumnTypes of(String product, int length) {
        String name = product.toLowerCase(Locale.ROOT);
        String text = "varchar(" + length + ")";
        if (name.contains("postgres")) {
            return new ColumnTypes(text, "bytea", "");
        }
        if (name.contains("mariadb") || name.contains("mysql")) {
            // By default names that differ in case, or in blanks at the end, are the same there, and a table may be
            // without transactions.
            String order = name.contains("mariadb") ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
            return new ColumnTypes(text + " character set utf8mb4 collate " + order, "longblob", " engine = InnoDB");
        }
        return new ColumnTypes(text, "blob", "");
    }

    /**
     * Returns the statement that makes a table.
     *
     * @param columns its columns, with {@code %1$s} where text and {@code %2$s} where bytes are kept
     */
    public String create(String table, String columns) {
        return "create table " + table + " (" + String.format(Locale.ROOT, columns, text, bytes) + ")" + suffix;
    }
}
