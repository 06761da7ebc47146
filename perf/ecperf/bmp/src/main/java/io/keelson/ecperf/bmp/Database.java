package io.keelson.ecperf.bmp;

import jakarta.ejb.EJBException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** JDBC as the beans of this variant need it: prepared statements that are always closed. Stateless. */
final class Database {
    private final DataSource source;

    private Database(DataSource source) {
        this.source = source;
    }

    /** Reader of a row. */
    @FunctionalInterface
    interface Reader {
        void read(ResultSet row) throws SQLException;
    }

    static Database lookup() {
        try {
            return new Database(InitialContext.doLookup("java:comp/DefaultDataSource"));
        } catch (NamingException e) {
            throw new EJBException("there is no default data source", e);
        }
    }

    /** Executes a statement; returns the number of rows. */
    int execute(String sql, Object... values) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new EJBException(sql, e);
        }
    }

    /** Reads at most so many rows; returns their number. */
    int query(String sql, int most, Reader reader, Object... values) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            statement.setMaxRows(most);
            int count = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                    count++;
                }
            }
            return count;
        } catch (SQLException e) {
            throw new EJBException(sql, e);
        }
    }

    /** Reads keys. */
    List<Long> keys(String sql, int most, Object... values) {
        List<Long> keys = new ArrayList<>();
        query(sql, most, row -> keys.add(row.getLong(1)), values);
        return keys;
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
