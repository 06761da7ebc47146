package io.keelson.websocket;

import io.keelson.websocket.session.SocketSession;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections with the login under which they were opened. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 7.2 Relationship with Http Session and Authenticated State.
 */
final class HttpSessions implements HttpSessionListener, HttpSessionIdListener {
    private final Map<String, Set<SocketSession>> connections = new ConcurrentHashMap<>();
    private final Map<SocketSession, String> ids = new ConcurrentHashMap<>();

    void add(SocketSession session) {
        HttpSession http = session.opening().httpSession();
        if (http == null) {
            return;
        }
        try {
            // Its id may change meanwhile.
            for (String id = http.getId(); !id.equals(ids.get(session)); id = http.getId()) {
                remove(session);
                ids.put(session, id);
                join(id, session);
            }
        } catch (IllegalStateException ended) {
            // The container says so when it looks at the login again.
            remove(session);
        }
    }

    private void join(String id, SocketSession session) {
        connections.compute(id, (key, before) -> {
            Set<SocketSession> all = before == null ? ConcurrentHashMap.newKeySet() : before;
            all.add(session);
            return all;
        });
    }

    void remove(SocketSession session) {
        String id = ids.remove(session);
        if (id != null) {
            connections.computeIfPresent(id, (key, all) -> {
                all.remove(session);
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** A login has ended. */
    void end(String id) {
        @Nullable Set<SocketSession> ended = connections.remove(id);
        if (ended != null) {
            ended.forEach(ApplicationSockets::endOfLogin);
        }
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        end(event.getSession().getId());
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldId) {
        Set<SocketSession> moved = connections.remove(oldId);
        if (moved != null) {
            String id = event.getSession().getId();
            moved.forEach(session -> {
                // One that has closed meanwhile stays away.
                if (ids.computeIfPresent(session, (key, before) -> id) != null) {
                    join(id, session);
                }
            });
        }
    }
}
