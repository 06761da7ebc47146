package io.keelson.servlet.container;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestHead;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.auth.SavedRequest;
import io.keelson.servlet.auth.SecuredRequest;
import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.request.AcceptLanguage;
import io.keelson.servlet.request.CookieParser;
import io.keelson.servlet.request.HttpDates;
import io.keelson.servlet.request.MediaTypes;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.security.Principal;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request as its first filter and servlet see it (Servlet 6.1, 3). Confined to the request's thread; what is expensive is
 * made when it is first asked for. After the end of the request nothing can be read from it.
 */
final class WebRequest implements HttpServletRequest, SecuredRequest {
    private final ServletExchange exchange;
    private final WebApplication application;
    private final RequestForm form;
    private final RequestSession session;
    private @Nullable RequestHead head;
    private HttpHeaders headers;
    private RequestBody body;
    private String method;
    private String uri;
    private String path;
    private PathMappings.@Nullable Mapping<DeployedServlet> mapping;
    private @Nullable DeployedServlet running;
    private @Nullable DeployedServlet failed;
    private @Nullable Map<String, Object> attributes;
    private @Nullable RequestInput input;
    private @Nullable BufferedReader reader;
    private boolean streamTaken;
    private @Nullable String encoding;
    private Cookie @Nullable [] cookies;
    private @Nullable List<Locale> locales;
    private @Nullable Caller caller;
    private @Nullable String authScheme;
    private boolean asyncSupported = true;

    WebRequest(ServletExchange exchange, String path) {
        this.exchange = exchange;
        this.application = exchange.application();
        RequestHead request = exchange.http().request();
        this.head = request;
        this.headers = request.headers();
        this.body = exchange.http().body();
        this.method = request.method();
        this.uri = request.path();
        this.path = path;
        this.form = new RequestForm(this);
        this.session = new RequestSession(exchange, this);
    }

    /** The container's request behind what a filter or servlet passes on (6.2.2). */
    static WebRequest of(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        if (inner instanceof WebRequest own) {
            return own;
        }
        throw new IllegalArgumentException("the request is neither the container's nor a wrapper of it: "
                + request.getClass().getName());
    }

    ServletExchange exchange() {
        return exchange;
    }

    WebApplication application() {
        return application;
    }

    WebResponse response() {
        return exchange.response();
    }

    private RequestHead head() {
        RequestHead current = head;
        if (current == null) {
            throw new IllegalStateException("the request has ended: it can no longer be used");
        }
        return current;
    }

    /** The end of the request: parts are deleted, and nobody who kept it sees the next one of the connection. */
    void release() {
        form.release();
        RequestInput stream = input;
        if (stream != null) {
            stream.end();
        }
        head = null;
        headers = HttpHeaders.none();
    }

    void releaseSession() {
        session.release();
    }

    // ---- mapping

    @Override
    public String pathInContext() {
        return path;
    }

    void mapping(PathMappings.Mapping<DeployedServlet> found) {
        mapping = found;
    }

    /** The request is for a directory, and this is its welcome file (10.10). */
    void welcome(String file) {
        uri = uri + file.substring(path.length());
        path = file;
    }

    /** The servlet that the request was mapped to; null where there is none. */
    @Nullable
    DeployedServlet mapped() {
        PathMappings.Mapping<DeployedServlet> found = mapping;
        return found == null ? null : found.target();
    }

    /** Notes which servlet runs now and returns the one before. */
    @Nullable
    DeployedServlet running(@Nullable DeployedServlet servlet) {
        DeployedServlet before = running;
        running = servlet;
        return before;
    }

    /** Notes the servlet that an exception comes from; whether it is the innermost, which is the first to be noted. */
    boolean failedIn(DeployedServlet servlet) {
        if (failed == null) {
            failed = servlet;
            return true;
        }
        return false;
    }

