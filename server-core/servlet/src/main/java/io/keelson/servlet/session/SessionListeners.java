package io.keelson.servlet.session;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The session listeners of an application, called in the order of registration. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 11.2 Event Listeners.
 */
public final class SessionListeners {
    private final List<HttpSessionListener> sessions = new CopyOnWriteArrayList<>();
    private final List<HttpSessionAttributeListener> attributes = new CopyOnWriteArrayList<>();
    private final List<HttpSessionIdListener> ids = new CopyOnWriteArrayList<>();

    /** Adds a listener for each of the session events that it implements an interface of. */
    public void add(EventListener listener) {
        if (listener instanceof HttpSessionListener l) {
            sessions.add(l);
        }
        if (listener instanceof HttpSessionAttributeListener l) {
            attributes.add(l);
        }
        if (listener instanceof HttpSessionIdListener l) {
            ids.add(l);
        }
    }

    void created(HttpSession session) {
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (HttpSessionListener listener : sessions) {
            listener.sessionCreated(event);
        }
    }

    /** Tells of the end of a session, in reverse order (11.3.4). One that throws does not keep the others from it. */
    void destroyed(HttpSession session) {
        HttpSessionEvent event = new HttpSessionEvent(session);
        List<HttpSessionListener> now = List.copyOf(sessions);
        for (int i = now.size() - 1; i >= 0; i--) {
            HttpSessionListener listener = now.get(i);
            guarded(listener, () -> listener.sessionDestroyed(event));
        }
    }

    void idChanged(HttpSession session, String oldId) {
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (HttpSessionIdListener listener : ids) {
            listener.sessionIdChanged(event, oldId);
        }
    }

    /** Told before the value can be seen (7.4). */
    void binding(HttpSession session, String name, Object value) {
        if (value instanceof HttpSessionBindingListener l) {
            l.valueBound(new HttpSessionBindingEvent(session, name, value));
        }
    }

    /** Tells a value that another has taken its place. */
    void replaced(HttpSession session, String name, Object value, @Nullable Object replaced) {
        if (replaced instanceof HttpSessionBindingListener l && !same(replaced, value)) {
            l.valueUnbound(new HttpSessionBindingEvent(session, name, replaced));
        }
    }

    void attributeSet(HttpSession session, String name, Object value, @Nullable Object replaced) {
        for (HttpSessionAttributeListener listener : attributes) {
            if (replaced == null) {
                listener.attributeAdded(new HttpSessionBindingEvent(session, name, value));
            } else {
                listener.attributeReplaced(new HttpSessionBindingEvent(session, name, replaced));
            }
        }
    }

    /** Tells a value that it has been removed. */
    void unbound(HttpSession session, String name, Object value) {
        if (value instanceof HttpSessionBindingListener l) {
            l.valueUnbound(new HttpSessionBindingEvent(session, name, value));
        }
    }

    void attributeRemoved(HttpSession session, String name, Object value) {
        for (HttpSessionAttributeListener listener : attributes) {
            listener.attributeRemoved(new HttpSessionBindingEvent(session, name, value));
        }
    }

    /** Before a session leaves memory (7.6). One that throws does not keep the others from it. */
    void willPassivate(HttpSession session, Object value) {
        if (value instanceof HttpSessionActivationListener l) {
            guarded(value, () -> l.sessionWillPassivate(new HttpSessionEvent(session)));
        }
    }

    /** After a session has come into memory (7.6). */
    void didActivate(HttpSession session, Object value) {
        if (value instanceof HttpSessionActivationListener l) {
            guarded(value, () -> l.sessionDidActivate(new HttpSessionEvent(session)));
        }
    }

    @SuppressWarnings("ReferenceEquality") // a listener that is set again is not unbound: identity is what counts
    static boolean same(@Nullable Object a, @Nullable Object b) {
        return a == b;
    }

    /** Calls it, and says it where it throws. */
    static void guarded(Object listener, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            SessionLog.LOG.listenerFailed(listener.getClass().getName(), e);
        }
    }
}
