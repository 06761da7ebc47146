package io.keelson.balancer;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.OutgoingRequest;
import io.keelson.http.RequestHead;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Request as far as passing it on needs it, copied when it came in. Immutable.
 *
 * @param request its head as it goes on
 * @param hints the servers that it names as those of its session
 * @param upgrade the protocol that the client wants to change to; null for none
 * @param expect whether the client waits for 100 before it sends the body
 */
record Incoming(
        OutgoingRequest request,
        List<String> hints,
        @Nullable String upgrade,
        boolean expect) {
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    /**
     * Looks at a request. On the muxer thread.
     *
     * @throws IllegalArgumentException where it cannot go on as it is
     */
    static Incoming of(HttpExchange exchange) {
        return of(exchange, Map.of());
    }

    /** Does the same as {@link #of(HttpExchange)}, with fields in the place of what the client may have sent under their names. */
    static Incoming of(HttpExchange exchange, Map<String, String> more) {
        RequestHead head = exchange.request();
        HttpHeaders headers = head.headers();
        String upgrade = upgrade(head);
        long length = exchange.body().length();
        String expectation = headers.get("Expect");
        boolean expect = expectation != null && length != 0 && head.protocol().equals("HTTP/1.1");
        HttpHeaders fields = ForwardedFields.request(exchange, "localhost", upgrade, expect);
        more.forEach(fields::set);
        if (length < 0 && upgrade == null && exchange.body().finished()) {
            length = 0;
        }
        return new Incoming(
                new OutgoingRequest(head.method(), head.target(), fields, length),
                SessionHints.of(head.path(), headers),
                upgrade,
                expect);
    }

    /** WebSocket only: a tunnel to whatever else would lead past all that is checked here. */
    private static @Nullable String upgrade(RequestHead head) {
        HttpHeaders headers = head.headers();
        List<String> wanted = headers.all("Upgrade");
        boolean asks = headers.all("Connection").stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .anyMatch(option -> option.strip().equalsIgnoreCase("upgrade"));
        boolean webSocket = asks
                && head.method().equals("GET")
                && head.protocol().equals("HTTP/1.1")
                && wanted.size() == 1
                && wanted.get(0).strip().toLowerCase(Locale.ROOT).equals("websocket");
        return webSocket ? "websocket" : null;
    }

    /** Returns whether doing it twice is as good as once (RFC 9110, 9.2.2). */
    boolean idempotent() {
        return IDEMPOTENT.contains(request.method()) && upgrade == null;
    }
}
