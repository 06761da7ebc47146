package io.keelson.admin.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.keelson.admin.telemetry.ExporterFactory;
import io.keelson.admin.telemetry.SpanExporter;
import io.keelson.admin.telemetry.TelemetrySettings;
import io.keelson.admin.telemetry.TelemetrySettings.Compression;
import io.keelson.admin.telemetry.TraceSettings;
import io.keelson.base.trace.FinishedSpan;
import io.keelson.base.trace.Span.Kind;
import io.keelson.base.trace.TraceContext;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a collector gets of spans, as the protocol's own messages read it. */
@Timeout(60)
class OtlpSpanExporterIT {
    private static final String SECRET = "Bearer of-the-test";
    private static final long BEGIN = 1_795_000_000_123_456_789L;

    private static final FinishedSpan SERVED = new FinishedSpan(
            new TraceContext(0x4bf92f3577b34da6L, 0xa3ce929d0e0e4736L, 0x00f067aa0ba902b7L, true, "congo=t61,rojo=00f"),
            0x0000000000000abcL,
            Kind.SERVER,
            "GET /shop/*",
            BEGIN,
            BEGIN + 1_500_000,
            Map.of("http.request.method", "GET", "http.response.status_code", 503L, "url.path", "/ü"),
            true);
    private static final FinishedSpan CALLED = new FinishedSpan(
            new TraceContext(1, 2, 3, true, null), 0, Kind.CLIENT, "Echo/echo", BEGIN, BEGIN, Map.of(), false);

    @TempDir
    Path directory;

    private SpanExporter exporter(String endpoint, Map<String, String> headers, Compression compression)
            throws IOException {
        return new OtlpExporterFactory()
                .makeForSpans(
                        new TelemetrySettings(
                                endpoint,
                                Duration.ofSeconds(1),
                                Duration.ofMillis(700),
                                headers,
                                compression,
                                null,
                                TraceSettings.OFF),
                        new ExporterFactory.Origin("server-1", "shop", Optional.of("front"), "1.2.3", directory));
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    private static Map<String, AnyValue> attributes(List<KeyValue> list) {
        return list.stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }

    @Test
    void aSpanArrivesAsItWas() throws Exception {
        try (TestCollector collector = new TestCollector();
                SpanExporter exporter = exporter(collector.endpoint(), Map.of(), Compression.GZIP)) {
            exporter.export(List.of(SERVED, CALLED));
            assertThat(collector.received()).isEmpty();
            assertThat(collector.receivedSpans()).hasSize(1);
            TestCollector.ReceivedSpans request = collector.receivedSpans().get(0);
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/v1/traces");
            assertThat(request.contentType()).isEqualTo("application/x-protobuf");
            assertThat(request.encoding()).isEqualTo("gzip");
            assertThat(request.message().getResourceSpansList()).hasSize(1);
            ResourceSpans all = request.message().getResourceSpans(0);
            Map<String, AnyValue> resource = attributes(all.getResource().getAttributesList());
            assertThat(resource.get("service.name").getStringValue()).isEqualTo("keelson");
            assertThat(resource.get("service.instance.id").getStringValue()).isEqualTo("server-1");
            assertThat(resource.get("service.namespace").getStringValue()).isEqualTo("shop");
            assertThat(resource.get("keelson.cluster").getStringValue()).isEqualTo("front");
            assertThat(all.getScopeSpansList()).hasSize(1);
            assertThat(all.getScopeSpans(0).getScope().getName()).isEqualTo("io.keelson");
            assertThat(all.getScopeSpans(0).getSpansList()).hasSize(2);

            Span served = all.getScopeSpans(0).getSpans(0);
            assertThat(hex(served.getTraceId())).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
            assertThat(hex(served.getSpanId())).isEqualTo("00f067aa0ba902b7");
            assertThat(hex(served.getParentSpanId())).isEqualTo("0000000000000abc");
            assertThat(served.getTraceState()).isEqualTo("congo=t61,rojo=00f");
            assertThat(served.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(served.getName()).isEqualTo("GET /shop/*");
            assertThat(served.getStartTimeUnixNano()).isEqualTo(BEGIN);
            assertThat(served.getEndTimeUnixNano()).isEqualTo(BEGIN + 1_500_000);
            assertThat(served.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(served.getStatus().getMessage()).isEmpty();
            Map<String, AnyValue> said = attributes(served.getAttributesList());
            assertThat(said).hasSize(3);
            assertThat(said.get("http.request.method").getStringValue()).isEqualTo("GET");
            assertThat(said.get("url.path").getStringValue()).isEqualTo("/ü");
            assertThat(said.get("http.response.status_code").getIntValue()).isEqualTo(503);

            Span called = all.getScopeSpans(0).getSpans(1);
            assertThat(called.getParentSpanId()).isEmpty();
            assertThat(called.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(called.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
            assertThat(called.getAttributesList()).isEmpty();
            assertThat(called.getTraceState()).isEmpty();
        }
    }

    @Test
    void fieldsAreSentAndBodiesNeedNotBeCompressed() throws Exception {
        try (TestCollector collector = new TestCollector();
                SpanExporter exporter =
                        exporter(collector.endpoint() + "/", Map.of("Authorization", SECRET), Compression.NONE)) {
            exporter.export(List.of(CALLED));
            TestCollector.ReceivedSpans request = collector.receivedSpans().get(0);
            assertThat(request.path()).isEqualTo("/v1/traces");
            assertThat(request.authorization()).isEqualTo(SECRET);
            assertThat(request.encoding()).isNull();
            assertThat(collector.spans()).hasSize(1);
        }
    }

    @Test
    void whatTheCollectorDoesNotTakeIsAnErrorWithoutTheSecretAndWithoutWordsOfTheLibrary() throws Exception {
        List<LogRecord> said = new CopyOnWriteArrayList<>();
        Handler ear = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record);
            }

            @Override
            public void flush() {
                // nothing is kept back
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        Logger.getLogger("").addHandler(ear);
        try (TestCollector collector = new TestCollector();
                SpanExporter exporter =
                        exporter(collector.endpoint(), Map.of("Authorization", SECRET), Compression.GZIP)) {
            for (int status : new int[] {302, 400, 401, 404, 429, 503}) {
                collector.status = status;
                assertThatThrownBy(() -> exporter.export(List.of(SERVED)))
                        .as("status " + status)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("" + status)
                        .hasMessageNotContaining("of-the-test");
            }
            collector.status = 200;
            exporter.export(List.of(SERVED));
            assertThat(collector.spans()).hasSize(1);
            collector.silent = true;
            assertThatThrownBy(() -> exporter.export(List.of(SERVED))).isInstanceOf(IOException.class);
        } finally {
            Logger.getLogger("").removeHandler(ear);
        }
        assertThat(said)
                .extracting(LogRecord::getLoggerName)
                .noneMatch(name -> name != null && name.startsWith("io.opentelemetry"));
    }

    @Test
    void oneThatIsClosedHasNotSentWhatItIsGiven() throws Exception {
        try (TestCollector collector = new TestCollector()) {
            SpanExporter exporter = exporter(collector.endpoint(), Map.of(), Compression.GZIP);
            exporter.close();
            assertThatThrownBy(() -> exporter.export(List.of(SERVED))).isInstanceOf(IOException.class);
            assertThat(collector.receivedSpans()).isEmpty();
        }
    }
}
