package io.keelson.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.RunningServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's files as a browser gets them from a whole server. */
@Timeout(60)
class ConsoleIT {
    @TempDir
    static Path directory;

    private static RunningServer server;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        server = RunningServer.start(directory.resolve("domain"), Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + server.address() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** The first line of the answer to a target that no client library would send. */
    private static String raw(String method, String target) throws IOException {
        String[] address = server.address().split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
            socket.getOutputStream()
                    .write((method + " " + target + " HTTP/1.1\r\nHost: " + server.address()
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** A trusted front says that its client is elsewhere: in the clear they could not log in. */
    @Test
    void whoComesFromElsewhereIsSentToTheSameAddressWithTls() throws Exception {
        Map<String, String> front = Map.of("keelson.servers.AdminServer.front.trusted-proxies", "127.0.0.1");
        try (RunningServer fronted = RunningServer.start(directory.resolve("fronted"), front)) {
            URI console = URI.create("http://" + fronted.address() + "/console/index.html");
            HttpRequest.Builder request = HttpRequest.newBuilder(console).header("X-Forwarded-For", "10.1.2.3");
            HttpResponse<String> sent = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(sent.statusCode()).isEqualTo(308);
            assertThat(sent.headers().firstValue("Location")).contains("https://" + fronted.address() + "/console/");
            // By a name that the server does not know nobody is sent anywhere.
            HttpRequest stranger = HttpRequest.newBuilder(console)
                    .headers("X-Forwarded-For", "10.1.2.3", "X-Forwarded-Host", "evil.example")
                    .build();
            assertThat(CLIENT.send(stranger, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            // Nor who has TLS already, as the front says, or is on this machine.
            HttpRequest secure = HttpRequest.newBuilder(console)
                    .headers("X-Forwarded-For", "10.1.2.3", "X-Forwarded-Proto", "https")
                    .build();
            assertThat(CLIENT.send(secure, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(CLIENT.send(HttpRequest.newBuilder(console).build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void theConsolesAddressLeadsToItsPage() throws Exception {
        HttpResponse<byte[]> moved = get("/console");
        assertThat(moved.statusCode()).isEqualTo(301);
        assertThat(moved.headers().firstValue("Location")).hasValue("/console/");

        HttpResponse<byte[]> page = get("/console/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(text(page)).startsWith("<!doctype html>").contains("<title>Keelson</title>");
    }

    @Test
    void nothingMayComeFromElsewhereOrStandInThePage() throws Exception {
        for (String path : List.of("/console/", "/console/main.js", "/console/nothing.js", "/console")) {
            HttpResponse<byte[]> answer = get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .startsWith("default-src 'self';")
                    .contains("frame-ancestors 'none'", "base-uri 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
        }
        assertThat(text(get("/console/"))).doesNotContainPattern("<script>|<style|style=| on[a-z]+=|https?://");
    }

    /** Follows every import and reference from the page on: each file is there, and there is no file that nobody asks for. */
    @Test
    void everyFileThatThePagesAskForIsThere() throws Exception {
        Pattern reference = Pattern.compile(
                "(?m)^(?:import|export) (?:[^;=(\"]*? from )?\"([^\"]+)\";|(?:src|href)=\"([^\"#]+)\"|url\\(\"?([^)\"]+)\"?\\)");
        Deque<URI> open = new ArrayDeque<>(List.of(URI.create("/console/")));
        Set<String> seen = new TreeSet<>();
        while (!open.isEmpty()) {
            URI one = open.remove();
            if (!seen.add(one.getPath())) {
                continue;
            }
            HttpResponse<byte[]> answer = get(one.getPath());
            assertThat(answer.statusCode()).as(one.getPath()).isEqualTo(200);
            if (one.getPath().contains("/lib/") || one.getPath().contains("/vendor/")) {
                continue;
            }
            // Comments name files, too.
            Matcher m = reference.matcher(text(answer).replaceAll("(?s)/\\*.*?\\*/", ""));
            while (m.find()) {
                // What a module draws is looked for from the page's own address.
                URI from = m.group(2) == null ? one : URI.create("/console/");
                String to = m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3);
                assertThat(to).as("in %s", one).doesNotContain("://").doesNotStartWith("data:");
                if (!to.startsWith("/management/")) { // what is asked there is no file
                    open.add(from.resolve(to));
                }
            }
        }
        assertThat(seen).contains("/console/main.js", "/console/lib/lit-html/lit-html.js");
    }

    @Test
    void aFileThatHasNotChangedIsNotSentAgain() throws Exception {
        HttpResponse<byte[]> first = get("/console/main.js");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(tag).startsWith("\"");
        assertThat(first.headers().firstValue("Cache-Control")).hasValue("no-cache");

        assertThat(get("/console/main.js", "If-None-Match", tag).statusCode()).isEqualTo(304);
        assertThat(get("/console/main.js", "If-None-Match", "\"other\", W/" + tag)
                        .statusCode())
                .isEqualTo(304);
        assertThat(get("/console/main.js", "If-None-Match", "\"other\"").statusCode())
                .isEqualTo(200);
    }

    @Test
    void whoTakesGzipGetsItWithATagOfItsOwn() throws Exception {
        HttpResponse<byte[]> plain = get("/console/vendor/uplot/uplot.min.js");
        HttpResponse<byte[]> zipped = get("/console/vendor/uplot/uplot.min.js", "Accept-Encoding", "br, gzip;q=0.5");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(zipped.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(zipped.headers().firstValue("ETag"))
                .isNotEqualTo(plain.headers().firstValue("ETag"));
        assertThat(zipped.body().length).isLessThan(plain.body().length / 2);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertThat(get("/console/vendor/uplot/uplot.min.js", "Accept-Encoding", "gzip;q=0")
                        .headers()
                        .firstValue("Content-Encoding"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/ConsoleHandler.class",
                "/console/../console/main.js/../../AdminLog.class",
                "/console/%2e%2e/AdminLog.class",
                "/console/lib/lit-html/../../../../maven/org.webjars.npm/lit-html/pom.xml",
                "/console/lib/lit-html/%2e%2e/%2e%2e/pom.properties",
                "/console/lib/lit-html/package.json",
                "/console/lib/nothing/x.js",
                "/console/pages",
                "/console/pages/",
                "/console//main.js",
                "/console/main.js/",
                "/console/main.js;x=y",
                "/console/main%2ejs",
                "/console/main.js\\",
                "/console/META-INF/MANIFEST.txt",
                "/consoles"
            })
    void nothingElseIsServed(String target) throws Exception {
        assertThat(raw("GET", target)).containsPattern("^HTTP/1.1 (404|400) ").doesNotContain("package.json");
    }

    @Test
    void filesAreOnlyRead() throws Exception {
        assertThat(raw("POST", "/console/")).startsWith("HTTP/1.1 405 ").containsIgnoringCase("Allow: GET, HEAD");
        assertThat(raw("HEAD", "/console/")).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
    }

    /** What is in the sources of others is what they released. */
    @Test
    void vendoredFilesAreAsTheirListSays() throws Exception {
        for (String line : text(get("/console/vendor/uplot/sha256.txt")).strip().split("\n")) {
            String[] entry = line.split(" +");
            try (InputStream in = ConsoleHandler.class.getResourceAsStream("vendor/uplot/" + entry[1])) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
                assertThat(HexFormat.of().formatHex(hash)).as(entry[1]).isEqualTo(entry[0]);
            }
        }
        assertThat(text(get("/console/vendor/uplot/license.txt"))).contains("MIT License", "Leon Sorokin");
    }
}
