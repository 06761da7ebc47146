package io.keelson.servlet.container;

import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.dispatch.DispatchTarget;
import io.keelson.servlet.dispatch.Dispatcher;
import io.keelson.servlet.host.VirtualHosts;
import io.keelson.servlet.path.SuspiciousPathException;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.Listeners;
import io.keelson.servlet.registration.StartPhase;
import io.keelson.servlet.runtime.ApplicationParts;
import io.keelson.servlet.runtime.ContainerContext;
import io.keelson.servlet.runtime.TextDefaults;
import io.keelson.servlet.runtime.WebRuntime;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.session.SessionTracking;
import io.keelson.servlet.statics.MimeTypes;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The application as its own code sees it. Attributes are thread-safe; what is registered or configured may
 * be changed only while the application starts.
 *
 * <p>Specification: Servlet 6.1, 4 Servlet Context.
 */
final class WebContext implements ContainerContext {
    private final WebApplication application;
    private final ApplicationParts parts;
    private final ServerSide server;
    private final Listeners listeners;
    private final SessionTracking tracking;
    private final TextDefaults text;
    private final StartPhase phase;
    private final MimeTypes mimeTypes;
    private final ContextResources resources;
    private final ConcurrentMap<String, Object> attributes = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, String> initParameters = new ConcurrentHashMap<>();

    /** Servlets that {@link #createServlet} has made and nobody has added yet, while the application starts. */
    private final Set<Servlet> made = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    WebContext(
            WebApplication application,
            ApplicationParts parts,
            ServerSide server,
            Listeners listeners,
            SessionTracking tracking,
            TextDefaults text,
            StartPhase phase) {
        this.application = application;
        this.parts = parts;
        this.server = server;
        this.listeners = listeners;
        this.tracking = tracking;
        this.text = text;
        this.phase = phase;
        this.mimeTypes = new MimeTypes(parts.descriptor().content().mimeTypes());
        this.resources =
                new ContextResources(parts.files().resources(), parts.files().root());
        initParameters.putAll(parts.descriptor().module().contextParameters());
    }

    @Override
    public WebRuntime runtime() {
        return application.runtime();
    }

    @Override
    public String getContextPath() {
        return parts.address().contextPath();
    }

    /** The own context, or another's where the domain lets the application reach others. */
    @Override
    public @Nullable ServletContext getContext(@Nullable String uriPath) {
        String path = ContextResources.canonical(uriPath);
        if (path == null) {
            return null;
        }
        String own = parts.address().contextPath();
        boolean inside = path.startsWith(own) && (path.length() == own.length() || path.charAt(own.length()) == '/');
        WebApplication other = application.neighbour(path);
        if (other != null && other != application) {
            return inside && own.length() > other.contextPath().length() ? this : other.context();
        }
        return inside ? this : null;
    }

    @Override
    public int getMajorVersion() {
        return 6;
    }

    @Override
    public int getMinorVersion() {
        return 1;
    }

    @Override
    public int getEffectiveMajorVersion() {
        return Integer.parseInt(parts.descriptor().module().version().split("\\.", 2)[0]);
    }

    @Override
    public int getEffectiveMinorVersion() {
        return Integer.parseInt(parts.descriptor().module().version().split("\\.", 2)[1]);
    }

    @Override
    public @Nullable String getMimeType(@Nullable String file) {
        return file == null ? null : mimeTypes.of(file);
    }

    @Override
    public @Nullable Set<String> getResourcePaths(@Nullable String path) {
        return resources.children(path);
    }

