package io.keelson.servlet.registration;

import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.session.SessionListeners;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of an application, by what they listen to. Filled while the application starts;
 * thread-safe.
 *
 * <p>Specification: Servlet 6.1, 11.2 Event Listeners.
 */
public final class Listeners {
    private final String application;
    private final SessionListeners sessions = new SessionListeners();
    private final List<ServletContextAttributeListener> contextAttributes = new CopyOnWriteArrayList<>();
    private final List<ServletRequestListener> requests = new CopyOnWriteArrayList<>();
    private final List<ServletRequestAttributeListener> requestAttributes = new CopyOnWriteArrayList<>();

    /** None yet, of the application of that name. */
    public Listeners(String application) {
        this.application = application;
    }

    /** Returns those that listen to sessions. */
    public SessionListeners sessions() {
        return sessions;
    }

    /** Returns whether a class is a listener that {@code ServletContext.addListener} takes, context listeners apart (4.4.3). */
    public static boolean isListener(Class<?> type) {
        return ServletContextAttributeListener.class.isAssignableFrom(type)
                || ServletRequestListener.class.isAssignableFrom(type)
                || ServletRequestAttributeListener.class.isAssignableFrom(type)
                || HttpSessionListener.class.isAssignableFrom(type)
                || HttpSessionAttributeListener.class.isAssignableFrom(type)
                || HttpSessionIdListener.class.isAssignableFrom(type);
    }

    /** Returns whether a class is a listener of the context's start and end. */
    public static boolean isContextListener(Class<?> type) {
        return ServletContextListener.class.isAssignableFrom(type);
    }

    /** Adds a listener to whatever it listens to. */
    public void add(EventListener listener) {
        sessions.add(listener);
        if (listener instanceof ServletContextAttributeListener l) {
            contextAttributes.add(l);
        }
        if (listener instanceof ServletRequestListener l) {
            requests.add(l);
        }
        if (listener instanceof ServletRequestAttributeListener l) {
            requestAttributes.add(l);
        }
    }

    /** Tells that an attribute of the context has changed. */
    public void contextAttribute(ServletContext context, String name, @Nullable Object old, @Nullable Object value) {
        for (ServletContextAttributeListener listener : contextAttributes) {
            if (old == null && value != null) {
                listener.attributeAdded(new ServletContextAttributeEvent(context, name, value));
            } else if (old != null && value != null) {
                listener.attributeReplaced(new ServletContextAttributeEvent(context, name, old));
            } else if (old != null) {
                listener.attributeRemoved(new ServletContextAttributeEvent(context, name, old));
            }
        }
    }

    /** Tells that a request comes into the application. */
    public void requestInitialized(ServletRequest request) {
        if (!requests.isEmpty()) {
            ServletRequestEvent event = new ServletRequestEvent(request.getServletContext(), request);
            for (ServletRequestListener listener : requests) {
                listener.requestInitialized(event);
            }
        }
    }

    /** In reverse order; one that throws does not keep the others from it. */
    public void requestDestroyed(ServletRequest request) {
        if (requests.isEmpty()) {
            return;
        }
        ServletRequestEvent event = new ServletRequestEvent(request.getServletContext(), request);
        List<ServletRequestListener> now = List.copyOf(requests);
        for (int i = now.size() - 1; i >= 0; i--) {
            try {
                now.get(i).requestDestroyed(event);
            } catch (RuntimeException | LinkageError e) {
                ContainerLog.LOG.listenerFailed(now.get(i).getClass().getName(), application, e);
            }
        }
    }

    /** Tells that an attribute of a request has changed. */
    public void requestAttribute(ServletRequest request, String name, @Nullable Object old, @Nullable Object value) {
        for (ServletRequestAttributeListener listener : requestAttributes) {
            ServletContext context = request.getServletContext();
            if (old == null && value != null) {
                listener.attributeAdded(new ServletRequestAttributeEvent(context, request, name, value));
            } else if (old != null && value != null) {
                listener.attributeReplaced(new ServletRequestAttributeEvent(context, request, name, old));
            } else if (old != null) {
                listener.attributeRemoved(new ServletRequestAttributeEvent(context, request, name, old));
            }
        }
    }
}
