package io.keelson.admin.otlp;

import io.keelson.base.trace.FinishedSpan;
import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A span as the library has it. Immutable. */
final class SentSpan implements SpanData {
    private final Resource resource;
    private final InstrumentationScopeInfo scope;
    private final FinishedSpan span;
    private final SpanContext context;
    private final SpanContext parent;
    private final Attributes attributes;

    SentSpan(Resource resource, InstrumentationScopeInfo scope, FinishedSpan span) {
        this.resource = resource;
        this.scope = scope;
        this.span = span;
        TraceContext ids = span.context();
        TraceState state = state(ids.state());
        context = SpanContext.create(ids.traceId(), ids.spanText(), TraceFlags.getSampled(), state);
        parent = span.parentId() == 0 ? SpanContext.getInvalid() : parent(span, ids, state);
        attributes = attributes(span);
    }

    /** Returns the parent of a span. That of a served request is remote: it is a span of whoever made the request, elsewhere. */
    private static SpanContext parent(FinishedSpan span, TraceContext ids, TraceState state) {
        String id = new TraceContext(ids.traceHigh(), ids.traceLow(), span.parentId(), true, null).spanText();
        return span.kind() == Span.Kind.SERVER
                ? SpanContext.createFromRemoteParent(ids.traceId(), id, TraceFlags.getSampled(), state)
                : SpanContext.create(ids.traceId(), id, TraceFlags.getSampled(), state);
    }

    /** The library puts what was added last first. */
    private static TraceState state(@Nullable String text) {
        if (text == null) {
            return TraceState.getDefault();
        }
        TraceStateBuilder builder = TraceState.builder();
        String[] members = text.split(",");
        for (int i = members.length - 1; i >= 0; i--) {
            String member = members[i].strip();
            int at = member.indexOf('=');
            if (at > 0) {
                builder.put(member.substring(0, at), member.substring(at + 1));
            }
        }
        return builder.build();
    }

    private static Attributes attributes(FinishedSpan span) {
        AttributesBuilder all = Attributes.builder();
        span.attributes().forEach((name, value) -> {
            if (value instanceof Long number) {
                all.put(name, number);
            } else {
                all.put(name, value.toString());
            }
        });
        return all.build();
    }

    @Override
    public String getName() {
        return span.name();
    }

    @Override
    public SpanKind getKind() {
        return switch (span.kind()) {
            case SERVER -> SpanKind.SERVER;
            case CLIENT -> SpanKind.CLIENT;
        };
    }

    @Override
    public SpanContext getSpanContext() {
        return context;
    }

    @Override
    public SpanContext getParentSpanContext() {
        return parent;
    }

    @Override
    public StatusData getStatus() {
        return span.error() ? StatusData.error() : StatusData.unset();
    }

    @Override
    public long getStartEpochNanos() {
        return span.startEpochNanos();
    }

    @Override
    public long getEndEpochNanos() {
        return span.endEpochNanos();
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public List<EventData> getEvents() {
        return List.of();
    }

    @Override
    public List<LinkData> getLinks() {
        return List.of();
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public int getTotalRecordedEvents() {
        return 0;
    }

    @Override
    public int getTotalRecordedLinks() {
        return 0;
    }

    @Override
    public int getTotalAttributeCount() {
        return attributes.size();
    }

    @Override
    @SuppressWarnings("deprecation") // the interface still wants it; what is sent is the scope
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(scope.getName(), scope.getVersion());
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return scope;
    }

    @Override
    public Resource getResource() {
        return resource;
    }
}
