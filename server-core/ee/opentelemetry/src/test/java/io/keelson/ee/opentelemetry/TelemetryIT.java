package io.keelson.ee.opentelemetry;

import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_CLIENT;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_INTERNAL;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_PRODUCER;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.keelson.base.config.DataSize;
import io.keelson.base.log.LogForm;
import io.keelson.base.log.LogSettings;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer;
import io.keelson.ee.opentelemetry.shop.OrderResource;
import io.keelson.ee.opentelemetry.shop.Orders;
import io.keelson.ee.opentelemetry.shop.PlainResource;
import io.keelson.ee.opentelemetry.shop.ShopApi;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications on a whole server that send spans, figures and records to collectors of their own. */
@Timeout(300)
class TelemetryIT {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Logging log;
    private final HttpClient client = HttpClient.newHttpClient();
    private Collector collector;

    @BeforeAll
    static void startServer() throws Exception {
        log = Logging.configure(
                new LogSettings(
                        Severity.INFO,
                        Map.of(),
                        LogForm.TEXT,
                        LogForm.OFF,
                        Path.of("logs/server.log"),
                        new DataSize(1 << 20),
                        2,
                        false,
                        1024),
                directory,
                Ticker.system());
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
        log.close();
    }

    @BeforeEach
    void startCollector() throws Exception {
        collector = new Collector();
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
        collector.close();
    }

    static TestArchive shop(String properties) {
        return new TestArchive()
                .classes(ShopApi.class, OrderResource.class, Orders.class, PlainResource.class)
                .text("WEB-INF/beans.xml", "")
                .text("WEB-INF/classes/META-INF/microprofile-config.properties", properties);
    }

