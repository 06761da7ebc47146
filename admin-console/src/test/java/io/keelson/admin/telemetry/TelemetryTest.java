package io.keelson.admin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.DataSize;
import io.keelson.base.log.LogForm;
import io.keelson.base.log.LogSettings;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.trace.Tracing;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests when figures are sent, and what is said of it; the sending is a fake's. */
@Timeout(60)
class TelemetryTest {
    private static final List<Metric> SOME = List.of(new Metric(
            "keelson_pools_in_use",
            Metric.Kind.GAUGE,
            Unit.NONE,
            "Connections in use.",
            List.of(Figure.number(new TreeMap<>(), 3, true))));

    @TempDir
    Path directory;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<FakeExporter> made = new CopyOnWriteArrayList<>();
    private Logging log;
    private volatile boolean part = true;
    private volatile @Nullable String refusal;
    private volatile @Nullable RuntimeException trouble;

    private final Tracing tracing = new Tracing();
    private final Telemetry telemetry = new Telemetry(
            () -> part ? Optional.of(new Factory()) : Optional.empty(),
            new ExporterFactory.Origin("server-1", "shop", Optional.empty(), "1", Path.of(".")),
            this::figures,
            tracing,
            Ticker.system());

    private List<Metric> figures() {
        RuntimeException now = trouble;
        if (now != null) {
            throw now;
        }
        return SOME;
    }

    /** Takes, refuses or hangs, as a test says. */
    private static final class FakeExporter implements Exporter {
        private final List<List<Metric>> taken = new CopyOnWriteArrayList<>();
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile boolean hangs;
        private volatile boolean closed;
        private volatile @Nullable String failure;

        @Override
        public void export(List<Metric> metrics, long epochMillis) throws IOException {
            asked.countDown();
            if (hangs) {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IOException("interrupted", e);
                }
            }
            String why = failure;
            if (why != null) {
                throw new IOException(why);
            }
            taken.add(metrics);
        }

