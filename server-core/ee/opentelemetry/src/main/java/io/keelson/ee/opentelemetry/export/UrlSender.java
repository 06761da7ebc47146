package io.keelson.ee.opentelemetry.export;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request on the thread that asks for it. The library's own senders keep threads that would outlive the application. A request is
 * not repeated, a redirection is not followed. Thread-safe.
 */
public final class UrlSender implements HttpSender {
    /** More of an answer is not read. */
    private static final int MOST = 64 * 1024;

    private static final String ENDED = "the application has ended";

    /** Looks for what is still open, each {@link #LOOK_NANOS} after the one before: three seconds. */
    private static final int MOST_LOOKS = 300;

    private static final long LOOK_NANOS = 10_000_000;

    private final HttpSenderConfig config;
    private final Set<HttpURLConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;

    UrlSender(HttpSenderConfig config) {
        this.config = config;
    }

    @Override
    public void send(MessageWriter message, Consumer<HttpResponse> answered, Consumer<Throwable> failed) {
        Answer answer;
        try {
            answer = post(message);
        } catch (IOException | RuntimeException e) {
            // Whoever breaks a connection of the JDK off meets it in any state, also where it has lost its client.
            failed.accept(aborted ? new IOException(ENDED, e) : e);
            return;
        }
        answered.accept(answer);
    }

    private Answer post(MessageWriter message) throws IOException {
        byte[] body = body(message);
        HttpURLConnection connection =
                (HttpURLConnection) config.getEndpoint().toURL().openConnection();
        open.add(connection);
        try {
            prepare(connection, body.length);
            if (aborted) {
                throw new IOException(ENDED);
            }
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            return answer(connection);
        } finally {
            open.remove(connection);
            connection.disconnect();
        }
    }

    private void prepare(HttpURLConnection connection, int length) throws IOException {
        if (config.getSslContext() != null && connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(config.getSslContext().getSocketFactory());
        }
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout(millis(config.getConnectTimeout()));
        connection.setReadTimeout(millis(config.getTimeout()));
        connection.setUseCaches(false);
        connection.setDoOutput(true);
        connection.setRequestMethod("POST");
        Map<String, List<String>> fields = config.getHeadersSupplier().get();
        if (fields != null) {
            fields.forEach((name, values) -> values.forEach(value -> connection.addRequestProperty(name, value)));
        }
        connection.setRequestProperty("Content-Type", config.getContentType());
        Compressor compressor = config.getCompressor();
        if (compressor != null) {
            connection.setRequestProperty("Content-Encoding", compressor.getEncoding());
        }
        connection.setFixedLengthStreamingMode(length);
    }

    private static int millis(Duration time) {
        return (int) Math.min(time.toMillis(), Integer.MAX_VALUE);
    }

    private byte[] body(MessageWriter message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Compressor compressor = config.getCompressor();
        if (compressor == null) {
            message.writeMessage(bytes);
        } else {
            try (OutputStream compressed = compressor.compress(bytes)) {
                message.writeMessage(compressed);
            }
        }
        return bytes.toByteArray();
    }

    private static Answer answer(HttpURLConnection connection) throws IOException {
        int status;
        try {
            status = connection.getResponseCode();
        } catch (HttpRetryException e) { // the JDK would answer a challenge, if it still had the body
            return new Answer(e.responseCode(), "", new byte[0]);
        }
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            String text = connection.getResponseMessage();
            return new Answer(status, text == null ? "" : text, in == null ? new byte[0] : in.readNBytes(MOST));
        }
    }

    /**
     * Breaks off what is being sent, and refuses what comes later. A connection that is not made yet cannot be broken off, and the
     * JDK makes
     * another one where one is lost early: they are broken off until none is left. Takes three seconds at most.
     */
    public void abort() {
        aborted = true;
        for (int i = 0; i < MOST_LOOKS && !open.isEmpty(); i++) {
            open.forEach(HttpURLConnection::disconnect);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }

    /**
     * Answer of a collector.
     *
     * @param status the status of HTTP
     * @param message its text
     * @param body the beginning of the body
     */
    private record Answer(int status, String message, byte[] body) implements HttpResponse {
        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        public @Nullable String getStatusMessage() {
            return message;
        }

        @Override
        public byte[] getResponseBody() {
            return body;
        }
    }
}
