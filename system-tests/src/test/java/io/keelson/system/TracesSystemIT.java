package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.keelson.admin.otlp.TestCollector;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server of the distribution whose requests are followed, and a collector that is told what became of each. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("whole")
class TracesSystemIT {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final Pattern SECURE = Pattern.compile("Channel DefaultSecure is now listening on \\S+:(\\d+) ");
    private static final Pattern DROPPED = Pattern.compile("\"dropped\":(\\d+)[^}]*\"name\":\"traces\"");
    private static final Pattern DROPPED_BEHIND = Pattern.compile("\"name\":\"traces\"[^}]*?\"dropped\":(\\d+)");
    private static final String ONE_AT_A_TIME =
            "<weblogic-web-app><work-manager><name>default</name><capacity><name>room</name><count>1</count></capacity>"
                    + "</work-manager></weblogic-web-app>";

    @TempDir
    Path directory;

    private LiveServer server;

    @AfterEach
    void end() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private void start() throws Exception {
        server = LiveServer.create(directory);
        assertThat(server.cli("tls", "create-certificate").exit()).isZero();
        server.launch(
                "-Dkeelson.servers.AdminServer.access-log.enabled=true",
                "-Dkeelson.servers.AdminServer.access-log.format=json",
                "-Dkeelson.servers.AdminServer.tls.certificate=security/tls.pem",
                "-Dkeelson.servers.AdminServer.tls.key=security/tls.key",
                "-Dkeelson.servers.AdminServer.tls-listen-port=0");
        server.awaitRunning();
        WarFile traced = WarFile.ofSources("traced", directory.resolve("classes"));
        server.deploy("traced", traced);
        server.deploy("small", traced.copy().text("WEB-INF/weblogic.xml", ONE_AT_A_TIME));
    }