        @Override
        public void close() {
            closed = true;
            go.countDown();
        }
    }

    private final class Factory implements ExporterFactory {
        @Override
        public Exporter make(TelemetrySettings settings, Origin origin) throws IOException {
            return TelemetryTest.this.make(settings, origin);
        }

        @Override
        public SpanExporter makeForSpans(TelemetrySettings settings, Origin origin) {
            throw new AssertionError("nobody follows requests");
        }
    }

    private Exporter make(TelemetrySettings settings, ExporterFactory.Origin origin) throws IOException {
        String why = refusal;
        if (why != null) {
            throw new IOException(why);
        }
        FakeExporter fake = new FakeExporter();
        made.add(fake);
        return fake;
    }

    private static Configuration read(String yaml) throws Exception {
        return new ConfigurationReader(Model.of(TelemetrySettings.class))
                .read(
                        DomainFile.parse(Path.of("domain.yaml"), yaml + "servers: {server-1: {}}\n"),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    private static Configuration to(String endpoint) throws Exception {
        return read("telemetry: {endpoint: '" + endpoint + "', interval: 1h, timeout: 1s}\n");
    }

    private void change(Configuration next) {
        telemetry.prepare(next);
        telemetry.commit();
    }

    private ExportLoop loop(FakeExporter exporter) {
        return new ExportLoop(
                new FigureSignal(exporter, this::figures, Ticker.system()),
                "http://localhost:1",
                "test",
                Ticker.system());
    }

    @BeforeEach
    void listen() throws Exception {
        log = Logging.configure(
                new LogSettings(
                        Severity.INFO,
                        Map.of(),
                        LogForm.OFF,
                        LogForm.JSON,
                        Path.of("server.log"),
                        DataSize.parse("1MiB"),
                        1,
                        false,
                        100),
                directory,
                Ticker.system());
        log.tap((severity, weight, json) -> {
            String line = json.get();
            if (line.contains("\"logger\":\"io.keelson.admin.telemetry\"")) {
                said.add(severity + " " + line);
            }
        });
    }

    @AfterEach
    void end() throws Exception {
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ZERO));
        log.close();
    }

    @Test
    void withoutACollectorNothingIsOpened() throws Exception {
        telemetry.start(read(""));
        change(read("telemetry: {interval: 5s}\n"));
        assertThat(made).isEmpty();
        assertThat(telemetry.runtimes()).isEmpty();
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("keelson.management.Telemetry")));
    }

    @Test
    void oneLineWhenItGoesAndOneWhenItComesBack() throws Exception {
        FakeExporter exporter = new FakeExporter();
        ExportLoop loop = loop(exporter);
        assertThat(loop.runtime().state()).isEqualTo(TelemetryRuntime.State.STARTING);
        loop.turn();
        assertThat(said).hasSize(1).allMatch(line -> line.contains("takes figures"));
        assertThat(exporter.taken).containsExactly(SOME);
        said.clear();

        exporter.failure = "Connection refused";
        loop.turn();
        loop.turn();
        loop.turn();
        assertThat(said).hasSize(1).allMatch(line -> line.startsWith("WARN") && line.contains("Connection refused"));
        assertThat(loop.runtime().state()).isEqualTo(TelemetryRuntime.State.AWAY);
        assertThat(loop.runtime().problem()).contains("Connection refused");
        assertThat(loop.runtime().failed()).isEqualTo(3);
        said.clear();

        exporter.failure = null;
        loop.turn();
        loop.turn();
        assertThat(said).hasSize(1).allMatch(line -> line.contains("takes figures"));
        assertThat(loop.runtime().exported()).isEqualTo(3);
        assertThat(loop.runtime().figures()).isEqualTo(1);
        loop.abandon();
        assertThat(exporter.closed).isTrue();
    }

    @Test
    void anErrorOfTheServerIsSaidOnceAndTheNextTurnComes() throws Exception {
        FakeExporter exporter = new FakeExporter();
        ExportLoop loop = loop(exporter);
        trouble = new IllegalStateException("a room is broken");
        loop.turn();
        loop.turn();
        assertThat(said).hasSize(1).allMatch(line -> line.contains("could not be made"));
        trouble = null;
        loop.turn();
        assertThat(exporter.taken).hasSize(1);
        loop.abandon();
    }

    @Test
    void aChangeTakesEffectAndOneThatIsTakenBackDoesNot() throws Exception {
        telemetry.start(to("http://localhost:1"));
        assertThat(made).hasSize(1);
        change(to("http://localhost:1"));
        assertThat(made).as("nothing of it has changed").hasSize(1);

        telemetry.prepare(to("http://localhost:2"));
        telemetry.rollback();
        telemetry.commit();
        assertThat(made).hasSize(2);
        assertThat(made.get(1).closed).isTrue();
        assertThat(made.get(0).closed).isFalse();
        assertThat(telemetry.runtimes()).extracting(TelemetryRuntime::endpoint).containsExactly("http://localhost:1");

        change(to("http://localhost:3"));
        assertThat(made.get(0).closed).isTrue();
        assertThat(telemetry.runtimes()).extracting(TelemetryRuntime::endpoint).containsExactly("http://localhost:3");

        change(read(""));
        assertThat(made.get(2).closed).isTrue();
        assertThat(telemetry.runtimes()).isEmpty();
    }

    @Test
    void whatWasPreparedForAnotherChangeDoesNotCount() throws Exception {
        telemetry.start(to("http://localhost:1"));
        telemetry.prepare(to("http://localhost:2"));
        change(to("http://localhost:1"));
        assertThat(made.get(1).closed).isTrue();
        assertThat(telemetry.runtimes()).extracting(TelemetryRuntime::endpoint).containsExactly("http://localhost:1");
    }

    @Test
    void aFileThatCannotBeUsedRefusesAChangeButNoStart() throws Exception {
        refusal = "there is no trust-file x.pem";
        telemetry.start(to("http://localhost:1"));
        assertThat(said).hasSize(1).allMatch(line -> line.startsWith("ERROR") && line.contains("x.pem"));
        assertThatThrownBy(() -> telemetry.prepare(to("http://localhost:2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x.pem");
        refusal = null;
        change(to("http://localhost:2"));
        assertThat(made).hasSize(1);
    }

    @Test
    void aServerWithoutThePartSaysSo() throws Exception {
        part = false;
        telemetry.start(to("http://localhost:1"));
        assertThat(said).hasSize(1).allMatch(line -> line.startsWith("WARN") && line.contains("'otlp'"));
        assertThat(telemetry.runtimes()).isEmpty();
    }

    @Test
    void theLastFiguresAreSentAtTheEnd() throws Exception {
        telemetry.start(to("http://localhost:1"));
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(30)));
        assertThat(made.get(0).taken).hasSize(1);
        assertThat(made.get(0).closed).isTrue();
    }

    @Test
    void aCollectorThatHangsHoldsTheEndUpForNoLongerThanAnExportMayTake() throws Exception {
        telemetry.start(to("http://localhost:1"));
        made.get(0).hangs = true;
        long began = System.nanoTime();
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(50)));
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)).isLessThan(20);
        assertThat(made.get(0).asked.getCount()).isZero();
        assertThat(made.get(0).taken).isEmpty();
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("keelson.management.Telemetry")));
        assertThat(said).as("a server that ends says nothing of it").isEmpty();
    }

    @Test
    void aServerThatHasNoTimeLeftSendsNothingMore() throws Exception {
        telemetry.start(to("http://localhost:1"));
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ZERO));
        assertThat(made.get(0).asked.getCount()).isEqualTo(1);
        assertThat(made.get(0).closed).isTrue();
    }
}
