package io.keelson.balancer;

import io.keelson.http.OutgoingConnection;
import io.keelson.http.OutgoingLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of one loop to the servers that have no request now. Confined to the loop. */
final class ConnectionPool {
    private final OutgoingLoop loop;
    private final BalancerSettings settings;
    private final Map<Backend, Deque<Idle>> idle = new IdentityHashMap<>();

    /** A connection that waits for a request. */
    private record Idle(OutgoingConnection connection, OutgoingLoop.Timer end) {}

    ConnectionPool(OutgoingLoop loop, BalancerSettings settings) {
        this.loop = loop;
        this.settings = settings;
    }

    /** A connection that is open; null where there is none. */
    @Nullable
    OutgoingConnection take(Backend backend) {
        Deque<Idle> waiting = of(backend);
        while (!waiting.isEmpty()) {
            // The one that was used last: the server has not lost patience with it, and the others can end.
            Idle last = waiting.removeLast();
            last.end().cancel();
            last.connection().onClosed(null);
            if (last.connection().reusable()) {
                return last.connection();
            }
            close(backend, last.connection());
        }
        return null;
    }

    /** Opens one. Returns false where the server has as many as it may have: the listener then hears nothing. */
    boolean open(Backend backend, OutgoingLoop.Connecting listener) {
        if (!backend.takeConnection(settings.maxConnections())) {
            return false;
        }
        loop.connect(backend.destination(), settings.connectTimeout(), new OutgoingLoop.Connecting() {
            @Override
            public void connected(OutgoingConnection connection) {
                listener.connected(connection);
            }

            @Override
            public void failed(IOException why) {
                backend.connectionEnded();
                listener.failed(why);
            }
        });
        return true;
    }

    /** Takes a connection back: for the next request where it can carry one. */
    void release(Backend backend, OutgoingConnection connection) {
        if (!connection.reusable() || !backend.servesItsSessions()) {
            close(backend, connection);
            return;
        }
        Deque<Idle> waiting = of(backend);
        Duration patience = settings.idleTimeout();
        OutgoingLoop.Timer end = loop.after(patience, () -> drop(backend, connection));
        waiting.addLast(new Idle(connection, end));
        connection.onClosed(() -> closed(backend, connection));
    }

    /** Closes a connection that was taken or opened. */
    void close(Backend backend, OutgoingConnection connection) {
        connection.onClosed(null);
        connection.close();
        backend.connectionEnded();
    }

    /** Closes those that wait: the server takes no more requests. */
    void drain(Backend backend) {
        Deque<Idle> waiting = of(backend);
        while (!waiting.isEmpty()) {
            Idle one = waiting.removeFirst();
            one.end().cancel();
            close(backend, one.connection());
        }
    }

    private void drop(Backend backend, OutgoingConnection connection) {
        if (of(backend).removeIf(one -> one.connection() == connection)) {
            close(backend, connection);
        }
    }

    /** The server has closed it. */
    private void closed(Backend backend, OutgoingConnection connection) {
        of(backend).removeIf(one -> {
            boolean same = one.connection() == connection;
            if (same) {
                one.end().cancel();
                backend.connectionEnded();
            }
            return same;
        });
    }

    private Deque<Idle> of(Backend backend) {
        return idle.computeIfAbsent(backend, none -> new ArrayDeque<>());
    }
}
