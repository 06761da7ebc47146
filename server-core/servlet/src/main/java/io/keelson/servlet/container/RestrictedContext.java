package io.keelson.servlet.container;

import jakarta.servlet.ServletContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;

/**
 * The context as a listener sees it that neither web.xml, a fragment nor an annotation declares: one of a
 * tag library, or one that code has added. It may look at the application but not register or configure anything.
 *
 * <p>Specification: Servlet 6.1, 8.3 JSP Container Pluggability; Servlet 6.1, 4.4 Configuration Methods.
 */
final class RestrictedContext {
    private static final Set<String> FORBIDDEN = Set.of(
            "addServlet",
            "addJspFile",
            "createServlet",
            "getServletRegistration",
            "getServletRegistrations",
            "addFilter",
            "createFilter",
            "getFilterRegistration",
            "getFilterRegistrations",
            "getSessionCookieConfig",
            "setSessionTrackingModes",
            "addListener",
            "createListener",
            "setInitParameter",
            "declareRoles",
            "setSessionTimeout",
            "setRequestCharacterEncoding",
            "setResponseCharacterEncoding");

    private RestrictedContext() {}

    static ServletContext of(ServletContext context) {
        return (ServletContext) Proxy.newProxyInstance(
                RestrictedContext.class.getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, method, arguments) -> call(context, method, arguments));
    }

    private static Object call(ServletContext context, Method method, Object[] arguments) throws Throwable {
        if (FORBIDDEN.contains(method.getName())) {
            throw new UnsupportedOperationException("ServletContext." + method.getName()
                    + " may not be called by a listener that neither web.xml, a fragment nor an annotation declares");
        }
        try {
            return method.invoke(context, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
