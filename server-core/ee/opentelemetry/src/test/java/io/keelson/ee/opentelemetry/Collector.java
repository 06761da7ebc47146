package io.keelson.ee.opentelemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector that reads requests by the messages of the protocol's specification. */
final class Collector implements AutoCloseable {
    final List<Span> spans = new CopyOnWriteArrayList<>();
    final List<Metric> metrics = new CopyOnWriteArrayList<>();
    final List<LogRecord> logs = new CopyOnWriteArrayList<>();
    final Set<String> services = ConcurrentHashMap.newKeySet();
    private final HttpServer server;

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> take(exchange, this::traces));
        server.createContext("/v1/metrics", exchange -> take(exchange, this::metrics));
        server.createContext("/v1/logs", exchange -> take(exchange, this::logs));
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private interface Reader {
        void read(InputStream in) throws IOException;
    }

    private static void take(HttpExchange exchange, Reader reader) throws IOException {
        try (exchange) {
            reader.read(exchange.getRequestBody());
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void traces(InputStream in) throws IOException {
        ExportTraceServiceRequest.parseFrom(in).getResourceSpansList().forEach(of -> {
            service(of.getResource());
            of.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
        });
    }

    private void metrics(InputStream in) throws IOException {
        ExportMetricsServiceRequest.parseFrom(in).getResourceMetricsList().forEach(of -> {
            service(of.getResource());
            of.getScopeMetricsList().forEach(scope -> metrics.addAll(scope.getMetricsList()));
        });
    }

    private void logs(InputStream in) throws IOException {
        ExportLogsServiceRequest.parseFrom(in).getResourceLogsList().forEach(of -> {
            service(of.getResource());
            of.getScopeLogsList().forEach(scope -> logs.addAll(scope.getLogRecordsList()));
        });
    }

    private void service(Resource resource) {
        text(resource.getAttributesList(), "service.name").ifPresent(services::add);
    }

    /** Returns the spans of a kind, in the order in which they came. */
    List<Span> spans(Span.SpanKind kind) {
        return spans.stream().filter(span -> span.getKind() == kind).toList();
    }

    static Optional<String> text(List<KeyValue> attributes, String key) {
        return attributes.stream()
                .filter(each -> each.getKey().equals(key))
                .map(each -> each.getValue().hasIntValue()
                        ? String.valueOf(each.getValue().getIntValue())
                        : each.getValue().getStringValue())
                .findFirst();
    }

    static String text(Span span, String key) {
        return text(span.getAttributesList(), key).orElse(null);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
