package io.keelson.servlet.session;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionUnreachableException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one application: how they begin, are found, change their id and end. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7 Sessions.
 */
public final class Sessions {
    private final ServletContext context;
    private final SessionStore store;
    private final SessionListeners listeners;
    private final SessionIds ids;
    private final VersionMark mark;
    private final Ticker ticker;
    private final int most;
    private final boolean serializableOnly;
    private final SessionLoad load;
    private final @Nullable SharedSessions shared;
    private final AtomicBoolean saidLost = new AtomicBoolean();
    private volatile int timeoutSeconds;

    /**
     * Makes the sessions of an application.
     *
     * @param shared with whom they are shared; null: with nobody
     * @param mark what ids have where sessions are not in this server's memory alone
     * @param idLength length of ids in characters; 0 for the least, which is 256 bits
     * @param most how many sessions there may be; -1 for no limit
     * @param distributable whether the application promises that its sessions may move
     * @param timeoutSeconds how long a session may be idle where it does not say itself; 0 or less: for ever
     */
    public Sessions(
            ServletContext context,
            SessionStore store,
            @Nullable SharedSessions shared,
            SessionListeners listeners,
            Ticker ticker,
            VersionMark mark,
            int idLength,
            int most,
            boolean distributable,
            int timeoutSeconds) {
        this.context = context;
        this.store = store;
        this.listeners = listeners;
        this.ticker = ticker;
        this.shared = shared;
        this.load = shared == null ? new SessionLoad(ticker) : shared.load();
        this.mark = store.sideBySide() ? mark : VersionMark.NONE;
        this.ids = new SessionIds(idLength, this.mark);
        this.most = store.persistent() ? -1 : most;
        this.serializableOnly = distributable && store.persistent();
        this.timeoutSeconds = timeoutSeconds;
    }

    ServletContext context() {
        return context;
    }

    SessionListeners listeners() {
        return listeners;
    }

    /** Returns how many seconds new sessions may be idle; 0 or less: for ever. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Sets how many seconds new sessions may be idle. */
    public void timeoutSeconds(int seconds) {
        timeoutSeconds = seconds;
    }

    /** Returns whether a session of that id could be joined; does not count as an access. */
    public boolean exists(String id, String route) {
        SessionState state = store.find(id, route);
        return state != null && state.valid() && !state.expired(ticker.nanoTime());
    }

    /** Does the same as {@link #exists}, for a session that is in this server's memory. Does not block. */
    public boolean existsHere(String id) {
        SessionState state = store.findHere(id);
        return state != null && state.valid() && !state.expired(ticker.nanoTime());
    }

    /**
     * Returns the caller who has logged in to the session of that id; null where nobody has, or the session is not in this server's memory.
     * Does not block and does not count as an access.
     */
    public @Nullable Caller knownCaller(String id) {
        SessionState state = store.findHere(id);
        if (state == null || !state.valid() || state.expired(ticker.nanoTime())) {
            return null;
        }
        SessionLogin.Login login = state.login().login();
        return login == null ? null : login.caller();
    }

    /** Returns whether an id was made by this version of the application, for sessions that are on several servers. */
    public boolean marked(String id) {
        return mark.isOn(id);
    }

    /** Returns what marks ids; none where sessions are on one server. */
    public VersionMark mark() {
        return mark;
    }

    /** Joins the session that a client sent the id of; null where there is none. Hand it to {@link #requestEnds}. */
    public @Nullable WebSession join(String id) {
        return joined(id, null);
    }

    /** Does the same as {@link #join(String)}, with what the client sent behind the id. */
    public @Nullable WebSession join(String id, String route) {
        return joined(id, route);
    }

    private @Nullable WebSession joined(String id, @Nullable String route) {
        SessionState state = used(id, route);
        if (state == null) {
            return null;
        }
        state.accessed(ticker.currentTimeMillis());
        state.joined();
        return new WebSession(this, state);
    }

    /** The session of that id, used; null where there is none that a request may have. */
    private @Nullable SessionState used(String id, @Nullable String route) {
        SessionState state = find(id, route);
        while (state != null && state.valid()) {
            if (state.expired(ticker.nanoTime())) {
                end(state, false);
                return null;
            }
            if (state.use()) {
                if (state.valid()) {
                    return state;
                }
                state.release(ticker.nanoTime());
                return null;
            }
            // It has just left memory.
            state = find(id, route);
        }
        return null;
    }

    private @Nullable SessionState find(String id, @Nullable String route) {
        return route == null ? store.find(id) : store.find(id, route);
    }

    /**
     * Begins a session. Hand it to {@link #requestEnds}.
     *
     * @param wanted the id that it shall have if there is none of that id; one that this server has made. Null: a new one
     * @throws IllegalStateException when the application has as many as it may have
     */
    public WebSession create(@Nullable String wanted) {
        checkRoom();
        SessionState state = fresh(wanted == null ? ids.next() : wanted);
        while (!store.add(state)) {
            state = fresh(ids.next());
        }
        return begin(state);
    }

