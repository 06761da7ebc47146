package io.keelson.servlet.registration;

import io.keelson.servlet.server.ContainerLog;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A servlet of an application: what was declared, and its one instance from {@code init} to {@code destroy} (Servlet 6.1,
 * 2.3). What is declared is written by the deploying thread only. The instance is made under a lock, the first time that it
 * is asked for; the request path reads one volatile field.
 *
 * <p>Specification: Servlet 6.1, 2.3 Servlet Life Cycle.
 */
public final class DeployedServlet extends DeployedComponent<Servlet> implements ServletConfig {
    private final Registry registry;
    private final List<String> patterns = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** True if {@code @ServletSecurity} of the class counts: not where code has made the instance by itself (13.4.1). */
    boolean constrainedByClass = true;

    @Nullable
    String jspFile;

    @Nullable
    Integer loadOnStartup;

    @Nullable
    MultipartConfigElement multipart;

    @Nullable
    String runAs;

    boolean enabled = true;

    private volatile @Nullable Servlet instance;
    private volatile boolean gone;
    private volatile boolean failedAtStart;
    private volatile @Nullable String outOfService;
    private volatile boolean pausing;
    private volatile long pausedUntilNanos;

    DeployedServlet(Registry registry, String name) {
        super(registry.components(), "servlet", Servlet.class, name);
        this.registry = registry;
    }

    /** Returns the patterns that it is mapped to. */
    public List<String> patterns() {
        return patterns;
    }

    /** Returns the configuration for multipart forms; null where it reads none. */
    public @Nullable MultipartConfigElement multipart() {
        return multipart;
    }

    /** Returns whether there is a class, an instance or a page behind the name. */
    @Override
    public boolean complete() {
        return super.complete() || jspFile != null;
    }

    /**
     * The instance, made and initialised when it is not there yet.
     *
     * @throws UnavailableException when it is out of service; with the seconds left where that is for a time
     */
    public Servlet instance() throws ServletException {
        Servlet ready = instance;
        return ready != null && !pausing ? ready : instanceOrRefusal();
    }

    private Servlet instanceOrRefusal() throws ServletException {
        if (gone || !enabled) {
            throw new Refused("servlet " + name() + " is not in service", true, 0);
        }
        if (failedAtStart) {
            throw new Refused("servlet " + name() + " failed when the application started", false, 0);
        }
        if (pausing) {
            long left = pausedUntilNanos - registry.ticker().nanoTime();
            if (left > 0) {
                throw new Refused("servlet " + name() + " is not in service for a time", false, (int)
                        Math.max(1, TimeUnit.NANOSECONDS.toSeconds(left + 999_999_999)));
            }
            pausing = false;
        }
        lock.lock();
        try {
            Servlet ready = instance;
            return ready == null ? initialise() : ready;
        } finally {
            lock.unlock();
        }
    }

    private Servlet initialise() throws ServletException {
        Servlet made = made();
        try {
            made.init(this);
        } catch (ServletException | RuntimeException | Error e) {
            // 2.3.2.1: destroy is not called on what was not initialised.
            release(made);
            throw e;
        }
        instance = made;
        return made;
    }

    @Override
    Class<? extends Servlet> loadClass() throws ClassNotFoundException, ServletException {
        String page = jspFile;
        if (type != null || page == null) {
            return super.loadClass();
        }
        DeployedServlet pages = registry.servlet(Registry.PAGES);
        if (pages == null) {
            throw new ServletException("servlet " + name() + " is the page " + page + ", and the server has no pages");
        }
        pages.initParameters().forEach(initParameters()::putIfAbsent);
        initParameters().put("jspFile", page);
        return pages.loadClass();
    }

    /** The class; null while only its name is known and it cannot be loaded. */
    @Nullable
    Class<?> knownClass() {
        Servlet object = given;
        return object != null ? object.getClass() : type;
    }

    /** Reads the annotations of the class that count where it is added by code (4.4.4). */
    public void readAnnotations() {
        Class<?> known = knownClass();
        MultipartConfig config = known == null ? null : known.getAnnotation(MultipartConfig.class);
        if (config != null && multipart == null) {
            multipart = new MultipartConfigElement(config);
        }
        if (known != null) {
            readSecurity(known);
        }
    }

    private void readSecurity(Class<?> known) {
        ServletSecurity constraint = known.getAnnotation(ServletSecurity.class);
        if (constraint != null && constrainedByClass) {
            registry.secure(this, new ServletSecurityElement(constraint));
        }
        RunAs identity = known.getDeclaredAnnotation(RunAs.class);
        if (identity != null && runAs == null) {
            runAs = identity.value();
        }
        DeclareRoles declared = known.getDeclaredAnnotation(DeclareRoles.class);
        if (declared != null) {
            registry.declareRoles(declared.value());
        }
    }

    /** The servlet threw an {@link UnavailableException} (2.3.3.2): pauses it, or takes it out of service for good. */
    public void unavailable(UnavailableException cause) {
        if (cause instanceof Refused) {
            return;
        }
        if (cause.isPermanent()) {
            ContainerLog.LOG.unavailableForGood(name(), components.application(), cause);
            gone = true;
            outOfService = "servlet " + name() + " is unavailable for good and answers 404: " + cause.getMessage();
            try {
                destroy();
            } catch (RuntimeException | LinkageError e) {
                ContainerLog.LOG.destroyFailed("servlet " + name(), components.application(), e);
            }
        } else {
            int seconds = Math.max(1, cause.getUnavailableSeconds());
            ContainerLog.LOG.unavailable(name(), components.application(), seconds, cause);
            pausedUntilNanos = registry.ticker().nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            pausing = true;
        }
    }

    /** The servlet, which loads at the start, could not be made or initialised: it is out of service, the application is not. */
    public void failedAtStart(Throwable cause) {
        ContainerLog.LOG.servletFailedAtStart(name(), components.application(), cause);
        failedAtStart = true;
        outOfService = "servlet " + name() + " failed at the start and answers 503: " + cause;
    }

    /** Returns why it does not serve until the application is deployed again; null where it serves, or will again. */
    public @Nullable String outOfService() {
        return outOfService;
    }

    /** Ends the instance (2.3.4). What its own end throws is the caller's to note. */
    public void destroy() {
        Servlet ended;
        lock.lock();
        try {
            ended = instance;
            instance = null;
        } finally {
            lock.unlock();
        }
        if (ended == null) {
            return;
        }
        try {
            ended.destroy();
        } finally {
            release(ended);
        }
    }

    @Override
    public String getServletName() {
        return name();
    }

    @Override
    public ServletContext getServletContext() {
        return registry.context();
    }

    /** The container's own refusal, in distinction from what the servlet threw. */
    public static final class Refused extends UnavailableException {
        private static final long serialVersionUID = 1L;
        private final boolean permanent;

        Refused(String message, boolean permanent, int seconds) {
            super(message, seconds);
            this.permanent = permanent;
        }

        @Override
        public boolean isPermanent() {
            return permanent;
        }

        /** Returns true if it makes no sense to try again: the servlet stays out of service until the application is deployed anew. */
        public boolean untilRedeployed() {
            return getUnavailableSeconds() <= 0;
        }
    }
}
