package io.keelson.servlet.request;

import io.keelson.net.spi.TlsSession;
import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.field.CookieParser;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.runtime.RequestGate;
import io.keelson.servlet.runtime.WebRuntime;
import io.keelson.servlet.session.ContentCookies;
import io.keelson.servlet.session.SentSession;
import io.keelson.servlet.session.SessionTracking;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.session.WebSession;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionTooLargeException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The session of a request: what the client asked for, and what it has. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 7 Sessions.
 */
public final class RequestSession {
    private final RequestExchange exchange;
    private final WebRequest request;
    private final WebRuntime application;
    private final Sessions sessions;
    private final SessionTracking tracking;
    private @Nullable WebSession session;
    private @Nullable String requested;
    private String requestedRoute = "";
    private @Nullable CompletionStage<@Nullable Void> settled;
    private boolean lookedUp;
    private int pieces;
    private boolean refused;
    private boolean tooLarge;
    private boolean told;
    private boolean byCookie;
    private @Nullable SessionState joined;
    private SessionLogin.@Nullable Login known;

    /** The session that the request has in an application: its own, or one that it was dispatched to (7.3). */
    RequestSession(RequestExchange exchange, WebRequest request, WebRuntime application) {
        this.exchange = exchange;
        this.request = request;
        this.application = application;
        this.sessions = application.sessions().all();
        this.tracking = application.sessions().tracking();
    }

    /** The id that the client sent; null where it sent none. A cookie comes before the URL. */
    public @Nullable String requestedId() {
        if (!lookedUp) {
            lookedUp = true;
            requested = tracking.byTls() ? tlsId() : tracking.byCookie() ? cookieId() : null;
            byCookie = requested != null && tracking.byCookie();
            if (requested == null && tracking.byUrl()) {
                requested = CanonicalPath.parameter(
                        request.getRequestURI(), tracking.cookie().parameterName());
            }
            String sent = requested;
            if (sent != null && !tracking.byTls()) {
                requested = SentSession.id(sent);
                requestedRoute = behind(sent);
            }
        }
        return requested;
    }

    private boolean exists(String sent) {
        return sessions.exists(SentSession.id(sent), behind(sent));
    }

    /**
     * Returns what the store gets to know beside the id: where the session is, or, where clients keep the sessions, what they have sent of
     * it.
     */
    private String behind(String sent) {
        String cookie = sessions.cookie();
        return cookie == null ? SentSession.route(sent) : ContentCookies.sent(request.headers(), cookie);
    }

    /** The number of the TLS session, which nobody else can have (7.1.2). */
    private @Nullable String tlsId() {
        TlsSession tls = exchange.http().tls();
        return tls == null || tls.id().isEmpty() ? null : tls.id();
    }

    /** Of several cookies of the name the one that has a session: a cookie of another path may come first. */
    private @Nullable String cookieId() {
        String first = cookie(value -> true);
        if (first == null || cookie(value -> !value.equals(first)) == null) {
            return first;
        }
        String existing = cookie(this::exists);
        return existing == null ? first : existing;
    }

