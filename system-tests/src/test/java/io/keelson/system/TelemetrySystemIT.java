package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keelson.admin.otlp.TestCollector;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of the distribution and a collector: figures are those of the page for Prometheus, settings are live, a collector that is away
 * is told of once.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("whole")
class TelemetrySystemIT {
    private static final String SECRET = "Bearer not-for-everybody";
    private static final String AWAY = "KLS-141620";
    private static final String HERE = "KLS-141621";

    /** What never stands still: figures of the process, and of what management itself does while it is asked. */
    private static final List<String> MOVING =
            List.of("keelson_process_", "keelson_work_managers_", "keelson_thread_pools_", "keelson_telemetry_");

    private static final String USER = "prometheus";
    private static final String PASSWORD = "correct horse 6";

    @TempDir
    static Path directory;

    private LiveServer server;

    @BeforeAll
    void start() throws Exception {
        server = LiveServer.start(directory);
    }

    @AfterAll
    void end() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    /** The lines of the page, without their types: a series and its value. */
    private Map<String, Double> page() throws Exception {
        Map<String, Double> page = new TreeMap<>();
        server.manage("GET", "metrics")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> {
                    int at = line.lastIndexOf(' ');
                    page.put(line.substring(0, at), Double.valueOf(line.substring(at + 1)));
                });
        return page;
    }

    /** Returns what was sent, written as the page writes it. */
    private static Map<String, Double> sent(ResourceMetrics all) {
        Map<String, Double> sent = new TreeMap<>();
        all.getScopeMetrics(0).getMetricsList().forEach(metric -> {
            String name = metric.getName();
            Stream.concat(metric.getGauge().getDataPointsList().stream(), metric.getSum().getDataPointsList().stream())
                    .forEach(point -> sent.put(
                            series(name, point.getAttributesList(), ""),
                            point.hasAsInt() ? (double) point.getAsInt() : point.getAsDouble()));
            metric.getHistogram().getDataPointsList().forEach(point -> ranges(sent, name, point));
        });
        return sent;
    }

    private static void ranges(Map<String, Double> sent, String name, HistogramDataPoint point) {
        double so = 0;
        for (int i = 0; i < point.getBucketCountsCount(); i++) {
            so += point.getBucketCounts(i);
            String bound = i < point.getExplicitBoundsCount() ? String.valueOf(point.getExplicitBounds(i)) : "+Inf";
            sent.put(series(name + "_bucket", point.getAttributesList(), ",le=\"" + bound + '"'), so);
        }
        sent.put(series(name + "_count", point.getAttributesList(), ""), (double) point.getCount());
        sent.put(series(name + "_sum", point.getAttributesList(), ""), point.getSum());
    }

    private static String series(String name, List<KeyValue> labels, String more) {
        return name
                + texts(labels).entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + label.getValue() + '"')
                        .collect(Collectors.joining(",", "{", more + "}"));
    }

    private static Map<String, String> texts(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey, each -> each.getValue().getStringValue(), (a, b) -> a, TreeMap::new));
    }

    private static ResourceMetrics last(TestCollector collector) {
        List<TestCollector.Received> all = collector.received();
        return all.get(all.size() - 1).message().getResourceMetrics(0);
    }

    private List<String> openFiles() throws IOException {
        try (Stream<Path> files =
                Files.list(Path.of("/proc", String.valueOf(server.process().pid()), "fd"))) {
            return files.map(TelemetrySystemIT::target).toList();
        }
    }

    /** Returns the target of a descriptor; one that was closed meanwhile has none. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private void set(String path, String value) {
        LiveServer.Said said = server.cli("config", "set", path, value, "--activate");
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text()).doesNotContain("restart").doesNotContain(SECRET);
    }

    private long lines(String id) {
        return server.output().lines().filter(line -> line.contains(id)).count();
    }

    private void awaitSent(TestCollector collector, int more) {
        int before = collector.received().size();
        await().atMost(Duration.ofSeconds(40)).until(() -> collector.received().size() >= before + more);
    }

    /** With what the manual has for its configuration. */
    @Test
    @Order(1)
    void prometheusReadsThePage() throws Exception {
        assumeTrue(Prometheus.isThere(), "Prometheus is not on this machine: apt-get install prometheus");
        Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        LiveServer.Said added =
                server.cli("user", "add", USER, "--group", "Monitors", "--password-file", password.toString());
        assertThat(added.exit()).as(added.text()).isZero();
        String basic =
                "Basic " + Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> server.get("/management/v1/metrics", "Authorization", basic)
                                .statusCode()
                        == 200);

        String page =
                server.get("/management/v1/metrics", "Authorization", basic).body();
        assertThat(Prometheus.checked(Files.writeString(directory.resolve("page"), page)))
                .as("promtool check metrics")
                .isEmpty();
        try (Prometheus prometheus =
                Prometheus.start(directory.resolve("prometheus"), configuration(password, server.address()))) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(prometheus.query("up{job=\"keelson\"}"))
                            .as(() -> targets(prometheus))
                            .containsPattern("\"result\":\\[\\{[^]]*\\[[0-9.]+,\"1\"]"));
            knowsWhatThePageSays(prometheus, page);
            assertThat(prometheus.log()).doesNotContain("level=error", "level=warn");
        }
    }

    private static String targets(Prometheus prometheus) {
        try {
            return prometheus.ask("targets");
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** The manual's, for this server; asked for each second. */
    private static String configuration(Path password, String address) throws IOException {
        String manual = Files.readString(Path.of("..", "docs", "manual", "telemetry.md"));
        Matcher written =
                Pattern.compile("(?m)^    scrape_configs:\n(^    +.*\n)+").matcher(manual);
        assertThat(written.find()).isTrue();
        String file = "/etc/prometheus/keelson";
        String targets = "[server-1.example.com:7001, server-2.example.com:7001]";
        assertThat(written.group()).contains(file, targets, "username: " + USER);
        return "global: {scrape_interval: 1s}\n"
                + written.group()
                        .replaceAll("(?m)^    ", "")
                        .replace(file, password.toString())
                        .replace(targets, "[\"" + address + "\"]");
    }

    /** Every metric of the page is there, with its type and its help. */
    private static void knowsWhatThePageSays(Prometheus prometheus, String page) throws Exception {
        String known = prometheus.ask("metadata").replace("\\u003c", "<").replace("\\u003e", ">");
        Matcher metric =
                Pattern.compile("# HELP (\\S+) (.+)\n# TYPE \\1 (\\S+)\n").matcher(page);
        int metrics = 0;
        while (metric.find()) {
            String type = metric.group(3);
            // OpenMetrics has no _total in the name of a counter, but of its samples.
            String name = type.equals("counter") ? metric.group(1).replaceFirst("_total$", "") : metric.group(1);
            assertThat(known)
                    .contains("\"" + name + "\":[{\"type\":\"" + type + "\",\"help\":\"" + metric.group(2) + "\",");
            metrics++;
        }
        assertThat(metrics).isGreaterThan(30);
        assertThat(prometheus.query("keelson_http_requests_total")).contains("\"status\":\"2xx\"");
        Matcher heap = Pattern.compile("keelson_process_heap_maximum_bytes\\{server=\"AdminServer\"} (\\d+)")
                .matcher(page);
        assertThat(heap.find()).isTrue();
        assertThat(prometheus.query("keelson_process_heap_maximum_bytes"))
                .contains("\"instance\":", "\"server\":\"AdminServer\"")
                .contains(",\"" + heap.group(1) + "\"]");
    }

    @Test
    @Order(2)
    void figuresAreThoseOfThePageAndACollectorMayBeAway() throws Exception {
        int port;
        try (TestCollector collector = new TestCollector()) {
            port = collector.port();
            assertThat(openFiles()).noneMatch(file -> file.contains("/parts/otlp"));
            set(
                    "telemetry",
                    "{\"endpoint\":\"" + collector.endpoint()
                            + "\",\"interval\":\"1s\",\"timeout\":\"2s\",\"headers\":{\"Authorization\":\"" + SECRET
                            + "\"}}");
            awaitSent(collector, 2);
            assertThat(openFiles()).anyMatch(file -> file.contains("/parts/otlp/opentelemetry-sdk-metrics"));
            assertThat(collector.received()).allMatch(one -> SECRET.equals(one.authorization()));
            assertThat(texts(last(collector).getResource().getAttributesList()))
                    .containsEntry("service.name", "keelson")
                    .containsEntry("service.instance.id", "AdminServer")
                    .containsKeys("keelson.domain", "service.version")
                    .doesNotContainKey("keelson.cluster");
            compare(collector);
            isSecret();
        }

        goneAndBack(port);
    }

    /** A value that is the same before and after is the one that was sent in between. */
    private void compare(TestCollector collector) throws Exception {
        Map<String, Double> before = page();
        awaitSent(collector, 2);
        Map<String, Double> sent = sent(last(collector));
        Map<String, Double> after = page();

        Set<String> both = new TreeSet<>(before.keySet());
        both.retainAll(after.keySet());
        assertThat(sent.keySet()).containsAll(both);
        assertThat(after.keySet()).containsAll(sent.keySet());
        List<String> still = both.stream()
                .filter(series -> MOVING.stream().noneMatch(series::startsWith))
                .filter(series -> before.get(series).equals(after.get(series)))
                .toList();
        assertThat(still).hasSizeGreaterThan(10);
        still.forEach(series -> assertThat(sent.get(series)).as(series).isEqualTo(before.get(series)));
        String heap = "keelson_process_heap_maximum_bytes{server=\"AdminServer\"}";
        assertThat(sent).containsEntry(heap, before.get(heap));

        Map<String, String> units = last(collector).getScopeMetrics(0).getMetricsList().stream()
                .collect(Collectors.toMap(Metric::getName, Metric::getUnit));
        units.forEach((name, unit) -> assertThat(unit)
                .as(name)
                .isEqualTo(
                        name.matches(".*_seconds(_total)?")
                                ? "s"
                                : name.matches(".*_bytes(_total)?") ? "By" : name.endsWith("_ratio") ? "1" : ""));
        assertThat(units.values()).contains("s", "By", "1");
    }

    private void isSecret() throws Exception {
        assertThat(Files.readString(server.domain().resolve("domain.yaml")))
                .contains("{aes}")
                .doesNotContain(SECRET);
        assertThat(server.cli("config", "get", "telemetry").text())
                .contains("******")
                .doesNotContain(SECRET);
        assertThat(server.manage("GET", "server/runtime/telemetry").body())
                .contains("\"state\":\"RUNNING\"")
                .doesNotContain(SECRET);
        assertThat(server.output()).doesNotContain(SECRET);
        assertThat(lines(HERE)).isEqualTo(1);
        assertThat(lines(AWAY)).isZero();
    }

    private void awaitRuntime(String pattern) {
        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(
                                server.manage("GET", "server/runtime/telemetry").body())
                        .containsPattern(pattern));
    }

    private void goneAndBack(int port) throws Exception {
        awaitRuntime("\"failed\":([3-9]|\\d\\d)");
        assertThat(lines(AWAY)).isEqualTo(1);
        assertThat(server.get("/management/v1/health/ready").statusCode()).isEqualTo(200);

        try (TestCollector again = new TestCollector(port)) {
            awaitSent(again, 2);
            await().atMost(Duration.ofSeconds(60)).until(() -> lines(HERE) == 2);
            assertThat(lines(AWAY)).isEqualTo(1);

            set("telemetry.interval", "1h");
            // It counts anew: this one is the first by the new settings, and for an hour the last but that of the end.
            awaitRuntime("\"exported\":1,");
            int before = again.received().size();
            assertThat(server.cli("stop").exit()).isZero();
            assertThat(server.awaitExit()).isZero();
            assertThat(again.received()).as("the last figures").hasSize(before + 1);
        }
        assertThat(server.output()).doesNotContain(SECRET).doesNotContain("ERROR");
    }
}
