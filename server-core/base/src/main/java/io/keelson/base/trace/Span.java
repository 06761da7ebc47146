package io.keelson.base.trace;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work of a trace while it lasts: a request that is served, a call that is made. One that is not recorded has its ids too,
 * since they go on to others. Thread-safe.
 */
public final class Span {
    private final Tracer tracer;
    private final TraceContext context;
    private final long parentId;
    private final Kind kind;
    private final long startEpochNanos;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable String route;
    private volatile @Nullable String failure;

    /** Side of a request for which the span stands. */
    public enum Kind {
        /** Server, which serves the request. */
        SERVER,
        /** Client, which makes the request. */
        CLIENT
    }

    Span(Tracer tracer, TraceContext context, long parentId, Kind kind, long startEpochNanos, long startNanos) {
        this.tracer = tracer;
        this.context = context;
        this.parentId = parentId;
        this.kind = kind;
        this.startEpochNanos = startEpochNanos;
        this.startNanos = startNanos;
    }

    /** Its ids, and what travels with them. */
    public TraceContext context() {
        return context;
    }

    /** Returns whether somebody will read it; where that is not so nobody needs to make attributes. */
    public boolean recorded() {
        return context.sampled();
    }

    /** Sets the route of the request, as a pattern of paths: {@code /shop/orders/*}. */
    public void route(String pattern) {
        route = pattern;
    }

    /** Returns what {@link #route(String)} said last; null while nobody has. */
    public @Nullable String route() {
        return route;
    }

    /** Fails, for that reason; of which the type alone is kept: a message may say what is nobody's business. */
    public void failed(Throwable cause) {
        failure = cause.getClass().getName();
    }

    /** The type of what it failed for; null while {@link #failed} was not called. */
    public @Nullable String failure() {
        return failure;
    }

    /**
     * Is over; only the first call counts. Never waits.
     *
     * @param name what spans of such work are called: of few different ones
     * @param attributes by the names of OpenTelemetry's semantic conventions; each is a {@code String} or a {@code Long}. The map is
     *     kept, and must not change any more
     * @param error whether it failed
     */
    public void end(String name, Map<String, Object> attributes, boolean error) {
        if (context.sampled() && ended.compareAndSet(false, true)) {
            long took = Math.max(0, tracer.nanoTime() - startNanos);
            tracer.ended(new FinishedSpan(
                    context, parentId, kind, name, startEpochNanos, startEpochNanos + took, attributes, error));
        }
    }
}