    /**
     * Begins a session with just that id, which tells it from all others, or joins the one that has been begun with it
     * meanwhile. Hand it to {@link #requestEnds}.
     *
     * @throws IllegalStateException when the application has as many as it may have, or the one with that id is just ending
     */
    public WebSession createAs(String id) {
        checkRoom();
        SessionState state = fresh(id);
        if (store.add(state)) {
            return begin(state);
        }
        WebSession joined = join(id);
        if (joined == null) {
            throw new IllegalStateException("the session of that id is just ending");
        }
        return joined;
    }

    private void checkRoom() {
        if (most >= 0 && store.local().size() >= most) {
            throw new IllegalStateException("the application has " + most
                    + " sessions, as many as max-in-memory-sessions in WEB-INF/weblogic.xml allows");
        }
    }

    private WebSession begin(SessionState state) {
        WebSession session = new WebSession(this, state);
        tell(session, SessionListeners::created);
        return session;
    }

    private SessionState fresh(String id) {
        SessionState state = new SessionState(id, ticker.currentTimeMillis(), ticker.nanoTime(), timeoutSeconds);
        if (!state.use()) {
            throw new IllegalStateException("a session that nobody else knows is in use");
        }
        return state;
    }

    /** Gives a session a new id ({@code changeSessionId}) and returns it. */
    public String changeId(WebSession session) {
        SessionState state = session.state();
        String old = state.id();
        state.id(ids.next());
        store.rename(old, state);
        tell(session, (each, seen) -> each.idChanged(seen, old));
        return state.id();
    }

    /** The request that joined or created the session has come to its end; its last byte is not to be sent before the stage completes. */
    public CompletionStage<@Nullable Void> requestEnds(WebSession session) {
        SessionState state = session.state();
        load.requestEnded();
        try {
            if (state.valid()) {
                store.requestEnds(state);
            }
        } finally {
            state.release(ticker.nanoTime());
            store.released(state);
        }
        return store.settled(state);
    }

    /** Returns whether responses have to be held until {@link #requestEnds} says that they may be completed. */
    public boolean holdsResponses() {
        return store.settles();
    }

    /** The name of the cookies in which clients keep the sessions; null where they do not. */
    public @Nullable String cookie() {
        return store.cookie();
    }

    /**
     * Returns the values of the cookies that the client is to keep of a session from now on; null: those that it has.
     *
     * @throws io.keelson.servlet.spi.SessionTooLargeException where it is more than clients keep
     */
    public @Nullable List<String> content(WebSession session) {
        return store.content(session.state());
    }

    /** The servers that have a session, the one that serves it first; empty where its store does not know servers. */
    public List<String> servers(WebSession session) {
        return store.servers(session.state());
    }

    /** Returns what stands behind a session's id in cookie and URL; empty: nothing. */
    public String route(WebSession session) {
        return store.route(session.state());
    }

    /** An attribute is changed in an object that the application has kept for longer than the session has been here. It is said once. */
    void lost(String attribute) {
        if (!saidLost.getAndSet(true)) {
            SessionLog.LOG.changeLost(context.getContextPath(), attribute, new Throwable("who changes it"));
        }
    }

    /** {@link HttpSession.Accessor#access}. */
    void access(String id, Consumer<HttpSession> consumer) {
        WebSession session = join(id);
        if (session == null) {
            throw new IllegalStateException("the session has ended, or its id has changed");
        }
        try {
            consumer.accept(session);
        } finally {
            requestEnds(session);
        }
    }

    /**
     * Begins to end a session: no request finds it any more. False when it had ended already; else {@link #finishEnd} is to be called. Any
     * thread.
     */
    public boolean beginEnd(WebSession session) {
        return session.state().beginEnd();
    }

    /** Ends a session after {@link #beginEnd}. Runs in the application's context. */
    public void finishEnd(WebSession session) {
        finish(session.state(), false);
    }

    /**
     * Ends a session; false when it had ended already. Listeners still see its attributes (11.2, 7.4).
     *
     * @param asked whether the application wants it: then a login that it shares with others ends there too
     */
    boolean end(SessionState state, boolean asked) {
        boolean first = state.beginEnd();
        if (first) {
            finish(state, asked);
        }
        return first;
    }

    private void finish(SessionState state, boolean asked) {
        WebSession session = new WebSession(this, state);
        state.login().ended(asked);
        tell(session, SessionListeners::destroyed);
        store.remove(state.id());
        for (Map.Entry<String, Object> attribute :
                List.copyOf(state.attributes().entrySet())) {
            state.put(attribute.getKey(), null);
            unboundAtEnd(session, attribute.getKey(), attribute.getValue());
        }
        state.end();
    }

    /** An attribute has been set, in the place of {@code replaced}. */
    void bound(WebSession session, String name, Object value, @Nullable Object replaced) {
        listeners.replaced(session, name, value, replaced);
        tell(session, (each, seen) -> each.attributeSet(seen, name, value, replaced));
    }

    /** An attribute has been removed. */
    void unbound(WebSession session, String name, Object value) {
        listeners.unbound(session, name, value);
        tell(session, (each, seen) -> each.attributeRemoved(seen, name, value));
    }

