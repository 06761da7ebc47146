package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.Exporter;
import io.keelson.admin.telemetry.ExporterFactory;
import io.keelson.admin.telemetry.SpanExporter;
import io.keelson.admin.telemetry.TelemetrySettings;
import java.io.IOException;

/** Makes exporters that speak OTLP. */
public final class OtlpExporterFactory implements ExporterFactory {
    @Override
    public Exporter make(TelemetrySettings settings, Origin origin) throws IOException {
        return new OtlpExporter(settings, origin);
    }

    @Override
    public SpanExporter makeForSpans(TelemetrySettings settings, Origin origin) throws IOException {
        return new OtlpSpanExporter(settings, origin);
    }
}
