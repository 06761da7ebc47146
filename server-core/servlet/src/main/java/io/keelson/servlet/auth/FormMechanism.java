package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import io.keelson.servlet.descriptor.WebDescriptor.LoginConfig;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code FORM}: shows the login page where a protected page was asked for, checks what is posted to
 * {@code j_security_check}, and then leads the browser back to what it wanted, with the body that it had sent.
 *
 * <p>Specification: Servlet 6.1, 13.6.3 Form Based Authentication.
 */
final class FormMechanism implements Mechanism {
    /** The largest body that is kept while somebody logs in, in bytes, unless the application says otherwise. */
    static final int MOST_BODY = 64 << 10;

    /** Most bytes that an application keeps of all requests that wait for a login. */
    private static final int MOST_WAITING = 16 << 20;

    private static final String ACTION = "/j_security_check";

    /** Destinations ({@code Sec-Fetch-Dest}, W3C Fetch Metadata) of what a browser fetches for a page and does not show by itself. */
    private static final Set<String> PARTS_OF_PAGES = Set.of(
            "audio",
            "font",
            "image",
            "manifest",
            "script",
            "serviceworker",
            "sharedworker",
            "style",
            "track",
            "video",
            "worker");

    private static final Set<String> NOT_KEPT = Set.of(
            "authorization",
            "connection",
            "content-length",
            "cookie",
            "expect",
            "host",
            "keep-alive",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final Realm realm;
    private final String loginPage;
    private final String errorPage;
    private final int mostBody;
    private final SingleSignOn logins;
    private final WaitingRequests waiting = new WaitingRequests(MOST_WAITING);

    /**
     * Makes one.
     *
     * @param mostBody the largest body that is kept while somebody logs in, in bytes; negative: only the limit of all together
     * @param logins what is told of logins
     */
    FormMechanism(Realm realm, LoginConfig config, int mostBody, SingleSignOn logins) {
        this.realm = realm;
        this.loginPage = Objects.requireNonNull(config.formLoginPage(), "the reader requires it");
        this.errorPage = Objects.requireNonNull(config.formErrorPage(), "the reader requires it");
        this.logins = logins;
        this.mostBody = mostBody < 0 ? MOST_WAITING : Math.min(mostBody, MOST_WAITING);
    }

    @Override
    public String scheme() {
        return HttpServletRequest.FORM_AUTH;
    }

    /** Only the session can say who it is, and the caller has looked there. */
    @Override
    public boolean identify(SecuredRequest request) {
        return false;
    }

    @Override
    public String loginPage() {
        return page(loginPage);
    }

    @Override
    public boolean exempt(String path) {
        return path.equals(page(loginPage)) || path.equals(page(errorPage));
    }

    private static String page(String path) {
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }

    @Override
    public void challenge(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException {
        HttpServletRequest http = request.servletRequest();
        byte[] body = http.getInputStream().readNBytes(mostBody + 1);
        if (body.length > mostBody) {
            // Without its body the request could not be repeated after the login.
            response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
            return;
        }
        SessionLogin login = Objects.requireNonNull(request.sessionLogin(true), "a session was asked for");
        // The style sheet of the login page must not take the place of the page that was asked for.
        if (login.saved() == null || !isPartOfPage(http)) {
            waiting.save(login, new SavedRequest(http.getMethod(), target(http), headers(http), body));
        }
        show(loginPage, request, response);
    }

    private static boolean isPartOfPage(HttpServletRequest http) {
        String destination = http.getHeader("Sec-Fetch-Dest");
        return destination != null && PARTS_OF_PAGES.contains(destination);
    }

    /**
     * Path and query; never something that a browser would take for another host. Without the session id, which will be
     * another one after the login.
     */
    private static String target(HttpServletRequest http) {
        String uri = http.getRequestURI();
        int first = 0;
        while (first + 1 < uri.length() && (uri.charAt(first + 1) == '/' || uri.charAt(first + 1) == '\\')) {
            first++;
        }
        uri = uri.substring(first);
        String session = http.isRequestedSessionIdFromURL() ? http.getRequestedSessionId() : null;
        if (session != null) {
            uri = uri.replaceAll(";[^;/=]+=" + Pattern.quote(session) + "(?=[;/]|$)", "");
        }
        String query = http.getQueryString();
        return uri + (query == null ? "" : "?" + query);
    }

    private static List<Map.Entry<String, String>> headers(HttpServletRequest http) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String name : Collections.list(http.getHeaderNames())) {
            if (!NOT_KEPT.contains(name.toLowerCase(Locale.ROOT))) {
                for (String value : Collections.list(http.getHeaders(name))) {
                    headers.add(Map.entry(name, value));
                }
            }
        }
        return headers;
    }

    private static void show(String page, SecuredRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        HttpServletRequest http = request.servletRequest();
        RequestDispatcher dispatcher = http.getServletContext().getRequestDispatcher(page);
        if (dispatcher == null) {
            response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "There is no page " + page);
            return;
        }
        response.setHeader("Cache-Control", "no-store");
        // A page is shown by GET, whatever it was that had to wait: a servlet or file need not know how to be posted
        // to.
        dispatcher.forward(http.getMethod().equals("HEAD") ? http : new AsGet(http), response);
    }

    /** A request as a GET. */
    private static final class AsGet extends HttpServletRequestWrapper {
        AsGet(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return "GET";
        }
    }

    @Override
    public boolean owns(String path) {
        return path.endsWith(ACTION);
    }

    @Override
    public boolean handles(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException {
        if (!owns(request.pathInContext())) {
            return false;
        }
        HttpServletRequest http = request.servletRequest();
        if (!http.getMethod().equals("POST")) {
            // A password does not belong into a URL.
            response.setHeader("Allow", "POST");
            response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            return true;
        }
        if (http.getCharacterEncoding() == null) {
            http.setCharacterEncoding("UTF-8");
        }
        Optional<Caller> caller = authenticate(http.getParameter("j_username"), http.getParameter("j_password"));
        if (caller.isEmpty()) {
            show(errorPage, request, response);
            return true;
        }
        SessionLogin login = Objects.requireNonNull(request.sessionLogin(true), "a session was asked for");
        http.changeSessionId();
        logins.begin(request, login, new SessionLogin.Login(caller.get(), scheme()));
        SavedRequest saved = login.saved();
        String target = saved != null ? saved.target() : http.getContextPath() + "/";
        response.setHeader("Cache-Control", "no-store");
        String location = response.encodeRedirectURL(target);
        if (http.getProtocol().equals("HTTP/1.0")) {
            response.sendRedirect(location); // it has neither 303 nor relative locations
        } else {
            response.setStatus(HttpServletResponse.SC_SEE_OTHER);
            response.setHeader("Location", location);
        }
        return true;
    }

    private Optional<Caller> authenticate(@Nullable String user, @Nullable String password) {
        if (user == null || password == null) {
            return Optional.empty();
        }
        char[] characters = password.toCharArray();
        try {
            return realm.authenticate(user, characters);
        } finally {
            java.util.Arrays.fill(characters, '\0');
        }
    }

    /** After a login: makes the browser's GET the request that had to wait. */
    static void resume(SecuredRequest request) {
        SessionLogin login = request.sessionLogin(false);
        if (login == null || login.login() == null) {
            return;
        }
        SavedRequest saved = login.saved();
        HttpServletRequest http = request.servletRequest();
        if (saved != null && http.getMethod().equals("GET") && target(http).equals(saved.target())) {
            SavedRequest taken = login.take();
            if (taken != null && !taken.method().equals("GET")) {
                request.restore(taken);
            }
        }
    }
}
