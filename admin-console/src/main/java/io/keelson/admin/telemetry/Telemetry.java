package io.keelson.admin.telemetry;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the server's figures to the collector that the configuration names. Without one nothing is opened and there is no thread. Driven by the
 * management subsystem, from one thread at a time; {@link #runtimes} is for every thread.
 *
 * <p>See docs/design/telemetry.md.
 */
public final class Telemetry {
    private final Factories factories;
    private final ExporterFactory.Origin origin;
    private final Supplier<SortedMap<String, List<Figure>>> figures;
    private final Ticker ticker;
    private volatile @Nullable ExportLoop loop;
    private @Nullable TelemetrySettings inForce;
    private @Nullable Prepared prepared;

    /** Where exporters come from. */
    @FunctionalInterface
    public interface Factories {
        /** Opens the part that makes them; empty where this server has none. Asked only when there is somebody to send to. */
        Optional<ExporterFactory> open();
    }

    /** What the next configuration says, and the exporter for it where it names somebody. */
    private record Prepared(
            TelemetrySettings settings, @Nullable Exporter exporter) {}

    /**
     * Sends nothing yet.
     *
     * @param figures all figures of the server as they are when it is asked
     */
    public Telemetry(
            Factories factories,
            ExporterFactory.Origin origin,
            Supplier<SortedMap<String, List<Figure>>> figures,
            Ticker ticker) {
        this.factories = factories;
        this.origin = origin;
        this.figures = figures;
        this.ticker = ticker;
    }

    /** Begins to send where the configuration says so. Settings that cannot be used are an error in the log: a server serves without, too. */
    public void start(Configuration configuration) {
        TelemetrySettings settings = configuration.get(TelemetrySettings.class);
        try {
            apply(new Prepared(settings, exporter(settings)));
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
            prepared = new Prepared(settings, exporter(settings));
        } catch (IOException e) {
            throw new IllegalArgumentException("telemetry: " + e.getMessage(), e);
        }
    }

    /** Applies what was prepared. What the collector of before has not had yet, it does not get. */
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
        if (next != null && next.exporter() != null) {
            next.exporter().close();
        }
    }

    private @Nullable Exporter exporter(TelemetrySettings settings) throws IOException {
        if (settings.endpoint() == null) {
            return null;
        }
        Optional<ExporterFactory> factory = factories.open();
        if (factory.isEmpty()) {
            TelemetryLog.LOG.noPart(settings.endpoint());
            return null;
        }
        return factory.get().make(settings, origin);
    }

    private void apply(Prepared next) {
        ExportLoop before = loop;
        loop = null;
        if (before != null) {
            before.abandon();
        }
        inForce = next.settings();
        if (next.exporter() != null) {
            ExportLoop fresh = new ExportLoop(next.settings(), next.exporter(), figures, ticker);
            loop = fresh;
            fresh.start();
        }
    }

    /** How the export goes; empty where there is none. */
    public List<TelemetryRuntime> runtimes() {
        ExportLoop now = loop;
        return now == null ? List.of() : List.of(now.runtime());
    }

    /** Ends it, with a last export where the collector is there and time is left. */
    public void stop(Deadline deadline) throws InterruptedException {
        rollback();
        ExportLoop last = loop;
        loop = null;
        if (last != null) {
            last.finish(deadline.remaining());
        }
    }
}
