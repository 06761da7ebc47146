package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.Exporter;
import io.keelson.admin.telemetry.ExporterFactory;
import io.keelson.admin.telemetry.Metric;
import io.keelson.admin.telemetry.TelemetrySettings;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Sends figures as sums, histograms and gauges, as their records describe them. Names, labels and values are those that Prometheus reads.
 * The resource is the server (semantic conventions {@code service.*}). Confined to the thread that exports.
 */
final class OtlpExporter implements Exporter {
    private static final long NANOS = 1_000_000;

    /** Time at which the process began, in nanoseconds since the epoch; nothing was counted before. */
    private final long start = ManagementFactory.getRuntimeMXBean().getStartTime() * NANOS;

    private final Resource resource;
    private final InstrumentationScopeInfo scope;
    private final OtlpSender sender;
    private final OtlpHttpMetricExporter exporter;

    OtlpExporter(TelemetrySettings settings, ExporterFactory.Origin origin) throws IOException {
        resource = Sending.resource(origin);
        scope = Sending.scope(origin);
        sender = new OtlpSender(settings, origin.domain(), settings.address("metrics"));
        HttpSenderProvider ours = config -> sender.as(config);
        exporter = OtlpHttpMetricExporter.builder()
                .setEndpoint(settings.address("metrics"))
                .setCompression(settings.compression().name().toLowerCase(Locale.ROOT))
                .setHeaders(() -> settings.headers())
                .setTimeout(settings.timeout())
                .setRetryPolicy(null)
                // By default it would count its own requests, and for that set up what is one per JVM.
                .setMeterProvider(MeterProvider.noop())
                .setComponentLoader(Sending.only(ours))
                .build();
    }

    @Override
    public void export(List<Metric> metrics, long epochMillis) throws IOException {
        List<MetricData> all = new ArrayList<>(metrics.size());
        var time = new SentMetric.Span(start, epochMillis * NANOS);
        metrics.forEach(metric -> all.add(new SentMetric(resource, scope, metric, time)));
        exporter.export(all);
        sender.throwFailure();
    }

    /** The labels of a figure. */
    static Attributes attributes(Map<String, String> labels) {
        var all = Attributes.builder();
        labels.forEach((name, value) -> all.put(AttributeKey.stringKey(name), value));
        return all.build();
    }

    @Override
    public void close() {
        exporter.shutdown();
    }
}
