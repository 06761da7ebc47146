package io.keelson.servlet.request;

import io.keelson.http.HttpHeaders;
import io.keelson.kernel.context.Caller;
import io.keelson.net.spi.TlsSession;
import io.keelson.servlet.auth.SavedRequest;
import io.keelson.servlet.auth.SecuredRequest;
import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.registration.ContainerRequest;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.security.RequestAuthentication;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request as its first filter and servlet see it: what goes on around what has arrived. Attributes, dispatch, asynchronous processing,
 * session, login and upgrade. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 3 The Request.
 */
public final class WebRequest extends RequestContent implements SecuredRequest, ContainerRequest {
    private final RequestSessions sessions;
    private final RequestBeanContexts contexts;
    private RequestBeanContexts entered;
    private @Nullable DeployedServlet running;
    private @Nullable DeployedServlet failed;
    private @Nullable RequestAttributes attributes;
    private @Nullable Caller caller;
    private @Nullable Caller upgradedBy;
    private @Nullable String authScheme;
    private RequestAuthentication.@Nullable Validated validated;
    private boolean asyncSupported = true;

    /** Makes the request of an exchange, for a canonical path below the context root. */
    public WebRequest(RequestExchange exchange, String path) {
        super(exchange, path);
        this.sessions = new RequestSessions(exchange, this);
        this.contexts = new RequestBeanContexts(exchange.runtime().contexts(), this);
        this.entered = contexts;
    }

    /** The container's request behind what a filter or servlet passes on (6.2.2). */
    public static WebRequest of(ServletRequest request) {
        return (WebRequest) ContainerRequest.of(request);
    }

    /** Returns the response. */
    public WebResponse response() {
        return exchange().response();
    }

    /** The session in the request's own application. */
    RequestSession session() {
        return sessions.own();
    }

    /** Returns the sessions of the request, in its own application and others. */
    public RequestSessions sessions() {
        return sessions;
    }

    /** The contexts of the request in its own application. */
    public RequestBeanContexts contexts() {
        return contexts;
    }

    /** The contexts that are on the thread of the request: another application's while it is dispatched there. */
    public RequestBeanContexts entered() {
        return entered;
    }

    /** Notes which contexts are on the thread of the request now. */
    public void entered(RequestBeanContexts now) {
        entered = now;
    }

    @Override
    public void enterConversation() {
        entered.enterConversation();
    }

    /** A location as an absolute URL (5.5): relative to this request, to the host, or absolute already. */
    public String absolute(String location) {
        if (location == null) {
            throw new IllegalArgumentException("the location of a redirect is null");
        }
        return RequestUrls.absolute(this, this::url, location);
    }

    /** Returns a URL with the session's id where the client needs that (7.1.3). */
    public String encode(String location) {
        return session().encode(location);
    }

    // ---- which servlet

    @Override
    public @Nullable DeployedServlet running(@Nullable DeployedServlet servlet) {
        DeployedServlet before = running;
        running = servlet;
        return before;
    }

    /** The servlet that runs now; null outside of any. */
    public @Nullable DeployedServlet running() {
        return running;
    }

    @Override
    public boolean failedIn(DeployedServlet servlet) {
        if (failed == null) {
            failed = servlet;
            return true;
        }
        return false;
    }

    /** Sets the attributes from which an error page learns what went wrong (10.9.1). */
    public void setErrorAttributes(int status, @Nullable String message, @Nullable Throwable failure) {
        attributes().error(status, message, failure, failed != null ? failed : mapped());
    }

    // ---- attributes

    /** Made for those who ask for one, as many requests have none. */
    private RequestAttributes attributes() {
        RequestAttributes known = attributes;
        if (known == null) {
            known = new RequestAttributes(this);
            attributes = known;
        }
        return known;
    }

    /** The request is dispatched asynchronously. */
    public void dispatchedAsync() {
        attributes().dispatchedAsync();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return ITSELF.equals(name) ? new Behind(this) : attributes().get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return attributes().names();
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        Objects.requireNonNull(name, "the name of a request attribute is null");
        Object old = attributes().set(name, value);
        application().listeners().requestAttribute(this, name, old, value);
    }

    @Override
    public void removeAttribute(String name) {
        setAttribute(name, null);
    }

    // ---- dispatching

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public ServletContext getServletContext() {
        return application().context();
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String target) {
        return relative(getServletContext(), pathInContext(), target);
    }

    /** A dispatcher for a path that is relative to the directory of {@code base} where it has no leading slash (9.1). */
    public static @Nullable RequestDispatcher relative(ServletContext context, String base, @Nullable String target) {
        if (target == null) {
            return null;
        }
        if (target.startsWith("/")) {
            return context.getRequestDispatcher(target);
        }
        String directory = RequestUrls.encodePath(base.substring(0, base.lastIndexOf('/') + 1));
        return context.getRequestDispatcher((directory.isEmpty() ? "/" : directory) + target);
    }

    // ---- asynchronous processing

    @Override
    public void asyncSupported(boolean supported) {
        asyncSupported = supported;
    }

