package io.keelson.servlet.spi;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Where the sessions of one web application live (Servlet 6.1, 7). Thread-safe. Called on execute threads and on the timer's, so that it may
 * block; only {@link #findHere} is called on muxer threads.
 *
 * <ol>
 *   <li>After {@link #add} and until {@link #remove}, {@link #find} MUST return a state with that id and the content of the
 *       last {@link #requestEnds}, on this server.
 *   <li>While a session is used by a request on this server, {@link #find} MUST return the same instance.
 *   <li>{@link #requestEnds} is called before the last byte of the response is sent; what it keeps MUST be there for the
 *       client's next request. {@link SessionState#takeChanges} says what was changed.
 *   <li>{@link #rename} MUST make the old id unknown.
 *   <li>{@link #local} MUST hold every session that this server is to expire.
 * </ol>
 */
public interface SessionStore extends AutoCloseable {
    /** The session of that id; null where there is none. */
    @Nullable
    SessionState find(String id);

    /**
     * As {@link #find}, for a session that is in this server's memory now: MUST neither block nor fetch it from elsewhere. Where
     * it is null, a request is queued as that of somebody unknown.
     */
    default @Nullable SessionState findHere(String id) {
        return null;
    }

    /**
     * Adds a new session.
     *
     * @return false when a session of that id exists; the caller then tries another id
     */
    boolean add(SessionState session);

    /** Moves a session whose id has been changed from {@code oldId} to {@link SessionState#id}. */
    void rename(String oldId, SessionState session);

    /** Removes a session. */
    void remove(String id);

    /** A request that used the session is about to end; called before the response completes. */
    void requestEnds(SessionState session);

    /** The sessions that this server looks after, for expiry and shutdown. A weakly consistent view. */
    Collection<SessionState> local();

    /** Ends the store when its application has been stopped. */
    @Override
    void close();
}
