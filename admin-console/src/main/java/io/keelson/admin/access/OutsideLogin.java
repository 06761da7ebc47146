package io.keelson.admin.access;

import io.keelson.admin.access.IdentityProvider.Flow;
import io.keelson.admin.access.IdentityProvider.Identity;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Logging in to the console at somebody else's pages: {@code login/oidc} sends the browser there, {@code login/oidc/return} takes it
 * back. What ties the two together is kept here, under a cookie that only this browser has, for ten minutes and one use.
 *
 * <p>Thread-safe: {@code waiting} is guarded by itself. Two requests at a time ask the provider, so that one that is slow leaves threads to
 * who logs in by password.
 */
public final class OutsideLogin {
    static final String PATH = "/management/v1/login/oidc";

    /** Before each name, so that it is none of the realm's, where names have no colon. */
    static final String PREFIX = "oidc:";

    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MOST_WAITING = 1000;
    private static final int MOST_ASKING = 2;
    private static final int LONGEST = 4096;

    /** Parameters that providers are known to send along. */
    private static final Set<String> KNOWN = Set.of(
            "code",
            "state",
            "iss",
            "session_state",
            "scope",
            "authuser",
            "prompt",
            "hd",
            "client_info",
            "error",
            "error_description",
            "error_uri");

    private final Optional<IdentityProvider> provider;
    private final OidcSettings settings;
    private final RoleGroups roleGroups;
    private final Sessions sessions;
    private final AuditLog audit;
    private final Ticker ticker;
    private final Secrets secrets = new Secrets();
    private final Semaphore asking = new Semaphore(MOST_ASKING);
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    /** A login that has begun. */
    private record Waiting(Flow flow, long since) {}

    /**
     * The resource.
     *
     * @param provider empty where the configuration has none
     */
    public OutsideLogin(
            Optional<IdentityProvider> provider,
            OidcSettings settings,
            RoleGroups roleGroups,
            Sessions sessions,
            AuditLog audit,
            Ticker ticker) {
        this.provider = provider;
        this.settings = settings;
        this.roleGroups = roleGroups;
        this.sessions = sessions;
        this.audit = audit;
        this.ticker = ticker;
    }

    /** Its operations. */
    public List<Route> routes() {
        return List.of(
                Route.open("GET", "login/ways", this::ways)
                        .says("lists the ways to log in to the console")
                        .answers(
                                200,
                                Schema.object()
                                        .with("password", Schema.TRUTH)
                                        .maybe("oidc", Schema.object().with("label", Schema.TEXT))),
                Route.open("GET", "login/oidc", this::begin)
                        .says("sends a browser to the provider of OpenID Connect")
                        .answers(303),
                Route.open("GET", "login/oidc/return", this::finish)
                        .says("takes a browser back from the provider of OpenID Connect")
                        .query("code", Schema.TEXT)
                        .query("state", Schema.TEXT)
                        .query("iss", Schema.TEXT)
                        .query("session_state", Schema.TEXT)
                        .query("scope", Schema.TEXT)
                        .query("authuser", Schema.TEXT)
                        .query("prompt", Schema.TEXT)
                        .query("hd", Schema.TEXT)
                        .query("client_info", Schema.TEXT)
                        .query("error", Schema.TEXT)
                        .query("error_description", Schema.TEXT)
                        .query("error_uri", Schema.TEXT)
                        .answers(303));
    }

    private Answer ways(Call call) throws Problem {
        call.query(Set.of());
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder().add("password", true);
        if (provider.isPresent()) {
            json.add("oidc", Answer.JSON.createObjectBuilder().add("label", settings.label()));
        }
        return Answer.json(200, json.build());
    }

    private IdentityProvider provider() throws Problem {
        return provider.orElseThrow(
                () -> Problem.notFound("This server knows no provider of OpenID Connect; see management.oidc"));
    }

    private Answer begin(Call call) throws Problem {
        call.query(Set.of());
        IdentityProvider known = provider();
        HttpExchange exchange = call.exchange();
        if (!exchange.secure() && !Passwords.near(exchange)) {
            throw Problem.forbidden("Logins are taken over TLS only (https), or from this machine");
        }
        Flow flow = new Flow(secrets.next(), secrets.next(), secrets.next(), back(exchange));
        URI there;
        try {
            there = asked(() -> known.begin(flow));
        } catch (IdentityException e) {
            AccessLog.LOG.outsideLoginFailed(call.client(), String.valueOf(e.getMessage()));
            return home(e.away() ? "away" : "refused");
        }
        String id = secrets.next();
        synchronized (waiting) {
            long now = ticker.nanoTime();
            waiting.values().removeIf(each -> now - each.since >= LIFE.toNanos());
            Iterator<String> oldest = waiting.keySet().iterator();
            while (waiting.size() >= MOST_WAITING && oldest.hasNext()) {
                oldest.next();
                oldest.remove();
            }
            waiting.put(Secrets.hash(id), new Waiting(flow, now));
        }
        return to(there, cookie(exchange, id, "; Max-Age=" + LIFE.toSeconds()));
    }

