package io.keelson.servlet.request;

import io.keelson.servlet.runtime.WebRuntime;
import jakarta.servlet.ServletContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a request: in its own application, and in others that it was dispatched to. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 7.3 Session Scope.
 */
public final class RequestSessions {
    private final RequestExchange exchange;
    private final WebRequest request;
    private final RequestSession own;
    private @Nullable Map<ServletContext, Visited> visited;

    private record Visited(WebRuntime host, RequestSession session) {}

    RequestSessions(RequestExchange exchange, WebRequest request) {
        this.exchange = exchange;
        this.request = request;
        this.own = new RequestSession(exchange, request, exchange.runtime());
    }

    /** Returns the session in the request's own application. */
    public RequestSession own() {
        return own;
    }

    /** Returns the session in the request's own application, or in one that it has come into (7.3). */
    public RequestSession in(WebRuntime host) {
        if (host.isOf(exchange.runtime())) {
            return own;
        }
        Visited there = visited == null ? null : visited.get(host.context());
        if (there == null) {
            throw new IllegalStateException("the request is not in the application " + host.name());
        }
        return there.session();
    }

    /** Comes into another application, which counts the request until its end; false where it takes none now. */
    public boolean visit(WebRuntime host) {
        Map<ServletContext, Visited> others = visited;
        if (others == null) {
            others = new HashMap<>();
            visited = others;
        }
        if (!others.containsKey(host.context())) {
            if (!host.gate().enter()) {
                return false;
            }
            host.gate().waits(exchange);
            others.put(host.context(), new Visited(host, new RequestSession(exchange, request, host)));
        }
        return true;
    }

    /** Gives clients what they are to keep of their sessions: the head of the response is about to be sent. */
    public void toClient() {
        own.toClient();
        if (visited != null) {
            visited.values().forEach(other -> other.session().toClient());
        }
    }

    /** Ends their use; returns a stage that completes when what the request did to them is safe, or null where it has had none. */
    @Nullable
    public CompletionStage<@Nullable Void> release() {
        own.release();
        CompletionStage<@Nullable Void> settled = own.settled();
        if (visited != null) {
            for (Visited other : visited.values()) {
                other.session().release();
                CompletionStage<@Nullable Void> there = other.session().settled();
                CompletionStage<@Nullable Void> before = settled;
                settled =
                        there == null ? before : before == null ? there : before.thenCombine(there, (one, two) -> null);
            }
        }
        return settled;
    }

    /** Leaves the applications, which count the request no more. */
    public void leave() {
        leave(exchange.runtime());
        if (visited != null) {
            visited.values().forEach(other -> leave(other.host()));
        }
    }

    private void leave(WebRuntime left) {
        left.gate().waitsNoMore(exchange);
        left.gate().exit();
    }
}
