package io.keelson.admin.events;

import io.keelson.base.log.Severity;
import io.keelson.http.ClientGoneException;
import io.keelson.http.HttpExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Set;

/**
 * One client that listens. What it does not take at once waits here, up to a limit; a client that falls further behind is cut off,
 * and asks again from where it was. Confined to the thread of {@link Events}.
 */
final class EventStream {
    /** The most events that wait for a client. */
    static final int MOST_EVENTS = 2_000;

    /** The most bytes that wait for a client. */
    static final int MOST_BYTES = 1024 * 1024;

    private final HttpExchange exchange;
    private final Set<String> types;
    private final Severity least;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final long opened;
    private long bytes;
    private long wrote;

    EventStream(HttpExchange exchange, Set<String> types, Severity least, long now) {
        this.exchange = exchange;
        this.types = types;
        this.least = least;
        this.opened = now;
        this.wrote = now;
    }

    /** Returns whether the client has asked for such events. */
    boolean wants(Event event) {
        return types.contains(event.type())
                && (!event.type().equals(Events.LOG) || event.severity().compareTo(least) >= 0);
    }

    boolean wants(String type) {
        return types.contains(type);
    }

    void add(byte[] event) {
        waiting.add(event);
        bytes += event.length;
    }

    /** Returns whether more waits than may. */
    boolean behind() {
        return waiting.size() > MOST_EVENTS || bytes > MOST_BYTES;
    }

    long opened() {
        return opened;
    }

    /** Returns when something was last written, in ticks. */
    long wrote() {
        return wrote;
    }

    /**
     * Writes what the connection takes without waiting.
     *
     * @throws IOException when the client is gone
     */
    void pump(long now) throws IOException {
        if (exchange.abandoned()) {
            throw new ClientGoneException("nobody listens any more");
        }
        while (!waiting.isEmpty() && exchange.response().writable()) {
            byte[] next = waiting.remove();
            bytes -= next.length;
            exchange.response().writeNow(ByteBuffer.wrap(next), false);
            wrote = now;
        }
    }

    /** Ends it in good order; the client asks again. */
    void end() {
        exchange.response().complete();
    }

    /** Cuts it off. */
    void cut(IOException why) {
        exchange.abort(why);
    }
}