    void setErrorAttributes(int status, @Nullable String message, @Nullable Throwable failure) {
        DeployedServlet servlet = failed != null ? failed : mapped();
        put(RequestDispatcher.ERROR_STATUS_CODE, status);
        put(RequestDispatcher.ERROR_MESSAGE, message == null ? "" : message);
        put(RequestDispatcher.ERROR_METHOD, method);
        put(RequestDispatcher.ERROR_REQUEST_URI, getRequestURI());
        put(RequestDispatcher.ERROR_QUERY_STRING, getQueryString());
        put(RequestDispatcher.ERROR_SERVLET_NAME, servlet == null ? null : servlet.name());
        put(RequestDispatcher.ERROR_EXCEPTION, failure);
        put(RequestDispatcher.ERROR_EXCEPTION_TYPE, failure == null ? null : failure.getClass());
    }

    // ---- request line and paths

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public String getProtocol() {
        return head().protocol();
    }

    @Override
    public String getScheme() {
        return head().scheme();
    }

    @Override
    public boolean isSecure() {
        return exchange.http().secure();
    }

    @Override
    public String getRequestURI() {
        return uri;
    }

    @Override
    public StringBuffer getRequestURL() {
        return url(uri);
    }

    /** Scheme, host and port of this request before a path. */
    StringBuffer url(String of) {
        String scheme = getScheme();
        int port = getServerPort();
        StringBuffer url = new StringBuffer(64).append(scheme).append("://").append(getServerName());
        if (port != (scheme.equals("https") ? 443 : 80)) {
            url.append(':').append(port);
        }
        return url.append(of);
    }

    /** A location as an absolute URL (5.5): relative to this request, to the host, or absolute already. */
    String absolute(String location) {
        if (location == null) {
            throw new IllegalArgumentException("the location of a redirect is null");
        }
        return RequestUrls.absolute(this, location);
    }

    String encode(String location) {
        return session.encode(location);
    }

    @Override
    public String getContextPath() {
        String context = application.contextPath();
        return uri.startsWith(context) ? context : RequestUrls.rawContextPath(uri, context);
    }

    @Override
    public String getServletPath() {
        PathMappings.Mapping<DeployedServlet> found = mapping;
        return found == null ? path : found.servletPath(path);
    }

    @Override
    public @Nullable String getPathInfo() {
        PathMappings.Mapping<DeployedServlet> found = mapping;
        return found == null ? null : found.pathInfo(path);
    }

    @Override
    public @Nullable String getPathTranslated() {
        String info = getPathInfo();
        return info == null ? null : application.context().getRealPath(info);
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        return MappingView.of(mapping, path);
    }

    @Override
    public @Nullable String getQueryString() {
        return head().query();
    }

    @Override
    public String getServerName() {
        String authority = head().authority();
        if (authority == null || authority.isEmpty()) {
            return exchange.http().localAddress().getHostString();
        }
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }

    @Override
    public int getServerPort() {
        String authority = head().authority();
        int colon = authority == null ? -1 : authority.lastIndexOf(':');
        if (authority != null && colon > authority.lastIndexOf(']') && colon + 1 < authority.length()) {
            return Integer.parseInt(authority, colon + 1, authority.length(), 10);
        }
        if (authority == null) {
            return exchange.http().localAddress().getPort();
        }
        return isSecure() || getScheme().equals("https") ? 443 : 80;
    }

    @Override
    public String getRemoteAddr() {
        var address = exchange.http().remoteAddress();
        return address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
    }

    /** The address: names are not looked up, a request does not wait for a name server. */
    @Override
    public String getRemoteHost() {
        return getRemoteAddr();
    }

    @Override
    public int getRemotePort() {
        return exchange.http().remoteAddress().getPort();
    }

    @Override
    public String getLocalName() {
        return exchange.http().localAddress().getHostString();
    }

    @Override
    public String getLocalAddr() {
        var address = exchange.http().localAddress();
        return address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
    }

    @Override
    public int getLocalPort() {
        return exchange.http().localAddress().getPort();
    }

    @Override
    public String getRequestId() {
        return Long.toString(exchange.http().id());
    }

    /** HTTP/1 has no ids of requests. */
    @Override
    public String getProtocolRequestId() {
        return "";
    }

    @Override
    public ServletConnection getServletConnection() {
        return new ConnectionView(
                Long.toString(exchange.http().connectionId()),
                getProtocol().toLowerCase(Locale.ROOT),
                exchange.http().secure());
    }

    private record ConnectionView(String id, String protocol, boolean secure) implements ServletConnection {
        @Override
        public String getConnectionId() {
            return id;
        }

