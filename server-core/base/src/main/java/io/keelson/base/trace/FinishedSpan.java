package io.keelson.base.trace;

import java.util.Collections;
import java.util.Map;

/**
 * A span that is over. Immutable.
 *
 * @param context its ids
 * @param parentId the id of the span that it belongs to; 0: it is the first of its trace
 * @param kind which side of a request it is
 * @param name what spans of such work are called
 * @param startEpochNanos when it began, in nanoseconds since the epoch
 * @param endEpochNanos when it ended; not before
 * @param attributes by name; each is a {@code String} or a {@code Long}. The map is kept as it is, since there is one for each request:
 *     nobody changes it any more
 * @param error whether it failed
 */
public record FinishedSpan(
        TraceContext context,
        long parentId,
        Span.Kind kind,
        String name,
        long startEpochNanos,
        long endEpochNanos,
        Map<String, Object> attributes,
        boolean error) {
    public FinishedSpan {
        attributes = Collections.unmodifiableMap(attributes);
    }
}
