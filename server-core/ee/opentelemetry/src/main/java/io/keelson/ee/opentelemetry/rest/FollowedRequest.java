package io.keelson.ee.opentelemetry.rest;

import io.keelson.base.time.Ticker;
import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to a resource. Its span begins when the resource is known, and ends with the answer, once. What begins it and
 * leaves it are calls of one thread; the end may come on another.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 5.1 Automatic Instrumentation, Jakarta RESTful Web Services; 6 Metrics, Required Metrics.
 */
final class FollowedRequest {
    static final String ATTRIBUTE = "io.keelson.opentelemetry.request";

    private static final List<Double> BOUNDS =
            List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);
    private static final double NANOS = 1e9;
    private static final int SERVER_ERROR = 500;

    private final ApplicationTelemetry telemetry;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AtomicBoolean ended = new AtomicBoolean();
    private @Nullable Started started;
    private @Nullable Scope scope;
    private volatile @Nullable Throwable failure;

    FollowedRequest(ApplicationTelemetry telemetry, HttpServletRequest request, HttpServletResponse response) {
        this.telemetry = telemetry;
        this.request = request;
        this.response = response;
    }

    /**
     * Begins the span.
     *
     * @param route the path of the resource with the names of its parameters; null where it is not known
     */
    @SuppressWarnings("MustBeClosedChecker") // leave() closes the scope
    void begin(@Nullable String route) {
        if (started != null) {
            return; // a forward to another resource belongs to the same request
        }
        OpenTelemetry open = telemetry.openTelemetry();
        Context parent =
                open.getPropagators().getTextMapPropagator().extract(Context.current(), request, RequestFields.GETTER);
        String method = HttpAttributes.method(request.getMethod());
        SpanBuilder span = open.getTracer(ApplicationTelemetry.SCOPE)
                .spanBuilder(route == null ? method : method + " " + route)
                .setSpanKind(SpanKind.SERVER)
                .setParent(parent)
                .setAllAttributes(RequestFields.attributes(request));
        AttributesBuilder common = Attributes.builder()
                .put(HttpAttributes.METHOD, method)
                .put(HttpAttributes.SCHEME, request.getScheme())
                .put(HttpAttributes.PROTOCOL_VERSION, HttpAttributes.version(request.getProtocol()));
        if (route != null) {
            common.put(HttpAttributes.ROUTE, route);
        }
        Attributes known = common.build();
        Span begun = span.setAllAttributes(known).startSpan();
        started = new Started(begun, known, Ticker.system().nanoTime());
        scope = parent.with(begun).makeCurrent();
    }

    boolean hasBegun() {
        return started != null;
    }

    /** Remembers an exception that reached the container. */
    void failed(@Nullable Throwable thrown) {
        failure = thrown;
    }

    /** Ends the work of the calling thread for the request. */
    void leave() {
        if (scope != null) {
            scope.close();
            scope = null;
        }
    }

    /** Ends the span with what the response says. Later calls do nothing. */
    void end() {
        Started begun = started;
        if (begun == null || !ended.compareAndSet(false, true)) {
            return;
        }
        Throwable thrown = failure;
        int status = thrown == null || response.getStatus() >= SERVER_ERROR ? response.getStatus() : SERVER_ERROR;
        AttributesBuilder outcome = Attributes.builder().put(HttpAttributes.STATUS, (long) status);
        if (thrown != null) {
            begun.span.recordException(thrown);
            outcome.put(HttpAttributes.ERROR, thrown.getClass().getName());
        } else if (status >= SERVER_ERROR) {
            outcome.put(HttpAttributes.ERROR, String.valueOf(status));
        }
        if (status >= SERVER_ERROR) {
            begun.span.setStatus(StatusCode.ERROR);
        }
        Attributes said = outcome.build();
        begun.span.setAllAttributes(said);
        begun.span.end();
        telemetry
                .openTelemetry()
                .getMeter(ApplicationTelemetry.SCOPE)
                .histogramBuilder("http.server.request.duration")
                .setDescription("Duration of HTTP server requests.")
                .setUnit("s")
                .setExplicitBucketBoundariesAdvice(BOUNDS)
                .build()
                .record(
                        (Ticker.system().nanoTime() - begun.nanos) / NANOS,
                        begun.common.toBuilder().putAll(said).build());
    }

    /**
     * A span that has begun.
     *
     * @param span the span
     * @param common the attributes that span and figures have in common
     * @param nanos when, by the ticker
     */
    private record Started(Span span, Attributes common, long nanos) {}
}
