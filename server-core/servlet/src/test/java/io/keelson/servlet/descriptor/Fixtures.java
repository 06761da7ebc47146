package io.keelson.servlet.descriptor;

import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.HttpMethodConstraint;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Set;

/** Classes that tests put into applications. */
@SuppressWarnings("serial")
final class Fixtures {
    private Fixtures() {}

    @WebServlet(
            name = "orders",
            urlPatterns = {"/orders/*", "*.order"},
            loadOnStartup = 3,
            asyncSupported = true,
            initParams = {@WebInitParam(name = "size", value = "10"), @WebInitParam(name = "unit", value = "kg")})
    @MultipartConfig(maxFileSize = 1000, fileSizeThreshold = 10)
    @RunAs("clerk")
    @DeclareRoles({"clerk", "boss"})
    @ServletSecurity(
            value = @HttpConstraint(rolesAllowed = "clerk"),
            httpMethodConstraints =
                    @HttpMethodConstraint(
                            value = "DELETE",
                            rolesAllowed = "boss",
                            transportGuarantee = ServletSecurity.TransportGuarantee.CONFIDENTIAL))
    static class Orders extends HttpServlet {}

    @WebServlet("/sub")
    static class SubOrders extends Orders {}

    @WebFilter(
            filterName = "audit",
            urlPatterns = "/*",
            servletNames = "orders",
            dispatcherTypes = {DispatcherType.FORWARD, DispatcherType.ASYNC})
    static class Audit extends HttpFilter {}

    @WebListener
    static class Listening implements ServletContextListener {}

    @WebServlet
    static class Nowhere extends HttpServlet {}

    interface Plugin {}

    abstract static class BasePlugin implements Plugin {}

    static class RedPlugin extends BasePlugin {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    static class HasMarkedMethod {
        @Marked
        void method() {}
    }

    static class Thrown extends IllegalStateException {}

    @HandlesTypes({Plugin.class, Marked.class, RuntimeException.class})
    static class PluginInitializer implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> types, ServletContext context) {}
    }

    static class PlainInitializer implements ServletContainerInitializer {
        @Override
        public void onStartup(Set<Class<?>> types, ServletContext context) {}
    }

    /** Lets in whoever is authenticated; a method needs a role. */
    @WebServlet("/for-all")
    @ServletSecurity(
            value = @HttpConstraint(rolesAllowed = "**"),
            httpMethodConstraints =
                    @HttpMethodConstraint(
                            value = "PUT",
                            rolesAllowed = {"clerk", "*"}))
    static class ForAll extends HttpServlet {}
}
