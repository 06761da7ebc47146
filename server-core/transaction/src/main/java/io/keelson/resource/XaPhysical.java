package io.keelson.resource;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection of an XA driver as a pool keeps it: the one handle of an {@link XAConnection}, which unwraps to its {@link XAResource} and
 * closes with the handle. Used by one thread at a time.
 */
final class XaPhysical implements InvocationHandler {
    private final XAConnection physical;
    private final Connection handle;
    private final XAResource resource;

    private XaPhysical(XAConnection physical) throws SQLException {
        this.physical = physical;
        this.handle = physical.getConnection();
        this.resource = physical.getXAResource();
    }

    static Connection of(XAConnection physical) throws SQLException {
        try {
            return (Connection) Proxy.newProxyInstance(
                    XaPhysical.class.getClassLoader(), new Class<?>[] {Connection.class}, new XaPhysical(physical));
        } catch (SQLException | RuntimeException e) { // a driver may throw anything
            physical.close();
            throw e;
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "XA " + handle;
            };
        }
        if (arguments != null && arguments[0] == XAResource.class) {
            return method.getName().equals("unwrap") ? resource : Boolean.TRUE;
        }
        if (method.getName().equals("close")) {
            physical.close();
            return null;
        }
        try {
            return method.invoke(handle, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
