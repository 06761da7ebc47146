package io.keelson.servlet;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.Traffic;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.host.VirtualHosts;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.SuspiciousPathException;
import io.keelson.servlet.session.MemorySessionStore;
import io.keelson.servlet.session.VersionMark;
import io.keelson.servlet.spi.SessionStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    /** Other versions of those that are in their places. */
    private final Map<Place, WebApplication> beside = new HashMap<>();
    /** Places whose other version is open. It may have sessions before it has been active here, as it may be active on another server. */
    private final Set<Place> opened = new HashSet<>();

    private volatile Tables tables = new Tables(EMPTY, Map.of(), Map.of());

    /** Place at which an application is reached. */
    private record Place(String host, String contextPath) {
        static Place of(WebApplication application) {
            return new Place(
                    application.address().virtualHost(), application.address().reach());
        }

        @Override
        public String toString() {
            return "the context root " + (contextPath.isEmpty() ? "/" : contextPath)
                    + (host.equals(VirtualHosts.DEFAULT) ? "" : " of the virtual host " + host);
        }
    }

    /**
     * The applications by context path: those of the default host, and those of the others; and versions that are not the active one, by
     * that one. A version that is not open yet is in none of them.
     */
    private record Tables(
            ContextTable standard, Map<String, ContextTable> byHost, Map<WebApplication, WebApplication> others) {
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
        Tables now = tables;
        WebApplication application = table(now, exchange).find(path);
        if (application == null) {
            exchange.reply(404, "No application is deployed here.");
            return;
        }
        WebApplication other = now.others().get(application);
        switch (other == null ? WebApplication.Claim.NO : other.claims(exchange, application)) {
            case YES -> Objects.requireNonNull(other).handle(exchange, path);
            case MAYBE -> application.handleUnless(Objects.requireNonNull(other), exchange, path);
            case NO -> application.handle(exchange, path);
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

    /**
     * Does the same as {@link #at}, for an application that asks: at its own place it finds itself, though another version may be active
     * there.
     */
    @Nullable
    WebApplication neighbour(WebApplication asks, String path) {
        WebApplication found = at(asks.address().virtualHost(), path);
        return found != null && Place.of(found).equals(Place.of(asks)) ? asks : found;
    }

    @Override
    public List<Traffic> traffic() {
        return all().stream().map(WebApplication::traffic).toList();
    }

    /** Those that are reached now, or start. */
    List<WebApplication> all() {
        lock.lock();
        try {
            List<WebApplication> all = new ArrayList<>(byPlace.values());
            all.addAll(beside.values());
            return all;
        } finally {
            lock.unlock();
        }
    }

    private ContextTable table(Tables now, HttpExchange exchange) {
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
            WebApplication there = refuseTaken(application);
            if (there != null && !isSameVersion(there, application)) {
                checkSessions(there);
                checkSessions(application);
                checkMarks(there, application);
            } else {
                next.put(Place.of(application), application);
            }
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
            WebApplication there = refuseTaken(application);
            if (there == null) {
                put(application);
            } else if (!isSameVersion(there, application)) {
                beside.put(Place.of(application), application);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Refuses a version whose session store cannot tell which version a session belongs to, or when the last session has ended. */
    private static void checkSessions(WebApplication version) throws DeploymentException {
        SessionStore store = version.sessions().store();
        if (!(store instanceof MemorySessionStore) && !store.sideBySide()) {
            throw new DeploymentException(
                    "versions side by side are for sessions in memory, replicated ones, and those in files or a database; those of "
                            + version.name()
                            + " are kept elsewhere (" + store.status().type().text()
                            + "), where nobody could say when the last of a version has ended: undeploy the version that is there"
                            + " first, or deploy this one in its place under the same version");
        }
    }

    private static void checkMarks(WebApplication there, WebApplication application) throws DeploymentException {
        VersionMark mark = application.sessions().mark();
        if (!mark.equals(VersionMark.NONE) && mark.equals(there.sessions().mark())) {
            throw new DeploymentException("the versions " + there.name() + " and " + application.name()
                    + " have the same mark in the ids of their sessions by chance; give this one another version");
        }
    }

    private static boolean isSameVersion(WebApplication one, WebApplication other) {
        return one.name().equals(other.name());
    }

    /** The earlier one, or other version, that is in its place; null for none. */
    private @Nullable WebApplication refuseTaken(WebApplication application) throws DeploymentException {
        WebApplication there = byPlace.get(Place.of(application));
        if (there != null && !VersionedName.plain(there.name()).equals(VersionedName.plain(application.name()))) {
            throw new DeploymentException(Place.of(application) + " of " + application.name()
                    + " is taken by the application " + there.name() + "; give another with --context-root");
        }
        return there;
    }

    /** Puts an application that has started in the place of what was there; one that is beside another version stays there. */
    void serve(WebApplication application) throws DeploymentException {
        lock.lock();
        try {
            if (isBeside(application)) {
                application.checkBeside();
                Objects.requireNonNull(byPlace.get(Place.of(application))).checkBeside();
                opened.add(Place.of(application));
                publish();
            } else {
                put(application);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isBeside(WebApplication application) {
        return beside.containsKey(Place.of(application)) && beside.containsValue(application);
    }

    /** Gives a version the new clients; the other one, which had them, retires. */
    void activate(WebApplication application) {
        lock.lock();
        try {
            Place place = Place.of(application);
            if (beside.remove(place, application)) {
                WebApplication before = byPlace.get(place);
                if (before != null) {
                    beside.put(place, before);
                }
                opened.add(place);
                put(application);
            }
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
        Map<WebApplication, WebApplication> open = new HashMap<>();
        beside.forEach((place, application) -> {
            WebApplication active = byPlace.get(place);
            if (active != null && opened.contains(place)) {
                open.put(active, application);
            }
        });
        tables = new Tables(standard == null ? EMPTY : standard, Map.copyOf(others), Map.copyOf(open));
    }

    /** Takes a version away that another one is active beside: who has a session there is a new client of the other from now on. */
    void removeBeside(WebApplication application) {
        lock.lock();
        try {
            Place place = Place.of(application);
            if (beside.remove(place, application)) {
                opened.remove(place);
                publish();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes an application away, unless another is in its place already; the one that replaces it keeps the place, else a version that has
     * retired beside it.
     */
    void remove(WebApplication application) {
        Place place = Place.of(application);
        lock.lock();
        try {
            removeBeside(application);
            if (byPlace.remove(place, application)) {
                WebApplication heir = next.get(place);
                WebApplication other = beside.get(place);
                if (heir != null && isSameVersion(heir, application)) {
                    put(heir);
                } else if (other != null) {
                    beside.remove(place);
                    opened.remove(place);
                    put(other);
                } else {
                    publish();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
