package io.keelson.servlet;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.host.VirtualHosts;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.SuspiciousPathException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The applications of the server, and the door that requests come in by. {@link #handle} runs on muxer threads and reads one
 * volatile field; changes are made under a lock.
 *
 * <p>Specification: Servlet 6.1, 12.1 Use of URL Paths.
 */
final class WebApplications implements HttpHandler {
    private static final ContextTable EMPTY = new ContextTable(List.of());

    private final VirtualHosts hosts;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Place, WebApplication> byPlace = new LinkedHashMap<>();
    private final Map<Place, WebApplication> next = new HashMap<>();
    private volatile Tables tables = new Tables(EMPTY, Map.of());

    /** Where an application is reached. */
    private record Place(String host, String contextPath) {
        static Place of(WebApplication application) {
            return new Place(application.virtualHost(), application.contextPath());
        }

        @Override
        public String toString() {
            return "the context root " + (contextPath.isEmpty() ? "/" : contextPath)
                    + (host.equals(VirtualHosts.DEFAULT) ? "" : " of the virtual host " + host);
        }
    }

    /** The applications by context path: those of the default host, and those of the others. */
    private record Tables(ContextTable standard, Map<String, ContextTable> byHost) {
        ContextTable of(String host) {
            return host.equals(VirtualHosts.DEFAULT) ? standard : byHost.getOrDefault(host, EMPTY);
        }
    }

    WebApplications(VirtualHosts hosts) {
        this.hosts = hosts;
    }

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
        WebApplication application = table(exchange).find(path);
        if (application == null) {
            exchange.reply(404, "No application is deployed here.");
        } else {
            application.handle(exchange, path);
        }
    }

    /**
     * The application of a virtual host with the longest context path that the canonical path starts with; null where there is
     * none. Any thread.
     */
    @Nullable
    WebApplication at(String host, String path) {
        return tables.of(host).find(path);
    }

    /** Those that are reached now, or start. */
    List<WebApplication> all() {
        lock.lock();
        try {
            return List.copyOf(byPlace.values());
        } finally {
            lock.unlock();
        }
    }

    private ContextTable table(HttpExchange exchange) {
        Tables now = tables;
        return hosts.isEmpty()
                ? now.standard()
                : now.of(hosts.find(exchange.channel(), exchange.request().authority()));
    }

    /**
     * Remembers a version that is being prepared: when the one that serves goes, this one takes its place and answers 503 until
     * it is open, so that no client is told in between that there is no application.
     */
    void expect(WebApplication application) throws DeploymentException {
        lock.lock();
        try {
            refuseTaken(application);
            next.put(Place.of(application), application);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a version that {@link #expect} remembers, if it still does. */
    void expectNoMore(WebApplication application) {
        lock.lock();
        try {
            next.remove(Place.of(application), application);
        } finally {
            lock.unlock();
        }
    }

    /** Shows an application that starts, unless an earlier version of it still serves: until it is open it answers 503. */
    void announce(WebApplication application) throws DeploymentException {
        lock.lock();
        try {
            if (refuseTaken(application) == null) {
                put(application);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The earlier version that is in its place; null for none. */
    private @Nullable WebApplication refuseTaken(WebApplication application) throws DeploymentException {
        WebApplication there = byPlace.get(Place.of(application));
        if (there != null && !there.name().equals(application.name())) {
            throw new DeploymentException(Place.of(application) + " of " + application.name()
                    + " is taken by the application " + there.name() + "; give another with --context-root");
        }
        return there;
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
        Place place = Place.of(application);
        next.remove(place, application);
        byPlace.put(place, application);
        publish();
    }

    private void publish() {
        Map<String, Map<String, WebApplication>> byHost = new HashMap<>();
        byPlace.forEach((place, application) -> byHost.computeIfAbsent(place.host(), host -> new LinkedHashMap<>())
                .put(place.contextPath(), application));
        Map<String, ContextTable> others = new HashMap<>();
        byHost.forEach((host, applications) -> others.put(host, new ContextTable(applications.values())));
        ContextTable standard = others.remove(VirtualHosts.DEFAULT);
        tables = new Tables(standard == null ? EMPTY : standard, Map.copyOf(others));
    }

    /** Takes an application away, unless another is in its place already; its next version keeps the place. */
    void remove(WebApplication application) {
        Place place = Place.of(application);
        lock.lock();
        try {
            if (byPlace.remove(place, application)) {
                WebApplication heir = next.get(place);
                if (heir != null && heir.name().equals(application.name())) {
                    put(heir);
                } else {
                    publish();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
