package io.keelson.admin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.trace.FinishedSpan;
import io.keelson.base.trace.Span;
import io.keelson.base.trace.Tracer;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests when requests are followed and their spans sent; the sending is a fake's. */
@Timeout(60)
class TracesTest {
    private final List<FakeSpans> made = new CopyOnWriteArrayList<>();
    private final Tracing tracing = new Tracing();
    private volatile @Nullable String refusal;

    private final Telemetry telemetry = new Telemetry(
            () -> Optional.of(new Factory()),
            new ExporterFactory.Origin("server-1", "shop", Optional.empty(), "1", Path.of(".")),
            List::of,
            tracing,
            Ticker.system());

    private static final class FakeSpans implements SpanExporter {
        private final List<FinishedSpan> taken = new CopyOnWriteArrayList<>();
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile boolean hangs;
        private volatile boolean closed;
        private volatile @Nullable String failure;

        @Override
        public void export(List<FinishedSpan> spans) throws IOException {
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
            taken.addAll(spans);
        }

        @Override
        public void close() {
            closed = true;
            go.countDown();
        }
    }

    private final class Factory implements ExporterFactory {
        @Override
        public Exporter make(TelemetrySettings settings, Origin origin) {
            return new Exporter() {
                @Override
                public void export(List<Metric> metrics, long epochMillis) {
                    // Figures are the business of TelemetryTest.
                }

                @Override
                public void close() {
                    // There is nothing to close.
                }
            };
        }

        @Override
        public SpanExporter makeForSpans(TelemetrySettings settings, Origin origin) throws IOException {
            String why = refusal;
            if (why != null) {
                throw new IOException(why);
            }
            FakeSpans fake = new FakeSpans();
            made.add(fake);
            return fake;
        }
    }

    private static Configuration to(String endpoint, String traces) throws Exception {
        return new ConfigurationReader(Model.of(TelemetrySettings.class))
                .read(
                        DomainFile.parse(
                                Path.of("domain.yaml"),
                                "telemetry: {endpoint: '" + endpoint + "', interval: 1h, timeout: 1s, traces: {"
                                        + traces + "}}\nservers: {server-1: {}}\n"),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    private static Configuration on(String more) throws Exception {
        return to("http://localhost:1", "enabled: true, interval: 1m" + more);
    }

    private void change(Configuration next) {
        telemetry.prepare(next);
        telemetry.commit();
    }

    private void serve(int requests) {
        for (int i = 0; i < requests; i++) {
            tracing.tracer().begin(Span.Kind.SERVER, null).end("GET", Map.of(), false);
        }
    }

    private TelemetryRuntime runtime() {
        return telemetry.runtimes().stream()
                .filter(one -> one.name().equals("traces"))
                .findFirst()
                .orElseThrow();
    }

    private static boolean runs() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("keelson.management.Traces"));
    }

