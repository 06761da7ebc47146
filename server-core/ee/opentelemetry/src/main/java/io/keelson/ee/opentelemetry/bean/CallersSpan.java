package io.keelson.ee.opentelemetry.bean;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The span of the calling thread, whichever that is at each call. Stateless. */
final class CallersSpan implements Span {
    @Override
    public <T> Span setAttribute(AttributeKey<T> key, @Nullable T value) {
        Span.current().setAttribute(key, value);
        return this;
    }

    @Override
    public Span addEvent(String name, Attributes attributes) {
        Span.current().addEvent(name, attributes);
        return this;
    }

    @Override
    public Span addEvent(String name, Attributes attributes, long timestamp, TimeUnit unit) {
        Span.current().addEvent(name, attributes, timestamp, unit);
        return this;
    }

    @Override
    public Span setStatus(StatusCode status, String description) {
        Span.current().setStatus(status, description);
        return this;
    }

    @Override
    public Span recordException(Throwable exception, Attributes attributes) {
        Span.current().recordException(exception, attributes);
        return this;
    }

    @Override
    public Span updateName(String name) {
        Span.current().updateName(name);
        return this;
    }

    @Override
    public Span addLink(SpanContext to) {
        Span.current().addLink(to);
        return this;
    }

    @Override
    public Span addLink(SpanContext to, Attributes attributes) {
        Span.current().addLink(to, attributes);
        return this;
    }

    @Override
    public void end() {
        Span.current().end();
    }

    @Override
    public void end(long timestamp, TimeUnit unit) {
        Span.current().end(timestamp, unit);
    }

    @Override
    public SpanContext getSpanContext() {
        return Span.current().getSpanContext();
    }

    @Override
    public boolean isRecording() {
        return Span.current().isRecording();
    }

    /** Stores the span itself: this object in a context would refer to itself. */
    @Override
    public Context storeInContext(Context context) {
        return Span.current().storeInContext(context);
    }
}
