package io.keelson.session.marshal;

import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.spi.SessionAnnex;
import io.keelson.servlet.spi.SessionContents;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session's attributes as bytes, beside the objects: what was set is serialised once, at the end of its request, and compared with the
 * bytes before, so that what has not changed is not written. Whoever has an image guards it with a lock. The arrays are never changed.
 */
public final class SessionImage {
    /** The page that waits for a login, among the attributes: servers that do not know of it leave it as it is. */
    private static final String WAITING = SessionAnnex.PREFIX + "login/waiting";

    private final Marshalling marshalling;
    private final boolean keepsPage;
    private final Map<String, byte[]> attributes = new HashMap<>();
    private int timeoutSeconds;
    private @Nullable String user;

    /** The image of a session that nobody has written yet. */
    public SessionImage(Marshalling marshalling) {
        this(marshalling, true);
    }

    /**
     * The image of a session that nobody has written yet.
     *
     * @param keepsPage whether the page that waits for a login is a part of it
     */
    public SessionImage(Marshalling marshalling, boolean keepsPage) {
        this.marshalling = marshalling;
        this.keepsPage = keepsPage;
    }

    /**
     * Takes over what was changed since the last time.
     *
     * @return the names of the attributes whose bytes are others now or gone; {@link #attribute} says which
     */
    public Set<String> update(SessionState state) {
        Set<String> changed = new HashSet<>();
        Set<String> later = new HashSet<>();
        for (String name : state.takeChanges()) {
            Object value = state.attributes().get(name);
            if (value == null) {
                if (attributes.remove(name) != null) {
                    changed.add(name);
                }
                continue;
            }
            long from = marshalling.nanos();
            Marshalling.Written written = marshalling.write(name, value, attributes.get(name));
            switch (written.outcome()) {
                case WRITTEN -> {
                    byte[] before = attributes.put(name, written.bytes());
                    boolean other = !Arrays.equals(before, written.bytes());
                    if (other) {
                        changed.add(name);
                    }
                    marshalling.count(name, value, written.bytes(), other, from);
                }
                case REFUSED -> {
                    if (attributes.remove(name) != null) {
                        changed.add(name);
                    }
                }
                case LATER -> later.add(name);
            }
        }
        if (!later.isEmpty()) {
            state.changed(later);
        }
        if (keepsPage) {
            updatePage(state, changed);
        }
        marshalling.watch(state, attributes);
        return changed;
    }

    /**
     * Of a request that waits for a login its page goes along, not its method and body: who logs in on another server gets there by GET.
     */
    private void updatePage(SessionState state, Set<String> changed) {
        String page = state.login().awaited();
        boolean other;
        if (page == null) {
            other = attributes.remove(WAITING) != null;
        } else {
            byte[] now = marshalling.write(WAITING, page, null).bytes();
            other = !Arrays.equals(attributes.put(WAITING, now), now);
        }
        if (other) {
            changed.add(WAITING);
        }
    }

    /** Takes over what else a store keeps: time-out and login. Returns whether it is another than the last time. */
    public boolean updateRest(SessionState state) {
        String now = user(state);
        boolean other = timeoutSeconds != state.timeoutSeconds() || !java.util.Objects.equals(user, now);
        timeoutSeconds = state.timeoutSeconds();
        user = now;
        return other;
    }

    /** A login that other applications know is theirs as well: it cannot come back without them. */
    private static @Nullable String user(SessionState state) {
        SessionLogin.Login login = state.login().shared() ? null : state.login().login();
        return login == null ? null : login.caller().principal().getName();
    }

    /** The bytes of an attribute; null where it has none. */
    public byte @Nullable [] attribute(String name) {
        return attributes.get(name);
    }

    /** Returns how many bytes the attributes are together. */
    public long size() {
        return StoredContent.bytes(attributes);
    }

    /** The session as it is shown to management, with the attribute that names it (null: none). Under the lock that guards the image. */
    public SessionSight.Content content(SessionState state, @Nullable String naming) {
        return SessionContents.of(
                state, naming, StoredContent.sizes(attributes), OptionalLong.of(StoredContent.bytes(attributes)));
    }

    /** The session as it is written. */
    public SessionRecord record(SessionState state) {
        return record(state, Map.copyOf(attributes));
    }

    /** All of the session as it is written but its attributes. */
    public SessionRecord about(SessionState state) {
        return record(state, Map.of());
    }

    private SessionRecord record(SessionState state, Map<String, byte[]> with) {
        SessionLogin.Login login = state.login().login();
        return new SessionRecord(
                state.id(),
                state.created(),
                state.thisAccess(),
                timeoutSeconds,
                user,
                user == null || login == null ? null : login.scheme(),
                with);
    }

    /** Puts what another server has written into the session, but for attributes that were changed here since. */
    public void merge(SessionRecord theirs, SessionState state, Set<String> mine) {
        Set<String> names = new HashSet<>(attributes.keySet());
        names.addAll(theirs.attributes().keySet());
        names.removeAll(mine);
        for (String name : names) {
            byte[] bytes = theirs.attributes().get(name);
            if (bytes == null) {
                attributes.remove(name);
                state.attributes().remove(name);
            } else if (!Arrays.equals(bytes, attributes.put(name, bytes))) {
                restore(name, bytes, state);
            }
        }
    }

    /**
     * A session of its record, with its objects. In the application's context.
     *
     * @param image takes the bytes; a new one
     */
    public static SessionState restore(SessionRecord record, SessionImage image, SessionHost host) {
        long idleMillis = Math.max(0, host.ticker().currentTimeMillis() - record.accessed());
        // A century is enough: more nanoseconds would overflow.
        long idle = Math.min(idleMillis, 3_000_000_000_000L) * 1_000_000;
        SessionState state = SessionState.restored(
                record.id(),
                record.created(),
                record.accessed(),
                host.ticker().nanoTime() - idle,
                record.timeoutSeconds());
        String user = record.user();
        String scheme = record.scheme();
        if (user != null && scheme != null) {
            host.caller(user).ifPresent(caller -> state.login().login(new SessionLogin.Login(caller, scheme)));
        }
        image.timeoutSeconds = record.timeoutSeconds();
        image.user = user(state);
        image.attributes.putAll(record.attributes());
        record.attributes().forEach((name, bytes) -> image.restore(name, bytes, state));
        return state;
    }

    /** Sets an attribute to its value. One that cannot be read keeps its bytes, for a version of the application that can. */
    private void restore(String name, byte[] bytes, SessionState state) {
        Object value = marshalling.read(name, bytes);
        if (name.equals(WAITING)) {
            if (value instanceof String page) {
                state.login().await(page);
            }
        } else if (value == null) {
            state.attributes().remove(name);
        } else {
            state.attributes().put(name, value);
        }
    }
}
