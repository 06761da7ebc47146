package io.keelson.ee.opentelemetry.bean;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.instrumentation.annotations.AddingSpanAttributes;
import jakarta.annotation.Priority;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;

/**
 * Adds arguments of methods with {@code @AddingSpanAttributes} to the span of the calling thread. Made by CDI for each bean with such
 * methods.
 */
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 1)
public final class AttributesInterceptor {
    static final Annotation BINDING = new Binding();

    @AroundInvoke
    @Nullable
    Object add(InvocationContext call) throws Exception {
        Span.current().setAllAttributes(SpanArguments.of(call.getMethod(), call.getParameters()));
        return call.proceed();
    }

    private static final class Binding extends AnnotationLiteral<AddingSpanAttributes> implements AddingSpanAttributes {
        private static final long serialVersionUID = 1;
    }
}
