package io.keelson.servlet.session;

import io.keelson.servlet.spi.SessionAnnex;
import io.keelson.servlet.spi.SessionState;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session as the application sees it during one request. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.4 Binding Attributes into a Session; Servlet 6.1, 7.7.1 Threading Issues.
 */
public final class WebSession implements HttpSession, SessionAnnex.Owner {
    private static final String NO_NAME = "the name of a session attribute is null";

    private final Sessions sessions;
    private final SessionState state;
    private final boolean leaving;

    WebSession(Sessions sessions, SessionState state) {
        this(sessions, state, false);
    }

    /** @param leaving whether it is for those who are told that it leaves memory: what they change is kept */
    WebSession(Sessions sessions, SessionState state, boolean leaving) {
        this.sessions = sessions;
        this.state = state;
        this.leaving = leaving;
    }

    /** The content. */
    public SessionState state() {
        return state;
    }

    /** Returns whether requests may still use it. */
    public boolean valid() {
        return state.valid();
    }

    @Override
    public long getCreationTime() {
        return usable().created();
    }

    @Override
    public String getId() {
        return state.id();
    }

    @Override
    public long getLastAccessedTime() {
        return usable().lastAccessed();
    }

    @Override
    public ServletContext getServletContext() {
        return sessions.context();
    }

    @Override
    public void setMaxInactiveInterval(int interval) {
        state.timeoutSeconds(interval);
    }

    @Override
    public int getMaxInactiveInterval() {
        return state.timeoutSeconds();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        Object value = usable().attributes().get(Objects.requireNonNull(name, NO_NAME));
        return value == null || RoomAnnex.has(name) ? null : value;
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        List<String> names = usable().attributes().keySet().stream()
                .filter(name -> !RoomAnnex.has(name))
                .toList();
        return Collections.enumeration(names);
    }

    @Override
    public SessionAnnex annex(String room) {
        return new RoomAnnex(this, sessions, room);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        Objects.requireNonNull(name, NO_NAME);
        if (value == null) {
            removeAttribute(name);
            return;
        }
        if (RoomAnnex.has(name)) {
            throw new IllegalArgumentException(
                    "names of session attributes that begin with " + SessionAnnex.PREFIX + " are the server's own");
        }
        SessionState now = changeable(name);
        sessions.check(name, value);
        if (!SessionListeners.same(now.attributes().get(name), value)) {
            sessions.listeners().binding(this, name, value);
        }
        sessions.bound(this, name, value, now.put(name, value));
    }

    @Override
    public void removeAttribute(String name) {
        SessionState now = changeable(name);
        Object old = RoomAnnex.has(Objects.requireNonNull(name, NO_NAME)) ? null : now.put(name, null);
        if (old != null) {
            sessions.unbound(this, name, old);
        }
    }

    @Override
    public void invalidate() {
        if (!sessions.end(state, true)) {
            throw new IllegalStateException("the session has been invalidated already");
        }
    }

    @Override
    public boolean isNew() {
        return usable().fresh();
    }

    @Override
    public Accessor getAccessor() {
        String id = usable().id();
        return consumer -> sessions.access(id, consumer);
    }

    private SessionState changeable(String name) {
        SessionState now = usable();
        if (now.retired() && !leaving) {
            sessions.lost(name);
        }
        return now;
    }

    /** The content, as long as whoever has the session may use it. */
    SessionState usable() {
        if (!state.usable()) {
            throw new IllegalStateException("the session has been invalidated");
        }
        return state;
    }
}
