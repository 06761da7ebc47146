package io.keelson.servlet.path;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Dot segments in paths that are names and no URIs, as those of resources and descriptors: nothing in them is decoded.
 *
 * <p>Specification: Servlet 6.1, 4.6 Resources.
 */
public final class DotSegments {
    private DotSegments() {}

    /** The path without empty and dot segments; null where it leads above the root. */
    public static @Nullable String without(String path) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.substring(1).split("/")) {
            if (segment.equals("..")) {
                if (segments.pollLast() == null) {
                    return null;
                }
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        String joined = "/" + String.join("/", segments);
        return path.endsWith("/") && joined.length() > 1 ? joined + "/" : joined;
    }
}
