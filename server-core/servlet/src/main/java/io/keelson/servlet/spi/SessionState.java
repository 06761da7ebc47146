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
 * same time.
 *
 * <p>Specification: Servlet 6.1, 7.7.1 Threading Issues.
 */
public final class SessionState {
    /** Value of {@link #users} in an instance that nobody may use any more. */
    private static final int RETIRED = Integer.MIN_VALUE;

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
    private volatile @Nullable Object kept;
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

    /**
     * A session that comes from a store.
     *
     * @param id its id
     * @param created wall-clock time in milliseconds
     * @param accessed wall-clock time of its last request in milliseconds
     * @param idleSinceNanos the ticker's time when that ended, as far as it is known
     * @param timeoutSeconds how long it may be idle; 0 or less: for ever
     */
    public static SessionState restored(
            String id, long created, long accessed, long idleSinceNanos, int timeoutSeconds) {
        SessionState state = new SessionState(id, created, idleSinceNanos, timeoutSeconds);
        state.lastAccessed = accessed;
        state.thisAccess = accessed;
        state.fresh = false;
        return state;
    }

    /** The id; changes at a login. */
    public String id() {
        return id;
    }

    /** Sets a new id. The caller tells the store. */
    public void id(String next) {
        id = next;
    }

    /** Returns the time at which it was made, in milliseconds since the epoch. */
    public long created() {
        return created;
    }

    /** Returns the time of the last request before the running one, in milliseconds since the epoch. */
    public long lastAccessed() {
        return lastAccessed;
    }

    /** Returns the time of the last request, in milliseconds since the epoch. */
    public long thisAccess() {
        return thisAccess;
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

    /** Returns how many seconds it may be idle; 0 or less: for ever. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Sets how many seconds it may be idle. */
    public void timeoutSeconds(int seconds) {
        timeoutSeconds = seconds;
    }

    /** Returns whether the client has not yet sent the id back. */
    public boolean fresh() {
        return fresh;
    }

    /** Notes that the client has joined the session. */
    public void joined() {
        fresh = false;
    }

    /** Returns whether requests may find the session. */
    public boolean valid() {
        return validity == Validity.VALID;
    }

    /** Returns whether whoever has the session may still use it: also while listeners are told of its end. */
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

    /** Returns what login keeps. */
    public SessionLogin login() {
        return login;
    }

    /** The attributes, live. Changes go through {@link #put}. */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /** Sets or (null) removes an attribute and notes the change. Returns the previous value. */
    public @Nullable Object put(String name, @Nullable Object value) {
        Object previous = value == null ? attributes.remove(name) : attributes.put(name, value);
        // Noted after it is there: who takes the note in between would keep the value before.
        changes.add(name);
        return previous;
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

    /** Returns whether the attribute was set or removed since {@link #takeChanges} was called. */
    public boolean hasChanged(String name) {
        return changes.contains(name);
    }

    /** Notes changes that could not be kept, so that {@link #takeChanges} says them again. */
    public void changed(Set<String> names) {
        changes.addAll(names);
    }

    /** Forgets which attributes were set or removed: for a store that has no use for it. */
    public void dropChanges() {
        if (!changes.isEmpty()) {
            changes.clear();
        }
    }

    /**
     * Notes that a request uses the session; it does not expire meanwhile.
     *
     * @return false when this instance has been retired: ask the store again
     */
    public boolean use() {
        int now = users.get();
        while (now >= 0) {
            if (users.compareAndSet(now, now + 1)) {
                return true;
            }
            now = users.get();
        }
        return false;
    }

    /** Returns whether a request uses it at this moment. */
    public boolean inUse() {
        return users.get() > 0;
    }

    /** Returns whether more than one request uses it at this moment. */
    public boolean shared() {
        return users.get() > 1;
    }

    /**
     * Takes the instance out of use for good, if no request uses it at this moment: its store has the content, or will make another of
     * it.
     */
    public boolean retire() {
        return users.compareAndSet(0, RETIRED);
    }

    /** Takes back {@link #retire}. */
    public void unretire() {
        users.compareAndSet(RETIRED, 0);
    }

    /** Returns whether the instance is out of use for good: nobody keeps what is set in it. */
    public boolean retired() {
        return users.get() < 0;
    }

    /** Returns what its store keeps with it; null where that has nothing. Only the store uses it. */
    public @Nullable Object kept() {
        return kept;
    }

    /** Keeps something of the store's with it. */
    public void keep(Object ofTheStore) {
        kept = ofTheStore;
    }

    /** Notes that a request has ended. {@code nanos} is the ticker's time. */
    public void release(long nanos) {
        idleSinceNanos = nanos;
        users.decrementAndGet();
    }

    /** Returns whether it is due to expire at the ticker's time {@code nanos}. */
    public boolean expired(long nanos) {
        int seconds = timeoutSeconds;
        return seconds > 0 && users.get() <= 0 && nanos - idleSinceNanos >= seconds * 1_000_000_000L;
    }

    private enum Validity {
        VALID,
        ENDING,
        INVALID
    }
}
