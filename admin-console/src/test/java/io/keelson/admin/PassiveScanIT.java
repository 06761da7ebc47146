package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.net.Channels;
import io.keelson.net.Channels.ListeningChannel;
import io.keelson.net.tls.CertificateWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the passive rules of a scanner such as ZAP look at, over everything that the console and the management interface answer: each file,
 * each operation for who may and for who may not, and each kind of refusal. The numbers are those of ZAP's rules.
 */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PassiveScanIT {
    private static final String CONSOLE = "/console/";
    private static final String REST = "/management/v1/";
    private static final Path SOURCES = Path.of("src", "main", "resources", "io", "keelson", "admin", "console");

    @TempDir
    static Path directory;

    private static RunningServer server;
    private static HttpClient client;
    private static X509Certificate certificate;

    @BeforeAll
    static void start() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        domain.realm().put("alice", "wonderland".toCharArray(), List.of("Administrators"));
        domain.realm().put("bob", "builder".toCharArray(), List.of("Monitors"));
        KeyPair key = CertificateWriter.newKey();
        Instant now = Instant.now();
        certificate = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        "localhost",
                        List.of("localhost", "127.0.0.1"),
                        false,
                        now.minusSeconds(1000),
                        now.plusSeconds(100_000)),
                key);
        Path pem = Files.writeString(directory.resolve("c.pem"), CertificateWriter.pem(certificate));
        Path secret = Files.writeString(directory.resolve("c.key"), CertificateWriter.pem(key.getPrivate()));
        server = RunningServer.start(
                domain,
                Map.of(
                        "keelson.servers.AdminServer.tls.certificate", pem.toString(),
                        "keelson.servers.AdminServer.tls.key", secret.toString(),
                        "keelson.SSLListenPort", "0"));
        client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static HttpResponse<String> send(String method, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + server.address() + path))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> answer =
                client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        looksSafe(method + " " + path + " " + answer.statusCode(), answer);
        return answer;
    }

    private static String token() throws Exception {
        return server.domain().token().authorization();
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** What holds of whatever is answered. */
    private static void looksSafe(String what, HttpResponse<String> answer) {
        policies(what, answer);
        Map<String, List<String>> fields = answer.headers().map();
        assertThat(fields.keySet().stream().map(name -> name.toLowerCase(Locale.ROOT)))
                .as("%s: says what it runs on (10036, 10037, 10039, 10061), or lets pages of others in (10098)", what)
                .doesNotContain(
                        "server",
                        "via",
                        "x-powered-by",
                        "x-backend-server",
                        "x-aspnet-version",
                        "x-debug-token",
                        "access-control-allow-origin");
        for (String cookie : answer.headers().allValues("Set-Cookie")) {
            assertThat(cookie)
                    .as("%s (10010, 10054, 90033)", what)
                    .contains("; HttpOnly", "; SameSite=Strict", "; Path=/management")
                    .doesNotContain("Domain=");
        }
        assertThat(answer.headers().firstValue("Location").orElse(""))
                .as("%s: leads elsewhere (10028), or has what is secret in its address (10024)", what)
                .matches("(/[a-z].*)?")
                .doesNotContain("token", "password");
        if (answer.statusCode() >= 400) {
            // Whoever deploys is told by which exception the application has failed.
            assertThat(answer.body().replaceFirst("\"causes\":\\[[^]]*]", ""))
                    .as("%s: how it failed inside (90022, 10023)", what)
                    .doesNotContainPattern(
                            "\\bat [\\w.$]+\\([\\w]+\\.java|\\b(java|javax|jakarta|io\\.keelson)\\.[\\w.]+|Exception")
                    .as("%s: an address of a network that is nobody's business (2)", what)
                    .doesNotContainPattern("\\b(10|192\\.168|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d{1,3}){2,3}\\b");
        }
    }

    private static void policies(String what, HttpResponse<String> answer) {
        boolean console = what.contains(" " + CONSOLE);
        String policy = String.join("; ", answer.headers().allValues("Content-Security-Policy"));
        assertThat(policy)
                .as("%s (10038, 10055, 10020)", what)
                .startsWith(console ? "default-src 'self'; " : "default-src 'none'; ")
                .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action")
                .doesNotContain("*", "unsafe", "data:", "http:", "https:");
        assertThat(answer.headers().allValues("X-Content-Type-Options"))
                .as("%s (10021)", what)
                .containsExactly("nosniff");
        assertThat(answer.headers().allValues("Referrer-Policy")).as(what).containsExactly("no-referrer");
        assertThat(answer.headers().allValues("Cross-Origin-Resource-Policy"))
                .as("%s (90004)", what)
                .containsExactly("same-origin");
        if (console) {
            assertThat(answer.headers().firstValue("Cross-Origin-Opener-Policy"))
                    .as(what)
                    .hasValue("same-origin");
            assertThat(answer.headers().firstValue("Cross-Origin-Embedder-Policy"))
                    .as(what)
                    .hasValue("require-corp");
            assertThat(answer.headers().firstValue("Permissions-Policy"))
                    .as("%s (10063)", what)
                    .isPresent();
        } else {
            assertThat(answer.headers().allValues("Cache-Control"))
                    .as("%s (10015, 10049)", what)
                    .containsExactly("no-store");
        }
        if (!answer.body().isEmpty()) {
            assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                    .as("%s (10019, 90011)", what)
                    .matches(
                            "(text/[a-z.-]+; (version=[\\d.]+; )?charset=utf-8|image/svg\\+xml|application/(problem\\+)?json"
                                    + "|application/octet-stream)");
        }
    }

    /** The names of the console's files, with those of the library that draws. */
    private static List<String> files() throws Exception {
        List<String> files =
                new ArrayList<>(List.of("", "lib/lit-html/lit-html.js", "lib/lit-html/directives/repeat.js"));
        try (Stream<Path> all = Files.walk(SOURCES)) {
            all.filter(Files::isRegularFile)
                    .forEach(file -> files.add(SOURCES.relativize(file).toString()));
        }
        return files;
    }

    @Test
    void everyFileOfTheConsole() throws Exception {
        assertThat(files()).hasSizeGreaterThan(60);
        for (String file : files()) {
            HttpResponse<String> answer = send("GET", CONSOLE + file, null);
            assertThat(answer.statusCode()).as(file).isIn(200, file.startsWith("lib/") ? 404 : 200);
            if (answer.statusCode() == 200) {
                String tag = answer.headers().firstValue("ETag").orElseThrow();
                assertThat(send("GET", CONSOLE + file, null, "If-None-Match", tag)
                                .statusCode())
                        .isEqualTo(304);
            }
            if (!file.startsWith("lib/") && !file.startsWith("vendor/")) {
                staysHere(file, answer.body());
            }
        }
    }

    /** What stands in a file of ours. */
    private static void staysHere(String file, String text) {
        assertThat(text.replace("http://www.w3.org/2000/svg", ""))
                .as("%s: asks somebody else (10017, 90003), also in the clear (10040, 10041)", file)
                .doesNotContainPattern(
                        "(src|href|action)=[\"']?(https?:)?//|import [^;]*[\"'](https?:)?//|url\\([\"']?(https?:)?//")
                .doesNotContainPattern("(fetch|EventSource|WebSocket|open)\\([\"'`](https?|wss?):");
        assertThat(text)
                .as("%s: text that becomes code (10110)", file)
                .doesNotContainPattern(
                        "\\beval\\(|new Function\\(|document\\.write|innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|\\.srcdoc");
        assertThat(text)
                .as("%s: when it was made (10096), secrets and notes (10027)", file)
                .doesNotContainPattern("\\b1[5-9]\\d{8}\\b")
                .doesNotContainPattern("(?i)\\b(TODO|FIXME|XXX|HACK)\\b");
        if (file.endsWith(".html") || file.isEmpty()) {
            assertThat(text)
                    .as("%s: a form that a page of others could send (10202)", file)
                    .doesNotContain("<form", "<iframe", "<object", "<embed");
        }
    }

    @Test
    void whateverTheConsoleRefuses() throws Exception {
        assertThat(send("GET", CONSOLE + "nothing.js", null).statusCode()).isEqualTo(404);
        assertThat(send("GET", CONSOLE + ".git/config", null).statusCode()).isEqualTo(404);
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            assertThat(send(method, CONSOLE, null).statusCode()).as(method).isEqualTo(405);
        }
    }

    /** Each operation by its address, with something in the place of what varies. */
    private static List<String> operations(String method) {
        Router router = server.server().find(Router.class).orElseThrow();
        return router.routes().stream()
                .filter(route -> route.method().equals(method))
                .map(Route::address)
                .filter(address -> !address.equals("events"))
                .map(address -> REST + address.replace("**", "server").replace("*", "1"))
                .toList();
    }

    @Test
    void everyLookForWhoMayAndWhoMayNot() throws Exception {
        List<String> looks = operations("GET");
        assertThat(looks).hasSizeGreaterThan(40);
        Set<Integer> seen = new TreeSet<>();
        for (String look : looks) {
            seen.add(send("GET", look, null, "Authorization", token()).statusCode());
            seen.add(send("HEAD", look, null, "Authorization", token()).statusCode());
            seen.add(send("GET", look, null, "Authorization", basic("bob", "builder"))
                    .statusCode());
            seen.add(send("GET", look, null).statusCode());
            seen.add(send("GET", look + "?no-such-parameter=1", null, "Authorization", token())
                    .statusCode());
            seen.add(send("OPTIONS", look, null, "Authorization", token()).statusCode());
            seen.add(send("PATCH", look, "{}", "Authorization", token()).statusCode());
        }
        assertThat(seen).contains(200, 204, 400, 401, 403, 404, 405).allMatch(status -> status < 500);
        for (String probe : List.of("health", "health/live", "health/ready", "health/nothing")) {
            send("GET", REST + probe, null);
            assertThat(send("POST", REST + probe, "{}").statusCode()).isEqualTo(405);
        }
    }

    /** The cookie alone changes nothing: what a page of others could have a browser send is refused, whatever it is for (10202, 20012). */
    @Test
    void noChangeWithTheCookieAlone() throws Exception {
        HttpResponse<String> login = send(
                "POST",
                REST + "login",
                "{\"user\":\"alice\",\"password\":\"wonderland\"}",
                "Content-Type",
                "application/json");
        assertThat(login.statusCode()).isEqualTo(200);
        String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        assertThat(send("GET", REST + "server", null, "Cookie", cookie).statusCode())
                .isEqualTo(200);
        int refused = 0;
        Router router = server.server().find(Router.class).orElseThrow();
        for (Route route : router.routes()) {
            if (route.method().equals("GET") || route.least() == null) {
                continue;
            }
            String path = REST + route.address().replace("**", "server").replace("*", "1");
            assertThat(send(route.method(), path, null, "Cookie", cookie).statusCode())
                    .as(route.method() + " " + path)
                    .isEqualTo(403);
            refused++;
        }
        assertThat(refused).isGreaterThan(30);
        assertThat(send("GET", REST + "server", null, "Cookie", cookie, "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void everyKindOfRefusal() throws Exception {
        String json = "application/json";
        String login = REST + "login";
        assertThat(send("POST", login, "{\"user\":\"alice\",\"password\":\"x\"}", "Content-Type", json)
                        .statusCode())
                .isEqualTo(401);
        assertThat(send("GET", REST + "server", null, "Authorization", basic("alice", "x"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(send("POST", login, "{", "Content-Type", json).statusCode()).isEqualTo(400);
        assertThat(send("POST", login, "{}", "Content-Type", "text/xml").statusCode())
                .isEqualTo(415);
        assertThat(send("POST", login, "x".repeat(100_000), "Content-Type", json)
                        .statusCode())
                .isEqualTo(413);
        assertThat(send(
                                "PUT",
                                REST + "edit/value",
                                "{\"path\":\"..\",\"value\":1}",
                                "Authorization",
                                token(),
                                "Content-Type",
                                json)
                        .statusCode())
                .isEqualTo(400);
        assertThat(send("DELETE", REST + "edit", null, "Authorization", token()).statusCode())
                .isEqualTo(409);
        assertThat(send("POST", REST + "edit", null, "Authorization", token(), "If-Match", "\"old\"")
                        .statusCode())
                .isEqualTo(412);
        assertThat(send(
                                "PUT",
                                REST + "deployments/broken",
                                "no archive",
                                "Authorization",
                                token(),
                                "Content-Type",
                                "application/octet-stream")
                        .statusCode())
                .isEqualTo(422);
        assertThat(send("GET", REST + "servers/nobody/server", null, "Authorization", token())
                        .statusCode())
                .isEqualTo(404);
        assertThat(send("POST", REST + "domain/servers/AdminServer/kill", null, "Authorization", token())
                        .statusCode())
                .isEqualTo(503);
        assertThat(send(
                                "POST",
                                REST + "setup",
                                "{\"token\":\"x\",\"user\":\"eve\",\"password\":\"12345678\"}",
                                "Content-Type",
                                json)
                        .statusCode())
                .isEqualTo(403);
    }

    /** The last, as the address is locked afterwards. */
    @Test
    @Order(Integer.MAX_VALUE)
    void thoseOfTooManyFailures() throws Exception {
        String json = "application/json";
        String login = REST + "login";
        for (int i = 0; i < 25; i++) {
            send("POST", login, "{\"user\":\"nobody" + i + "\",\"password\":\"x\"}", "Content-Type", json);
        }
        assertThat(send("POST", login, "{\"user\":\"alice\",\"password\":\"x\"}", "Content-Type", json)
                        .statusCode())
                .isEqualTo(429);
    }

    /** Secrets stand in bodies and fields, as addresses are written into logs and histories (10024). */
    @Test
    void nothingSecretGoesIntoAnAddress() {
        Router router = server.server().find(Router.class).orElseThrow();
        for (Route route : router.routes()) {
            if (route.address().equals("login/oidc/return")) {
                continue; // what the provider says there counts once, and in one browser
            }
            assertThat(route.operation().query().keySet())
                    .as(route.address())
                    .noneMatch(name -> name.matches("(?i).*(password|secret|token|session|key|user).*"));
        }
    }

    /**
     * Over TLS the cookie is for TLS only (10011). There is no HSTS (10035): it counts for all ports of a host, so the console of one
     * server would take HTTP from the applications of all others there.
     */
    @Test
    void overTls() throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("one", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        String base = "https://127.0.0.1:" + securePort();
        HttpClient secure = HttpClient.newBuilder().sslContext(context).build();
        HttpResponse<String> page = secure.send(
                HttpRequest.newBuilder(URI.create(base + CONSOLE)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(page.statusCode()).isEqualTo(200);
        looksSafe("GET " + CONSOLE, page);
        assertThat(page.headers().firstValue("Strict-Transport-Security")).isEmpty();
        HttpResponse<String> login = secure.send(
                HttpRequest.newBuilder(URI.create(base + REST + "login"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"user\":\"bob\",\"password\":\"builder\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(login.statusCode()).isEqualTo(200);
        looksSafe("POST " + REST + "login", login);
        assertThat(login.headers().firstValue("Set-Cookie").orElse("")).contains("; Secure");
        String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        assertThat(send("GET", REST + "server", null, "Cookie", cookie).statusCode())
                .as("what began over TLS does not count in the clear")
                .isEqualTo(401);
    }

    private static int securePort() {
        return server.server().find(Channels.class).orElseThrow().listening().stream()
                .filter(ListeningChannel::secure)
                .map(channel -> channel.address().getPort())
                .findFirst()
                .orElseThrow();
    }
}