    @Override
    public boolean isAsyncSupported() {
        return asyncSupported;
    }

    @Override
    public boolean isAsyncStarted() {
        return exchange().asyncStarted();
    }

    @Override
    public AsyncContext startAsync() {
        return start(this, response(), false);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return start(request, response, true);
    }

    private AsyncContext start(ServletRequest request, ServletResponse response, boolean given) {
        if (!asyncSupported) {
            throw new IllegalStateException("a filter or servlet that this request has come through does not support"
                    + " asynchronous processing; set asyncSupported for it");
        }
        if (exchange().ended() || response().closedForApplication()) {
            throw new IllegalStateException("the response has been closed: too late for asynchronous processing");
        }
        return exchange().startAsync(request, response, given);
    }

    @Override
    public AsyncContext getAsyncContext() {
        AsyncContext context = exchange().asyncContext();
        if (context == null) {
            throw new IllegalStateException("asynchronous processing has not been started");
        }
        return context;
    }

    // ---- sessions

    @Override
    public HttpSession getSession() {
        return Objects.requireNonNull(session().get(true));
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        return session().get(create);
    }

    @Override
    public String changeSessionId() {
        return session().changeId();
    }

    @Override
    public @Nullable String getRequestedSessionId() {
        return session().requestedId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return session().requestedValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return session().fromCookie();
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return session().fromUrl();
    }

    // ---- security

    @Override
    public List<X509Certificate> clientCertificates() {
        TlsSession tls = exchange().http().tls();
        return tls == null ? List.of() : tls.peerCertificates();
    }

    @Override
    public HttpServletRequest servletRequest() {
        return this;
    }

    @Override
    public String target() {
        return head().target();
    }

    @Override
    public @Nullable Caller caller() {
        return caller;
    }

    @Override
    public void caller(@Nullable Caller next, @Nullable String scheme) {
        caller = next;
        authScheme = scheme;
        exchange().context().caller(next);
        exchange().http().user(next == null ? null : next.principal().getName());
    }

    @Override
    public @Nullable SessionLogin sessionLogin(boolean create) {
        return session().login(create);
    }

    @Override
    public Runnable sessionEnd() {
        return session().end();
    }

    @Override
    public void cookie(Cookie cookie) {
        if (!exchange().response().headSent()) {
            exchange().response().sessionCookie(cookie);
        }
    }

    @Override
    public void restore(SavedRequest saved) {
        HttpHeaders restored = new HttpHeaders();
        saved.headers().forEach(field -> restored.add(field.getKey(), field.getValue()));
        headers().all("Cookie").forEach(value -> restored.add("Cookie", value));
        if (saved.body().length > 0) {
            restored.set("Content-Length", Integer.toString(saved.body().length));
        }
        restore(saved.method(), restored);
        body(new SavedBody(saved.body()));
    }

    @Override
    public @Nullable String getAuthType() {
        return authScheme;
    }

    @Override
    public @Nullable String getRemoteUser() {
        Principal user = getUserPrincipal();
        return user == null ? null : user.getName();
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        Caller known = caller;
        return known == null ? null : known.principal();
    }

    @Override
    public boolean isUserInRole(String role) {
        WebSecurity security = application().security();
        DeployedServlet servlet = running;
        return security != null && security.isUserInRole(caller, role, servlet == null ? null : servlet.name());
    }

    @Override
    public boolean authenticate(HttpServletResponse to) throws IOException, ServletException {
        if (to.isCommitted()) {
            throw new IllegalStateException("the response has been committed: too late to authenticate");
        }
        return security().authenticate(this, to);
    }

    @Override
    public void login(@Nullable String user, @Nullable String password) throws ServletException {
        security().login(this, user, password);
    }

    @Override
    public void logout() throws ServletException {
        HttpSession session = getSession(false);
        security().logout(this, response());
        SocketsProvider.Sockets sockets = application().sockets();
        if (session != null && sockets != null) {
            sockets.loggedOut(session.getId());
        }
    }

    private WebSecurity security() throws ServletException {
        WebSecurity security = application().security();
        if (security == null) {
            throw new ServletException("the application " + application().name() + " has no login");
        }
        return security;
    }

    @Override
    public void validated(RequestAuthentication.Validated answer) {
        validated = answer;
    }

    /** The answer of the module that has authenticated the request; null where none has. */
    public RequestAuthentication.@Nullable Validated validated() {
        return validated;
    }

    // ---- upgrade

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws IOException, ServletException {
        if (exchange().upgrading() || response().isCommitted()) {
            throw new IllegalStateException("the response has been committed: too late to upgrade");
        }
        if (!getProtocol().equals("HTTP/1.1")) {
            throw new IllegalStateException("only a request of HTTP/1.1 can be upgraded, not one of " + getProtocol());
        }
        T handler = application().components().create(handlerClass);
        upgradedBy = caller;
        exchange().upgrade(handler);
        return handler;
    }

    /** Returns whether the login under which the request was upgraded has ended meanwhile. */
    public boolean upgradedInVain() {
        return upgradedBy != null && (caller == null || session().ended());
    }
}
