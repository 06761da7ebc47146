package io.keelson.admin.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Makes exporters. Found by {@link java.util.ServiceLoader} in the part {@code otlp}. */
public interface ExporterFactory {
    /**
     * Server that sends.
     *
     * @param server its name
     * @param domainName its domain's name
     * @param cluster its cluster's name; empty: it is in none
     * @param version of Keelson
     * @param domain the domain's directory, against which files are resolved
     */
    record Origin(String server, String domainName, Optional<String> cluster, String version, Path domain) {}

    /**
     * An exporter; sends nothing yet.
     *
     * @param settings with an endpoint
     * @throws IOException when the trust file cannot be read
     */
    Exporter make(TelemetrySettings settings, Origin origin) throws IOException;

    /**
     * An exporter of spans; sends nothing yet.
     *
     * @param settings with an endpoint
     * @throws IOException when the trust file cannot be read
     */
    SpanExporter makeForSpans(TelemetrySettings settings, Origin origin) throws IOException;
}