    private Answer finish(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(KNOWN);
        IdentityProvider known = provider();
        HttpExchange exchange = call.exchange();
        Optional<Flow> begun = taken(exchange);
        String state = query.getOrDefault("state", "");
        if (begun.isEmpty() || !Secrets.same(begun.get().state(), state)) {
            AccessLog.LOG.outsideLoginFailed(
                    call.client(), "nobody has begun it here, or not in this browser, or too long ago");
            return home("forgotten");
        }
        String issuer = query.get("iss");
        if (issuer != null && !issuer.equals(settings.issuer())) {
            // RFC 9207: an answer of another provider.
            AccessLog.LOG.outsideLoginFailed(call.client(), "the answer is not of the issuer that was asked");
            return home("refused");
        }
        String code = query.getOrDefault("code", "");
        if (query.containsKey("error") || code.isEmpty() || code.length() > LONGEST) {
            String error = query.getOrDefault("error", "no code").replaceAll("[^A-Za-z0-9_ -]", "?");
            AccessLog.LOG.outsideLoginFailed(
                    call.client(), "the provider says " + error.substring(0, Math.min(60, error.length())));
            return home("refused");
        }
        try {
            Flow flow = begun.get();
            return letIn(call, asked(() -> known.finish(flow, code)));
        } catch (IdentityException e) {
            AccessLog.LOG.outsideLoginFailed(call.client(), String.valueOf(e.getMessage()));
            return home(e.away() ? "away" : "refused");
        }
    }

    private Answer letIn(Call call, Identity identity) throws IOException {
        Set<String> groups = new HashSet<>();
        String prefix = settings.groupPrefix() == null ? "" : settings.groupPrefix();
        identity.groups().forEach(group -> groups.add(prefix + group));
        Set<Role> roles = roleGroups.roles(groups);
        String name = PREFIX + identity.user();
        if (roles.isEmpty()) {
            AccessLog.LOG.outsideLoginFailed(call.client(), "'" + name + "' has no role by management.role-groups");
            return home("no-role");
        }
        HttpExchange exchange = call.exchange();
        sessions.end(exchange);
        Caller caller = new Caller(name, roles, Caller.Via.SESSION);
        exchange.user(name);
        audit.end(AuditLog.Request.of(exchange, caller), 303, null);
        Sessions.Begun begun = sessions.begin(caller, identity.token(), exchange.secure());
        return to(URI.create("/console/"), LoginResource.cookie(exchange, begun.id(), ""));
    }

    /** Returns where the browser goes after a logout: to the provider's page where it came from there; empty: nowhere. */
    Optional<URI> end(Sessions.Session session, HttpExchange exchange) {
        String token = session.token();
        return token == null
                ? Optional.empty()
                : provider.flatMap(known -> known.end(token, origin(exchange).resolve("/console/")));
    }

    private interface Question<T> {
        T ask() throws IdentityException;
    }

    private <T> T asked(Question<T> question) throws IdentityException {
        if (!asking.tryAcquire()) {
            throw new IdentityException("others are asking the provider; try again", true, null);
        }
        try {
            return question.ask();
        } finally {
            asking.release();
        }
    }

    /** Returns what the browser began, which from now on nobody can go on with. */
    private Optional<Flow> taken(HttpExchange exchange) {
        return Sessions.value(exchange, cookieName(exchange)).flatMap(id -> {
            Waiting found;
            synchronized (waiting) {
                found = waiting.remove(Secrets.hash(id));
            }
            return Optional.ofNullable(found)
                    .filter(each -> ticker.nanoTime() - each.since < LIFE.toNanos())
                    .map(Waiting::flow);
        });
    }

    private static URI origin(HttpExchange exchange) {
        return URI.create(
                exchange.request().scheme() + "://" + exchange.request().authority());
    }

    private static URI back(HttpExchange exchange) {
        return origin(exchange).resolve(PATH + "/return");
    }

    private static Answer to(URI there, String cookie) {
        return Answer.empty(303).with(Map.of("Location", there.toString(), "Set-Cookie", cookie));
    }

    /** Back to the login page, which says in its own words what went wrong. */
    private static Answer home(String problem) {
        return Answer.empty(303).with(Map.of("Location", "/console/#/login?problem=" + problem));
    }

    private static String cookieName(HttpExchange exchange) {
        return "KEELSON_OIDC_" + exchange.localAddress().getPort();
    }

    /** Lax, as the browser comes back from another site. */
    private static String cookie(HttpExchange exchange, String id, String more) {
        return cookieName(exchange) + "=" + id + "; Path=" + PATH + "; HttpOnly; SameSite=Lax"
                + (exchange.secure() ? "; Secure" : "") + more;
    }
}