    static String sendingTo(Collector collector) {
        return "otel.sdk.disabled=false\notel.exporter.otlp.endpoint=" + collector.endpoint() + "\n";
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    /** Ends the application: telemetry that waits is sent. */
    private static void end(String name) throws Exception {
        server.service(Deployer.class).undeploy(name);
    }

    private HttpResponse<String> ask(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private Span only(Span.SpanKind kind) {
        List<Span> spans = collector.spans(kind);
        assertThat(spans).hasSize(1);
        return spans.get(0);
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Test
    void requestsAreSpansBelowThatOfTheClient() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        assertThat(ask(
                                "/shop/api/orders/7?fast=true",
                                "traceparent",
                                "00-" + TRACE + "-" + PARENT + "-01",
                                "baggage",
                                "customer=c1")
                        .body())
                .isEqualTo("order 7 c1 retried");
        end("shop");

        Span span = only(SPAN_KIND_SERVER);
        assertThat(hex(span.getTraceId())).isEqualTo(TRACE);
        assertThat(hex(span.getParentSpanId())).isEqualTo(PARENT);
        assertThat(span.getName()).isEqualTo("GET /shop/api/orders/{number}");
        assertThat(Collector.text(span, "http.route")).isEqualTo("/shop/api/orders/{number}");
        assertThat(Collector.text(span, "http.request.method")).isEqualTo("GET");
        assertThat(Collector.text(span, "http.response.status_code")).isEqualTo("200");
        assertThat(Collector.text(span, "url.path")).isEqualTo("/shop/api/orders/7");
        assertThat(Collector.text(span, "url.query")).isEqualTo("fast=true");
        assertThat(Collector.text(span, "server.port"))
                .isEqualTo(String.valueOf(server.uri("/").getPort()));
        assertThat(Collector.text(span, "seen")).isEqualTo("by the bean");
        assertThat(Collector.text(span, "note")).isEqualTo("gift");
        Span inner = only(SPAN_KIND_INTERNAL);
        assertThat(inner.getName()).isEqualTo("Orders.find");
        assertThat(inner.getParentSpanId()).isEqualTo(span.getSpanId());
        assertThat(Collector.text(inner, "order")).isEqualTo("7");
        assertThat(collector.services).containsExactly("shop");
    }

    @Test
    void nothingIsSentUntilAnApplicationSaysSo() throws Exception {
        deploy("shop", shop("otel.exporter.otlp.endpoint=" + collector.endpoint() + "\n"));

        assertThat(ask("/shop/api/orders/7").body()).startsWith("order 7");
        assertThat(ask("/shop/api/orders/enabled").body()).startsWith("false");
        end("shop");

        assertThat(collector.spans).isEmpty();
        assertThat(collector.metrics).isEmpty();
        assertThat(collector.logs).isEmpty();
    }

    @Test
    void anApplicationThatOnlyConfiguresIsFollowed() throws Exception {
        deploy(
                "plain",
                new TestArchive()
                        .classes(ShopApi.class, PlainResource.class)
                        .text(
                                "WEB-INF/classes/META-INF/microprofile-config.properties",
                                sendingTo(collector) + "otel.service.name=warehouse\n"));

        assertThat(ask("/plain/api/plain/pen").body()).isEqualTo("plain pen");
        end("plain");

        assertThat(only(SPAN_KIND_SERVER).getName()).isEqualTo("GET /plain/api/plain/{name}");
        assertThat(collector.services).containsExactly("warehouse");
    }

    @Test
    void anApplicationThatOnlyRefersHasBeansThatDoNothing() throws Exception {
        deploy(
                "shop",
                new TestArchive()
                        .classes(ShopApi.class, OrderResource.class, Orders.class)
                        .text("WEB-INF/beans.xml", ""));

        assertThat(ask("/shop/api/orders/7").body()).startsWith("order 7 null");
        assertThat(ask("/shop/api/orders/enabled").body()).startsWith("false");
    }

    @Test
    void clientsGoOnFromTheRequest() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        assertThat(ask("/shop/api/orders/asking").body()).isEqualTo("plain pen");
        end("shop");

        Span asked = only(SPAN_KIND_CLIENT);
        Span outer = named("GET /shop/api/orders/asking");
        Span inner = named("GET /shop/api/plain/{name}");
        assertThat(asked.getParentSpanId()).isEqualTo(outer.getSpanId());
        assertThat(inner.getParentSpanId()).isEqualTo(asked.getSpanId());
        assertThat(inner.getTraceId()).isEqualTo(outer.getTraceId());
        assertThat(Collector.text(asked, "url.full"))
                .isEqualTo(server.uri("/shop/api/plain/pen").toString());
        assertThat(Collector.text(asked, "http.response.status_code")).isEqualTo("200");
    }

    @Test
    void clientsOfOtherThreadsGoOnFromTheRequest() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        assertThat(ask("/shop/api/orders/asking-later").body()).isEqualTo("plain pen");
        end("shop");

        assertThat(only(SPAN_KIND_CLIENT).getParentSpanId())
                .isEqualTo(named("GET /shop/api/orders/asking-later").getSpanId());
    }

