package io.keelson.servlet.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.registration.Components;
import io.keelson.servlet.registration.DeployedFilter;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.registration.Listeners;
import io.keelson.servlet.registration.Registry;
import io.keelson.servlet.runtime.ApplicationParts;
import io.keelson.servlet.runtime.RequestGate;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.server.ContainerSettings;
import io.keelson.servlet.session.Sessions;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops an application: initializers, listeners, filters, servlets; and in the reverse order. Confined to the thread that
 * deploys or undeploys.
 *
 * <p>Specification: Servlet 6.1, 8.2.4 Shared Libraries / Runtimes Pluggability; Servlet 6.1, 10.12 Web Application Deployment; Servlet
 * 6.1, 11.3 Listener Class Configuration.
 */
final class Startup {
    /** Listeners that start the Faces of other servers, which have them; this server starts its own. */
    private static final Set<String> OF_OTHER_SERVERS =
            Set.of("org.apache.myfaces.webapp.StartupServletContextListener", "com.sun.faces.config.ConfigureListener");

    private final ApplicationParts parts;
    private final Components components;
    private final ContainerSettings settings;
    private final ServletContext context;
    private final Registry registry;
    private final Listeners listeners;
    private final RequestGate gate;
    private final Sessions sessions;
    private final List<EventListener> made = new ArrayList<>();
    private final List<EventListener> declared = new ArrayList<>();
    private final List<EventListener> added = new ArrayList<>();
    private final List<ContextListener> initialised = new ArrayList<>();
    private boolean initializersRunning;
    private @Nullable DeploymentException failure;

    Startup(
            ApplicationParts parts,
            ContainerSettings settings,
            Registry registry,
            Listeners listeners,
            RequestGate gate,
            Sessions sessions) {
        this.parts = parts;
        this.components = parts.components();
        this.settings = settings;
        this.context = registry.context();
        this.registry = registry;
        this.listeners = listeners;
        this.gate = gate;
        this.sessions = sessions;
    }

    private record ContextListener(ServletContextListener listener, ServletContext context) {}

    /**
     * Starts everything up to the servlets that load at start.
     *
     * @param tagLibraryListeners classes of listeners that tag libraries declare
     * @param route makes the routes; what is registered is fixed then, and the filters are initialised
     */
    void start(List<String> tagLibraryListeners, Runnable route) throws DeploymentException {
        try {
            runInitializers();
            makeListeners(tagLibraryListeners);
            initialiseContext();
            registry.fix();
            startFilters();
            route.run();
            startServlets();
        } catch (DeploymentException e) {
            failure = e;
            throw e;
        }
    }

    /**
     * Notes that a call failed by which the application ends. Of an application that was refused it goes with the reason of that, since
     * it is mostly a consequence; of others it is logged.
     *
     * @param what that was called
     */
    void endFailed(String what, Throwable thrown) {
        DeploymentException refused = failure;
        if (refused == null) {
            ContainerLog.LOG.destroyFailed(what, components.application(), thrown);
        } else {
            refused.addSuppressed(new DeploymentException(what + " then failed at its end: " + thrown, thrown));
        }
    }

    private void runInitializers() throws DeploymentException {
        initializersRunning = true;
        for (WebDescriptor.Initializer initializer : parts.descriptor().code().initializers()) {
            try {
                ServletContainerInitializer instance =
                        create(initializer.className(), ServletContainerInitializer.class);
                instance.onStartup(handled(initializer), context);
            } catch (Exception | LinkageError e) {
                throw failed(
                        "the initializer",
                        initializer.className(),
                        initializer.location().toString(),
                        e);
            }
        }
        initializersRunning = false;
    }

    private @Nullable Set<Class<?>> handled(WebDescriptor.Initializer initializer) {
        List<String> names = initializer.handled();
        if (names == null) {
            return null;
        }
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (String name : names) {
            try {
                classes.add(components.loader().loadClass(name));
            } catch (ClassNotFoundException | LinkageError e) {
                // 8.2.4: a class that cannot be loaded is left out, it may be meant for another environment.
                ContainerLog.LOG.debugf(e, "%s is not handed to %s", name, initializer.className());
            }
        }
        return classes.isEmpty() ? null : classes;
    }

    private void makeListeners(List<String> tagLibraryListeners) throws DeploymentException {
        for (WebDescriptor.Listener listener : parts.descriptor().code().listeners()) {
            String name = listener.className();
            if (OF_OTHER_SERVERS.contains(name) && isMissing(name)) {
                ContainerLog.LOG.listenerOfAnotherServer(
                        components.application(), name, listener.location().toString());
            } else {
                declared.add(make(name, listener.location().toString()));
            }
        }
        for (String listener : tagLibraryListeners) {
            added.add(make(listener, "a tag library"));
        }
    }

