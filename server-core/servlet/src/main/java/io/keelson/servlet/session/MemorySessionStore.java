package io.keelson.servlet.session;

import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Sessions on this server only.
 *
 * <p>Specification: Servlet 6.1, 7.3 Session Scope.
 */
public final class MemorySessionStore implements SessionStore {
    private final ConcurrentMap<String, SessionState> sessions = new ConcurrentHashMap<>();

    @Override
    public @Nullable SessionState find(String id) {
        return sessions.get(id);
    }

    @Override
    public @Nullable SessionState findHere(String id) {
        return sessions.get(id);
    }

    @Override
    public boolean add(SessionState session) {
        return sessions.putIfAbsent(session.id(), session) == null;
    }

    @Override
    public void rename(String oldId, SessionState session) {
        sessions.put(session.id(), session);
        sessions.remove(oldId);
    }

    @Override
    public void remove(String id) {
        sessions.remove(id);
    }

    @Override
    public void requestEnds(SessionState session) {
        session.dropChanges();
    }

    @Override
    public Collection<SessionState> local() {
        return sessions.values();
    }

    @Override
    public void close() {
        sessions.clear();
    }
}
