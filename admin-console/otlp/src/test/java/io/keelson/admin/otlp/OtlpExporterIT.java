package io.keelson.admin.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.telemetry.Exporter;
import io.keelson.admin.telemetry.ExporterFactory;
import io.keelson.admin.telemetry.Figures;
import io.keelson.admin.telemetry.TelemetrySettings;
import io.keelson.admin.telemetry.TelemetrySettings.Compression;
import io.keelson.admin.telemetry.TraceSettings;
import io.keelson.base.measure.Described;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.measure.Distribution;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a collector gets, as the protocol's own messages read it. */
@Timeout(60)
class OtlpExporterIT {
    private static final long WHEN = 1_795_000_000_123L;
    private static final String SECRET = "Bearer of-the-test";

    @TempDir
    Path directory;

    /** A pool. */
    public record Pool(
            String name,
            State state,
            int inUse,
            long heapUsedBytes,
            double load,
            boolean suspended,
            Duration waited,
            Optional<Integer> limit,

            @Described(value = "Answers.", grows = true, by = "status")
            Map<String, Long> answers,

            @Described(value = "Time taken.", unit = Unit.SECONDS)
            Distribution taken) {}

    /** What it does. */
    public enum State {
        RUNNING
    }

    private static Figures figures() {
        Figures figures = new Figures("server-1");
        figures.add(
                "pools",
                List.of(
                        new Pool(
                                "a\"b",
                                State.RUNNING,
                                3,
                                1L << 40,
                                0.25,
                                true,
                                Duration.ofMillis(1500),
                                Optional.of(9),
                                Map.of("2xx", 4L),
                                new Distribution(List.of(0.005, 1.0), List.of(2L, 0L, 1L), 3.25)),
                        new Pool(
                                "ü",
                                State.RUNNING,
                                0,
                                0,
                                4,
                                false,
                                Duration.ZERO,
                                Optional.empty(),
                                Map.of(),
                                new Distribution(List.of(), List.of(0L), 0))));
        return figures;
    }

    private static TelemetrySettings settings(
            String endpoint, Map<String, String> headers, Compression compression, @Nullable Path trust) {
        return new TelemetrySettings(
                endpoint,
                Duration.ofSeconds(1),
                Duration.ofMillis(700),
                headers,
                compression,
                trust,
                TraceSettings.OFF);
    }

    private static TelemetrySettings settings(String endpoint) {
        return settings(endpoint, Map.of(), Compression.GZIP, null);
    }

    private Exporter exporter(TelemetrySettings settings) throws IOException {
        return new OtlpExporterFactory()
                .make(
                        settings,
                        new ExporterFactory.Origin("server-1", "shop", Optional.of("front"), "1.2.3", directory));
    }

    private void send(TelemetrySettings settings) throws IOException {
        try (Exporter exporter = exporter(settings)) {
            exporter.export(figures().metrics(), WHEN);
        }
    }

