package io.keelson.servlet;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.SuspiciousPathException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The applications of the server, and the door that requests come in by (Servlet 6.1, 12.1). {@link #handle} runs on muxer threads and reads one
 * volatile field; changes are made under a lock.
 */
final class WebApplications implements HttpHandler {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, WebApplication> byPath = new LinkedHashMap<>();
    private final Map<String, WebApplication> next = new HashMap<>();
    private volatile ContextTable table = new ContextTable(List.of());

    @Override
    public void handle(HttpExchange exchange) {
        if (exchange.request().path().equals("*")) {
            // Only OPTIONS gets here: what the server can do, whatever the resource (RFC 9110, 9.3.7).
            exchange.response().headers().set("Allow", "GET, HEAD, POST, PUT, DELETE, OPTIONS");
            exchange.reply(200, "");
            return;
        }
        String path;
        try {
            path = CanonicalPath.of(exchange.request().path());
        } catch (SuspiciousPathException e) {
            exchange.reply(400, "Bad request: " + e.getMessage() + ".");
            return;
        }
        WebApplication application = table.find(path);
        if (application == null) {
            exchange.reply(404, "No application is deployed here.");
        } else {
            application.handle(exchange, path);
        }
    }

    /** The application with the longest context path that the canonical path starts with. Any thread. */
    @Nullable
    WebApplication at(String path) {
        return table.find(path);
    }

    /**
     * Remembers a version that is being prepared: when the one that serves goes, this one takes its place and answers 503 until
     * it is open, so that no client is told in between that there is no application.
     */
    void expect(WebApplication application) {
        lock.lock();
        try {
            next.put(application.contextPath(), application);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a version that {@link #expect} remembers, if it still does. */
    void expectNoMore(WebApplication application) {
        lock.lock();
        try {
            next.remove(application.contextPath(), application);
        } finally {
            lock.unlock();
        }
    }

    /** Shows an application that starts, unless an earlier version of it still serves: until it is open it answers 503. */
    void announce(WebApplication application) throws DeploymentException {
        lock.lock();
        try {
            WebApplication there = byPath.get(application.contextPath());
            if (there != null && !there.name().equals(application.name())) {
                throw new DeploymentException("the context root " + shown(application) + " of " + application.name()
                        + " is taken by the application " + there.name() + "; give another with --context-root");
            }
            if (there == null) {
                put(application);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Puts an application that has started in the place of what was there. */
    void serve(WebApplication application) {
        lock.lock();
        try {
            put(application);
        } finally {
            lock.unlock();
        }
    }

    private void put(WebApplication application) {
        next.remove(application.contextPath(), application);
        byPath.put(application.contextPath(), application);
        table = new ContextTable(byPath.values());
    }

    /** Takes an application away, unless another is in its place already; its next version keeps the place. */
    void remove(WebApplication application) {
        lock.lock();
        try {
            if (byPath.remove(application.contextPath(), application)) {
                WebApplication heir = next.get(application.contextPath());
                if (heir != null && heir.name().equals(application.name())) {
                    put(heir);
                } else {
                    table = new ContextTable(byPath.values());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static String shown(WebApplication application) {
        return application.contextPath().isEmpty() ? "/" : application.contextPath();
    }
}