    private boolean isMissing(String className) {
        try {
            components.loader().loadClass(className);
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }

    private EventListener make(String className, String place) throws DeploymentException {
        try {
            EventListener listener = create(className, EventListener.class);
            made.add(listener);
            return listener;
        } catch (Exception | LinkageError e) {
            throw failed("the listener", className, place, e);
        }
    }

    private <T> T create(String className, Class<T> type) throws Exception {
        Class<? extends T> loaded = components.loader().loadClass(className).asSubclass(type);
        return components.factory().create(loaded);
    }

    private static DeploymentException failed(String kind, String name, String place, Throwable cause) {
        return new DeploymentException(kind + " " + name + " (" + place + ") failed: " + cause, cause);
    }

    /** A listener that code adds. While initializers run it may be a context listener too (4.4.3). */
    void addListener(EventListener listener) {
        boolean fits = Listeners.isListener(listener.getClass())
                || initializersRunning && Listeners.isContextListener(listener.getClass());
        if (!fits) {
            throw new IllegalArgumentException(listener.getClass().getName()
                    + " is no listener that may be added here; a ServletContextListener only by an initializer");
        }
        if (initializersRunning) {
            added.add(listener);
        } else {
            listeners.add(listener);
        }
    }

    private void initialiseContext() throws DeploymentException {
        ServletContext restricted = RestrictedContext.of(context);
        for (EventListener listener : declared) {
            listeners.add(listener);
        }
        for (EventListener listener : added) {
            listeners.add(listener);
        }
        for (EventListener listener : declared) {
            initialise(listener, context);
        }
        for (EventListener listener : added) {
            initialise(listener, isOfServer(listener) ? context : restricted);
        }
    }

    /** Those of a part, such as Faces', do the server's work, and hand the context on to code of the application. */
    private static boolean isOfServer(EventListener listener) {
        return !(listener.getClass().getClassLoader() instanceof ApplicationClassLoader);
    }

    private void initialise(EventListener listener, ServletContext context) throws DeploymentException {
        if (listener instanceof ServletContextListener l) {
            try {
                initialised.add(new ContextListener(l, context));
                l.contextInitialized(new ServletContextEvent(context));
            } catch (RuntimeException | LinkageError e) {
                throw failed("the listener", listener.getClass().getName(), "contextInitialized", e);
            }
        }
    }

    private void startFilters() throws DeploymentException {
        for (DeployedFilter filter : registry.filters().values()) {
            if (!filter.complete()) {
                throw new DeploymentException("the filter " + filter.name()
                        + " has no class: neither a descriptor nor code says which it is");
            }
            try {
                filter.initialise();
            } catch (ServletException | RuntimeException | LinkageError e) {
                throw new DeploymentException("the filter " + filter.name() + " cannot be initialised: " + e, e);
            }
        }
    }

    private void startServlets() throws DeploymentException {
        for (DeployedServlet servlet : registry.loadingAtStart()) {
            try {
                servlet.instance();
            } catch (jakarta.servlet.UnavailableException e) {
                // 2.3.2.1: it is out of service, for a time or for good; the application is not.
                servlet.unavailable(e);
            } catch (ServletException
                    | RuntimeException
                    | LinkageError
                    | AssertionError
                    | StackOverflowError e) { // whatever its code throws
                if (e.getCause() instanceof DeploymentException refusal) {
                    throw refusal; // a servlet of the server's parts, for which the application is wrong
                }
                if (settings.failOnStartupError()) {
                    throw new DeploymentException("the servlet " + servlet.name() + " cannot be initialised: " + e, e);
                }
                servlet.failedAtStart(e);
            }
        }
    }

    /** Ends what {@link #start} began, as far as it came. What hangs is left behind, and the rest ended all the same. */
    void stop() {
        LastCalls calls = new LastCalls(components.application(), gate::inContext, this::endFailed);
        List<DeployedServlet> servlets = new ArrayList<>(registry.servlets().values());
        for (int i = servlets.size() - 1; i >= 0; i--) {
            DeployedServlet servlet = servlets.get(i);
            calls.add("servlet " + servlet.name(), servlet::destroy);
        }
        List<DeployedFilter> filters = new ArrayList<>(registry.filters().values());
        for (int i = filters.size() - 1; i >= 0; i--) {
            DeployedFilter filter = filters.get(i);
            calls.add("filter " + filter.name(), filter::destroy);
        }
        // There may be many, and what is kept of them has to be written.
        calls.addLong("the end of the sessions", sessions::endAll);
        for (int i = initialised.size() - 1; i >= 0; i--) {
            ContextListener listener = initialised.get(i);
            calls.add("listener " + listener.listener().getClass().getName(), () -> destroyed(listener));
        }
        for (int i = made.size() - 1; i >= 0; i--) {
            EventListener listener = made.get(i);
            calls.add("listener " + listener.getClass().getName(), () -> components.destroy(listener));
        }
        calls.run(settings.destroyTimeout());
    }

    private void destroyed(ContextListener listener) {
        try {
            listener.listener().contextDestroyed(new ServletContextEvent(listener.context()));
        } catch (RuntimeException | LinkageError e) {
            String name = listener.listener().getClass().getName();
            if (failure == null) {
                ContainerLog.LOG.listenerFailed(name, components.application(), e);
            } else {
                endFailed("the listener " + name, e);
            }
        }
    }
}