        @Override
        public String getProtocol() {
            return protocol;
        }

        @Override
        public String getProtocolConnectionId() {
            return "";
        }

        @Override
        public boolean isSecure() {
            return secure;
        }
    }

    // ---- header fields

    HttpHeaders headers() {
        return headers;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return headers.get(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.enumeration(headers.all(name));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(headers.names());
    }

    @Override
    public int getIntHeader(String name) {
        String value = headers.get(name);
        return value == null ? -1 : Integer.parseInt(value.trim());
    }

    @Override
    public long getDateHeader(String name) {
        String value = headers.get(name);
        return value == null ? -1 : HttpDates.parse(value);
    }

    @Override
    public Cookie @Nullable [] getCookies() {
        Cookie[] parsed = cookies;
        if (parsed == null) {
            parsed = CookieParser.parse(headers.all("Cookie")).toArray(Cookie[]::new);
            cookies = parsed;
        }
        return parsed.length == 0 ? null : parsed.clone();
    }

    @Override
    public Locale getLocale() {
        return locales().get(0);
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.enumeration(locales());
    }

    private List<Locale> locales() {
        List<Locale> parsed = locales;
        if (parsed == null) {
            parsed = AcceptLanguage.parse(headers.all("Accept-Language"));
            parsed = parsed.isEmpty() ? List.of(Locale.getDefault()) : parsed;
            locales = parsed;
        }
        return parsed;
    }

    @Override
    public @Nullable String getContentType() {
        return headers.get("Content-Type");
    }

    @Override
    public int getContentLength() {
        long length = getContentLengthLong();
        return length > Integer.MAX_VALUE ? -1 : (int) length;
    }

    @Override
    public long getContentLengthLong() {
        String value = headers.get("Content-Length");
        return value == null ? -1 : Long.parseLong(value.trim());
    }

    // ---- body and parameters

    RequestBody body() {
        return body;
    }

    boolean bodyTaken() {
        return streamTaken || reader != null;
    }

    RequestInput input() {
        RequestInput stream = input;
        if (stream == null) {
            stream = new RequestInput(body, new ExchangeStreams(exchange));
            input = stream;
        }
        return stream;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getReader has been called for this request");
        }
        streamTaken = true;
        return input();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (streamTaken) {
            throw new IllegalStateException("getInputStream has been called for this request");
        }
        BufferedReader ready = reader;
        if (ready == null) {
            ready = new BufferedReader(new InputStreamReader(input(), bodyCharset()));
            reader = ready;
        }
        return ready;
    }

    /** The charset of the body: as the request says, else as the application does, else ISO-8859-1 (3.13). */
    Charset bodyCharset() throws UnsupportedEncodingException {
        String name = getCharacterEncoding();
        try {
            return name == null ? StandardCharsets.ISO_8859_1 : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            UnsupportedEncodingException failure = new UnsupportedEncodingException(name);
            failure.initCause(e);
            throw failure;
        }
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        if (encoding != null) {
            return encoding;
        }
        String type = getContentType();
        String named = type == null ? null : MediaTypes.parameter(type, "charset");
        return named == null ? application.requestEncoding() : named;
    }