    /**
     * Does the same as {@link #unbound}; one that throws does not keep the others from it. Of what a room keeps only the value itself
     * hears.
     */
    private void unboundAtEnd(WebSession session, String name, Object value) {
        SessionListeners.guarded(value, () -> {
            if (RoomAnnex.has(name)) {
                listeners.unbound(session, name, value);
            } else {
                unbound(session, name, value);
            }
        });
    }

    /**
     * Tells the listeners of this application, and then of those that share the session, each in its own context and with its own view of
     * it.
     */
    private void tell(WebSession session, BiConsumer<SessionListeners, HttpSession> event) {
        event.accept(listeners, session);
        SharedSessions all = shared;
        if (all != null) {
            all.others(this, each -> event.accept(each.listeners, each.view(session.state())));
        }
    }

    /** A session that another application of the same EAR has joined or begun, as this one sees it. */
    public WebSession view(SessionState state) {
        return new WebSession(this, state);
    }

    /** Returns whether both are the same sessions. */
    public boolean sharedWith(Sessions other) {
        return shared != null && SessionListeners.same(shared, other.shared);
    }

    /** Returns whether this application looks after them: the only one that has them, or one of several. */
    public boolean leads() {
        SharedSessions all = shared;
        return all == null || all.leads(this);
    }

    /** Under which name they are kept: that of the EAR where they are shared. */
    public String keptAs(String application) {
        SharedSessions all = shared;
        return all == null ? application : all.application();
    }

    /** Returns where the applications are reached that have them; empty for the root. */
    public List<String> contextPaths(String own) {
        SharedSessions all = shared;
        return all == null ? List.of(own) : all.contextPaths();
    }

    /** Refuses a value that cannot move with a session, where the application promises that they do (7.7.2). */
    void check(String name, Object value) {
        if (serializableOnly && !(value instanceof Serializable)) {
            throw new IllegalArgumentException("the session attribute '" + name + "' is a "
                    + value.getClass().getName()
                    + ", which is not serializable: the sessions of this distributable application are kept outside of its memory"
                    + " (Servlet 6.1, 7.7.2)");
        }
        store.beingSet(name, value);
    }

    /**
     * Opens the store: before the first request, in the application's context.
     *
     * @param contextPath where the application is reached; empty for the root
     * @param context runs something in the application's context, on the calling thread
     */
    public void open(String contextPath, SessionHost host, Consumer<Runnable> context) throws DeploymentException {
        SharedSessions all = shared;
        if (all == null) {
            store.open(host);
        } else {
            all.join(this, contextPath, host, context);
        }
    }

    /** Tells attributes that they leave memory. */
    public void willPassivate(SessionState state) {
        WebSession session = new WebSession(this, state, true);
        state.attributes().values().forEach(value -> listeners.willPassivate(session, value));
    }

    /** Tells attributes that they have come into memory. */
    public void didActivate(SessionState state) {
        WebSession session = new WebSession(this, state);
        state.attributes().values().forEach(value -> listeners.didActivate(session, value));
    }

    /** Returns what requests have to do with the sessions. */
    public SessionLoad load() {
        return load;
    }

    /** The store, for what it says of itself. */
    public SessionStore store() {
        return store;
    }

    /** Returns whether some session is due to expire. Cheap, on any thread. */
    public boolean someExpired() {
        long now = ticker.nanoTime();
        for (SessionState state : store.local()) {
            if (state.expired(now)) {
                return true;
            }
        }
        return false;
    }

    /** Ends the sessions that have been idle too long. Runs in the application's context. */
    public void expire() {
        long now = ticker.nanoTime();
        for (SessionState state : store.local()) {
            if (state.expired(now) && isTheOne(state)) {
                end(state, false);
            }
        }
    }

    /**
     * Returns whether what this server has in memory is the session as it is: where several keep one store, another may have used it since.
     */
    private boolean isTheOne(SessionState state) {
        if (!store.persistent()) {
            return true;
        }
        try {
            return SessionListeners.same(store.find(state.id()), state);
        } catch (SessionUnreachableException e) {
            return false;
        }
    }

    /** Ends those, too, that are in no server's memory. Runs in the application's context. */
    public void expireAll() {
        store.bringIdle();
        expire();
    }

    /** Returns how many sessions this server has in memory. */
    public int size() {
        return store.local().size();
    }

    /**
     * Returns how many sessions this server has, copies of others' too: as long as there is one anywhere the application has users. Any
     * thread.
     */
    public long held() {
        return store.held();
    }

    /**
     * The application stops: ends all sessions of this server (11.3.4), but those that outlast it; an EAR does not stop in part. Runs in
     * the application's context.
     */
    public void endAll() {
        List<SessionState> all = List.copyOf(store.local());
        if (!store.persistent()) {
            all.forEach(state -> end(state, false));
        }
        SharedSessions group = shared;
        boolean last = group == null || group.endsWith(this);
        if (last) {
            store.close();
        }
        if (last && store.persistent()) {
            // After the store: a login that is shared is not kept.
            all.forEach(state -> state.login().ended(false));
        }
        if (group != null) {
            group.leave(this);
        }
    }
}
