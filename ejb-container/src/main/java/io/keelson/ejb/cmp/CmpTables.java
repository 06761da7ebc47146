package io.keelson.ejb.cmp;

import io.keelson.ejb.schema.Column;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Relation;
import io.keelson.ejb.schema.Schemas;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;

/** Makes the tables of a module, for development ({@code create-default-dbms-tables}). Confined to the deploying thread. */
public final class CmpTables {
    private static final String BINARY = "VARBINARY(4000)";

    private final Schemas schemas;
    private final EntityDirectory directory;

    /** Makes it for a module. */
    public CmpTables(Schemas schemas, EntityDirectory directory) {
        this.schemas = schemas;
        this.directory = directory;
    }

    /**
     * Makes the tables that are missing, or all anew, as the descriptor says.
     *
     * @return the tables that were made
     * @throws SQLException when the database refuses it
     */
    public List<String> make() throws SQLException {
        List<String> made = new ArrayList<>();
        if (schemas.tables() == Schemas.Tables.EXIST) {
            return made;
        }
        Set<String> done = new HashSet<>();
        for (EntitySchema each : schemas.byBean().values()) {
            DataSource source = directory.dataSource(each);
            List<String> columns = new ArrayList<>();
            for (Column column : each.columns()) {
                columns.add(column.name() + " " + type(column.type(), column.key())
                        + (column.key() || column.type().isPrimitive() ? " NOT NULL" : ""));
            }
            if (done.add(each.table().toUpperCase(Locale.ROOT))) {
                make(source, each.table(), columns, names(each.key()), made);
            }
            for (Relation relation : each.relations()) {
                Relation.JoinTable join = relation.join();
                if (join != null && done.add(join.table().toUpperCase(Locale.ROOT))) {
                    List<String> all = new ArrayList<>(join.toSource());
                    all.addAll(join.toTarget());
                    make(source, join.table(), joinColumns(relation, join), all, made);
                }
            }
        }
        return made;
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    private static List<String> joinColumns(Relation relation, Relation.JoinTable join) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < join.toSource().size(); i++) {
            columns.add(join.toSource().get(i) + " "
                    + type(relation.source().key().get(i).type(), true) + " NOT NULL");
        }
        for (int i = 0; i < join.toTarget().size(); i++) {
            columns.add(join.toTarget().get(i) + " "
                    + type(relation.target().key().get(i).type(), true) + " NOT NULL");
        }
        return columns;
    }

    private void make(DataSource source, String table, List<String> columns, List<String> key, List<String> made)
            throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            boolean there = exists(connection, table);
            if (there && schemas.tables() == Schemas.Tables.DROP_AND_CREATE) {
                statement.executeUpdate("DROP TABLE " + table);
                there = false;
            }
            if (!there) {
                String binary = binary(connection.getMetaData().getDatabaseProductName());
                statement.executeUpdate("CREATE TABLE " + table + " ("
                        + String.join(", ", columns).replace(BINARY, binary) + ", PRIMARY KEY ("
                        + String.join(", ", key) + "))");
                made.add(table);
            }
        }
    }

    /** Returns the type of columns with bytes, which databases do not agree on. */
    private static String binary(String database) {
        return switch (database) {
            case "Apache Derby" -> "VARCHAR(4000) FOR BIT DATA";
            case "PostgreSQL" -> "BYTEA";
            default -> BINARY;
        };
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        String plain = table.substring(table.lastIndexOf('.') + 1);
        for (String each : List.of(plain, plain.toUpperCase(Locale.ROOT), plain.toLowerCase(Locale.ROOT))) {
            try (ResultSet tables = connection.getMetaData().getTables(null, null, each, null)) {
                if (tables.next()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String type(Class<?> type, boolean key) {
        return switch (JdbcValues.sqlType(type)) {
            case Types.VARCHAR -> type == String.class ? "VARCHAR(" + (key ? 150 : 255) + ")" : "VARCHAR(1)";
            case Types.INTEGER -> "INTEGER";
            case Types.BIGINT -> "BIGINT";
            case Types.SMALLINT -> "SMALLINT";
            case Types.BOOLEAN -> "BOOLEAN";
            case Types.DOUBLE -> "DOUBLE PRECISION";
            case Types.REAL -> "REAL";
            case Types.DECIMAL -> type == java.math.BigInteger.class ? "DECIMAL(38, 0)" : "DECIMAL(38, 10)";
            case Types.DATE -> "DATE";
            case Types.TIME -> "TIME";
            case Types.TIMESTAMP -> "TIMESTAMP";
            default -> BINARY;
        };
    }
}
