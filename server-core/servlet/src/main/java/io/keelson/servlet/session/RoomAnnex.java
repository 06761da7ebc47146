package io.keelson.servlet.session;

import io.keelson.servlet.spi.SessionAnnex;
import io.keelson.servlet.spi.SessionState;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The annex of one room: attributes of names that the application cannot use, so that every store has them. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.4 Binding Attributes into a Session.
 */
final class RoomAnnex implements SessionAnnex {
    private static final Pattern ROOM = Pattern.compile("[A-Za-z0-9-]+");

    private final WebSession session;
    private final Sessions sessions;
    private final String prefix;

    RoomAnnex(WebSession session, Sessions sessions, String room) {
        if (!ROOM.matcher(room).matches()) {
            throw new IllegalArgumentException(
                    "a room that keeps something with sessions is named by letters, digits and hyphens, not '" + room
                            + "'");
        }
        this.session = session;
        this.sessions = sessions;
        prefix = PREFIX + room + '/';
    }

    /** Returns whether an attribute of that name is a room's. */
    static boolean has(String name) {
        return name.startsWith(PREFIX);
    }

    @Override
    public @Nullable Object get(String name) {
        return session.usable().attributes().get(prefix + name);
    }

    @Override
    public void put(String name, @Nullable Object value) {
        String full = prefix + Objects.requireNonNull(name, "the name is null");
        SessionState state = session.usable();
        if (value != null) {
            sessions.check(full, value);
            if (!SessionListeners.same(state.attributes().get(full), value)) {
                sessions.listeners().binding(session, full, value);
            }
        }
        Object old = state.put(full, value);
        if (value != null) {
            sessions.listeners().replaced(session, full, value, old);
        } else if (old != null) {
            sessions.listeners().unbound(session, full, old);
        }
    }

    @Override
    public Set<String> names() {
        return session.usable().attributes().keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