    private static Map<String, String> texts(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey, each -> each.getValue().getStringValue(), (a, b) -> a, TreeMap::new));
    }

    @Test
    void whatPrometheusReadsArrives() throws Exception {
        try (TestCollector collector = new TestCollector()) {
            send(settings(collector.endpoint()));
            assertThat(collector.received()).hasSize(1);
            TestCollector.Received request = collector.received().get(0);
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/v1/metrics");
            assertThat(request.contentType()).isEqualTo("application/x-protobuf");
            assertThat(request.encoding()).isEqualTo("gzip");

            assertThat(request.message().getResourceMetricsList()).hasSize(1);
            ResourceMetrics all = request.message().getResourceMetrics(0);
            assertThat(texts(all.getResource().getAttributesList()))
                    .containsEntry("service.name", "keelson")
                    .containsEntry("service.namespace", "shop")
                    .containsEntry("service.instance.id", "server-1")
                    .containsEntry("service.version", "1.2.3")
                    .containsEntry("keelson.domain", "shop")
                    .containsEntry("keelson.cluster", "front")
                    .containsEntry("telemetry.sdk.language", "java");
            assertThat(all.getScopeMetricsList()).hasSize(1);
            assertThat(all.getScopeMetrics(0).getScope().getName()).isEqualTo("io.keelson");

            Map<String, Metric> metrics = all.getScopeMetrics(0).getMetricsList().stream()
                    .collect(Collectors.toMap(Metric::getName, each -> each));
            assertThat(metrics)
                    .containsOnlyKeys(
                            "keelson_pools_state",
                            "keelson_pools_in_use",
                            "keelson_pools_heap_used_bytes",
                            "keelson_pools_load",
                            "keelson_pools_suspended",
                            "keelson_pools_waited_seconds",
                            "keelson_pools_limit",
                            "keelson_pools_answers_total",
                            "keelson_pools_taken_seconds");
            assertThat(metrics.values().stream().filter(Metric::hasGauge)).hasSize(7);
            isCounted(metrics.get("keelson_pools_answers_total"));
            isSpread(metrics.get("keelson_pools_taken_seconds"));
            assertThat(metrics.get("keelson_pools_waited_seconds").getUnit()).isEqualTo("s");
            assertThat(metrics.get("keelson_pools_heap_used_bytes").getUnit()).isEqualTo("By");
            assertThat(metrics.get("keelson_pools_in_use").getUnit()).isEmpty();

            assertThat(whole(metrics, "keelson_pools_in_use")).containsExactly(3L, 0L);
            assertThat(whole(metrics, "keelson_pools_heap_used_bytes")).containsExactly(1L << 40, 0L);
            assertThat(whole(metrics, "keelson_pools_suspended")).containsExactly(1L, 0L);
            assertThat(whole(metrics, "keelson_pools_limit")).containsExactly(9L);
            assertThat(broken(metrics, "keelson_pools_load")).containsExactly(0.25, 4.0);
            assertThat(broken(metrics, "keelson_pools_waited_seconds")).containsExactly(1.5, 0.0);

            NumberDataPoint first =
                    metrics.get("keelson_pools_state").getGauge().getDataPoints(0);
            assertThat(first.getTimeUnixNano()).isEqualTo(WHEN * 1_000_000);
            assertThat(texts(first.getAttributesList()))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("is", "RUNNING", "name", "a\"b", "server", "server-1"));
            assertThat(texts(metrics.get("keelson_pools_state")
                            .getGauge()
                            .getDataPoints(1)
                            .getAttributesList()))
                    .containsEntry("name", "ü");
        }
    }

    /** Those who make rates need to know that it only grows, and since when. */
    private static void isCounted(Metric counter) {
        assertThat(counter.getDescription()).isEqualTo("Answers.");
        assertThat(counter.getSum().getIsMonotonic()).isTrue();
        assertThat(counter.getSum().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        NumberDataPoint answers = counter.getSum().getDataPoints(0);
        assertThat(answers.getAsInt()).isEqualTo(4);
        assertThat(answers.getStartTimeUnixNano())
                .isEqualTo(ManagementFactory.getRuntimeMXBean().getStartTime() * 1_000_000);
        assertThat(texts(answers.getAttributesList())).containsEntry("status", "2xx");
    }

    private static void isSpread(Metric histogram) {
        assertThat(histogram.getUnit()).isEqualTo("s");
        assertThat(histogram.getHistogram().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        HistogramDataPoint taken = histogram.getHistogram().getDataPoints(0);
        assertThat(taken.getExplicitBoundsList()).containsExactly(0.005, 1.0);
        assertThat(taken.getBucketCountsList()).containsExactly(2L, 0L, 1L);
        assertThat(taken.getCount()).isEqualTo(3);
        assertThat(taken.getSum()).isEqualTo(3.25);
    }

    private static List<Long> whole(Map<String, Metric> metrics, String name) {
        Gauge gauge = metrics.get(name).getGauge();
        assertThat(gauge.getDataPointsList()).allMatch(NumberDataPoint::hasAsInt);
        return gauge.getDataPointsList().stream().map(NumberDataPoint::getAsInt).toList();
    }

    private static List<Double> broken(Map<String, Metric> metrics, String name) {
        Gauge gauge = metrics.get(name).getGauge();
        assertThat(gauge.getDataPointsList()).allMatch(NumberDataPoint::hasAsDouble);
        return gauge.getDataPointsList().stream()
                .map(NumberDataPoint::getAsDouble)
                .toList();
    }

    @Test
    void fieldsAreSentAndBodiesNeedNotBeCompressed() throws Exception {
        try (TestCollector collector = new TestCollector()) {
            send(settings(collector.endpoint() + "/", Map.of("Authorization", SECRET), Compression.NONE, null));
            TestCollector.Received request = collector.received().get(0);
            assertThat(request.path()).isEqualTo("/v1/metrics");
            assertThat(request.authorization()).isEqualTo(SECRET);
            assertThat(request.encoding()).isNull();
            assertThat(request.message().getResourceMetricsCount()).isEqualTo(1);
        }
    }

    @Test
    void whatTheCollectorDoesNotTakeIsAnErrorWithoutTheSecret() throws Exception {
        try (TestCollector collector = new TestCollector()) {
            TelemetrySettings settings =
                    settings(collector.endpoint(), Map.of("Authorization", SECRET), Compression.GZIP, null);
            for (int status : new int[] {302, 400, 401, 404, 429, 500, 503}) {
                collector.status = status;
                assertThatThrownBy(() -> send(settings))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(String.valueOf(status))
                        .message()
                        .doesNotContain(SECRET);
            }
            assertThat(collector.received()).as("no redirection, no repetition").hasSize(7);

            try (Exporter exporter = exporter(settings)) {
                assertThatThrownBy(() -> exporter.export(figures().metrics(), WHEN))
                        .isInstanceOf(IOException.class);
                collector.status = 200;
                exporter.export(figures().metrics(), WHEN);
            }
        }
    }

    @Test
    void nobodyThereAndNoAnswerAreErrorsInTime() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = socket.getLocalPort();
        }
        assertThatThrownBy(() -> send(settings("http://127.0.0.1:" + port))).isInstanceOf(IOException.class);
        try (TestCollector collector = new TestCollector()) {
            collector.silent = true;
            assertThatThrownBy(() -> send(settings(collector.endpoint())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("timed out");
            assertThat(collector.received()).hasSize(1);
        }
    }

    @Test
    void onlyACollectorWhoseCertificateIsTrustedGetsAnything() throws Exception {
        Path certificate = directory.resolve("collector.pem");
        try (TestCollector collector = new TestCollector(TestIdentity.make(directory, certificate))) {
            assertThatThrownBy(() -> send(settings(collector.endpoint()))).isInstanceOf(IOException.class);
            assertThat(collector.received()).isEmpty();
            send(settings(collector.endpoint(), Map.of(), Compression.GZIP, Path.of("collector.pem")));
            assertThat(collector.received()).hasSize(1);
        }
        assertThatThrownBy(() -> exporter(settings("https://c", Map.of(), Compression.GZIP, Path.of("none.pem"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.pem");
        Files.writeString(directory.resolve("empty.pem"), "");
        assertThatThrownBy(() -> exporter(settings("https://c", Map.of(), Compression.GZIP, Path.of("empty.pem"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("empty.pem");
    }

    /** The library would have both: threads of its own, and a line in the JVM's log for each failure. */
    @Test
    void itHasNoThreadsAndSaysNothing() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler ear = new Handler() {
            @Override
            public void publish(LogRecord one) {
                if (String.valueOf(one.getLoggerName()).startsWith("io.opentelemetry")) {
                    said.add(one.getLevel() + " " + one.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger root = Logger.getLogger("");
        root.addHandler(ear);
        try (TestCollector collector = new TestCollector()) {
            collector.status = 500;
            try (Exporter exporter = exporter(settings(collector.endpoint()))) {
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> exporter.export(figures().metrics(), WHEN))
                            .isInstanceOf(IOException.class);
                }
                assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.contains("okhttp")
                                || name.contains("HttpClient")
                                || name.toLowerCase().contains("otel")
                                || name.toLowerCase().contains("telemetry"));
            }
        } finally {
            root.removeHandler(ear);
        }
        assertThat(said).isEmpty();
    }
}
