package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.ExporterFactory;
import io.keelson.admin.telemetry.SpanExporter;
import io.keelson.admin.telemetry.TelemetrySettings;
import io.keelson.base.trace.FinishedSpan;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Sends spans, to {@code /v1/traces}. Confined to the thread that exports. */
final class OtlpSpanExporter implements SpanExporter {
    private final Resource resource;
    private final InstrumentationScopeInfo scope;
    private final OtlpSender sender;
    private final OtlpHttpSpanExporter exporter;

    OtlpSpanExporter(TelemetrySettings settings, ExporterFactory.Origin origin) throws IOException {
        resource = Sending.resource(origin);
        scope = Sending.scope(origin);
        sender = new OtlpSender(settings, origin.domain(), settings.address("traces"));
        HttpSenderProvider ours = config -> sender.as(config);
        exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.address("traces"))
                .setCompression(settings.compression().name().toLowerCase(Locale.ROOT))
                .setHeaders(() -> settings.headers())
                .setTimeout(settings.timeout())
                .setRetryPolicy(null)
                // As for figures: nothing that is one per JVM.
                .setMeterProvider(MeterProvider.noop())
                .setComponentLoader(Sending.only(ours))
                .build();
    }

    @Override
    public void export(List<FinishedSpan> spans) throws IOException {
        List<SpanData> all = spans.stream()
                .<SpanData>map(span -> new SentSpan(resource, scope, span))
                .toList();
        CompletableResultCode taken = exporter.export(all);
        sender.throwFailure();
        if (!taken.isSuccess()) {
            throw new IOException("the exporter is closed");
        }
    }

    @Override
    public void close() {
        exporter.shutdown();
    }
}