    private @Nullable String cookie(Predicate<String> wanted) {
        String name = tracking.cookie().effectiveName();
        for (String field : request.headers().all("Cookie")) {
            String found = CookieParser.find(field, name, wanted);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Returns whether the client has sent the id of a session that exists. */
    public boolean requestedValid() {
        String id = requestedId();
        return id != null && !refused && sessions.exists(id, requestedRoute);
    }

    /** Returns whether the client has sent the id by cookie. */
    public boolean fromCookie() {
        return requestedId() != null && byCookie;
    }

    /** Returns whether the client has sent the id in the URL. */
    public boolean fromUrl() {
        return requestedId() != null && tracking.byUrl() && !byCookie;
    }

    /** The session; null where there is none and {@code create} is false. */
    public @Nullable WebSession get(boolean create) {
        WebSession current = session;
        if (current != null && current.state().usable()) {
            return current;
        }
        if (sharesHome()) {
            return ofHome(create);
        }
        if (exchange.ended()) {
            throw new IllegalStateException("the request has ended: its session can no longer be asked for");
        }
        // What the client has sent of a session that has ended since would bring it back.
        refused |= current != null && sessions.cookie() != null;
        release();
        String id = requestedId();
        current = id == null ? null : join(id);
        String visitor = current == null ? idAtHome() : null;
        if (visitor != null) {
            current = sessions.join(visitor);
        }
        if (current == null && create) {
            current = create();
        }
        session = current;
        if (current != null) {
            joined = current.state();
            boolean carried = sessions.cookie() != null;
            if (carried) {
                exchange.response().holdWhole();
            }
            if (sessions.holdsResponses()) {
                exchange.response().hold();
            }
            if (byCookie && !carried && current.getId().equals(id)) {
                renewRoute(current);
            }
        }
        return current;
    }

    /** Returns whether the request has come from another application of the same EAR, and has its session there. */
    private boolean sharesHome() {
        return !application.isOf(exchange.runtime())
                && sessions.sharedWith(exchange.runtime().sessions().all());
    }

    /** The session of the request in its own application, which uses it for both. */
    private @Nullable WebSession ofHome(boolean create) {
        WebSession home = request.session().get(create);
        return home == null ? null : sessions.view(home.state());
    }

    /** Looks once at what the client has sent of the session: it is counted where it is not what it should be. */
    private @Nullable WebSession join(String id) {
        if (refused) {
            return null;
        }
        WebSession found = sessions.join(id, requestedRoute);
        refused = found == null && sessions.cookie() != null;
        return found;
    }

    /** Gives the client what it is to keep of its session, where it does. The response has not begun. */
    void toClient() {
        WebSession current = session;
        if (current != null && !told && !tooLarge) {
            try {
                sendContent(current);
                told = true;
            } catch (SessionTooLargeException e) {
                tooLarge = true;
                throw e;
            }
        }
    }

    private void sendContent(WebSession of) {
        String name = sessions.cookie();
        List<String> content = name == null ? null : sessions.content(of);
        if (name == null || content == null) {
            return;
        }
        int before = Math.max(pieces, ContentCookies.count(request.headers(), name));
        pieces = content.size();
        for (int i = 0; i < Math.max(before, pieces); i++) {
            Cookie cookie = tracking.cookie()
                    .cookie(
                            ContentCookies.name(name, i),
                            i < pieces ? content.get(i) : "",
                            application.contextPath(),
                            request.isSecure());
            if (i >= pieces) {
                cookie.setMaxAge(0);
            }
            exchange.response().sessionCookie(cookie);
        }
    }

    /** The session is elsewhere than the client thinks. */
    private void renewRoute(WebSession current) {
        if (!requestedRoute.equals(sessions.route(current))
                && !exchange.response().headSent()) {
            sendCookie(current);
        }
    }

    private WebSession create() {
        if (tracking.byCookie() && exchange.response().headSent()) {
            throw new IllegalStateException(
                    "the response has been committed: too late for the cookie of a new session");
        }
        // The client sends only the cookie of its own application back with requests like this one: it has to have that
        // too.
        boolean visiting = !application.isOf(exchange.runtime());
        // Tracked by TLS, and a request without: nothing will lead its client back, but the request itself is served.
        String tls = tracking.byTls() ? tlsId() : null;
        WebSession created = tls != null
                ? sessions.createAs(tls)
                : sessions.create(visiting ? request.getSession().getId() : null);
        sendCookie(created);
        return created;
    }

    /**
     * The id of the session that the request has in its own application, if this is another one: the client's cookie of this one
     * does not come to that one, so that both sessions have the same id.
     */
    private @Nullable String idAtHome() {
        if (application.isOf(exchange.runtime())) {
            return null;
        }
        HttpSession home = request.getSession(false);
        return home == null ? null : home.getId();
    }

    private void sendCookie(WebSession of) {
        if (tracking.byCookie()) {
            exchange.response()
                    .sessionCookie(
                            tracking.cookie().cookie(withRoute(of), application.contextPath(), request.isSecure()));
        }
    }

    /** The servers that have the session; null where there is none that servers are known of. */
    @Nullable
    List<String> servers() {
        WebSession current = session;
        List<String> servers = current == null ? List.of() : sessions.servers(current);
        return servers.isEmpty() ? null : servers;
    }

    private String withRoute(WebSession of) {
        return of.getId() + sessions.route(of);
    }

    /** Gives the session another id, and returns it. */
    public String changeId() {
        WebSession current = get(false);
        if (current == null) {
            throw new IllegalStateException("the request has no session whose id could be changed");
        }
        if (tracking.byTls()) {
            // It is the TLS session's own, and nobody else can know or plant it.
            return current.getId();
        }
        if (exchange.response().headSent()) {
            throw new IllegalStateException(
                    "the id of the session cannot be changed: the response is committed, so the client"
                            + " would not learn of the new one; change it before the response is committed");
        }
        String id = sessions.changeId(current);
        sendCookie(current);
        return id;
    }

    @Nullable
    SessionLogin login(boolean create) {
        WebSession current = get(create);
        if (current == null) {
            return null;
        }
        SessionLogin login = current.state().login();
        if (known == null) {
            known = login.login();
        }
        return login;
    }

    /**
     * Returns whether the session has ended since the request joined it, or the login that the request found there. Also after the request.
     */
    boolean ended() {
        SessionState last = joined;
        return last != null && (!last.valid() || known != null && last.login().login() == null);
    }

    /** Returns what ends the session: no request finds it from then on, and its application is told as soon as that has a place. */
    Runnable end() {
        WebSession current = get(false);
        if (current == null) {
            throw new IllegalStateException("the request has no session that could be ended");
        }
        Sessions owner = sessions;
        RequestGate gate = application.gate();
        return () -> {
            if (owner.beginEnd(current)) {
                gate.execute(() -> owner.finishEnd(current));
            }
        };
    }

    /** The request does not need its session any more. */
    void release() {
        WebSession current = session;
        session = null;
        if (current != null) {
            try {
                lastContent(current);
            } finally {
                settled(sessions.requestEnds(current));
            }
        }
    }

    /** Sends the client what it is to keep of the session, unless the response has begun without it. */
    private void lastContent(WebSession of) {
        if (!exchange.response().headSent()) {
            try {
                sendContent(of);
            } catch (SessionTooLargeException e) {
                settled(CompletableFuture.failedStage(e));
            }
        } else if (tooLarge) {
            settled(CompletableFuture.failedStage(
                    new SessionTooLargeException("the response has begun without what its client is to keep")));
        }
    }

    private void settled(CompletionStage<@Nullable Void> next) {
        CompletionStage<@Nullable Void> before = settled;
        settled = before == null ? next : before.thenCombine(next, (one, other) -> null);
    }

    /** Returns a stage that completes when what the request did to its sessions is safe; null where it has had none. */
    @Nullable
    CompletionStage<@Nullable Void> settled() {
        return settled;
    }

    /** A URL with the session's id where the client needs that (7.1.3): it has not sent a cookie, and the URL is ours. */
    String encode(String url) {
        WebSession current = url == null || !tracking.byUrl() || fromCookie() ? null : get(false);
        if (current == null || !leadsHere(url)) {
            return url;
        }
        int end = 0;
        while (end < url.length() && "?#".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        String path = url.substring(0, end);
        if (path.isEmpty() && end < url.length() && url.charAt(end) == '#') {
            return url;
        }
        if (path.isEmpty()) {
            // A reference to the page itself keeps its path only where it has none.
            path = request.getRequestURI();
            int parameters = path.indexOf(';', path.lastIndexOf('/') + 1);
            path = parameters < 0 ? path : path.substring(0, parameters);
        }
        return path + ";" + tracking.cookie().parameterName() + "=" + withRoute(current) + url.substring(end);
    }

    private boolean leadsHere(String url) {
        String absolute;
        try {
            absolute = request.absolute(url);
        } catch (IllegalArgumentException e) {
            return false;
        }
        for (String path : sessions.contextPaths(application.contextPath())) {
            if (leadsTo(path, absolute)) {
                return true;
            }
        }
        return false;
    }

    private boolean leadsTo(String contextPath, String absolute) {
        String own = request.url(contextPath).toString();
        if (!absolute.startsWith(own)) {
            return false;
        }
        return absolute.length() == own.length() || "/?#;".indexOf(absolute.charAt(own.length())) >= 0;
    }
}
