package io.keelson.perf;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/** Connections that do nothing: what is measured with them is the server alone. */
final class IdleConnections implements InvocationHandler {
    private boolean autoCommit = true;

    private IdleConnections() {}

    static Connection one() {
        return proxy(Connection.class);
    }

    private static <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new IdleConnections()));
    }

    @Override
    @SuppressWarnings("NullAway") // as the interfaces that it stands for
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "getAutoCommit":
                return autoCommit;
            case "setAutoCommit":
                autoCommit = (Boolean) arguments[0];
                return null;
            case "isValid":
                return true;
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            case "getTransactionIsolation":
                return Connection.TRANSACTION_READ_COMMITTED;
            default:
                return nothing(method.getReturnType());
        }
    }

    @SuppressWarnings("NullAway") // as the interfaces that it stands for
    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        if (type == String.class) {
            return "idle";
        }
        return type.isInterface() && type.getName().startsWith("java.sql.") ? proxy(type) : null;
    }
}
