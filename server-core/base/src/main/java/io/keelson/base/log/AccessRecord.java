package io.keelson.base.log;

import org.jspecify.annotations.Nullable;

/**
 * One request as the access log writes it. What came from the client stands here as it came; the writer escapes it.
 *
 * @param remoteAddress the client's address, without a port
 * @param user who was authenticated; null for nobody
 * @param startedMillis when the request arrived, in milliseconds since the epoch
 * @param method the method
 * @param target path and query
 * @param protocol as {@code HTTP/1.1}
 * @param status the response's status
 * @param bytes the size of the response's body
 * @param durationNanos from the request's arrival to the response's end
 * @param host what the client called the server; null where it did not
 * @param referer the Referer field; null where there was none
 * @param userAgent the User-Agent field; null where there was none
 * @param channel the channel that it came in on
 * @param requestId its number in this server
 * @param refusedBy the name of the work manager that had no place for it; null where it was not refused for that
 * @param traceId the trace that it belongs to; null where nobody follows requests
 */
public record AccessRecord(
        String remoteAddress,
        @Nullable String user,
        long startedMillis,
        String method,
        String target,
        String protocol,
        int status,
        long bytes,
        long durationNanos,
        @Nullable String host,
        @Nullable String referer,
        @Nullable String userAgent,
        String channel,
        long requestId,
        @Nullable String refusedBy,
        @Nullable String traceId) {
    /** A request that was not refused by a work manager, and that nobody follows. */
    public AccessRecord(
            String remoteAddress,
            @Nullable String user,
            long startedMillis,
            String method,
            String target,
            String protocol,
            int status,
            long bytes,
            long durationNanos,
            @Nullable String host,
            @Nullable String referer,
            @Nullable String userAgent,
            String channel,
            long requestId) {
        this(
                remoteAddress,
                user,
                startedMillis,
                method,
                target,
                protocol,
                status,
                bytes,
                durationNanos,
                host,
                referer,
                userAgent,
                channel,
                requestId,
                null,
                null);
    }

    int weight() {
        return 128 + target.length() + length(user) + length(host) + length(referer) + length(userAgent);
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
