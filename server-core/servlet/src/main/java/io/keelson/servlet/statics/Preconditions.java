package io.keelson.servlet.statics;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conditional requests in the order of RFC 9110, 13.2.2, for a representation that exists.
 *
 * <p>Specification: RFC 9110, 13.2.2 Precedence of Preconditions.
 */
final class Preconditions {
    /** Result for a GET or HEAD request. */
    enum Outcome {
        SEND,
        NOT_MODIFIED,
        FAILED
    }

    private final HttpServletRequest request;
    private final String etag;
    private final long lastModified;

    /**
     * For a request.
     *
     * @param etag the current entity tag, with quotes
     * @param lastModified milliseconds since the epoch
     */
    Preconditions(HttpServletRequest request, String etag, long lastModified) {
        this.request = request;
        this.etag = etag;
        this.lastModified = lastModified;
    }

    Outcome evaluate() {
        List<String> match = fields("If-Match");
        if (!match.isEmpty()) {
            if (!matches(match, true)) {
                return Outcome.FAILED;
            }
        } else {
            long unmodified = date("If-Unmodified-Since");
            if (unmodified >= 0 && seconds(lastModified) > seconds(unmodified)) {
                return Outcome.FAILED;
            }
        }
        List<String> noneMatch = fields("If-None-Match");
        if (!noneMatch.isEmpty()) {
            return matches(noneMatch, false) ? Outcome.NOT_MODIFIED : Outcome.SEND;
        }
        long modified = date("If-Modified-Since");
        return modified >= 0 && seconds(lastModified) <= seconds(modified) ? Outcome.NOT_MODIFIED : Outcome.SEND;
    }

    /** Returns whether a {@code Range} field counts (13.1.5): there is no If-Range, or it names this representation. */
    boolean rangeCounts() {
        @Nullable String condition = request.getHeader("If-Range");
        if (condition == null) {
            return true;
        }
        String value = condition.strip();
        if (value.startsWith("\"")) {
            return value.equals(etag);
        }
        if (value.startsWith("W/")) {
            return false;
        }
        long date = date("If-Range");
        return date >= 0 && seconds(date) == seconds(lastModified);
    }

    private List<String> fields(String name) {
        return request.getHeader(name) == null ? List.of() : Collections.list(request.getHeaders(name));
    }

    private boolean matches(List<String> fields, boolean strong) {
        for (String field : fields) {
            String list = field.strip();
            if (list.equals("*")) {
                return true;
            }
            for (int at = 0; at < list.length(); ) {
                int start = list.indexOf('"', at);
                int end = start < 0 ? -1 : list.indexOf('"', start + 1);
                if (end < 0) {
                    break;
                }
                boolean weak = start >= 2 && list.startsWith("W/", start - 2);
                if (same(list.substring(start, end + 1), weak, strong)) {
                    return true;
                }
                at = end + 1;
            }
        }
        return false;
    }

    private boolean same(String tag, boolean weak, boolean strong) {
        boolean mineWeak = etag.startsWith("W/");
        if (strong && (weak || mineWeak)) {
            return false;
        }
        return tag.equals(mineWeak ? etag.substring(2) : etag);
    }

    /** -1 where there is no such field or it is no date: then it does not count. */
    private long date(String field) {
        try {
            return request.getDateHeader(field);
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    private static long seconds(long millis) {
        return Math.floorDiv(millis, 1000);
    }
}
