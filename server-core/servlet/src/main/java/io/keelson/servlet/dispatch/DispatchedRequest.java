package io.keelson.servlet.dispatch;

import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.MappingView;
import io.keelson.servlet.request.Parameters;
import io.keelson.servlet.request.RequestContent;
import io.keelson.servlet.request.WebRequest;
import io.keelson.servlet.runtime.WebRuntime;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request as the target of a dispatch sees it: with the paths, attributes and parameters of the dispatch,
 * for as long as somebody has a reference to it. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 9 Dispatching Requests.
 */
public sealed class DispatchedRequest extends HttpServletRequestWrapper permits VisitingRequest {
    private static final String FORWARD = "jakarta.servlet.forward.";
    private static final String INCLUDE = "jakarta.servlet.include.";

    private final WebRequest root;
    private final HttpServletRequest outer;
    private final DispatcherType type;
    private final WebRuntime application;
    private final @Nullable DispatchTarget target;
    private final PathMappings.@Nullable Mapping<DeployedServlet> mapping;
    private final DeployedServlet servlet;
    private final Map<String, Object> own;
    private @Nullable Map<String, String[]> around;
    private @Nullable Map<String, String[]> parameters;

    /** A dispatch to a path; to a servlet by its name where {@code target} is null. */
    DispatchedRequest(
            HttpServletRequest outer,
            WebRuntime application,
            DeployedServlet servlet,
            DispatcherType type,
            @Nullable DispatchTarget target,
            PathMappings.@Nullable Mapping<DeployedServlet> mapping) {
        super(outer);
        this.outer = outer;
        this.root = WebRequest.of(outer);
        this.application = application;
        this.servlet = servlet;
        this.type = type;
        this.target = target;
        this.mapping = mapping;
        this.own = type == DispatcherType.ASYNC ? Map.of() : new HashMap<>();
        if (target != null) {
            setPathAttributes(target);
        }
    }

