package io.keelson.ee.opentelemetry.bean;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.instrumentation.annotations.WithSpan;
import jakarta.annotation.Priority;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Follows calls of methods with {@code @WithSpan} by spans. A span of a method that returns a {@code CompletionStage} ends when that
 * does. Made by CDI for each bean with such methods.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 5.2 Automatic Instrumentation, Manual Instrumentation by annotation.
 */
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public final class SpanInterceptor {
    static final Annotation BINDING = new Binding();

    private final OpenTelemetry telemetry;

    /** Makes that of an application. */
    @Inject
    SpanInterceptor(OpenTelemetry telemetry) {
        this.telemetry = telemetry;
    }

    @AroundInvoke
    @Nullable
    Object follow(InvocationContext call) throws Exception {
        Span span = span(call).startSpan();
        boolean pending = false;
        try (Scope scope = span.makeCurrent()) {
            Object result = call.proceed();
            if (result instanceof CompletionStage<?> stage) {
                pending = true;
                stage.whenComplete((value, failure) -> end(span, failure));
            }
            return result;
        } catch (Exception | Error e) {
            failed(span, e);
            throw e;
        } finally {
            if (!pending) {
                span.end();
            }
        }
    }

    private SpanBuilder span(InvocationContext call) {
        Method method = call.getMethod();
        WithSpan annotation = method.getAnnotation(WithSpan.class);
        String name = annotation == null || annotation.value().isEmpty() ? nameOf(method) : annotation.value();
        SpanBuilder span = telemetry
                .getTracer(ApplicationTelemetry.SCOPE)
                .spanBuilder(name)
                .setSpanKind(annotation == null ? SpanKind.INTERNAL : annotation.kind())
                .setAttribute("code.function.name", method.getDeclaringClass().getName() + "." + method.getName());
        if (annotation != null && !annotation.inheritContext()) {
            span.setNoParent();
        }
        span.setAllAttributes(SpanArguments.of(method, call.getParameters()));
        return span;
    }

    private static String nameOf(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private static void end(Span span, @Nullable Throwable failure) {
        if (failure != null) {
            failed(span, failure);
        }
        span.end();
    }

    private static void failed(Span span, Throwable failure) {
        span.recordException(failure);
        span.setStatus(StatusCode.ERROR);
    }

    private static final class Binding extends AnnotationLiteral<WithSpan> implements WithSpan {
        private static final long serialVersionUID = 1;

        @Override
        public String value() {
            return "";
        }

        @Override
        public SpanKind kind() {
            return SpanKind.INTERNAL;
        }

        @Override
        public boolean inheritContext() {
            return true;
        }
    }
}
