package io.keelson.base.trace;

import org.jspecify.annotations.Nullable;

/** A thread that knows the span that it works for; execute threads do. So the log can say it without knowing more of them. */
public interface TracedThread {
    /** The ids of the span that the thread works for now; null where there is none. Called on the thread itself. */
    @Nullable
    TraceContext traceContext();
}
