package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, compression and virtual hosts on a whole server, over sockets. */
@Timeout(120)
class ContentServerIT {
    private static final String DOMAIN = """
            name: test
            servlet: {compression: {enabled: true}}
            virtual-hosts:
              books: {names: [books.example, "*.books.example"], default-application: reader}
              music: {names: [music.example]}
            applications:
              reader: {virtual-host: books}
              player: {virtual-host: music, compression: false}
            servers:
              AdminServer: {listen-port: 0}
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static byte[] large;

    @BeforeAll
    static void deploy() throws Exception {
        large = new byte[3_000_000];
        new Random(5).nextBytes(large);
        server = TestServer.builder().yaml(DOMAIN).start();
        for (String application : new String[] {"plain", "reader", "player"}) {
            Path war = directory.resolve(application);
            Files.createDirectories(war.resolve("WEB-INF"));
            Files.writeString(war.resolve("index.html"), application + " " + "<p>word</p>".repeat(500));
            Files.write(war.resolve("large.bin"), large);
            Files.writeString(war.resolve("large.txt"), "all work and no play\n".repeat(20_000));
            server.service(Deployer.class).deploy(application, war, null);
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private record Answer(String head, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String gunzipped() throws IOException {
            return new String(
                    new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** One request on a connection that the server closes; a chunked body is put together. */
    private static Answer get(String host, String target, String... fields) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(30_000);
            String request = "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
                    + String.join("", Stream.of(fields).map(f -> f + "\r\n").toList()) + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            byte[] all = socket.getInputStream().readAllBytes();
            String text = new String(all, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n") + 4;
            String head = text.substring(0, end);
            byte[] body = Arrays.copyOfRange(all, end, all.length);
            return new Answer(head, head.contains("Transfer-Encoding: chunked") ? joined(body) : body);
        }
    }

    private static byte[] joined(byte[] chunked) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int at = 0; ; ) {
            int line = at;
            while (chunked[line] != '\r') {
                line++;
            }
            int size = Integer.parseInt(new String(chunked, at, line - at, StandardCharsets.US_ASCII), 16);
            if (size == 0) {
                return body.toByteArray();
            }
            body.write(chunked, line + 2, size);
            at = line + 2 + size + 2;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void sendsLargeFilesAndRangesOnEveryMuxer(String nativeIo) throws Exception {
        try (TestServer own = TestServer.builder()
                .set("servers.AdminServer.native-io-enabled", nativeIo)
                .start()) {
            own.service(Deployer.class).deploy("plain", directory.resolve("plain"), null);
            try (Socket socket = new Socket("127.0.0.1", own.address().getPort())) {
                socket.setSoTimeout(30_000);
                for (int i = 0; i < 3; i++) {
                    ask(socket, "/plain/large.bin", "");
                    assertThat(body(socket, large.length)).isEqualTo(large);
                    ask(socket, "/plain/large.bin", "Range: bytes=1000000-1999999\r\n");
                    assertThat(body(socket, 1_000_000)).isEqualTo(Arrays.copyOfRange(large, 1_000_000, 2_000_000));
                }
            }
            await().untilAsserted(() -> assertThat(open("large.bin")).isZero());
        }
    }

    private static HttpResponse<byte[]> http2(
            HttpClient client, TestServer from, String method, String target, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + from.address().getPort() + target))
                .timeout(Duration.ofSeconds(30))
                .method(method, BodyPublishers.noBody());
        for (int i = 0; i < fields.length; i += 2) {
            request.header(fields[i], fields[i + 1]);
        }
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return response;
    }

    private static HttpClient http2() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void sendsFilesAndRangesOverHttp2(String nativeIo) throws Exception {
        HttpClient client = http2();
        try (TestServer own = TestServer.builder()
                .set("servers.AdminServer.native-io-enabled", nativeIo)
                .start()) {
            own.service(Deployer.class).deploy("plain", directory.resolve("plain"), null);
            String target = "/plain/large.bin";
            HttpResponse<byte[]> whole = http2(client, own, "GET", target);
            assertThat(whole.statusCode()).isEqualTo(200);
            assertThat(Arrays.mismatch(whole.body(), large))
                    .as("the first wrong byte")
                    .isEqualTo(-1);
            assertThat(field(whole, "content-length")).isEqualTo("3000000");
            HttpResponse<byte[]> head = http2(client, own, "HEAD", target);
            assertThat(field(head, "content-length")).isEqualTo("3000000");
            assertThat(head.body()).isEmpty();

            HttpResponse<byte[]> part = http2(client, own, "GET", target, "Range", "bytes=1000000-1999999");
            assertThat(part.statusCode()).isEqualTo(206);
            assertThat(field(part, "content-range")).isEqualTo("bytes 1000000-1999999/3000000");
            assertThat(part.body()).isEqualTo(Arrays.copyOfRange(large, 1_000_000, 2_000_000));
            HttpResponse<byte[]> end = http2(client, own, "GET", target, "Range", "bytes=-10");
            assertThat(end.body()).isEqualTo(Arrays.copyOfRange(large, 2_999_990, 3_000_000));

            HttpResponse<byte[]> parts =
                    http2(client, own, "GET", target, "Range", "bytes=0-99,200000-1199999,2999999-");
            assertThat(field(parts, "content-type")).startsWith("multipart/byteranges; boundary=");
            String boundary = field(parts, "content-type").replaceAll(".*boundary=", "");
            String text = new String(parts.body(), StandardCharsets.ISO_8859_1);
            assertThat(field(parts, "content-length")).isEqualTo(Integer.toString(parts.body().length));
            assertThat(List.of(text.split("--" + boundary, -1))).hasSize(5).endsWith("--\r\n");
            assertThat(text)
                    .contains("Content-Range: bytes 200000-1199999/3000000\r\n\r\n"
                            + new String(large, 200_000, 1_000_000, StandardCharsets.ISO_8859_1) + "\r\n--"
                            + boundary);

            HttpResponse<byte[]> beyond = http2(client, own, "GET", target, "Range", "bytes=3000000-");
            assertThat(beyond.statusCode()).isEqualTo(416);
            assertThat(field(beyond, "content-range")).isEqualTo("bytes */3000000");
            HttpResponse<byte[]> same = http2(client, own, "GET", target, "If-None-Match", field(whole, "etag"));
            assertThat(same.statusCode()).isEqualTo(304);
            assertThat(same.body()).isEmpty();
            assertThat(http2(client, own, "GET", target, "If-Range", "\"other\"", "Range", "bytes=0-9")
                            .body())
                    .isEqualTo(large);
            await().untilAsserted(() -> assertThat(open("large.bin")).isZero());
        }
    }

    @Test
    void sendsManyFilesAtATimeOverHttp2() throws Exception {
        HttpClient client = http2();
        http2(client, server, "GET", "/plain/index.html");
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort() + "/plain/large.bin"))
                .build();
        List<CompletableFuture<HttpResponse<byte[]>>> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(client.sendAsync(request, BodyHandlers.ofByteArray()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> one : sent) {
            assertThat(one.get(30, TimeUnit.SECONDS).body()).isEqualTo(large);
        }
        await().untilAsserted(() -> assertThat(open("large.bin")).isZero());
    }

    @Test
    void compressesOverHttp2() throws Exception {
        HttpClient client = http2();
        for (String target : new String[] {"/plain/index.html", "/plain/large.txt"}) {
            HttpResponse<byte[]> plain = http2(client, server, "GET", target);
            assertThat(field(plain, "content-encoding")).isEmpty();
            HttpResponse<byte[]> zipped = http2(client, server, "GET", target, "Accept-Encoding", "gzip");
            assertThat(field(zipped, "content-encoding")).isEqualTo("gzip");
            assertThat(field(zipped, "vary")).isEqualTo("Accept-Encoding");
            assertThat(zipped.body().length).isLessThan(plain.body().length / 4);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
                    .isEqualTo(plain.body());
            HttpResponse<byte[]> head = http2(client, server, "HEAD", target, "Accept-Encoding", "gzip");
            assertThat(field(head, "content-encoding")).isEqualTo("gzip");
            assertThat(head.body()).isEmpty();
        }
        assertThat(http2(client, server, "GET", "/plain/large.bin", "Accept-Encoding", "gzip")
                        .body())
                .isEqualTo(large);
    }

    private static long open(String name) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(fd -> {
                        try {
                            return Files.readSymbolicLink(fd).endsWith(name);
                        } catch (IOException gone) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    private static void ask(Socket socket, String target, String fields) throws IOException {
        socket.getOutputStream()
                .write(("GET " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] body(Socket socket, int length) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        assertThat(head.toString()).contains("Content-Length: " + length + "\r\n");
        return in.readNBytes(length);
    }

    /** From beyond what an int can say. */
    @Test
    void sendsRangesOfHugeFiles() throws Exception {
        Path huge = directory.resolve("plain/huge.bin");
        long length = 6L << 30;
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(length);
            file.seek(length - 100_000);
            file.write(large, 0, 100_000);
        }
        Answer answer = get("a", "/plain/huge.bin", "Range: bytes=-100000");
        assertThat(answer.head())
                .startsWith("HTTP/1.1 206 ")
                .contains("Content-Range: bytes 6442350944-6442450943/6442450944\r\n");
        assertThat(answer.body()).isEqualTo(Arrays.copyOf(large, 100_000));
        Files.delete(huge);
    }

    @Test
    void compressesWhatTheClientTakes() throws Exception {
        Answer zipped = get("a", "/plain/index.html", "Accept-Encoding: gzip");
        assertThat(zipped.head()).contains("Content-Encoding: gzip\r\n", "Vary: Accept-Encoding\r\n");
        assertThat(zipped.gunzipped()).startsWith("plain <p>word").hasSize(6 + 500 * 11);
        Answer file = get("a", "/plain/large.txt", "Accept-Encoding: gzip");
        assertThat(file.gunzipped()).hasSize(420_000);
        assertThat(get("a", "/plain/index.html").text()).startsWith("plain <p>word");
        assertThat(get("music.example", "/player/index.html", "Accept-Encoding: gzip")
                        .head())
                .doesNotContain("Content-Encoding");
        assertThat(get("a", "/plain/large.bin", "Accept-Encoding: gzip").body()).isEqualTo(large);
    }

    @Test
    void hostsHaveApplicationsOfTheirOwn() throws Exception {
        assertThat(get("www.Books.example:80", "/").text()).startsWith("reader ");
        assertThat(get("books.example", "/reader/").head()).startsWith("HTTP/1.1 404 ");
        assertThat(get("books.example", "/plain/").head()).startsWith("HTTP/1.1 404 ");
        assertThat(get("music.example", "/player/").text()).startsWith("player ");
        assertThat(get("music.example", "/").head()).startsWith("HTTP/1.1 404 ");
        assertThat(get("unknown.example", "/plain/").text()).startsWith("plain ");
        assertThat(get("[::1]:7001", "/plain/").text()).startsWith("plain ");
        assertThat(get("unknown.example", "/player/").head()).startsWith("HTTP/1.1 404 ");
    }

    /** The same context root on two hosts is no conflict; on one it is. */
    @Test
    void aContextRootIsTakenPerHost() throws Exception {
        Deployer deployer = server.service(Deployer.class);
        deployer.deploy("second", directory.resolve("plain"), "/player");
        assertThat(get("unknown.example", "/player/").text()).startsWith("plain ");
        assertThat(get("music.example", "/player/").text()).startsWith("player ");
        assertThatThrownBy(() -> deployer.deploy("third", directory.resolve("plain"), "/player"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("is taken by the application second");
        deployer.undeploy("second");
        assertThat(get("music.example", "/player/").text()).startsWith("player ");
        deployer.redeploy("player");
        assertThat(get("music.example", "/player/").text()).startsWith("player ");
    }

    @Test
    void aConfigurationThatContradictsItselfIsRefused() {
        assertThatThrownBy(() -> TestServer.builder()
                        .yaml(DOMAIN.replace("[music.example]", "[music.example, Books.example]"))
                        .start())
                .isInstanceOf(ServerException.class)
                .hasStackTraceContaining("both have the name books.example");
        assertThatThrownBy(() -> TestServer.builder()
                        .yaml(DOMAIN.replace("virtual-host: music", "virtual-host: musik"))
                        .start())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'musik' is not defined in virtual-hosts");
    }
}
