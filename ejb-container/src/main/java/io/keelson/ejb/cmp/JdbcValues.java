package io.keelson.ejb.cmp;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Reads and writes values of Java by JDBC. */
final class JdbcValues {
    private JdbcValues() {}

    /** Returns the type in {@code java.sql.Types}: OTHER for one that drivers know, VARBINARY for the bytes of objects. */
    static int sqlType(Class<?> type) {
        if (type == String.class || type == char.class || type == Character.class) {
            return Types.VARCHAR;
        }
        if (type == int.class || type == Integer.class) {
            return Types.INTEGER;
        }
        if (type == long.class || type == Long.class) {
            return Types.BIGINT;
        }
        if (type == short.class || type == Short.class || type == byte.class || type == Byte.class) {
            return Types.SMALLINT;
        }
        if (type == boolean.class || type == Boolean.class) {
            return Types.BOOLEAN;
        }
        if (type == double.class || type == Double.class) {
            return Types.DOUBLE;
        }
        if (type == float.class || type == Float.class) {
            return Types.REAL;
        }
        if (type == BigDecimal.class || type == BigInteger.class) {
            return Types.DECIMAL;
        }
        if (type == java.sql.Date.class) {
            return Types.DATE;
        }
        if (type == java.sql.Time.class) {
            return Types.TIME;
        }
        if (type == java.sql.Timestamp.class || type == java.util.Date.class) {
            return Types.TIMESTAMP;
        }
        return SerialValues.ofDriver(type) ? Types.OTHER : Types.VARBINARY;
    }

    static void set(PreparedStatement statement, int index, @Nullable Object value, Class<?> type) throws SQLException {
        if (value == null) {
            statement.setNull(index, sqlType(type));
        } else if (value instanceof Character) {
            statement.setString(index, value.toString());
        } else if (value instanceof BigInteger number) {
            statement.setBigDecimal(index, new BigDecimal(number));
        } else if (value.getClass() == java.util.Date.class) {
            statement.setTimestamp(index, new java.sql.Timestamp(((java.util.Date) value).getTime()));
        } else if (value instanceof Byte number) {
            statement.setShort(index, number);
        } else if (SerialValues.is(type)) {
            statement.setBytes(index, SerialValues.write(value));
        } else {
            statement.setObject(index, value);
        }
    }

    static @Nullable Object get(ResultSet rows, int index, Class<?> type) throws SQLException {
        Object value = read(rows, index, type);
        return rows.wasNull() ? null : value;
    }

    private static @Nullable Object read(ResultSet rows, int index, Class<?> type) throws SQLException {
        if (type == String.class) {
            return rows.getString(index);
        }
        if (type == char.class || type == Character.class) {
            String text = rows.getString(index);
            return text == null || text.isEmpty() ? null : text.charAt(0);
        }
        if (type == int.class || type == Integer.class) {
            return rows.getInt(index);
        }
        if (type == long.class || type == Long.class) {
            return rows.getLong(index);
        }
        if (type == short.class || type == Short.class) {
            return rows.getShort(index);
        }
        if (type == byte.class || type == Byte.class) {
            return rows.getByte(index);
        }
        if (type == boolean.class || type == Boolean.class) {
            return rows.getBoolean(index);
        }
        if (type == double.class || type == Double.class) {
            return rows.getDouble(index);
        }
        if (type == float.class || type == Float.class) {
            return rows.getFloat(index);
        }
        if (type == BigDecimal.class) {
            return rows.getBigDecimal(index);
        }
        if (type == BigInteger.class) {
            BigDecimal number = rows.getBigDecimal(index);
            return number == null ? null : number.toBigInteger();
        }
        if (type == java.sql.Date.class) {
            return rows.getDate(index);
        }
        if (type == java.sql.Time.class) {
            return rows.getTime(index);
        }
        if (type == java.sql.Timestamp.class) {
            return rows.getTimestamp(index);
        }
        if (type == java.util.Date.class) {
            java.sql.Timestamp moment = rows.getTimestamp(index);
            return moment == null ? null : new java.util.Date(moment.getTime());
        }
        if (type == byte[].class) {
            return rows.getBytes(index);
        }
        return SerialValues.is(type) ? SerialValues.read(rows.getBytes(index)) : rows.getObject(index);
    }

    /** Returns the value that a field of a primitive type has without one. */
    static @Nullable Object zero(Class<?> type) {
        if (!type.isPrimitive()) {
            return null;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == char.class) {
            return (char) 0;
        }
        return number(0, type);
    }

    /** Returns a number as a type of Java. */
    static Object number(Number value, Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return value.intValue();
        }
        if (type == long.class || type == Long.class) {
            return value.longValue();
        }
        if (type == short.class || type == Short.class) {
            return value.shortValue();
        }
        if (type == byte.class || type == Byte.class) {
            return value.byteValue();
        }
        if (type == double.class || type == Double.class) {
            return value.doubleValue();
        }
        if (type == float.class || type == Float.class) {
            return value.floatValue();
        }
        if (type == BigDecimal.class) {
            return value instanceof BigDecimal ? value : new BigDecimal(value.toString());
        }
        if (type == BigInteger.class) {
            return value instanceof BigInteger ? value : new BigDecimal(value.toString()).toBigInteger();
        }
        return value;
    }
}