    private void set(String path, String value) {
        LiveServer.Said said = server.cli("config", "set", path, value, "--activate");
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text()).doesNotContain("restart");
    }

    private void follow(TestCollector collector) {
        set(
                "telemetry",
                "{\"endpoint\":\"" + collector.endpoint()
                        + "\",\"timeout\":\"2s\",\"traces\":{\"enabled\":true,\"interval\":\"200ms\"}}");
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    private static Map<String, String> said(Span span) {
        return span.getAttributesList().stream()
                .collect(Collectors.toMap(KeyValue::getKey, one -> text(one.getValue())));
    }

    private static String text(AnyValue value) {
        return value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue();
    }

    private static boolean isError(Span span) {
        return span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR;
    }

    private static Predicate<Span> of(String path) {
        return span -> path.equals(said(span).get("url.path"));
    }

    /** The only span of a path. */
    private static Span awaitSpan(TestCollector collector, String path) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> collector.spans().stream().anyMatch(of(path)));
        List<Span> all = collector.spans().stream().filter(of(path)).toList();
        assertThat(all).as(path).hasSize(1);
        return all.get(0);
    }

    private long lines(String id) {
        return server.output().lines().filter(line -> line.contains(id)).count();
    }

    private String runtime() throws Exception {
        return server.manage("GET", "server/runtime/telemetry").body();
    }

    private long dropped() throws Exception {
        String body = runtime();
        Matcher m = DROPPED_BEHIND.matcher(body);
        if (!m.find()) {
            m = DROPPED.matcher(body);
            assertThat(m.find()).as(body).isTrue();
        }
        return Long.parseLong(m.group(1));
    }

    @Test
    void whatBecomesOfRequestsIsSent() throws Exception {
        start();
        int port;
        try (TestCollector collector = new TestCollector()) {
            port = collector.port();
            assertThat(server.get("/traced/act/before").body())
                    .as("nobody follows it")
                    .isEqualTo("null");
            follow(collector);
            oneThatBelongsToATrace(collector);
            thoseThatEndOtherwise(collector);
            refused(collector);
            overHttp2(collector);
            assertThat(collector.spans()).noneMatch(of("/traced/act/before"));
            assertThat(collector.spans())
                    .noneMatch(span -> said(span).getOrDefault("url.path", "").startsWith("/management"));
            assertThat(collector.spans().toString()).doesNotContain("secret").doesNotContain("JSESSIONID");
            assertThat(lines("KLS-141626")).isEqualTo(1);
            assertThat(lines("KLS-141625")).isZero();
            assertThat(dropped()).isZero();
        }
        goneAndBack(port);
    }

    private void oneThatBelongsToATrace(TestCollector collector) throws Exception {
        HttpResponse<String> answer = server.get(
                "/traced/act/ok;jsessionid=secret?password=secret",
                "traceparent",
                PARENT,
                "tracestate",
                "other=1",
                "Cookie",
                "JSESSIONID=secret");
        assertThat(answer.statusCode()).isEqualTo(200);
        Span span = awaitSpan(collector, "/traced/act/ok");
        assertThat(answer.body())
                .as("what the application sends on")
                .isEqualTo("00-" + TRACE + "-" + hex(span.getSpanId()) + "-01");
        assertThat(hex(span.getTraceId())).isEqualTo(TRACE);
        assertThat(hex(span.getParentSpanId())).isEqualTo("00f067aa0ba902b7");
        assertThat(span.getTraceState()).isEqualTo("other=1");
        assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
        assertThat(span.getName()).isEqualTo("GET /traced/act/*");
        assertThat(isError(span)).isFalse();
        String[] address = server.address().split(":");
        assertThat(said(span))
                .containsEntry("http.request.method", "GET")
                .containsEntry("http.route", "/traced/act/*")
                .containsEntry("http.response.status_code", "200")
                .containsEntry("url.scheme", "http")
                .containsEntry("network.protocol.version", "1.1")
                .containsEntry("client.address", "127.0.0.1")
                .containsEntry("server.address", address[0])
                .containsEntry("server.port", address[1]);
        long now = System.currentTimeMillis() * 1_000_000;
        assertThat(span.getStartTimeUnixNano()).isBetween(now - 120_000_000_000L, now);
        assertThat(span.getEndTimeUnixNano()).isGreaterThan(span.getStartTimeUnixNano());
        Path logs = server.domain().resolve("servers/AdminServer/logs");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(Files.readString(logs.resolve("access.log")))
                    .containsPattern("\"target\":\"/traced/act/ok[^}]*\"trace-id\":\"" + TRACE + "\"");
            assertThat(Files.readString(logs.resolve("server.log")))
                    .containsPattern("seen by the servlet.*\"trace-id\":\"" + TRACE + "\"");
        });
    }

    private void thoseThatEndOtherwise(TestCollector collector) throws Exception {
        assertThat(server.get("/traced/act/later", "traceparent", "00-malformed")
                        .body())
                .isEqualTo("later");
        Span later = awaitSpan(collector, "/traced/act/later");
        assertThat(later.getEndTimeUnixNano() - later.getStartTimeUnixNano()).isGreaterThanOrEqualTo(300_000_000);
        assertThat(later.getParentSpanId()).isEmpty();
        assertThat(said(later)).containsEntry("http.response.status_code", "200");

        assertThat(server.get("/traced/act/fail").statusCode()).isEqualTo(500);
        Span failed = awaitSpan(collector, "/traced/act/fail");
        assertThat(isError(failed)).isTrue();
        assertThat(said(failed))
                .containsEntry("http.response.status_code", "500")
                .containsEntry("error.type", "java.lang.IllegalStateException");

        assertThatThrownBy(() -> server.get("/traced/act/broken")).isInstanceOf(IOException.class);
        Span broken = awaitSpan(collector, "/traced/act/broken");
        assertThat(isError(broken)).isTrue();
        assertThat(said(broken)).containsEntry("error.type", "java.lang.IllegalStateException");

        assertThat(server.get("/traced/act/missing").statusCode()).isEqualTo(404);
        assertThat(isError(awaitSpan(collector, "/traced/act/missing"))).isFalse();
        assertThat(server.get("/nowhere").statusCode()).isEqualTo(404);
        Span nowhere = awaitSpan(collector, "/nowhere");
        assertThat(nowhere.getName()).isEqualTo("GET");
        assertThat(said(nowhere)).doesNotContainKey("http.route");

        assertThat(server.get("/traced/act/unrecorded", "traceparent", PARENT.replace("-01", "-00"))
                        .body())
                .contains(TRACE)
                .endsWith("-00");
    }

    /** One is served and one waits at most; the others find no place. */
    private void refused(TestCollector collector) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<Void>>> asked = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            asked.add(client.sendAsync(
                    HttpRequest.newBuilder(URI.create("http://" + server.address() + "/small/act/sleep"))
                            .version(HttpClient.Version.HTTP_1_1)
                            .build(),
                    HttpResponse.BodyHandlers.discarding()));
        }
        long served = 0;
        for (CompletableFuture<HttpResponse<Void>> one : asked) {
            served += one.get(60, TimeUnit.SECONDS).statusCode() == 200 ? 1 : 0;
        }
        assertThat(served).isBetween(1L, 5L);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> collector.spans().stream()
                                .filter(of("/small/act/sleep"))
                                .count()
                        == 6);
        List<Span> refused = collector.spans().stream()
                .filter(of("/small/act/sleep"))
                .filter(TracesSystemIT::isError)
                .toList();
        assertThat(refused)
                .hasSize(6 - (int) served)
                .allSatisfy(span -> assertThat(said(span))
                        .containsEntry("http.response.status_code", "503")
                        .containsEntry("error.type", "503")
                        .containsEntry("keelson.refused_by", "application/small/web/default")
                        .doesNotContainKey("http.route"));
    }

    private void overHttp2(TestCollector collector) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(server.domain().resolve("security/tls.pem"))) {
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        Matcher secure = SECURE.matcher(server.output());
        assertThat(secure.find()).as(server.output()).isTrue();
        String address = "https://localhost:" + secure.group(1);
        HttpClient client = HttpClient.newBuilder().sslContext(tls).build();
        List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            asked.add(client.sendAsync(
                    HttpRequest.newBuilder(URI.create(address + "/traced/act/two-" + i))
                            .build(),
                    HttpResponse.BodyHandlers.ofString()));
        }
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> answer = asked.get(i).get(60, TimeUnit.SECONDS);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            Span span = awaitSpan(collector, "/traced/act/two-" + i);
            assertThat(answer.body()).contains(hex(span.getTraceId())).contains(hex(span.getSpanId()));
            assertThat(said(span))
                    .containsEntry("network.protocol.version", "2")
                    .containsEntry("url.scheme", "https")
                    .containsEntry("server.address", "localhost")
                    .containsEntry("server.port", secure.group(1));
        }
    }

    private void goneAndBack(int port) throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(server.get("/traced/act/away").statusCode()).isEqualTo(200);
            TimeUnit.MILLISECONDS.sleep(300);
        }
        await().atMost(Duration.ofSeconds(40)).until(() -> dropped() >= 5);
        assertThat(lines("KLS-141625")).isEqualTo(1);
        assertThat(server.get("/traced/act/away").statusCode()).isEqualTo(200);
        try (TestCollector again = new TestCollector(port)) {
            await().atMost(Duration.ofSeconds(40)).until(() -> {
                server.get("/traced/act/back");
                return again.spans().stream().anyMatch(of("/traced/act/back"));
            });
            await().atMost(Duration.ofSeconds(60)).until(() -> lines("KLS-141626") == 2);
            assertThat(lines("KLS-141625")).isEqualTo(1);

            set("telemetry.traces.interval", "1m");
            assertThat(server.get("/traced/act/last").statusCode()).isEqualTo(200);
            assertThat(again.spans()).noneMatch(of("/traced/act/last"));
            assertThat(server.cli("stop").exit()).isZero();
            assertThat(server.awaitExit()).isZero();
            assertThat(again.spans()).as("sent at the end").anyMatch(of("/traced/act/last"));
        }
    }

    @Test
    void aCallGoesFromServerToServer() throws Exception {
        String[] two = {"server-1", "server-2"};
        WarFile application = WarFile.ofSources("remote", directory.resolve("classes"));
        try (TestCollector collector = new TestCollector();
                LiveDomain domain = LiveDomain.create(directory, 2)) {
            String telemetry = "\ntelemetry:\n  endpoint: " + collector.endpoint()
                    + "\n  traces: {enabled: true, interval: 200ms}\n";
            domain.configure(text -> text + telemetry);
            domain.launch(two);
            domain.awaitRunning(two);
            for (String each : two) {
                domain.deploy(each, "remote", application);
            }
            String classPath = LiveServer.HOME.resolve("client/keelson-client.jar")
                    + System.getProperty("path.separator")
                    + directory.resolve("classes");
            // What a connection takes references to is said when it is made, so one is made until each knows the other.
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> {
                        try (Client caller =
                                Client.start(classPath, "remote.Caller", "keelson://" + domain.address("server-1"))) {
                            assertThat(caller.line()).isEqualTo("ready");
                            assertThat(caller.ask("pass keelson://" + domain.address("server-2")))
                                    .isEqualTo("nobody, nobody");
                        }
                    });
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> chain(collector));
        }
    }

    /** Server 1 serves a call and makes one, which server 2 serves. */
    private static void chain(TestCollector collector) {
        Span made = last(collector, span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(made.getName()).isEqualTo("remote.Calls/who");
        Span passed = last(collector, span -> span.getSpanId().equals(made.getParentSpanId()));
        Span served = last(collector, span -> span.getParentSpanId().equals(made.getSpanId()));
        assertThat(passed.getName()).isEqualTo("remote.Calls/passOn");
        assertThat(passed.getParentSpanId()).as("the client follows nothing").isEmpty();
        assertThat(served.getName()).isEqualTo("remote.Calls/who");
        assertThat(List.of(passed, served)).allMatch(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER);
        assertThat(List.of(passed, made, served))
                .allMatch(span -> span.getTraceId().equals(passed.getTraceId()))
                .allMatch(span -> "keelson".equals(said(span).get("rpc.system")));
        assertThat(server(collector, passed)).isEqualTo(server(collector, made)).isEqualTo("server-1");
        assertThat(server(collector, served)).isEqualTo("server-2");
    }

    private static Span last(TestCollector collector, Predicate<Span> which) {
        List<Span> all = collector.spans().stream().filter(which).toList();
        assertThat(all).isNotEmpty();
        return all.get(all.size() - 1);
    }

    /** The server that has sent a span. */
    private static String server(TestCollector collector, Span span) {
        return collector.receivedSpans().stream()
                .flatMap(one -> one.message().getResourceSpansList().stream())
                .filter(one -> one.getScopeSpansList().stream()
                        .anyMatch(scope -> scope.getSpansList().contains(span)))
                .flatMap(one -> one.getResource().getAttributesList().stream())
                .filter(one -> one.getKey().equals("service.instance.id"))
                .map(one -> one.getValue().getStringValue())
                .findFirst()
                .orElse("nobody");
    }
}
