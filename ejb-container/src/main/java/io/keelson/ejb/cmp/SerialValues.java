package io.keelson.ejb.cmp;

import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values of fields that are serializable objects without a type of SQL: columns have their bytes. Classes are those of the application that
 * the thread works for.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.3 and 14.1.1.
 */
final class SerialValues {
    private SerialValues() {}

    /** Returns true for types whose columns have the bytes of objects; drivers know the others themselves. */
    static boolean is(Class<?> type) {
        return JdbcValues.sqlType(type) == java.sql.Types.VARBINARY && type != byte[].class;
    }

    /** Returns true if JDBC drivers take values of that type as they are, as JDBC 4.2 wants it. */
    static boolean ofDriver(Class<?> type) {
        String name = type.getName();
        return type == Object.class
                || type == UUID.class
                || name.startsWith("java.time.")
                || name.startsWith("java.sql.");
    }

    private static ApplicationObjects objects() {
        return new ApplicationObjects(Thread.currentThread().getContextClassLoader());
    }

    static byte[] write(Object value) throws SQLException {
        try {
            return objects().write(value);
        } catch (IOException e) {
            throw new SQLException(
                    "a value of " + value.getClass().getName() + " cannot be written: " + e.getMessage(), e);
        }
    }

    static @Nullable Object read(byte @Nullable [] bytes) throws SQLException {
        try {
            return bytes == null ? null : objects().read(bytes);
        } catch (IOException | ClassNotFoundException e) {
            throw new SQLException("a value cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns a copy, which changes of the value do not concern. */
    static @Nullable Object copy(@Nullable Object value) {
        try {
            return value == null ? null : read(write(value));
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return one == other;
        }
        try {
            return one.equals(other) || Arrays.equals(write(one), write(other));
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
