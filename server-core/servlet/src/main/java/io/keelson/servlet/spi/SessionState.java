package io.keelson.servlet.spi;

import io.keelson.servlet.auth.SessionLogin;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The content of one session, without the listeners and rules around it. Thread-safe: requests of one session may run at the
 * same time (Servlet 6.1, 7.7.1).
 */
public final class SessionState {
    private final long created;
    private final SessionLogin login = new SessionLogin();
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final Set<String> changes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger users = new AtomicInteger();
    private volatile String id;
    private volatile long lastAccessed;
    private volatile long thisAccess;
    private volatile long idleSinceNanos;
    private volatile int timeoutSeconds;
    private volatile boolean fresh = true;
    private volatile Validity validity = Validity.VALID;

    /**
     * A new session.
     *
     * @param id its id
     * @param created wall-clock time in milliseconds
     * @param nanos the ticker's time
     * @param timeoutSeconds how long it may be idle; 0 or less: for ever
     */
    public SessionState(String id, long created, long nanos, int timeoutSeconds) {
        this.id = id;
        this.created = created;
        this.lastAccessed = created;
        this.thisAccess = created;
        this.idleSinceNanos = nanos;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** The id; changes at a login. */
    public String id() {
        return id;
    }

    /** Sets a new id. The caller tells the store. */
    public void id(String next) {
        id = next;
    }

    /** When it was made: milliseconds since the epoch. */
    public long created() {
        return created;
    }

    /** When the last request before the running one came: milliseconds since the epoch. */
    public long lastAccessed() {
        return lastAccessed;
    }

    /** Notes the time of a request, in milliseconds since the epoch. */
    public void accessed(long millis) {
        lastAccessed = thisAccess;
        thisAccess = millis;
    }

    /** The ticker's time at which the last request ended. */
    public long idleSinceNanos() {
        return idleSinceNanos;
    }

    /** How many seconds it may be idle; 0 or less: for ever. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Sets how many seconds it may be idle. */
    public void timeoutSeconds(int seconds) {
        timeoutSeconds = seconds;
    }

    /** Whether the client has not yet sent the id back. */
    public boolean fresh() {
        return fresh;
    }

    /** Notes that the client has joined the session. */
    public void joined() {
        fresh = false;
    }

    /** Whether requests may find the session. */
    public boolean valid() {
        return validity == Validity.VALID;
    }

    /** Whether whoever has the session may still use it: also while listeners are told of its end. */
    public boolean usable() {
        return validity != Validity.INVALID;
    }

    /**
     * Begins the invalidation: no request finds the session from now on.
     *
     * @return whether it was valid: of several callers one gets true and is the one that goes on to {@link #end}
     */
    public synchronized boolean beginEnd() {
        boolean was = validity == Validity.VALID;
        if (was) {
            validity = Validity.ENDING;
        }
        return was;
    }

    /** Ends the invalidation. */
    public synchronized void end() {
        validity = Validity.INVALID;
    }

    /** What login keeps. */
    public SessionLogin login() {
        return login;
    }

    /** The attributes, live. Changes go through {@link #put}. */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /** Sets or (null) removes an attribute and notes the change. Returns the previous value. */
    public @Nullable Object put(String name, @Nullable Object value) {
        changes.add(name);
        return value == null ? attributes.remove(name) : attributes.put(name, value);
    }

    /** The names of the attributes that were set or removed since the last call; forgets them. */
    public Set<String> takeChanges() {
        Set<String> taken = new HashSet<>();
        for (String name : changes) {
            if (changes.remove(name)) {
                taken.add(name);
            }
        }
        return taken;
    }

    /** Forgets which attributes were set or removed: for a store that has no use for it. */
    public void dropChanges() {
        if (!changes.isEmpty()) {
            changes.clear();
        }
    }

    /** Notes that a request uses the session; it does not expire meanwhile. */
    public void use() {
        users.incrementAndGet();
    }

    /** Notes that a request has ended. {@code nanos} is the ticker's time. */
    public void release(long nanos) {
        idleSinceNanos = nanos;
        users.decrementAndGet();
    }

    /** Whether it is due to expire at the ticker's time {@code nanos}. */
    public boolean expired(long nanos) {
        int seconds = timeoutSeconds;
        return seconds > 0 && users.get() == 0 && nanos - idleSinceNanos >= seconds * 1_000_000_000L;
    }

    private enum Validity {
        VALID,
        ENDING,
        INVALID
    }
}
