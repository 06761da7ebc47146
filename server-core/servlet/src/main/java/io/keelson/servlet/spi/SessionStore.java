package io.keelson.servlet.spi;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.spi.session.SessionSight;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Store of the sessions of one web application. Thread-safe. Called on execute threads, in the application's context, so that it may block
 * and deserialise; only {@link #findHere}, {@link #local}, {@link #held}, {@link #look}, {@link #costs} and {@link #status} are called on
 * other threads. See docs/design/sessions.md.
 *
 * <ol>
 *   <li>After {@link #add} and until {@link #remove}, {@link #find} MUST return a state with that id and the content of the
 *       last {@link #requestEnds}.
 *   <li>While a session is used by a request on this server, {@link #find} MUST return the same instance. A store that takes one out of
 *       memory asks {@link SessionState#retire} first.
 *   <li>{@link #requestEnds} is called before the last byte of the response is sent; what it keeps MUST be there for the
 *       client's next request. {@link SessionState#takeChanges} says what was changed.
 *   <li>{@link #rename} and {@link #remove} MUST make the old id unknown, also where the store cannot be reached at the moment.
 *   <li>{@link #local} MUST hold every session that this server is to expire and has in memory; {@link #bringIdle} brings others.
 *   <li>No method but {@link #find} MAY throw because the store cannot be reached: requests go on from memory.
 * </ol>
 *
 * <p>Specification: Servlet 6.1, 7.3 Session Scope.
 */
public interface SessionStore extends AutoCloseable {
    /** Value of {@link #settled} where there is nothing to wait for. */
    CompletionStage<@Nullable Void> SETTLED = CompletableFuture.completedStage(null);

    /** Returns whether {@link #settled} may have to be waited for: then no response of a request with a session is complete before. */
    default boolean settles() {
        return false;
    }

    /**
     * Called once, before anything else, when the previous version of the application has ended. In its context.
     *
     * @throws DeploymentException when the store cannot be used; {@link #close} is called then, too
     */
    default void open(SessionHost host) throws DeploymentException {}

    /**
     * Returns true if sessions outlast this application. Values of distributable applications have to be serializable then (7.7.2), and
     * {@link #close} keeps the sessions.
     */
    default boolean persistent() {
        return false;
    }

    /**
     * The session of that id; null where there is none.
     *
     * @throws SessionUnreachableException when there may be one, and it cannot be had now
     */
    @Nullable
    SessionState find(String id);

    /**
     * Does the same as {@link #find(String)}.
     *
     * @param route what the client sent behind the id, which may be false: as {@link #route} says, or empty. Where the client keeps the
     *     sessions: the values of its cookies, as {@link #content} says, in any order and with a space between them
     */
    default @Nullable SessionState find(String id, String route) {
        return find(id);
    }

    /**
     * The exchange as it is to be served: where another server has taken it here with {@link #passOn}, as if its client had sent it here.
     * On the muxer thread, before anything else; MUST NOT block.
     */
    default HttpExchange arrived(HttpExchange exchange) {
        return exchange;
    }

    /** Returns whether {@link #passOn} may say that, as things are: it need not be asked before. Any thread, with each request. */
    default boolean passesOn() {
        return false;
    }

    /**
     * Takes a request to the server that has its session, where that is better than to have the session come here. On the muxer thread,
     * before anything of the application has seen the request; MUST NOT block.
     *
     * @param id the session that the client has sent
     * @return whether it was taken: the exchange is no matter of the caller any more
     */
    default boolean passOn(HttpExchange exchange, String id) {
        return false;
    }

    /**
     * Returns true if this server does not know at the moment whether another one has taken its sessions over, as after a pause of its
     * process. Requests of theirs are better answered elsewhere then. Any thread; MUST NOT block.
     */
    default boolean doubts() {
        return false;
    }

    /**
     * Returns the suffix of the id in cookie and URL that brings the next request to where the session is. It is empty, or begins with an
     * exclamation mark. The application does not see it.
     */
    default String route(SessionState session) {
        return "";
    }

    /** The servers that have the session, the one that serves it first; empty where a store does not know servers. */
    default List<String> servers(SessionState session) {
        return List.of();
    }

    /**
     * The name of the cookie in which the client keeps the session; null where it does not. Where a session needs more than one, the others
     * have {@code _2}, {@code _3} ... behind that.
     */
    default @Nullable String cookie() {
        return null;
    }

    /**
     * Returns the values of the cookies that the client is to keep from now on. An empty list means none any more; null means those that it
     * has. Called when the head of the response is about to be sent, and not after that.
     *
     * @throws SessionTooLargeException where it is more than a client keeps; the request is not answered as if it had been kept
     */
    default @Nullable List<String> content(SessionState session) {
        return null;
    }

    /** A value is being set as an attribute: where it cannot be kept this may be said at once. Must not throw. */
    default void beingSet(String name, Object value) {}

    /** Returns what the attributes have cost, where they are more than objects in memory. Any thread. */
    default List<AttributeCost> costs() {
        return List.of();
    }

    /**
     * Returns how many bytes the attributes of the sessions here take as bytes, copies not counted; empty where nobody makes bytes of them.
     * Any thread.
     */
    default OptionalLong bytes() {
        return OptionalLong.empty();
    }

    /**
     * A request does not use the session any more. The last that has told of itself may have been another: ask
     * {@link SessionState#retire}.
     */
    default void released(SessionState session) {}

    /**
     * Does the same as {@link #find}, for a session that is in this server's memory now: MUST neither block nor fetch it from elsewhere.
     * Where it is null, a request is queued as that of somebody unknown.
     */
    default @Nullable SessionState findHere(String id) {
        return null;
    }

    /**
     * Returns a view of a session for management; empty where nothing is known of it. MUST neither make it, nor touch it, nor bring it into
     * memory, nor run code of the application. Any thread; may block.
     *
     * @param naming the attribute that names sessions to people: the only one whose value is shown, as {@link SessionContents#name} says;
     *     null: none
     */
    default Optional<SessionSight> look(String id, @Nullable String naming) {
        SessionState state = findHere(id);
        return state == null || !state.valid()
                ? Optional.empty()
                : Optional.of(new SessionSight(
                        SessionSight.Where.of(SessionSight.Holding.MEMORY, OptionalLong.empty(), true),
                        SessionContents.of(state, naming),
                        List.of()));
    }

    /**
     * Adds a new session, which the caller uses already ({@link SessionState#use}).
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

    /**
     * Returns a stage that completes when the response may be completed. Its request has just been told of with {@link #requestEnds}, or
     * has ended the session. The response is held until then, and no thread waits for it. Completes with a
     * {@link SessionUnreachableException} when what the request did is lost.
     */
    default CompletionStage<@Nullable Void> settled(SessionState session) {
        return SETTLED;
    }

    /** The sessions that this server looks after and has in memory, for expiry and shutdown. A weakly consistent view. */
    Collection<SessionState> local();

    /**
     * Returns true if an application with such a store may have versions side by side, each with its own sessions, although these are not
     * in this server's memory alone. {@link #find} MUST have a session then wherever its requests may come, and {@link #held} MUST be 0
     * only when none is left.
     */
    default boolean sideBySide() {
        return false;
    }

    /**
     * Returns how many sessions this server has in whatever form, those that it keeps for other servers too. Where that is not known, not
     * 0. Any thread; must not block.
     */
    default long held() {
        return local().size();
    }

    /** Brings sessions into memory that are due to expire and that no server has there, so that they can be ended as any other. */
    default void bringIdle() {}

    /** Returns how it is. */
    default StoreStatus status() {
        return StoreStatus.available(StoreType.MEMORY);
    }

    /** Ends the store when its application has been stopped, after its last request. In its context where it was opened. */
    @Override
    void close();
}
