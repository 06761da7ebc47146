package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.DomainDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logging in to the console of a server that runs, over raw sockets. */
@Timeout(60)
class LoginIT {
    private static final String LOGIN = "/management/v1/login";
    private static final String GOOD = "{\"user\":\"alice\",\"password\":\"wonderland\"}";

    @TempDir
    Path directory;

    private RunningServer server;

    @BeforeEach
    void start() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        domain.realm().put("alice", "wonderland".toCharArray(), List.of("Administrators"));
        domain.realm().put("bob", "builder".toCharArray(), List.of("Monitors"));
        server = RunningServer.start(domain, Map.of());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private String send(String method, String path, String headers, String body) throws Exception {
        String[] address = server.address().split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
            String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers
                    + (body == null
                            ? ""
                            : "Content-Type: application/json\r\nContent-Length: "
                                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n")
                    + "\r\n" + (body == null ? "" : body);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String find(String pattern, String in) {
        Matcher matcher = Pattern.compile(pattern).matcher(in);
        assertThat(matcher.find()).as(pattern + " in " + in).isTrue();
        return matcher.group(1);
    }

    /** The headers of somebody who is logged in: cookie, and for changes the other. */
    private record Login(String cookie, String csrf) {}

    private Login logIn(String body) throws Exception {
        String answer = send("POST", LOGIN, "", body);
        assertThat(answer).startsWith("HTTP/1.1 200");
        return new Login(
                "Cookie: other=1; " + find("(?i)Set-Cookie: ([^;]*);", answer) + "\r\n",
                "X-Keelson-Csrf: " + find("\"csrf\":\"([A-Za-z0-9_-]{43})\"", answer) + "\r\n");
    }

    @Test
    void aSessionBeginsAndEnds() throws Exception {
        String answer = send("POST", LOGIN, "", GOOD);
        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("\"user\":\"alice\",\"roles\":[\"admin\"],\"csrf\":\"")
                .containsPattern("(?i)Set-Cookie: KEELSON_CONSOLE_\\d+=[A-Za-z0-9_-]{43};"
                        + " Path=/management; HttpOnly; SameSite=Strict\r\n");
        Login alice = logIn(GOOD);
        assertThat(send("GET", LOGIN, alice.cookie, null))
                .startsWith("HTTP/1.1 200")
                .contains("\"user\":\"alice\"", alice.csrf.strip().substring("X-Keelson-Csrf: ".length()));
        assertThat(send("GET", "/management/v1/security/users", alice.cookie, null))
                .startsWith("HTTP/1.1 200");
        String out = send("DELETE", LOGIN, alice.cookie + alice.csrf, null);
        assertThat(out).startsWith("HTTP/1.1 204").containsPattern("(?i)Set-Cookie: KEELSON_CONSOLE_\\d+=;.*Max-Age=0");
        assertThat(send("GET", LOGIN, alice.cookie, null)).startsWith("HTTP/1.1 401");
    }

    /** Nothing was configured for it: the domain has made a certificate. */
    @Test
    void theSamePortSpeaksTlsWithACertificateOfTheDomain() throws Exception {
        String address = server.address();
        assertThat(send("GET", LOGIN, "", null)).startsWith("HTTP/1.1 401");
        Path pem = server.domain().path().resolve("security/admin.pem");
        assertThat(pem).doesNotExist();
        assertThatThrownBy(() -> secure(HttpClient.newHttpClient(), address, GOOD))
                .isInstanceOf(SSLException.class);
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(pem)).build();
        HttpResponse<String> answer = secure(client, address, GOOD);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie)
                .matches("__Secure-KEELSON_CONSOLE_\\d+=[A-Za-z0-9_-]{43}; Path=/management; HttpOnly;"
                        + " SameSite=Strict; Secure");
        HttpRequest look = HttpRequest.newBuilder(URI.create("https://" + address + LOGIN))
                .header("Cookie", cookie.split(";")[0])
                .build();
        assertThat(client.send(look, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        // What was begun over TLS does not count in the clear, by either name.
        for (String name : List.of(cookie.split(";")[0], cookie.split(";")[0].replace("__Secure-", ""))) {
            assertThat(send("GET", LOGIN, "Cookie: " + name + "\r\n", null)).startsWith("HTTP/1.1 401");
        }
        // Both at once, as a browser has them that was here and there.
        Login clear = logIn(GOOD);
        assertThat(send("GET", LOGIN, clear.cookie.replace("other=1", cookie.split(";")[0]), null))
                .startsWith("HTTP/1.1 200");
    }

    private static HttpResponse<String> secure(HttpClient client, String address, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://" + address + LOGIN))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static SSLContext trusting(Path pem) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(pem)) {
            store.setCertificateEntry(
                    "own", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void aChangeNeedsTheTokenOfThePage() throws Exception {
        Login alice = logIn(GOOD);
        Login other = logIn(GOOD);
        String user = "/management/v1/security/users/carol";
        String body = "{\"password\":\"something\"}";
        assertThat(send("PUT", user, alice.cookie, body)).startsWith("HTTP/1.1 403");
        assertThat(send("PUT", user, alice.cookie + other.csrf, body)).startsWith("HTTP/1.1 403");
        assertThat(send("PUT", user, alice.cookie + alice.csrf + alice.csrf, body))
                .startsWith("HTTP/1.1 403");
        assertThat(send("PUT", user, alice.csrf, body)).startsWith("HTTP/1.1 401");
        assertThat(send("PUT", user, alice.cookie + alice.csrf + "Origin: http://evil.example\r\n", body))
                .startsWith("HTTP/1.1 403");
        assertThat(server.domain().realm().users()).hasSize(2);
        assertThat(send("PUT", user, alice.cookie + alice.csrf, body)).startsWith("HTTP/1.1 201");
    }

    @Test
    void aSessionHasTheRolesThatItsUserHasNow() throws Exception {
        Login bob = logIn("{\"user\":\"bob\",\"password\":\"builder\"}");
        assertThat(send("GET", "/management/v1/server", bob.cookie, null)).startsWith("HTTP/1.1 200");
        assertThat(send("GET", "/management/v1/security/users", bob.cookie, null))
                .startsWith("HTTP/1.1 403");

        Login alice = logIn(GOOD);
        String path = "/management/v1/security/users/bob";
        assertThat(send("PUT", path, alice.cookie + alice.csrf, "{\"groups\":[\"Administrators\"]}"))
                .startsWith("HTTP/1.1 204");
        assertThat(send("GET", "/management/v1/security/users", bob.cookie, null))
                .startsWith("HTTP/1.1 200");
        assertThat(send("PUT", path, alice.cookie + alice.csrf, "{\"password\":\"another\"}"))
                .startsWith("HTTP/1.1 204");
        assertThat(send("GET", LOGIN, bob.cookie, null))
                .as("a new password ends the sessions of the old one")
                .startsWith("HTTP/1.1 401");
        Login again = logIn("{\"user\":\"bob\",\"password\":\"another\"}");
        assertThat(send("DELETE", path, alice.cookie + alice.csrf, null)).startsWith("HTTP/1.1 204");
        assertThat(send("GET", LOGIN, again.cookie, null)).startsWith("HTTP/1.1 401");
    }

    @Test
    void whateverIsWrongTheAnswerIsTheSameAndNamesAreLocked() throws Exception {
        String wrong = body(send("POST", LOGIN, "", "{\"user\":\"alice\",\"password\":\"x\"}"));
        assertThat(wrong).contains("\"status\":401");
        assertThat(body(send("POST", LOGIN, "", "{\"user\":\"nobody\",\"password\":\"x\"}")))
                .isEqualTo(wrong);
        for (int i = 0; i < 4; i++) {
            send("POST", LOGIN, "", "{\"user\":\"alice\",\"password\":\"y\"}");
        }
        assertThat(body(send("POST", LOGIN, "", GOOD))).as("locked").isEqualTo(wrong);
        logIn("{\"user\":\"bob\",\"password\":\"builder\"}");
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n"));
    }

    @Test
    void whatIsNoLoginIsRefused() throws Exception {
        for (String body : List.of(
                "",
                "{",
                "[]",
                "{}",
                "{\"user\":\"alice\"}",
                "{\"user\":1,\"password\":\"x\"}",
                "{\"user\":\"alice\",\"password\":\"x\",\"roles\":[\"admin\"]}",
                "{\"user\":\"alice\",\"user\":\"bob\",\"password\":null}")) {
            assertThat(send("POST", LOGIN, "", body)).as(body).startsWith("HTTP/1.1 400");
        }
        assertThat(send("POST", LOGIN + "?user=alice", "", GOOD)).startsWith("HTTP/1.1 400");
        assertThat(send("POST", LOGIN, "Content-Type: text/plain\r\nContent-Length: 0\r\n", null))
                .startsWith("HTTP/1.1 415");
        assertThat(send("POST", LOGIN, "", "{\"user\":\"" + "x".repeat(70_000) + "\",\"password\":\"x\"}"))
                .startsWith("HTTP/1.1 413");
        for (String cookie : List.of("", "=", "KEELSON_CONSOLE_1=x", "KEELSON_CONSOLE=" + "x".repeat(43))) {
            assertThat(send("GET", LOGIN, "Cookie: " + cookie + "\r\n", null)).startsWith("HTTP/1.1 401");
        }
    }

    /** As many as anybody likes: they hold no thread, and whoever sends at once has a place before them. */
    @Test
    void slowBodiesKeepNobodyFromLoggingIn() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            String[] address = server.address().split(":");
            for (int i = 0; i < 3 * OpenRequests.MOST_OF_ONE; i++) {
                Socket socket = new Socket(address[0], Integer.parseInt(address[1]));
                slow.add(socket);
                OutputStream out = socket.getOutputStream();
                out.write(("POST " + LOGIN + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Content-Length: 1000\r\n\r\n{")
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                assertThat(send("POST", LOGIN, "", GOOD)).startsWith("HTTP/1.1 200");
            }
            String token = "Authorization: " + server.domain().token().authorization() + "\r\n";
            assertThat(send("GET", "/management/v1/server", token, null)).startsWith("HTTP/1.1 200");
            for (Socket socket : slow) {
                socket.setSoTimeout(30_000);
                assertThat(closed(socket))
                        .as("a body that does not come is given up")
                        .isTrue();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        assertThat(send("POST", LOGIN, "", GOOD)).startsWith("HTTP/1.1 200");
    }

    private static boolean closed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true; // reset
        }
    }

    @Test
    void noPasswordAndNoSessionIsInAnyLog() throws Exception {
        Login alice = logIn(GOOD);
        send("POST", LOGIN, "", "{\"user\":\"alice\",\"password\":\"mistyped-secret\"}");
        server.close();
        try (var files = Files.walk(server.domain().server(DomainDirectory.ADMIN_SERVER))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("wonderland", "mistyped-secret")
                        .doesNotContain(alice.csrf.substring(16).strip())
                        .doesNotContain(find("KEELSON_CONSOLE_\\d+=(\\S+)", alice.cookie));
            }
        }
    }
}
