package io.keelson.ee.opentelemetry.rest;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import jakarta.annotation.Priority;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;
import java.net.URI;
import java.util.Objects;

/**
 * Follows requests of clients by spans and tells the server of them. REST asks no filter about a request that gets no answer; its span is
 * not sent. Stateless; the telemetry is that of the calling thread's application.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 5.1 Automatic Instrumentation, Jakarta RESTful Web Services Client and MicroProfile REST
 * Client.
 */
@ConstrainedTo(RuntimeType.CLIENT)
@Priority(Priorities.USER + 1000)
public final class ClientFilter implements ClientRequestFilter, ClientResponseFilter {
    private static final String PROPERTY = "io.keelson.opentelemetry.span";
    private static final int CLIENT_ERROR = 400;

    @Override
    public void filter(ClientRequestContext request) {
        ApplicationTelemetry.ofThread()
                .filter(ApplicationTelemetry::isEnabled)
                .ifPresent(telemetry -> begin(telemetry.openTelemetry(), request));
    }

    private static void begin(OpenTelemetry telemetry, ClientRequestContext request) {
        URI address = request.getUri();
        String method = HttpAttributes.method(request.getMethod());
        SpanBuilder builder = telemetry
                .getTracer(ApplicationTelemetry.SCOPE)
                .spanBuilder(method)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(HttpAttributes.METHOD, method)
                .setAttribute(HttpAttributes.FULL, HttpAttributes.withoutUser(address));
        if (!method.equals(request.getMethod())) {
            builder.setAttribute(HttpAttributes.METHOD_ORIGINAL, request.getMethod());
        }
        if (address.getHost() != null) {
            builder.setAttribute(HttpAttributes.SERVER, address.getHost());
            builder.setAttribute(HttpAttributes.PORT, port(address));
        }
        Span span = builder.startSpan();
        request.setProperty(PROPERTY, span);
        telemetry
                .getPropagators()
                .getTextMapPropagator()
                .inject(
                        Context.current().with(span),
                        request,
                        (carrier, name, value) ->
                                Objects.requireNonNull(carrier).getHeaders().putSingle(name, value));
    }

    private static long port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }

    @Override
    public void filter(ClientRequestContext request, ClientResponseContext response) {
        if (request.getProperty(PROPERTY) instanceof Span span) {
            request.removeProperty(PROPERTY);
            span.setAttribute(HttpAttributes.STATUS, (long) response.getStatus());
            if (response.getStatus() >= CLIENT_ERROR) {
                span.setAttribute(HttpAttributes.ERROR, String.valueOf(response.getStatus()));
                span.setStatus(StatusCode.ERROR);
            }
            span.end();
        }
    }
}