    @Override
    public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
        if (reader != null || form.read()) {
            return;
        }
        try {
            Charset.forName(name);
        } catch (IllegalArgumentException e) {
            UnsupportedEncodingException failure = new UnsupportedEncodingException(name);
            failure.initCause(e);
            throw failure;
        }
        encoding = name;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = form.parameters().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(form.parameters().keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = form.parameters().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Collections.unmodifiableMap(form.parameters());
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return form.parts();
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        for (Part part : form.parts()) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    @Override
    public boolean isTrailerFieldsReady() {
        return !headers.contains("Transfer-Encoding") || body.finished();
    }

    @Override
    public Map<String, String> getTrailerFields() {
        if (!isTrailerFieldsReady()) {
            throw new IllegalStateException(
                    "the body has not been read to its end: its trailer fields are not there yet");
        }
        if (!body.finished()) {
            return Map.of();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        body.trailers()
                .forEach((name, value) -> fields.merge(name.toLowerCase(Locale.ROOT), value, (a, b) -> a + ", " + b));
        return fields;
    }

    // ---- attributes

    @Override
    public @Nullable Object getAttribute(String name) {
        Map<String, Object> known = attributes;
        return known == null ? null : known.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        Map<String, Object> known = attributes;
        return known == null ? Collections.emptyEnumeration() : Collections.enumeration(List.copyOf(known.keySet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        java.util.Objects.requireNonNull(name, "the name of a request attribute is null");
        Object old = put(name, value);
        application.listeners().requestAttribute(this, name, old, value);
    }

    private @Nullable Object put(String name, @Nullable Object value) {
        Map<String, Object> known = attributes;
        if (known == null) {
            known = new HashMap<>();
            attributes = known;
        }
        return value == null ? known.remove(name) : known.put(name, value);
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
        return application.context();
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String target) {
        return relative(application, path, target);
    }

    /** A dispatcher for a path that is relative to the directory of {@code base} where it has no leading slash (9.1). */
    static @Nullable RequestDispatcher relative(WebApplication application, String base, @Nullable String target) {
        if (target == null) {
            return null;
        }
        if (target.startsWith("/")) {
            return application.context().getRequestDispatcher(target);
        }
        String directory = RequestUrls.encodePath(base.substring(0, base.lastIndexOf('/') + 1));
        return application.context().getRequestDispatcher((directory.isEmpty() ? "/" : directory) + target);
    }

    // ---- asynchronous processing

    void asyncSupported(boolean supported) {
        asyncSupported = supported;
    }

    @Override
    public boolean isAsyncSupported() {
        return asyncSupported;
    }

    @Override
    public boolean isAsyncStarted() {
        AsyncCycle cycle = exchange.async();
        return cycle != null && cycle.visiblyStarted();
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
        if (exchange.ended() || response().closedForApplication()) {
            throw new IllegalStateException("the response has been closed: too late for asynchronous processing");
        }
        AsyncCycle cycle = exchange.startedAsync();
        cycle.start(request, response, given);
        return cycle;
    }

    @Override
    public AsyncContext getAsyncContext() {
        AsyncCycle cycle = exchange.async();
        if (cycle == null || !cycle.started()) {
            throw new IllegalStateException("asynchronous processing has not been started");
        }
        return cycle;
    }

    // ---- sessions

    @Override
    public HttpSession getSession() {
        return java.util.Objects.requireNonNull(session.get(true));
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        return session.get(create);
    }

    @Override
    public String changeSessionId() {
        return session.changeId();
    }

    @Override
    public @Nullable String getRequestedSessionId() {
        return session.requestedId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return session.requestedValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return session.fromCookie();
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return session.fromUrl();
    }

    // ---- security

    @Override
    public HttpServletRequest servletRequest() {
        return this;
    }

    @Override
    public @Nullable Caller caller() {
        return caller;
    }

    @Override
    public void caller(@Nullable Caller next, @Nullable String scheme) {
        caller = next;
        authScheme = scheme;
        exchange.context().caller(next);
        exchange.http().user(next == null ? null : next.principal().getName());
    }

    @Override
    public @Nullable SessionLogin sessionLogin(boolean create) {
        return session.login(create);
    }

    @Override
    public void restore(SavedRequest saved) {
        HttpHeaders restored = new HttpHeaders();
        saved.headers().forEach(field -> restored.add(field.getKey(), field.getValue()));
        headers.all("Cookie").forEach(value -> restored.add("Cookie", value));
        headers = restored;
        method = saved.method();
        body = new SavedBody(saved.body());
        if (saved.body().length > 0) {
            restored.set("Content-Length", Integer.toString(saved.body().length));
        }
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
        WebSecurity security = application.security();
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
        security().logout(this);
    }

    private WebSecurity security() throws ServletException {
        WebSecurity security = application.security();
        if (security == null) {
            throw new ServletException("the application " + application.name() + " has no login");
        }
        return security;
    }

    // ---- upgrade

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws IOException, ServletException {
        if (exchange.upgrading() || response().isCommitted()) {
            throw new IllegalStateException("the response has been committed: too late to upgrade");
        }
        T handler = application.create(handlerClass);
        exchange.upgrade(new Upgrade<>(exchange, handler));
        return handler;
    }
}