    @Override
    public @Nullable URL getResource(@Nullable String path) throws MalformedURLException {
        return resources.url(path);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(@Nullable String path) {
        return resources.open(path);
    }

    /** The file of a path; for one that is not there, where it would be in the application's own directory. */
    @Override
    public @Nullable String getRealPath(@Nullable String path) {
        return resources.realPath(path);
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String path) {
        if (path == null || !path.isEmpty() && !path.startsWith("/")) {
            return null;
        }
        try {
            return new Dispatcher(this, DispatchTarget.parse(parts.address().contextPath(), path));
        } catch (SuspiciousPathException e) {
            ContainerLog.LOG.debugf("no dispatcher for %s: %s", path, e.getMessage());
            return null;
        }
    }

    @Override
    public @Nullable RequestDispatcher getNamedDispatcher(@Nullable String name) {
        DeployedServlet servlet = name == null ? null : application.registry().named(name);
        return servlet == null ? null : new Dispatcher(this, servlet);
    }

    @Override
    public void log(String message) {
        ContainerLog.LOG.application(parts.address().contextPath(), message);
    }

    @Override
    public void log(String message, @Nullable Throwable throwable) {
        if (throwable == null) {
            log(message);
        } else {
            ContainerLog.LOG.applicationFailure(parts.address().contextPath(), message, throwable);
        }
    }

    @Override
    public String getServerInfo() {
        return "Keelson/" + server.version();
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return initParameters.get(Objects.requireNonNull(name, "the name of a context parameter is null"));
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParameters.keySet());
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        Objects.requireNonNull(name, "the name of a context parameter is null");
        phase.checkStarting();
        return initParameters.putIfAbsent(name, value) == null;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(Objects.requireNonNull(name, "the name of a context attribute is null"));
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(List.copyOf(attributes.keySet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        Objects.requireNonNull(name, "the name of a context attribute is null");
        Object old = value == null ? attributes.remove(name) : attributes.put(name, value);
        listeners.contextAttribute(this, name, old, value);
    }

    @Override
    public void removeAttribute(String name) {
        setAttribute(name, null);
    }

    @Override
    public @Nullable String getServletContextName() {
        return parts.descriptor().module().displayName();
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String servletName, String className) {
        return application.registry().addServlet(servletName, className);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String servletName, Servlet instance) {
        return application.registry().addServlet(servletName, instance, () -> made.remove(instance));
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addServlet(String servletName, Class<? extends Servlet> type) {
        return application.registry().addServlet(servletName, type);
    }

    @Override
    public ServletRegistration.@Nullable Dynamic addJspFile(String servletName, String jspFile) {
        if (jspFile == null || !jspFile.startsWith("/")) {
            throw new IllegalArgumentException("the path of a page starts with a slash: " + jspFile);
        }
        return application.registry().addPage(servletName, jspFile);
    }

    @Override
    public <T extends Servlet> T createServlet(Class<T> type) throws ServletException {
        T servlet = parts.components().create(type);
        if (!phase.started()) {
            made.add(servlet);
        }
        return servlet;
    }

    @Override
    public @Nullable ServletRegistration getServletRegistration(String servletName) {
        return application.registry().servletView(servletName);
    }

    @Override
    public Map<String, ? extends ServletRegistration> getServletRegistrations() {
        return application.registry().servletViews();
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String filterName, String className) {
        return application.registry().addFilter(filterName, className);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String filterName, Filter instance) {
        return application.registry().addFilter(filterName, instance);
    }

    @Override
    public FilterRegistration.@Nullable Dynamic addFilter(String filterName, Class<? extends Filter> type) {
        return application.registry().addFilter(filterName, type);
    }

    @Override
    public <T extends Filter> T createFilter(Class<T> type) throws ServletException {
        return parts.components().create(type);
    }

    @Override
    public @Nullable FilterRegistration getFilterRegistration(String filterName) {
        return application.registry().filterView(filterName);
    }

    @Override
    public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
        return application.registry().filterViews();
    }

    @Override
    public SessionCookieConfig getSessionCookieConfig() {
        return tracking.cookie();
    }

    @Override
    public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
        phase.checkStarting();
        tracking.modes(modes);
    }

    @Override
    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        return tracking.defaultModes();
    }

    @Override
    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        return tracking.modes();
    }

    @Override
    public void addListener(String className) {
        phase.checkStarting();
        try {
            addListener(parts.components().loader().loadClass(className).asSubclass(EventListener.class));
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IllegalArgumentException("not a listener class of the application: " + className, e);
        }
    }

    @Override
    public <T extends EventListener> void addListener(T listener) {
        phase.checkStarting();
        application.startup().addListener(listener);
    }

    @Override
    public void addListener(Class<? extends EventListener> type) {
        phase.checkStarting();
        try {
            application.startup().addListener(parts.components().create(type));
        } catch (ServletException e) {
            throw new IllegalArgumentException("the listener " + type.getName() + " cannot be made", e);
        }
    }

    @Override
    public <T extends EventListener> T createListener(Class<T> type) throws ServletException {
        if (!Listeners.isListener(type) && !Listeners.isContextListener(type)) {
            throw new IllegalArgumentException(type.getName() + " is no listener of the servlet container");
        }
        return parts.components().create(type);
    }

    @Override
    public @Nullable JspConfigDescriptor getJspConfigDescriptor() {
        WebDescriptor.JspConfig config = parts.descriptor().jsp();
        return config.propertyGroups().isEmpty() && config.taglibs().isEmpty() ? null : new JspConfigView(config);
    }

    @Override
    public ClassLoader getClassLoader() {
        return parts.components().loader();
    }

    @Override
    public void declareRoles(String... roleNames) {
        phase.checkStarting();
        for (String role : roleNames) {
            if (role == null || role.isEmpty()) {
                throw new IllegalArgumentException("a role needs a name");
            }
        }
        application.registry().declareRoles(roleNames);
    }

    @Override
    public String getVirtualServerName() {
        String host = parts.address().virtualHost();
        return host.equals(VirtualHosts.DEFAULT) ? server.virtualServerName() : host;
    }

    @Override
    public int getSessionTimeout() {
        return Math.max(0, application.sessions().timeoutSeconds()) / 60;
    }

    @Override
    public void setSessionTimeout(int minutes) {
        phase.checkStarting();
        application.sessions().timeoutSeconds(minutes <= 0 ? 0 : Math.multiplyExact(minutes, 60));
    }

    @Override
    public @Nullable String getRequestCharacterEncoding() {
        return text.requestEncoding();
    }

    @Override
    public void setRequestCharacterEncoding(@Nullable String encoding) {
        phase.checkStarting();
        text.requestEncoding(checked(encoding));
    }

    @Override
    public @Nullable String getResponseCharacterEncoding() {
        return text.responseEncoding();
    }

    @Override
    public void setResponseCharacterEncoding(@Nullable String encoding) {
        phase.checkStarting();
        text.responseEncoding(checked(encoding));
    }

    private static @Nullable String checked(@Nullable String encoding) {
        if (encoding != null) {
            Charset.forName(encoding);
        }
        return encoding;
    }
}
