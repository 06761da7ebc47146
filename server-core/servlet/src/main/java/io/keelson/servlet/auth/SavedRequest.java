package io.keelson.servlet.auth;

import java.util.List;
import java.util.Map;

/**
 * A request that waits until its user has logged in.
 *
 * <p>Specification: Servlet 6.1, 13.6.3 Form Based Authentication.
 *
 * @param method the HTTP method
 * @param target path and query as they came: {@code /app/order?id=7}
 * @param headers header fields in order, without those of connection and framing and without cookies
 * @param body its body; the array is not changed after construction
 */
public record SavedRequest(String method, String target, List<Map.Entry<String, String>> headers, byte[] body) {
    public SavedRequest {
        headers = List.copyOf(headers);
    }
}
