package io.keelson.admin.telemetry;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** Figures as they are when they are sent; none wait, and none that were not taken are sent again, as there are newer ones. */
final class FigureSignal implements Signal {
    private final Exporter exporter;
    private final Supplier<List<Metric>> figures;
    private final Ticker ticker;

    FigureSignal(Exporter exporter, Supplier<List<Metric>> figures, Ticker ticker) {
        this.exporter = exporter;
        this.figures = figures;
        this.ticker = ticker;
    }

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public int send() throws IOException {
        List<Metric> metrics = figures.get();
        exporter.export(metrics, ticker.currentTimeMillis());
        return metrics.stream().mapToInt(metric -> metric.figures().size()).sum();
    }

    @Override
    public int waiting() {
        return 0;
    }

    @Override
    public long dropped() {
        return 0;
    }

    @Override
    public void sayAway(String endpoint, String why) {
        TelemetryLog.LOG.away(endpoint, why);
    }

    @Override
    public void sayHere(String endpoint) {
        TelemetryLog.LOG.here(endpoint);
    }

    @Override
    public void sayFailed(Throwable cause) {
        TelemetryLog.LOG.failed(cause);
    }

    @Override
    public void close() {
        exporter.close();
    }
}
