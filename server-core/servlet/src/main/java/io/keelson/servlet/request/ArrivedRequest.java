package io.keelson.servlet.request;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import io.keelson.servlet.field.AcceptLanguage;
import io.keelson.servlet.field.CookieParser;
import io.keelson.servlet.field.HttpDates;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.MappingView;
import io.keelson.servlet.runtime.WebRuntime;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request as it arrived: request line, paths, addresses and header fields. Confined to the
 * request's thread; what is expensive is made when it is first asked for. After the end of the request nothing can be read from it.
 *
 * <p>Specification: Servlet 6.1, 3.4 Headers; Servlet 6.1, 3.6 Request Path Elements; Servlet 6.1, 3.10 Cookies; Servlet 6.1, 3.12
 * Internationalization.
 */
abstract sealed class ArrivedRequest implements HttpServletRequest permits RequestContent {
    private final RequestExchange exchange;
    private final WebRuntime application;
    private @Nullable RequestHead head;
    private HttpHeaders headers;
    private String method;
    private String uri;
    private String path;
    private PathMappings.@Nullable Mapping<DeployedServlet> mapping;
    private Cookie @Nullable [] cookies;
    private @Nullable List<Locale> locales;

    ArrivedRequest(RequestExchange exchange, String path) {
        this.exchange = exchange;
        this.application = exchange.runtime();
        RequestHead request = exchange.http().request();
        this.head = request;
        this.headers = request.headers();
        this.method = request.method();
        this.uri = request.path();
        this.path = path;
    }

    /** Returns the exchange that the request belongs to. */
    public RequestExchange exchange() {
        return exchange;
    }

    /** The application that the request came for. */
    public WebRuntime application() {
        return application;
    }

    final RequestHead head() {
        RequestHead current = head;
        if (current == null) {
            throw new IllegalStateException("the request has ended: it can no longer be used");
        }
        return current;
    }

    /** Nobody who kept the request sees the next one of the connection. */
    void release() {
        head = null;
        headers = HttpHeaders.none();
    }

    /** Takes the place of what arrived: the request that waited for a login. */
    void restore(String savedMethod, HttpHeaders savedHeaders) {
        method = savedMethod;
        headers = savedHeaders;
        cookies = null;
        locales = null;
    }

    /** The canonical path below the context root (3.5.2). */
    public String pathInContext() {
        return path;
    }

    /** Notes which servlet the request was mapped to. */
    public void mapping(PathMappings.Mapping<DeployedServlet> found) {
        mapping = found;
    }

    /** The request is for a directory, and this is its welcome file (10.10). */
    public void welcome(String file) {
        int parameters = uri.indexOf(';', uri.lastIndexOf('/') + 1);
        int end = parameters < 0 ? uri.length() : parameters;
        uri = uri.substring(0, end) + file.substring(path.length()) + uri.substring(end);
        path = file;
    }

    /** The servlet that the request was mapped to; null where there is none. */
    @Nullable
    DeployedServlet mapped() {
        PathMappings.Mapping<DeployedServlet> found = mapping;
        return found == null ? null : found.target();
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

    /** Returns whether it is a stream of HTTP/2; not after its end. */
    final boolean multiplexed() {
        RequestHead current = head;
        return current != null && current.protocol().equals("HTTP/2.0");
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
    public StringBuffer url(String of) {
        String scheme = getScheme();
        int port = getServerPort();
        StringBuffer url = new StringBuffer(64).append(scheme).append("://").append(getServerName());
        if (port != (scheme.equals("https") ? 443 : 80)) {
            url.append(':').append(port);
        }
        return url.append(of);
    }

    @Override
    public String getContextPath() {
        String context = application.contextPath();
        int end = context.length();
        boolean asIs = uri.startsWith(context) && (end == uri.length() || uri.charAt(end) == '/');
        return asIs ? context : RequestUrls.rawContextPath(uri, context);
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

    /** The number of HTTP/2's stream; HTTP/1 has no ids of requests. */
    @Override
    public String getProtocolRequestId() {
        return exchange.http().protocolRequestId();
    }

    @Override
    public ServletConnection getServletConnection() {
        return new ConnectionView(
                Long.toString(exchange.http().connectionId()),
                connectionProtocol(),
                exchange.http().secure());
    }

    /** The connection's protocol as ALPN names it. */
    private String connectionProtocol() {
        if (getProtocol().equals("HTTP/2.0")) {
            return exchange.http().secure() ? "h2" : "h2c";
        }
        return getProtocol().toLowerCase(Locale.ROOT);
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

    /**
     * A date that is none is the caller's to handle. {@code HttpServlet} of this API does not: for a client that sends one the
     * answer would be 500, where the field is to be ignored (RFC 9110, 13.1.3). So for that class alone it is not there.
     */
    @Override
    public long getDateHeader(String name) {
        String value = headers.get(name);
        try {
            return value == null ? -1 : HttpDates.parse(value);
        } catch (IllegalArgumentException e) {
            if (name.equalsIgnoreCase("If-Modified-Since") && askedByHttpServlet()) {
                return -1;
            }
            throw e;
        }
    }

    /** Returns whether it is the API's own class that asks, through whatever wrappers are around this request. */
    private static boolean askedByHttpServlet() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .dropWhile(HttpServletRequest.class::isAssignableFrom)
                        .findFirst()
                        .filter(HttpServlet.class::equals)
                        .isPresent());
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
}
