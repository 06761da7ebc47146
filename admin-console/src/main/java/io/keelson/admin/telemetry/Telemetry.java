package io.keelson.admin.telemetry;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.trace.Tracer;
import io.keelson.base.trace.Tracing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the server's figures to the collector that the configuration names, and the spans of its requests. Without one nothing is opened
 * and there is no thread. Driven by the management subsystem, from one thread at a time; {@link #runtimes} is for every thread.
 *
 * <p>See docs/design/telemetry.md.
 */
public final class Telemetry {
    /** The first export comes soon, so that wrong settings show; not while the server is busy with its start. */
    private static final Duration SOON = Duration.ofSeconds(3);

    /** Time that a server that stops waits for its last exports at most. */
    private static final Duration LAST = Duration.ofSeconds(5);

    private final Factories factories;
    private final ExporterFactory.Origin origin;
    private final Supplier<List<Metric>> figures;
    private final Tracing tracing;
    private final Ticker ticker;
    private final SpanQueue spans = new SpanQueue();
    private volatile List<ExportLoop> loops = List.of();
    private @Nullable TelemetrySettings inForce;
    private @Nullable Prepared prepared;

    /** Source of exporters. */
    @FunctionalInterface
    public interface Factories {
        /** Opens the part that makes them; empty where this server has none. Asked only when there is somebody to send to. */
        Optional<ExporterFactory> open();
    }

    /** Next configuration, and the exporters for it where it names somebody. */
    private record Prepared(
            TelemetrySettings settings,
            @Nullable Exporter exporter,
            @Nullable SpanExporter spanExporter) {
        void close() {
            if (exporter != null) {
                exporter.close();
            }
            if (spanExporter != null) {
                spanExporter.close();
            }
        }
    }

    /**
     * Sends nothing yet.
     *
     * @param figures all figures of the server as they are when it is asked
     * @param tracing who is told that requests are to be followed
     */
    public Telemetry(
            Factories factories,
            ExporterFactory.Origin origin,
            Supplier<List<Metric>> figures,
            Tracing tracing,
            Ticker ticker) {
        this.factories = factories;
        this.origin = origin;
        this.figures = figures;
        this.tracing = tracing;
        this.ticker = ticker;
    }

    /**
     * Begins to send where the configuration says so. Settings that cannot be used are an error in the log: a server serves without, too.
     */
    public void start(Configuration configuration) {
        TelemetrySettings settings = configuration.get(TelemetrySettings.class);
        try {
            apply(prepared(settings));
        } catch (IOException e) {
            inForce = settings;
            TelemetryLog.LOG.notOpened(String.valueOf(settings.endpoint()), String.valueOf(e.getMessage()));
        }
    }

    /**
     * Looks whether another configuration can be applied.
     *
     * @throws IllegalArgumentException when a file that it names cannot be used
     */
    public void prepare(Configuration next) {
        rollback();
        TelemetrySettings settings = next.get(TelemetrySettings.class);
        if (settings.equals(inForce)) {
            return;
        }
        try {
            prepared = prepared(settings);
        } catch (IOException e) {
            throw new IllegalArgumentException("telemetry: " + e.getMessage(), e);
        }
    }

    /** Applies what was prepared. Of figures the collector of before gets no last ones; spans that wait go to the next one. */
    public void commit() {
        Prepared next = prepared;
        prepared = null;
        if (next != null) {
            apply(next);
        }
    }

    /** Forgets what was prepared. */
    public void rollback() {
        Prepared next = prepared;
        prepared = null;
        if (next != null) {
            next.close();
        }
    }

    private Prepared prepared(TelemetrySettings settings) throws IOException {
        if (settings.endpoint() == null) {
            return new Prepared(settings, null, null);
        }
        Optional<ExporterFactory> factory = factories.open();
        if (factory.isEmpty()) {
            TelemetryLog.LOG.noPart(settings.endpoint());
            return new Prepared(settings, null, null);
        }
        SpanExporter spanExporter = settings.traces().enabled() ? factory.get().makeForSpans(settings, origin) : null;
        return new Prepared(settings, factory.get().make(settings, origin), spanExporter);
    }

    private void apply(Prepared next) {
        List<ExportLoop> before = loops;
        loops = List.of();
        before.forEach(ExportLoop::abandon);
        inForce = next.settings();
        List<ExportLoop> fresh = new ArrayList<>();
        if (next.exporter() != null) {
            fresh.add(figureLoop(next.settings(), next.exporter()));
        }
        if (next.spanExporter() != null) {
            fresh.add(spanLoop(next.settings(), next.spanExporter()));
        } else {
            tracing.use(null);
            spans.close();
        }
        loops = List.copyOf(fresh);
    }

    private ExportLoop figureLoop(TelemetrySettings settings, Exporter exporter) {
        ExportLoop loop = new ExportLoop(
                new FigureSignal(exporter, figures, ticker),
                String.valueOf(settings.endpoint()),
                "keelson.management.Telemetry",
                ticker);
        Duration every = settings.interval();
        loop.start(every.compareTo(SOON) < 0 ? every : SOON, every);
        return loop;
    }

    private ExportLoop spanLoop(TelemetrySettings settings, SpanExporter exporter) {
        TraceSettings traces = settings.traces();
        ExportLoop loop = new ExportLoop(
                new SpanSignal(exporter, spans),
                String.valueOf(settings.endpoint()),
                "keelson.management.Traces",
                ticker);
        spans.open(traces.queueLength(), loop::soon);
        loop.start(traces.interval(), traces.interval());
        tracing.use(new Tracer(traces.samplingRatio(), ticker, spans::offer));
        return loop;
    }

    /** Returns how the exports go; empty where there are none. */
    public List<TelemetryRuntime> runtimes() {
        return loops.stream().map(ExportLoop::runtime).toList();
    }

    /** Ends it, with last exports where the collector is there and time is left. */
    public void stop(Deadline deadline) throws InterruptedException {
        rollback();
        List<ExportLoop> last = loops;
        loops = List.of();
        tracing.use(null);
        Deadline end = earliest(deadline);
        try {
            if (!end.passed()) {
                last.forEach(ExportLoop::last);
                for (ExportLoop loop : last) {
                    loop.finish(end);
                }
            }
        } finally {
            last.forEach(ExportLoop::abandon);
            spans.close();
        }
    }

    /** The one of the server's end, what one export may take, or {@link #LAST}, whichever comes first. */
    private Deadline earliest(Deadline deadline) {
        TelemetrySettings settings = inForce;
        Duration most = settings == null || settings.timeout().compareTo(LAST) > 0 ? LAST : settings.timeout();
        return deadline.remaining().compareTo(most) < 0 ? deadline : Deadline.in(ticker, most);
    }
}
