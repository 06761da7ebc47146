package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.TelemetrySettings;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.Compressor;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request at a time on the thread that asks for it. The library's own sender would start threads that nobody here owns, and the
 * library says every failure in the JVM's log under a name that applications with an OpenTelemetry of their own share. So what fails is
 * kept here for {@link #throwFailure}, and the library always hears of success. Confined to the thread that exports.
 */
final class OtlpSender implements HttpSender {
    /** More of an answer is not read: nobody looks at it. */
    private static final int MOST = 8 * 1024;

    private static final HttpResponse TAKEN = new HttpResponse() {
        @Override
        public int getStatusCode() {
            return 200;
        }

        @Override
        public String getStatusMessage() {
            return "";
        }

        @Override
        public byte[] getResponseBody() {
            return new byte[0];
        }
    };

    private final URI address;
    private final int timeoutMillis;
    private final @Nullable SSLSocketFactory trust;
    private @Nullable HttpSenderConfig config;
    private @Nullable IOException failure;

    OtlpSender(TelemetrySettings settings, Path domain, String address) throws IOException {
        this.address = URI.create(address);
        this.timeoutMillis = Math.toIntExact(settings.timeout().toMillis());
        Path file = settings.trustFile();
        this.trust = file == null ? null : TrustFile.of(domain.resolve(file));
    }

    /** This sender, as the library's exporter has set it up. */
    OtlpSender as(HttpSenderConfig given) {
        config = given;
        return this;
    }

    @Override
    public void send(MessageWriter message, Consumer<HttpResponse> answered, Consumer<Throwable> failed) {
        try {
            post(message, Objects.requireNonNull(config, "the exporter was built with this sender"));
        } catch (IOException e) {
            failure = e;
        }
        answered.accept(TAKEN);
    }

    /** Throws the failure of what was sent last, once; does nothing where it was taken. */
    void throwFailure() throws IOException {
        IOException last = failure;
        failure = null;
        if (last != null) {
            throw last;
        }
    }

    private void post(MessageWriter message, HttpSenderConfig how) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        if (trust != null && connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(trust);
        }
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout(timeoutMillis);
        connection.setReadTimeout(timeoutMillis);
        connection.setUseCaches(false);
        connection.setDoOutput(true);
        connection.setRequestMethod("POST");
        fields(how).forEach((name, values) -> values.forEach(value -> connection.addRequestProperty(name, value)));
        connection.setRequestProperty("Content-Type", how.getContentType());
        connection.setRequestProperty("User-Agent", "Keelson");
        Compressor compressor = how.getCompressor();
        if (compressor != null) {
            connection.setRequestProperty("Content-Encoding", compressor.getEncoding());
        }
        byte[] body = body(message, compressor);
        connection.setFixedLengthStreamingMode(body.length);
        try {
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            check(connection);
        } finally {
            connection.disconnect();
        }
    }

    private static Map<String, List<String>> fields(HttpSenderConfig how) {
        Map<String, List<String>> fields = how.getHeadersSupplier().get();
        return fields == null ? Map.of() : fields;
    }

    private static void check(HttpURLConnection connection) throws IOException {
        int status = status(connection);
        if (status < 200 || status > 299) {
            throw new IOException("the answer was " + status);
        }
        try (InputStream in = connection.getInputStream()) {
            in.readNBytes(MOST);
        }
    }

    private static int status(HttpURLConnection connection) throws IOException {
        try {
            return connection.getResponseCode();
        } catch (HttpRetryException e) { // the JDK would answer a challenge, if it still had the body
            return e.responseCode();
        }
    }

    private static byte[] body(MessageWriter message, @Nullable Compressor compressor) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (compressor == null) {
            message.writeMessage(bytes);
        } else {
            try (OutputStream compressed = compressor.compress(bytes)) {
                message.writeMessage(compressed);
            }
        }
        return bytes.toByteArray();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
