package io.keelson.ee.opentelemetry.bean;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.instrumentation.annotations.AddingSpanAttributes;
import io.opentelemetry.instrumentation.annotations.WithSpan;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.function.Supplier;

/**
 * Adds the beans of an application's telemetry and makes its annotations bindings of interceptors. One an application.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 5.3 Access to the OpenTelemetry Tracing API, 5.2 Automatic Instrumentation.
 */
public final class TelemetryExtension implements Extension {
    private final ApplicationTelemetry telemetry;

    /** Makes that of an application. */
    public TelemetryExtension(ApplicationTelemetry telemetry) {
        this.telemetry = telemetry;
    }

    void bind(@Observes BeforeBeanDiscovery event) {
        bind(event, WithSpan.class, SpanInterceptor.class, SpanInterceptor.BINDING);
        bind(event, AddingSpanAttributes.class, AttributesInterceptor.class, AttributesInterceptor.BINDING);
    }

    /** The members of the annotation do not choose the interceptor, and the annotation's targets do not allow it on a class of ours. */
    private static void bind(
            BeforeBeanDiscovery event, Class<? extends Annotation> type, Class<?> interceptor, Annotation binding) {
        event.configureInterceptorBinding(type).methods().forEach(member -> member.add(Nonbinding.Literal.INSTANCE));
        event.addAnnotatedType(interceptor, "keelson " + interceptor.getName()).add(binding);
    }

    void add(@Observes AfterBeanDiscovery event) {
        bean(event, OpenTelemetry.class, telemetry::openTelemetry);
        bean(event, Tracer.class, () -> telemetry.openTelemetry().getTracer(ApplicationTelemetry.SCOPE));
        bean(event, Meter.class, () -> telemetry.openTelemetry().getMeter(ApplicationTelemetry.SCOPE));
        bean(event, Span.class, CallersSpan::new);
        bean(event, Baggage.class, CallersBaggage::new);
    }

    private static <T> void bean(AfterBeanDiscovery event, Class<T> type, Supplier<T> made) {
        event.<T>addBean()
                .beanClass(TelemetryExtension.class)
                .id("keelson " + type.getName())
                .types(type, Object.class)
                .scope(Singleton.class)
                .produceWith(instance -> made.get());
    }
}
