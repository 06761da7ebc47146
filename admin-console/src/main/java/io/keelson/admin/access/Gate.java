package io.keelson.admin.access;

import io.keelson.admin.domain.ManagementToken;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.kernel.management.Role;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Gate of the management interface. It lets in whoever has the token of the domain or is a user with a role, and no page that a
 * browser shows. A name that was rebound to this machine is refused by its Host, another site by its Origin. Immutable;
 * {@link #admit} is cheap enough for a muxer thread.
 */
public final class Gate {
    private static final String BEARER = "Bearer ";
    private static final String CSRF = "X-Keelson-Csrf";
    private static final Set<String> LOOKING = Set.of("GET", "HEAD", "OPTIONS");
    private static final String BASIC = "Basic ";

    private final ManagementToken token;
    private final MachineCheck machines;
    private final Passwords passwords;
    private final Sessions sessions;
    private final Set<String> hosts;

    /** Claim that a request makes about its caller. */
    @FunctionalInterface
    public interface Claim {
        /**
         * Checks what takes a while: on an execute thread.
         *
         * @throws Problem where it is not true
         */
        Caller prove() throws Problem;
    }

    /**
     * A gate.
     *
     * @param domain the domain's directory
     * @param hosts names of the server, besides loopback and the address connected to
     */
    public Gate(ManagementToken token, Path domain, Passwords passwords, Sessions sessions, List<String> hosts) {
        this.token = token;
        this.machines = new MachineCheck(domain);
        this.passwords = passwords;
        this.sessions = sessions;
        Set<String> names = new HashSet<>(Set.of("localhost"));
        hosts.forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
        this.hosts = Set.copyOf(names);
    }

    /**
     * Looks at what can be seen at once.
     *
     * @param open whether what is asked for needs no login
     * @throws Problem where the request is refused whatever else it says
     */
    public Claim admit(HttpExchange exchange, boolean open) throws Problem {
        checkSite(exchange);
        HttpHeaders headers = exchange.request().headers();
        List<String> credentials = headers.all("Authorization");
        if (credentials.size() > 1) {
            throw wrong();
        }
        if (credentials.isEmpty()) {
            if (open && !LOOKING.contains(exchange.request().method())) {
                // Before the body: what must not be sent in the clear need not be waited for.
                Passwords.checkProtected(exchange);
            }
            return open ? () -> Caller.NOBODY : session(exchange);
        }
        String given = credentials.get(0);
        if (begins(given, BASIC)) {
            return basic(exchange, given.substring(BASIC.length()).strip());
        }
        if (!begins(given, BEARER)
                || !token.matches(given.substring(BEARER.length()).strip())) {
            throw wrong();
        }
        machines.admit(exchange);
        Caller caller = onBehalf(headers);
        return () -> {
            machines.prove(exchange);
            return caller;
        };
    }

    /** Returns whether who asks will have to speak TLS for a login, by a name that this server is known by. */
    public boolean needsTls(HttpExchange exchange) {
        String authority = exchange.request().authority();
        return !exchange.secure() && !Passwords.near(exchange) && authority != null && known(host(authority), exchange);
    }

    private Claim session(HttpExchange exchange) throws Problem {
        Sessions.Session session = sessions.find(exchange).orElseThrow(Problem::unauthorized);
        boolean changes = !LOOKING.contains(exchange.request().method());
        List<String> shown = exchange.request().headers().all(CSRF);
        if (changes && (shown.size() != 1 || !Secrets.same(session.csrf(), shown.get(0)))) {
            throw Problem.forbidden("A change from a page needs the header " + CSRF + " with what the login answered");
        }
        boolean use = !exchange.request().path().endsWith("/events");
        return () -> {
            if (!sessions.alive(session, use)) {
                throw Problem.unauthorized();
            }
            Caller outside = session.outside();
            if (outside != null) {
                return outside;
            }
            return passwords.find(session.user(), Caller.Via.SESSION).orElseThrow(Problem::unauthorized);
        };
    }

    private void checkSite(HttpExchange exchange) throws Problem {
        String authority = exchange.request().authority();
        if (authority == null || !known(host(authority), exchange)) {
            throw Problem.forbidden("This server is not known by that name here; use its address, or add the name to"
                    + " management.hosts in domain.yaml");
        }
        String own = exchange.request().scheme() + "://" + authority;
        for (String origin : exchange.request().headers().all("Origin")) {
            if (!origin.equalsIgnoreCase(own)) {
                throw Problem.forbidden("Requests that pages of other origins make are refused");
            }
        }
    }

    /** RFC 7617 with UTF-8. */
    private Claim basic(HttpExchange exchange, String encoded) throws Problem {
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException e) {
            throw wrong();
        }
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded));
        } catch (CharacterCodingException e) {
            throw wrong();
        } finally {
            Arrays.fill(decoded, (byte) 0);
        }
        int colon = 0;
        while (colon < text.length() && text.charAt(colon) != ':') {
            colon++;
        }
        if (colon == text.length()) {
            throw wrong();
        }
        String user = text.subSequence(0, colon).toString();
        char[] password = new char[text.length() - colon - 1];
        text.position(text.position() + colon + 1);
        text.get(password);
        Arrays.fill(text.array(), '\0');
        return () -> passwords.logIn(exchange, user, password, Caller.Via.BASIC);
    }

    /** Another server of the domain may say for whom it asks, which can only take rights away. */
    private static Caller onBehalf(HttpHeaders headers) throws Problem {
        List<String> names = headers.all(Caller.NAME_FIELD);
        List<String> roles = headers.all(Caller.ROLES_FIELD);
        if (names.isEmpty() && roles.isEmpty()) {
            return Caller.MANAGEMENT;
        }
        if (names.size() != 1 || roles.size() != 1) {
            throw Problem.badRequest(Caller.NAME_FIELD + " and " + Caller.ROLES_FIELD + " come together, once each");
        }
        Set<Role> named = EnumSet.noneOf(Role.class);
        for (String role : roles.get(0).split(",")) {
            named.add(Role.named(role.strip())
                    .orElseThrow(() -> Problem.badRequest(Caller.ROLES_FIELD + " names no role")));
        }
        try {
            return new Caller(URLDecoder.decode(names.get(0), StandardCharsets.UTF_8), named, Caller.Via.SERVER);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(Caller.NAME_FIELD + " is not percent-encoded");
        }
    }

    private static Problem wrong() {
        return Problem.unauthorized(
                Problem.CHALLENGE + ", error=\"invalid_token\"", "The token is not that of this domain");
    }

    private static boolean begins(String credentials, String scheme) {
        return credentials.regionMatches(true, 0, scheme, 0, scheme.length());
    }

    private boolean known(String host, HttpExchange exchange) {
        if (hosts.contains(host) || loopbackLiteral(host)) {
            return true;
        }
        InetAddress local = exchange.localAddress().getAddress();
        return local != null && host.equals(literal(local));
    }

    /** 127.0.0.0/8 or ::1, written as an address: no name is resolved. */
    private static boolean loopbackLiteral(String host) {
        return host.equals("::1") || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    /** The host of an authority in lower case, without brackets and port. */
    private static String host(String authority) {
        String lower = authority.toLowerCase(Locale.ROOT);
        if (lower.startsWith("[")) {
            int end = lower.indexOf(']');
            return end < 0 ? "" : lower.substring(1, end);
        }
        int colon = lower.indexOf(':');
        return colon < 0 ? lower : lower.substring(0, colon);
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
