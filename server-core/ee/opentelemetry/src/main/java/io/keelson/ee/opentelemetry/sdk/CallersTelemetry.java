package io.keelson.ee.opentelemetry.sdk;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.logs.LoggerProvider;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.propagation.ContextPropagators;

/**
 * The object behind {@code GlobalOpenTelemetry}: the telemetry of the calling thread's application. The static belongs to all
 * applications that use the part, so none may set it. Stateless.
 */
public final class CallersTelemetry implements OpenTelemetry {
    private CallersTelemetry() {}

    /** Takes the static, where that has not been done. */
    public static void claim() {
        if (!GlobalOpenTelemetry.isSet()) {
            GlobalOpenTelemetry.set(new CallersTelemetry());
        }
    }

    private static OpenTelemetry callers() {
        return ApplicationTelemetry.ofThread()
                .map(ApplicationTelemetry::openTelemetry)
                .orElse(OpenTelemetry.noop());
    }

    @Override
    public TracerProvider getTracerProvider() {
        return callers().getTracerProvider();
    }

    @Override
    public MeterProvider getMeterProvider() {
        return callers().getMeterProvider();
    }

    @Override
    public LoggerProvider getLogsBridge() {
        return callers().getLogsBridge();
    }

    @Override
    public ContextPropagators getPropagators() {
        return callers().getPropagators();
    }
}
