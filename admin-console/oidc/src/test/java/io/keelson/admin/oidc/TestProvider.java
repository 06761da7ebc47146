package io.keelson.admin.oidc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A provider of OpenID Connect on loopback: discovery, authorisation code with PKCE, tokens, keys, logout. It checks what a client sends
 * it as a real one does, and lets the test bend the tokens. With the JDK's own means, so that nothing of the library that is tested is in
 * it.
 */
public final class TestProvider implements AutoCloseable {
    public static final String CLIENT = "keelson";
    public static final String SECRET = "s3cr&t of the client";

    private final HttpServer server;
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final List<String> refused = new ArrayList<>();
    private volatile KeyPair key = newKey();
    private volatile String keyId = "one";

    /** The claims of the next tokens. */
    public final Map<String, Object> claims = new ConcurrentHashMap<>();

    /** Makes a token of header and claims; a test may put another in place. */
    public volatile BiFunction<Map<String, Object>, Map<String, Object>, String> signer = this::signed;

    /** What stands for the user's consent: false and the provider says access_denied. */
    public volatile boolean consent = true;

    /** Who logs in; the browser's test posts a name. */
    public volatile boolean asksForTheUser;

    public TestProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/realm/.well-known/openid-configuration", this::discovery);
        server.createContext("/realm/authorize", this::authorize);
        server.createContext("/realm/token", this::token);
        server.createContext("/realm/keys", exchange -> answer(exchange, 200, "application/json", keys()));
        server.createContext("/realm/logout", exchange -> answer(exchange, 200, "text/html", "<h1>Logged out</h1>"));
        server.start();
        claims.put("preferred_username", "ann");
        claims.put("groups", List.of("Operators", "staff"));
    }

    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/realm";
    }

    /** Returns why it refused requests for tokens. */
    public List<String> refused() {
        synchronized (refused) {
            return List.copyOf(refused);
        }
    }

    /** From now on it signs with another key, and shows that alone. */
    public void rotate() {
        key = newKey();
        keyId = UUID.randomUUID().toString();
    }

    public static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public KeyPair key() {
        return key;
    }

    public String keyId() {
        return keyId;
    }

    private void discovery(HttpExchange exchange) throws IOException {
        String base = issuer();
        answer(
                exchange,
                200,
                "application/json",
                json(Map.of(
                        "issuer", base,
                        "authorization_endpoint", base + "/authorize",
                        "token_endpoint", base + "/token",
                        "jwks_uri", base + "/keys",
                        "end_session_endpoint", base + "/logout",
                        "response_types_supported", List.of("code"),
                        "id_token_signing_alg_values_supported", List.of("RS256"))));
    }

    private String keys() {
        RSAPublicKey shown = (RSAPublicKey) key.getPublic();
        return json(Map.of(
                "keys",
                List.of(Map.of(
                        "kty",
                        "RSA",
                        "use",
                        "sig",
                        "kid",
                        keyId,
                        "alg",
                        "RS256",
                        "n",
                        base64(unsigned(shown.getModulus())),
                        "e",
                        base64(unsigned(shown.getPublicExponent()))))));
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return bytes[0] == 0 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> asked = parameters(exchange.getRequestURI().getRawQuery());
        if (!CLIENT.equals(asked.get("client_id"))
                || !"code".equals(asked.get("response_type"))
                || !"S256".equals(asked.get("code_challenge_method"))
                || !asked.getOrDefault("scope", "").startsWith("openid")) {
            answer(exchange, 400, "text/plain", "not asked for as it should be: " + asked.keySet());
            return;
        }
        if (asksForTheUser && exchange.getRequestMethod().equals("GET")) {
            answer(
                    exchange,
                    200,
                    "text/html",
                    "<title>Provider</title><form method=post><input name=user id=user><button id=go>Go</button></form>");
            return;
        }
        if (exchange.getRequestMethod().equals("POST")) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            claims.put("preferred_username", parameters(body).get("user"));
        }
        String code = UUID.randomUUID().toString();
        codes.put(code, asked);
        String answer = consent ? "code=" + code : "error=access_denied&error_description=%3Cb%3Eno";
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        asked.get("redirect_uri") + "?" + answer + "&state="
                                + URLEncoder.encode(asked.getOrDefault("state", ""), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form =
                parameters(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Map<String, String> begun = codes.remove(form.getOrDefault("code", ""));
        String wrong = wrong(exchange, form, begun);
        if (!wrong.isEmpty()) {
            synchronized (refused) {
                refused.add(wrong);
            }
            answer(exchange, 400, "application/json", json(Map.of("error", "invalid_grant")));
            return;
        }
        long now = System.currentTimeMillis() / 1000;
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("iss", issuer());
        said.put("sub", "subject-1");
        said.put("aud", CLIENT);
        said.put("iat", now);
        said.put("exp", now + 300);
        said.put("nonce", begun.get("nonce"));
        said.putAll(claims);
        said.values().removeIf("-"::equals);
        Map<String, Object> header = new LinkedHashMap<>(Map.of("alg", "RS256", "typ", "JWT", "kid", keyId));
        answer(
                exchange,
                200,
                "application/json",
                json(Map.of(
                        "access_token",
                        "opaque",
                        "token_type",
                        "Bearer",
                        "expires_in",
                        300,
                        "id_token",
                        signer.apply(header, said))));
    }

    private static String wrong(HttpExchange exchange, Map<String, String> form, Map<String, String> begun) {
        if (begun == null) {
            return "no such code";
        }
        String basic = URLEncoder.encode(CLIENT, StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        String expected = "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8));
        if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            return "another client";
        }
        if (!begun.get("redirect_uri").equals(form.get("redirect_uri"))) {
            return "another redirect_uri";
        }
        String verifier = form.getOrDefault("code_verifier", "");
        if (verifier.length() < 43 || !base64(sha256(verifier)).equals(begun.get("code_challenge"))) {
            return "another verifier";
        }
        return "";
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As it should be. */
    public String signed(Map<String, Object> header, Map<String, Object> said) {
        return signed(header, said, key);
    }

    /** By some key. */
    public static String signed(Map<String, Object> header, Map<String, Object> said, KeyPair by) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(by.getPrivate());
            String text = unsigned(header, said);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By a key that both have, such as one that everybody has. */
    public static String shared(Map<String, Object> header, Map<String, Object> said, byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            String text = unsigned(header, said);
            return text + "." + base64(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String unsigned(Map<String, Object> header, Map<String, Object> said) {
        return base64(json(header).getBytes(StandardCharsets.UTF_8)) + "."
                + base64(json(said).getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> parts = new ArrayList<>();
            map.forEach((key, each) -> parts.add("\"" + key + "\":" + json(each)));
            return "{" + String.join(",", parts) + "}";
        }
        if (value instanceof List<?> list) {
            return "[" + String.join(",", list.stream().map(TestProvider::json).toList()) + "]";
        }
        return value instanceof Number || value instanceof Boolean
                ? value.toString()
                : "\"" + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static Map<String, String> parameters(String text) {
        Map<String, String> found = new HashMap<>();
        for (String pair : text == null ? new String[0] : text.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                found.put(
                        URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Is away from now on. */
    @Override
    public void close() {
        server.stop(0);
    }
}
