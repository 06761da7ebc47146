package io.keelson.ee.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A provider of OpenID Connect on loopback, with the endpoints of a code flow. It checks what a client sends, and logs ann in without
 * asking. Tests make it sign by a key that it does not publish, or not at all, or change the claims.
 */
final class OpenIdProvider implements AutoCloseable {
    private static final String CLIENT = "club";
    private static final String SECRET = "club-secret";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final RSAKey published;
    private final RSAKey other;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final List<String> refreshed = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<Map<String, String>> ended = new CopyOnWriteArrayList<>();
    private final List<String> redeemed = new CopyOnWriteArrayList<>();

    volatile boolean signsByAnotherKey;
    volatile boolean signsNothing;
    volatile boolean refusesRefresh;
    volatile boolean deniesAccess;
    volatile int lifetime = 3600;
    volatile UnaryOperator<JWTClaimsSet.Builder> claims = UnaryOperator.identity();

    OpenIdProvider() throws IOException, JOSEException {
        published = new RSAKeyGenerator(2048).keyID("one").generate();
        other = new RSAKeyGenerator(2048).keyID("one").generate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/.well-known/openid-configuration", exchange -> json(exchange, 200, configuration()));
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.createContext("/keys", exchange -> json(exchange, 200, new JWKSet(published.toPublicJWK()).toString()));
        server.createContext("/userinfo", this::userinfo);
        server.createContext("/end", this::end);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Refresh tokens that were redeemed, in order. */
    List<String> refreshed() {
        return refreshed;
    }

    /** Codes that were redeemed, in order. */
    List<String> redeemed() {
        return redeemed;
    }

    /** Parameters of the sessions that a client ended. */
    List<Map<String, String>> ended() {
        return ended;
    }

    /** Returns what clients did against the protocol. */
    List<String> complaints() {
        return complaints;
    }

    private String configuration() {
        return ("{'issuer':'I','authorization_endpoint':'I/authorize','token_endpoint':'I/token','jwks_uri':'I/keys',"
                        + "'userinfo_endpoint':'I/userinfo','end_session_endpoint':'I/end',"
                        + "'response_types_supported':['code'],'subject_types_supported':['public'],"
                        + "'id_token_signing_alg_values_supported':['RS256'],'scopes_supported':['openid','email','profile'],"
                        + "'claims_supported':['sub','preferred_username','groups','email']}")
                .replace("I", uri())
                .replace('\'', '"');
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
        expect("code", query.get("response_type"), "response_type");
        expect(CLIENT, query.get("client_id"), "client_id");
        if (!query.getOrDefault("scope", "").contains("openid") || !query.containsKey("nonce")) {
            complaints.add("no scope or nonce: " + query);
        }
        String back = query.get("redirect_uri");
        String code = UUID.randomUUID().toString();
        codes.put(code, query);
        String state = URLEncoder.encode(query.getOrDefault("state", ""), StandardCharsets.UTF_8);
        redirect(
                exchange,
                back + (deniesAccess ? "?error=access_denied&state=" + state : "?code=" + code + "&state=" + state));
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String basic =
                "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        if (!basic.equals(authorization)) {
            expect(CLIENT, form.get("client_id"), "client_id");
            expect(SECRET, form.get("client_secret"), "client_secret");
        }
        if ("refresh_token".equals(form.get("grant_type"))) {
            refreshed.add(form.get("refresh_token"));
            if (refusesRefresh) {
                json(exchange, 400, "{\"error\":\"invalid_grant\"}");
            } else {
                lifetime = 3600;
                json(exchange, 200, tokens(null));
            }
            return;
        }
        expect("authorization_code", form.get("grant_type"), "grant_type");
        Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
        if (asked == null) {
            json(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        redeemed.add(form.get("code"));
        expect(asked.get("redirect_uri"), form.get("redirect_uri"), "redirect_uri");
        json(exchange, 200, tokens(asked.get("nonce")));
    }

    private String tokens(String nonce) {
        Instant now = Instant.now();
        JWTClaimsSet.Builder identity = new JWTClaimsSet.Builder()
                .issuer(uri())
                .subject("4711")
                .audience(CLIENT)
                .claim("preferred_username", "ann")
                .claim("groups", List.of("member"))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(lifetime)));
        if (nonce != null) {
            identity.claim("nonce", nonce);
        }
        return "{\"access_token\":\"access-" + (redeemed.size() + refreshed.size()) + "\",\"token_type\":\"Bearer\","
                + "\"refresh_token\":\"refresh-" + (redeemed.size() + refreshed.size()) + "\",\"expires_in\":"
                + lifetime
                + ",\"id_token\":\"" + signed(claims.apply(identity).build()) + "\"}";
    }

    private String signed(JWTClaimsSet identity) {
        if (signsNothing) {
            return new PlainJWT(identity).serialize();
        }
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(), identity);
            token.sign(new RSASSASigner(signsByAnotherKey ? other : published));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private void userinfo(HttpExchange exchange) throws IOException {
        String bearer = exchange.getRequestHeaders().getFirst("Authorization");
        if (bearer == null || !bearer.startsWith("Bearer access-")) {
            complaints.add("userinfo without a token: " + bearer);
            json(exchange, 401, "{}");
            return;
        }
        json(
                exchange,
                200,
                "{\"sub\":\"4711\",\"preferred_username\":\"ann\",\"groups\":[\"member\"],\"email\":\"ann@club.example\"}");
    }

    private void end(HttpExchange exchange) throws IOException {
        Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
        ended.add(query);
        redirect(exchange, query.getOrDefault("post_logout_redirect_uri", uri()));
    }

    private void expect(String expected, String found, String what) {
        if (!expected.equals(found)) {
            complaints.add(what + " is " + found + ", not " + expected);
        }
    }

    private static Map<String, String> form(String text) {
        Map<String, String> form = new HashMap<>();
        for (String pair : new ArrayList<>(List.of((text == null ? "" : text).split("&")))) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                form.put(
                        URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return form;
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().set("Location", to);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private static void json(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
