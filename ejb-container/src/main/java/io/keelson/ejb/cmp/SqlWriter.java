package io.keelson.ejb.cmp;

import io.keelson.ejb.entity.TransactionEntities;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a transaction, in the order in which they were asked for. Neighbours with the same statement are one batch. Confined to the
 * thread of the transaction.
 */
final class SqlWriter implements TransactionEntities.Writer {
    private final List<Write> writes = new ArrayList<>();

    /**
     * A statement.
     *
     * @param values of its marks
     * @param types of the values
     * @param missed called when it has changed no row; null: that does not matter
     */
    record Write(
            DataSource source,
            String sql,
            List<@Nullable Object> values,
            List<Class<?>> types,
            @Nullable Missed missed) {
        void bind(PreparedStatement statement) throws SQLException {
            for (int i = 0; i < values.size(); i++) {
                JdbcValues.set(statement, i + 1, values.get(i), types.get(i));
            }
        }

        private boolean joins(Write other) {
            return source == other.source && sql.equals(other.sql);
        }
    }

    /** Hears that a statement has changed no row. */
    interface Missed {
        /** Throws what has to be thrown. */
        void noRow() throws Exception;
    }

    /** Returns the writer of a transaction; one of its own, which is to be flushed by its user, where there is none. */
    static SqlWriter of(@Nullable TransactionEntities within) {
        if (within == null) {
            return new SqlWriter();
        }
        Object kept = within.kept(SqlWriter.class);
        if (kept != null) {
            return (SqlWriter) kept;
        }
        SqlWriter made = new SqlWriter();
        within.keep(SqlWriter.class, made);
        return made;
    }

    void add(Write write) {
        writes.add(write);
    }

    @Override
    public void flush() throws Exception {
        List<Write> writing = new ArrayList<>(writes);
        writes.clear();
        int from = 0;
        while (from < writing.size()) {
            int to = from + 1;
            while (to < writing.size() && writing.get(to).joins(writing.get(from))) {
                to++;
            }
            run(writing.subList(from, to));
            from = to;
        }
    }

    private static void run(List<Write> same) throws Exception {
        Write first = same.get(0);
        try (Connection connection = first.source().getConnection();
                PreparedStatement statement = connection.prepareStatement(first.sql())) {
            if (same.size() == 1) {
                first.bind(statement);
                missed(first, statement.executeUpdate());
                return;
            }
            for (Write each : same) {
                each.bind(statement);
                statement.addBatch();
            }
            int[] counts = statement.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                missed(same.get(i), counts[i]); // a driver that does not know has a negative count
            }
        }
    }

    private static void missed(Write write, int count) throws Exception {
        if (count == 0 && write.missed() != null) {
            write.missed().noRow();
        }
    }
}
