package io.keelson.admin.telemetry;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The collector of OpenTelemetry that the servers of a domain send their figures to, and their spans.
 *
 * @param endpoint where it listens, without the path of a signal; null: nothing is sent
 * @param interval from one export to the next
 * @param timeout how long one takes at most
 * @param headers further fields of the requests; secret, as a collector knows its clients by them
 * @param compression how bodies are compressed
 * @param trustFile who may have signed the collector's certificate; null: whom Java trusts
 * @param traces whether requests are followed, and how many
 */
@Section(
        value = "telemetry",
        help =
                "The collector of OpenTelemetry that servers send their figures to, and their traces, by OTLP over HTTP. See"
                        + " docs/manual/telemetry.md.")
public record TelemetrySettings(
        @Setting(
                help = "Where the collector listens, as https://collector.example.com:4318; /v1/metrics or "
                        + "/v1/traces is put behind it. Without it nothing is"
                        + " sent. It is shown: no password in it.",
                change = Change.LIVE)
        @Nullable
        String endpoint,

        @Setting(
                help = "From one export of figures to the next.",
                defaultValue = "30s",
                min = "1s",
                max = "1h",
                change = Change.LIVE)
        Duration interval,

        @Setting(
                help =
                        "How long one export takes at most. One that was not taken is not repeated: the next has newer figures.",
                defaultValue = "10s",
                min = "100ms",
                max = "60s",
                change = Change.LIVE)
        Duration timeout,

        @Setting(
                help = "Further fields of the requests, such as Authorization. With some, the collector is "
                        + "reached by https or on this machine.",
                secret = true,
                change = Change.LIVE)
        Map<String, String> headers,

        @Setting(help = "How bodies are compressed.", defaultValue = "gzip", change = Change.LIVE)
        Compression compression,

        @Setting(
                help = "Certificates in PEM of who may have signed that of the collector, relative to the "
                        + "domain; without them those that Java"
                        + " trusts. The file is read when the settings change and when the server starts.",
                change = Change.LIVE)
        @Nullable
        Path trustFile,

        @Setting(help = "Following requests from one server to the next.", change = Change.LIVE)
        TraceSettings traces) {
    /** Fields that the exporter sets itself, or that the JDK lets nobody set. */
    private static final Set<String> OURS = Set.of(
            "content-type",
            "content-length",
            "content-encoding",
            "transfer-encoding",
            "host",
            "connection",
            "keep-alive",
            "expect",
            "te",
            "trailer",
            "upgrade",
            "via",
            "origin");

    /** Compression of bodies. */
    public enum Compression {
        /** With gzip. */
        GZIP,
        /** Not at all. */
        NONE
    }

    public TelemetrySettings {
        headers = Map.copyOf(headers);
        headers.forEach((name, value) -> {
            boolean field = name.matches("[A-Za-z0-9-]+") && !OURS.contains(name.toLowerCase(Locale.ROOT));
            if (!field || value.isBlank() || value.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
                throw new SettingException("headers", "'" + name + "' with its value is no field of a request to set");
            }
        });
        if (endpoint != null) {
            URI uri = read(endpoint);
            if (!headers.isEmpty() && "http".equals(uri.getScheme()) && !near(uri.getHost())) {
                throw new SettingException(
                        "endpoint",
                        "with headers, which are secret, expected an address of https, or of this machine: everybody in between could"
                                + " read them");
            }
        }
    }

    private static URI read(String endpoint) {
        try {
            URI uri = new URI(endpoint);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw new SettingException(
                    "endpoint", "not an address: " + e.getReason() + " at character " + (e.getIndex() + 1));
        }
        throw new SettingException(
                "endpoint",
                "expected an address such as https://collector.example.com:4318, of http or https, with a host");
    }

    /** Names are not resolved: who answers for them may change. */
    private static boolean near(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.equals("localhost")
                || lower.equals("[::1]")
                || lower.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    /**
     * Returns the address that a signal goes to: {@code metrics} to {@code /v1/metrics} below the endpoint.
     *
     * @throws IllegalStateException when there is no endpoint
     */
    public String address(String signal) {
        if (endpoint == null) {
            throw new IllegalStateException("there is nobody to send to");
        }
        return (endpoint.endsWith("/") ? endpoint : endpoint + "/") + "v1/" + signal;
    }

    /** Without what is secret. */
    @Override
    public String toString() {
        return "TelemetrySettings[endpoint=" + endpoint + ", interval=" + interval + ", traces=" + traces + "]";
    }
}