    private void setPathAttributes(DispatchTarget to) {
        switch (type) {
            case INCLUDE ->
                put(
                        INCLUDE,
                        to.uri(),
                        application.contextPath(),
                        servletPath(to),
                        pathInfo(to),
                        to.query(),
                        MappingView.of(mapping, to.path()));
            case FORWARD, ERROR -> {
                if (outer.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) == null) {
                    putOriginal(FORWARD);
                }
            }
            case ASYNC -> root.dispatchedAsync();
            case REQUEST -> throw new IllegalArgumentException("a request from outside is not dispatched");
        }
    }

    private void putOriginal(String prefix) {
        put(
                prefix,
                root.getRequestURI(),
                root.getContextPath(),
                root.getServletPath(),
                root.getPathInfo(),
                root.getQueryString(),
                root.getHttpServletMapping());
    }

    private void put(
            String prefix,
            String uri,
            String contextPath,
            String servletPath,
            @Nullable String pathInfo,
            @Nullable String query,
            HttpServletMapping match) {
        own.put(prefix + "request_uri", uri);
        own.put(prefix + "context_path", contextPath);
        own.put(prefix + "servlet_path", servletPath);
        own.put(prefix + "mapping", match);
        if (pathInfo != null) {
            own.put(prefix + "path_info", pathInfo);
        }
        if (query != null) {
            own.put(prefix + "query_string", query);
        }
    }

    private String servletPath(DispatchTarget to) {
        return mapping == null ? to.path() : mapping.servletPath(to.path());
    }

    private @Nullable String pathInfo(DispatchTarget to) {
        return mapping == null ? null : mapping.pathInfo(to.path());
    }

    /** The container's own request. */
    WebRequest root() {
        return root;
    }

    /** The application that the target is in. */
    public WebRuntime application() {
        return application;
    }

    /** Returns whether the request is or has been in another application than the one that it came for. */
    boolean visiting() {
        return outer instanceof DispatchedRequest around && around.visiting();
    }

    /** The application that the dispatch comes from. */
    WebRuntime from() {
        return outer instanceof DispatchedRequest around ? around.application : root.application();
    }

    /** Returns whether the paths of the request are those of the target: not for include, nor by name. */
    private @Nullable DispatchTarget visible() {
        return type == DispatcherType.INCLUDE ? null : target;
    }

    /** The path below the context root that relative dispatches start from. */
    String basePath() {
        DispatchTarget to = target;
        if (to != null) {
            return to.path();
        }
        return outer instanceof DispatchedRequest d ? d.basePath() : root.pathInContext();
    }

    @Override
    public DispatcherType getDispatcherType() {
        return type;
    }

    @Override
    public String getRequestURI() {
        DispatchTarget to = visible();
        return to == null ? super.getRequestURI() : to.uri();
    }

    @Override
    public StringBuffer getRequestURL() {
        DispatchTarget to = visible();
        return to == null ? super.getRequestURL() : root.url(to.uri());
    }

    @Override
    public String getContextPath() {
        return visible() == null ? super.getContextPath() : application.contextPath();
    }

    @Override
    public String getServletPath() {
        DispatchTarget to = visible();
        return to == null ? super.getServletPath() : servletPath(to);
    }

    @Override
    public @Nullable String getPathInfo() {
        DispatchTarget to = visible();
        return to == null ? super.getPathInfo() : pathInfo(to);
    }

    @Override
    public @Nullable String getPathTranslated() {
        String info = getPathInfo();
        return info == null ? null : application.context().getRealPath(info);
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        DispatchTarget to = visible();
        return to == null ? super.getHttpServletMapping() : MappingView.of(mapping, to.path());
    }

    @Override
    public @Nullable String getQueryString() {
        DispatchTarget to = visible();
        return to == null || to.query() == null ? super.getQueryString() : to.query();
    }

    /** Error pages are asked for with GET, whatever failed (10.9.2). */
    @Override
    public String getMethod() {
        return type == DispatcherType.ERROR ? "GET" : super.getMethod();
    }

    @Override
    public ServletContext getServletContext() {
        return application.context();
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String path) {
        return WebRequest.relative(application.context(), basePath(), path);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return isOwn(name) ? own.get(name) : super.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (!isOwn(name)) {
            super.setAttribute(name, value);
        } else if (value == null) {
            own.remove(name);
        } else {
            own.put(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        setAttribute(name, null);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        Set<String> names = new LinkedHashSet<>(own.keySet());
        Collections.list(super.getAttributeNames()).stream()
                .filter(name -> !isOwn(name))
                .forEach(names::add);
        return Collections.enumeration(names);
    }

    /**
     * Returns true if this dispatch, and not the one around it, decides about an attribute. A forward hides the attributes of an include
     * around it; an include shows those of a forward around it (9.3.1, 9.4.2).
     */
    private boolean isOwn(String name) {
        if (!name.startsWith("jakarta.servlet.")) {
            return false;
        }
        return switch (type) {
            case INCLUDE -> name.startsWith(INCLUDE);
            case FORWARD, ERROR ->
                name.startsWith(INCLUDE)
                        || name.startsWith(FORWARD) && (target == null || own.containsKey(FORWARD + "request_uri"));
            case ASYNC, REQUEST -> false;
        };
    }

    /** The multipart configuration of the target, else of the nearest servlet that dispatched; null where none has one. */
    private @Nullable MultipartConfigElement multipart() {
        MultipartConfigElement here = servlet.multipart();
        if (here != null) {
            return here;
        }
        return outer instanceof DispatchedRequest d ? d.multipart() : root.multipart();
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return root.parts(multipart());
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        return RequestContent.named(getParts(), name);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters(multipart());
    }

    /** The parameters of this dispatch and those around it; put together again where a form was read meanwhile. */
    private Map<String, String[]> parameters(@Nullable MultipartConfigElement config) {
        Map<String, String[]> below =
                outer instanceof DispatchedRequest d ? d.parameters(config) : root.parameters(config);
        Map<String, String[]> known = parameters;
        if (known == null || below != around) {
            DispatchTarget to = target;
            String query = to == null ? null : to.query();
            known = below;
            if (query != null) {
                Parameters added =
                        new Parameters(application.server().settings().parametersMaximum());
                added.addQuery(query, StandardCharsets.UTF_8);
                known = Parameters.merge(added.values(), below);
            }
            known = Collections.unmodifiableMap(known);
            around = below;
            parameters = known;
        }
        return known;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }
}
