package io.keelson.servlet.session;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that the web applications of one EAR share ({@code sharing-enabled}): one store for all of them, open from the start of
 * the first until the end of the last, and listeners in each of them. See docs/design/shared-sessions.md. Thread-safe; applications come
 * and go on the deploying thread.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 */
public final class SharedSessions {
    private final String application;
    private final SessionStore store;
    private final SessionLoad load;
    private final SharedClasses classes;
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private volatile @Nullable Member last;
    private @Nullable String cookie;
    private boolean open;
    private boolean closed;

    /**
     * A web application.
     *
     * @param host what the store asks of it
     * @param context runs something in its context, on the calling thread
     */
    private record Member(Sessions sessions, String contextPath, SessionHost host, Consumer<Runnable> context) {}

    /**
     * Sessions of an EAR none of whose web applications has started.
     *
     * @param application the EAR's name, under which they are kept
     * @param libraries the loader of the libraries that all share; null: there are none
     */
    public SharedSessions(String application, SessionStore store, @Nullable ClassLoader libraries, Ticker ticker) {
        this.application = application;
        this.store = store;
        this.load = new SessionLoad(ticker);
        this.classes = new SharedClasses(libraries);
    }

    /** The store of all. */
    public SessionStore store() {
        return store;
    }

    /** The name of the EAR. */
    String application() {
        return application;
    }

    /** Returns what requests of all of them have to do with the sessions. */
    SessionLoad load() {
        return load;
    }

    /** Returns what reads sessions: the libraries of all, then what each web application brings. */
    ClassLoader classes() {
        return classes;
    }

    /** A web application is going to be one of them: sessions may have objects of its classes, from the first request on. */
    public void expect(ClassLoader module) {
        classes.add(module);
    }

    /** A web application starts. The first opens the store. In its context. */
    void join(Sessions sessions, String contextPath, SessionHost host, Consumer<Runnable> context)
            throws DeploymentException {
        Member member = new Member(sessions, contextPath, host, context);
        last = member;
        if (!open) {
            open = true;
            store.open(new SharedHost(this));
        }
        members.add(member);
    }

    /** Returns whether the store is to be closed now that this one stops. It is asked once by each. */
    boolean endsWith(Sessions sessions) {
        boolean ends = !closed && members.stream().allMatch(member -> SessionListeners.same(member.sessions, sessions));
        closed |= ends;
        return ends;
    }

    /** A web application has stopped. */
    void leave(Sessions sessions) {
        members.removeIf(member -> SessionListeners.same(member.sessions, sessions));
    }

    /** Returns whether that one looks after the sessions: the first that runs. */
    boolean leads(Sessions sessions) {
        List<Member> now = members;
        for (Member first : now) {
            return SessionListeners.same(first.sessions, sessions);
        }
        return false;
    }

    /** Returns what the store asks of the application: of the one that leads, or was the last. */
    SessionHost host() {
        for (Member first : members) {
            return first.host;
        }
        Member before = last;
        if (before == null) {
            throw new IllegalStateException("no web application of " + application + " has started");
        }
        return before.host;
    }

    /** Does something in each of the others, in its context. Where one throws it is said, and the rest goes on. */
    void others(Sessions but, Consumer<Sessions> action) {
        for (Member member : members) {
            if (!SessionListeners.same(member.sessions, but)) {
                try {
                    member.context.accept(() -> action.accept(member.sessions));
                } catch (RuntimeException | LinkageError e) {
                    SessionLog.LOG.listenerFailed("of " + application + member.contextPath, e);
                }
            }
        }
    }

    /** Returns the context paths of those that run; empty for the root. */
    List<String> contextPaths() {
        return members.stream().map(Member::contextPath).toList();
    }

    /**
     * A web application has started, and this is where its cookie goes, by its name, domain and path.
     *
     * @throws DeploymentException where it goes elsewhere than that of the others
     */
    public void sameCookie(String contextPath, String place) throws DeploymentException {
        if (cookie == null) {
            cookie = place;
        } else if (!cookie.equals(place)) {
            throw new DeploymentException("the web applications of the EAR share their sessions, but code of '"
                    + contextPath + "' has given the cookie another name, domain or path: " + place
                    + "; that of the others is "
                    + cookie);
        }
    }
}
