package io.keelson.websocket;

import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.websocket.session.SocketSession;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Looks after connections that say nothing: one timer for all of an application, and none while it has no connection. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.5 Closing Connections.
 */
final class Watch implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(500);

    private final SocketsProvider.Clock clock;
    private final Set<SocketSession> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile SocketsProvider.@Nullable Pending next;
    private volatile boolean closed;

    Watch(SocketsProvider.Clock clock) {
        this.clock = clock;
    }

    void add(SocketSession session) {
        sessions.add(session);
        schedule();
    }

    void remove(SocketSession session) {
        sessions.remove(session);
    }

    private void schedule() {
        if (!closed && !sessions.isEmpty() && running.compareAndSet(false, true)) {
            next = clock.after(PERIOD, this::look);
        }
    }

    private void look() {
        long now = clock.ticker().nanoTime();
        for (SocketSession session : sessions) {
            session.look(now);
        }
        running.set(false);
        schedule();
    }

    @Override
    public void close() {
        closed = true;
        SocketsProvider.Pending waiting = next;
        if (waiting != null) {
            waiting.cancel();
        }
    }
}