    private Span named(String name) {
        return collector.spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " in " + collector.spans));
    }

    @Test
    void failuresEndTheirSpans() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        assertThat(ask("/shop/api/orders/failing").statusCode()).isEqualTo(500);
        assertThat(ask("/shop/api/orders/refused").statusCode()).isEqualTo(409);
        end("shop");

        Span failing = named("GET /shop/api/orders/failing");
        assertThat(failing.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(Collector.text(failing, "http.response.status_code")).isEqualTo("500");
        assertThat(Collector.text(failing, "error.type")).isNotNull();
        Span storing = only(SPAN_KIND_PRODUCER);
        assertThat(storing.getName()).isEqualTo("storing");
        assertThat(storing.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(storing.getEvents(0).getName()).isEqualTo("exception");
        Span refused = named("GET /shop/api/orders/refused");
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        assertThat(Collector.text(refused, "http.response.status_code")).isEqualTo("409");
    }

    @Test
    void anAnswerThatComesLaterEndsTheSpan() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        assertThat(ask("/shop/api/orders/later").body()).isEqualTo("later");
        await().untilAsserted(
                        () -> assertThat(collector.spans(SPAN_KIND_SERVER)).hasSize(1));

        Span request = only(SPAN_KIND_SERVER);
        Span packing = named("packing");
        assertThat(packing.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(request.getEndTimeUnixNano()).isGreaterThanOrEqualTo(packing.getEndTimeUnixNano());
        assertThat(named("Orders.later").getEndTimeUnixNano()).isGreaterThanOrEqualTo(packing.getEndTimeUnixNano());
    }

    @Test
    void aScopeThatIsNotClosedEndsWithTheRequest() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        for (int i = 0; i < 50; i++) {
            assertThat(ask("/shop/api/orders/careless").body()).isEqualTo("careless");
        }
        end("shop");

        assertThat(collector.spans(SPAN_KIND_SERVER))
                .hasSize(50)
                .allSatisfy(span -> assertThat(span.getParentSpanId().isEmpty()).isTrue());
    }

    @Test
    void applicationsDoNotMix() throws Exception {
        try (Collector others = new Collector()) {
            deploy("shop", shop(sendingTo(collector)));
            deploy("other", shop(sendingTo(others)));

            assertThat(ask("/shop/api/orders/1").statusCode()).isEqualTo(200);
            assertThat(ask("/other/api/orders/2").statusCode()).isEqualTo(200);
            assertThat(ask("/other/api/orders/global").body()).isEqualTo("refused");
            Logger.getLogger("somebody.else").warning("of no application");
            end("shop");
            end("other");

            assertThat(collector.services).containsExactly("shop");
            assertThat(others.services).containsExactly("other");
            assertThat(only(SPAN_KIND_SERVER).getName()).startsWith("GET /shop/");
            assertThat(others.spans(SPAN_KIND_SERVER))
                    .hasSize(2)
                    .allSatisfy(span -> assertThat(span.getName()).startsWith("GET /other/"));
            assertThat(others.spans).extracting(Span::getName).contains("by the static");
            assertThat(collector.spans).extracting(Span::getName).doesNotContain("by the static");
            assertThat(bodies(collector))
                    .contains("order 1 is looked for")
                    .doesNotContain("order 2 is looked for", "of no application");
            assertThat(bodies(others))
                    .contains("order 2 is looked for")
                    .doesNotContain("order 1 is looked for", "of no application");
        }
    }

    private static List<String> bodies(Collector of) {
        return of.logs.stream().map(record -> record.getBody().getStringValue()).toList();
    }

    @Test
    void recordsBelongToTheirSpans() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        ask("/shop/api/orders/failing");
        end("shop");

        assertThat(collector.logs).anySatisfy(record -> {
            assertThat(record.getBody().getStringValue()).isEqualTo("not stored");
            assertThat(record.getSeverityText()).isIn("SEVERE", "ERROR");
            assertThat(record.getSpanId()).isEqualTo(only(SPAN_KIND_SERVER).getSpanId());
            assertThat(Collector.text(record.getAttributesList(), "exception.message"))
                    .contains("the store is full");
        });
        assertThat(collector.logs)
                .noneSatisfy(
                        record -> assertThat(record.getBody().getStringValue()).contains("KLS-"));
    }

    @Test
    void figuresOfRequestsOfTheMachineAndOfFaultToleranceAreSent() throws Exception {
        deploy("shop", shop(sendingTo(collector)));

        ask("/shop/api/orders/7");
        end("shop");

        assertThat(collector.metrics)
                .extracting(Metric::getName)
                .contains(
                        "http.server.request.duration",
                        "shop.orders",
                        "jvm.memory.used",
                        "jvm.memory.committed",
                        "jvm.memory.limit",
                        "jvm.thread.count",
                        "jvm.class.loaded",
                        "jvm.class.unloaded",
                        "jvm.class.count",
                        "jvm.cpu.time",
                        "jvm.cpu.count",
                        "ft.invocations.total",
                        "ft.retry.calls.total");
        Metric durations = collector.metrics.stream()
                .filter(metric -> metric.getName().equals("http.server.request.duration"))
                .findFirst()
                .orElseThrow();
        assertThat(durations.getUnit()).isEqualTo("s");
        assertThat(Collector.text(durations.getHistogram().getDataPoints(0).getAttributesList(), "http.route"))
                .contains("/shop/api/orders/{number}");
    }

    @Test
    void wrongPropertiesAreRefused() {
        assertThatThrownBy(() -> deploy("shop", shop(sendingTo(collector) + "otel.traces.exporter=pigeons\n")))
                .hasMessageContaining("pigeons");
        assertThatThrownBy(() -> deploy("shop", shop(sendingTo(collector) + "otel.exporter.otlp.protocol=grpc\n")))
                .hasMessageContaining("grpc");
    }
}
