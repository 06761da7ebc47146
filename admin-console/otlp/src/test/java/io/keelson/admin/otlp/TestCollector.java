package io.keelson.admin.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A collector of OpenTelemetry on loopback. It reads what the messages of the protocol's own specification say, with nothing of the
 * library that is tested.
 */
public final class TestCollector implements AutoCloseable {
    private final HttpServer server;
    private final String scheme;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<ReceivedSpans> receivedSpans = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** What it answers. */
    public volatile int status = 200;

    /** True if it leaves requests without an answer until it is closed. */
    public volatile boolean silent;

    /** A request. */
    public record Received(
            String method,
            String path,
            @Nullable String contentType,
            @Nullable String encoding,
            @Nullable String authorization,
            ExportMetricsServiceRequest message) {}

    /** A request with spans. */
    public record ReceivedSpans(
            String method,
            String path,
            @Nullable String contentType,
            @Nullable String encoding,
            @Nullable String authorization,
            boolean taken,
            ExportTraceServiceRequest message) {}

    /** One on a free port. */
    public TestCollector() throws IOException {
        this(0);
    }

    /** One on that port. */
    public TestCollector(int port) throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0), "http");
    }

    /** One with TLS. */
    public TestCollector(SSLContext identity) throws IOException {
        this(secure(identity), "https");
    }

    private TestCollector(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::take);
        server.setExecutor(command -> {
            Thread thread = new Thread(command, "collector");
            thread.setDaemon(true);
            thread.start();
        });
        server.start();
    }

    private static HttpServer secure(SSLContext identity) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(identity));
        return server;
    }

    /** Returns where it listens. */
    public String endpoint() {
        return scheme + "://127.0.0.1:" + port();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns what has come. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** The requests with spans that have come. */
    public List<ReceivedSpans> receivedSpans() {
        return List.copyOf(receivedSpans);
    }

    /** The spans that it took, in the order in which they came. */
    public List<Span> spans() {
        return receivedSpans.stream()
                .filter(ReceivedSpans::taken)
                .flatMap(one -> one.message().getResourceSpansList().stream())
                .flatMap(one -> one.getScopeSpansList().stream())
                .flatMap(one -> one.getSpansList().stream())
                .toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
        boolean spans = exchange.getRequestURI().getPath().endsWith("/v1/traces");
        ExportMetricsServiceRequest message = null;
        ExportTraceServiceRequest traces = null;
        try (InputStream in = exchange.getRequestBody()) {
            InputStream body = "gzip".equals(encoding) ? new GZIPInputStream(in) : in;
            if (spans) {
                traces = ExportTraceServiceRequest.parseFrom(body);
            } else {
                message = ExportMetricsServiceRequest.parseFrom(body);
            }
        }
        if (traces != null) {
            receivedSpans.add(new ReceivedSpans(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    encoding,
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    status == 200,
                    traces));
        } else {
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    encoding,
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    message));
        }
        if (silent) {
            waitForTheEnd();
        }
        byte[] answer = status == 200
                ? ExportMetricsServiceResponse.getDefaultInstance().toByteArray()
                : new byte[0];
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        if (status / 100 == 3) {
            exchange.getResponseHeaders().set("Location", endpoint() + "/elsewhere");
        }
        if (status == 401) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"collector\"");
        }
        exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private void waitForTheEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
    }
}
