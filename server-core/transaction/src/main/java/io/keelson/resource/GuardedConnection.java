package io.keelson.resource;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A connection in use that gives its statements a time-out and says when it is closed. Used only where one of both is asked
 * for: a proxy costs a little with each call.
 */
final class GuardedConnection implements InvocationHandler {
    private static final Set<String> MAKES_STATEMENTS = Set.of("createStatement", "prepareStatement", "prepareCall");

    private final Connection connection;
    private final int timeoutSeconds;
    private final Runnable closed;

    private GuardedConnection(Connection connection, int timeoutSeconds, Runnable closed) {
        this.connection = connection;
        this.timeoutSeconds = timeoutSeconds;
        this.closed = closed;
    }

    /**
     * Guards a connection.
     *
     * @param statementTimeout zero: none
     * @param closed runs when the connection is closed, possibly more than once
     */
    static Connection of(Connection connection, Duration statementTimeout, Runnable closed) {
        int seconds = (int) Math.min(Integer.MAX_VALUE, (statementTimeout.toMillis() + 999) / 1000);
        return (Connection) Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new GuardedConnection(connection, seconds, closed));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method.getName(), arguments);
        }
        if (method.getName().equals("isWrapperFor") && arguments != null) {
            return isConnection(arguments[0]) || connection.isWrapperFor((Class<?>) arguments[0]);
        }
        if (method.getName().equals("unwrap") && arguments != null) {
            return isConnection(arguments[0]) ? proxy : connection.unwrap((Class<?>) arguments[0]);
        }
        if (method.getName().equals("close") || method.getName().equals("abort")) {
            closed.run();
        }
        Object result = call(method, arguments);
        if (timeoutSeconds > 0 && MAKES_STATEMENTS.contains(method.getName())) {
            limit((Statement) result);
        }
        return result;
    }

    private static boolean isConnection(Object type) {
        return type == Connection.class;
    }

    private Object ofObject(Object proxy, String method, Object @Nullable [] arguments) {
        return switch (method) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> connection.toString();
        };
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private void limit(@Nullable Statement statement) throws SQLException {
        if (statement != null) {
            statement.setQueryTimeout(timeoutSeconds);
        }
    }
}