    @AfterEach
    void end() throws Exception {
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ZERO));
    }

    @Test
    void nobodyIsFollowedUnlessTheSettingsSaySo() throws Exception {
        telemetry.start(to("http://localhost:1", ""));
        assertThat(tracing.tracer()).isNull();
        assertThat(made).isEmpty();
        assertThat(telemetry.runtimes()).extracting(TelemetryRuntime::name).containsExactly("metrics");
        await().until(() -> !runs());
    }

    @Test
    void aBatchIsSentWhenItIsThereAndTheRestAtTheEnd() throws Exception {
        telemetry.start(on(""));
        serve(SpanQueue.BATCH);
        FakeSpans collector = made.get(0);
        await().until(() -> collector.taken.size() == SpanQueue.BATCH);
        serve(3);
        assertThat(runtime().waiting()).isEqualTo(3);
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(30)));
        assertThat(collector.taken).hasSize(SpanQueue.BATCH + 3);
        assertThat(collector.closed).isTrue();
        assertThat(tracing.tracer()).isNull();
        await().until(() -> !runs());
    }

    @Test
    void whatWaitsIsSentAfterTheInterval() throws Exception {
        telemetry.start(to("http://localhost:1", "enabled: true, interval: 100ms"));
        serve(2);
        await().until(() -> made.get(0).taken.size() == 2);
        await().until(() -> runtime().state() == TelemetryRuntime.State.RUNNING);
        assertThat(runtime().figures()).isEqualTo(2);
        assertThat(runtime().exported()).isEqualTo(1);
        assertThat(runtime().dropped()).isZero();
    }

    @Test
    void aCollectorThatIsAwayCostsABatchATurnAndNoMore() throws Exception {
        telemetry.start(to("http://localhost:1", "enabled: true, interval: 100ms, queue-length: 600"));
        FakeSpans collector = made.get(0);
        collector.failure = "Connection refused";
        serve(1);
        await().until(() -> runtime().state() == TelemetryRuntime.State.AWAY);
        assertThat(runtime().dropped()).isEqualTo(1);
        assertThat(runtime().problem()).contains("Connection refused");
        collector.failure = null;
        serve(1);
        await().until(() -> runtime().state() == TelemetryRuntime.State.RUNNING);
        assertThat(collector.taken).hasSize(1);
    }

    @Test
    void spansThatFindNoPlaceAreCountedAndNobodyWaits() throws Exception {
        telemetry.start(on(", queue-length: 512"));
        FakeSpans collector = made.get(0);
        collector.hangs = true;
        serve(SpanQueue.BATCH);
        assertThat(collector.asked.await(60, TimeUnit.SECONDS)).isTrue();
        serve(SpanQueue.BATCH + 9);
        assertThat(runtime().waiting()).isEqualTo(SpanQueue.BATCH);
        assertThat(runtime().dropped()).isEqualTo(9);
    }

    @Test
    void whatWaitsGoesToTheCollectorOfTheNextSettings() throws Exception {
        telemetry.start(on(""));
        Tracer before = tracing.tracer();
        Span late = before.begin(Span.Kind.SERVER, null);
        serve(3);
        change(to("http://localhost:2", "enabled: true, interval: 1m, sampling-ratio: 0"));
        assertThat(tracing.tracer()).isNotSameAs(before);
        late.end("GET", Map.of(), false);
        serve(50);
        assertThat(runtime().waiting()).isEqualTo(4);
        assertThat(runtime().endpoint()).isEqualTo("http://localhost:2");
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(30)));
        assertThat(made.get(0).taken).isEmpty();
        assertThat(made.get(0).closed).isTrue();
        assertThat(made.get(1).taken).hasSize(4);
    }

    @Test
    void switchedOffNobodyIsFollowedAndNothingIsKept() throws Exception {
        telemetry.start(on(""));
        Span late = tracing.tracer().begin(Span.Kind.SERVER, null);
        serve(3);
        change(to("http://localhost:1", "enabled: false"));
        assertThat(tracing.tracer()).isNull();
        assertThat(made.get(0).closed).isTrue();
        late.end("GET", Map.of(), false);
        change(on(""));
        assertThat(runtime().waiting()).isZero();
        await().until(TracesTest::runs);
    }

    @Test
    void aChangeThatIsTakenBackChangesNothing() throws Exception {
        telemetry.start(on(""));
        Tracer before = tracing.tracer();
        telemetry.prepare(on(", sampling-ratio: 0.5"));
        telemetry.rollback();
        telemetry.commit();
        assertThat(tracing.tracer()).isSameAs(before);
        assertThat(made.get(1).closed).isTrue();
        assertThat(made.get(0).closed).isFalse();
        refusal = "there is no trust-file x.pem";
        Configuration wrong = on(", sampling-ratio: 0.6");
        assertThatThrownBy(() -> telemetry.prepare(wrong)).hasMessageContaining("x.pem");
        assertThat(tracing.tracer()).isSameAs(before);
    }

    @Test
    void aCollectorThatHangsHoldsTheEndUpForNoLongerThanAnExportMayTake() throws Exception {
        telemetry.start(on(""));
        made.get(0).hangs = true;
        serve(1);
        long began = System.nanoTime();
        telemetry.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(50)));
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)).isLessThan(20);
        assertThat(made.get(0).asked.getCount()).isZero();
        await().until(() -> !runs());
    }
}
