package io.keelson.servlet.container;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer;
import io.keelson.http.Traffic;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.dispatch.ErrorPages;
import io.keelson.servlet.runtime.ApplicationParts;
import io.keelson.servlet.runtime.RequestGate;
import io.keelson.servlet.runtime.WebRuntime;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.session.ApplicationSessions;
import io.keelson.servlet.spi.SessionStore;
import org.jspecify.annotations.Nullable;

/**
 * Arrival of requests at an application: each goes to its work manager, or is refused where there is no place. Thread-safe; does not block
 * a muxer thread.
 *
 * <p>Specification: Servlet 6.1, 2.3.3 Request Handling.
 */
final class Arrivals {
    private final String name;
    private final Traffic traffic;
    private final ApplicationSessions sessions;
    private final RequestGate gate;
    private final ErrorPages errorPages;
    private final int prefix;
    private volatile @Nullable WebRuntime runtime;

    /** Refuses requests until {@link #to} says where they go. */
    Arrivals(ApplicationParts.Address address, ApplicationSessions sessions, RequestGate gate, ErrorPages errorPages) {
        this.sessions = sessions;
        this.gate = gate;
        this.errorPages = errorPages;
        this.name = address.name();
        this.prefix = address.contextPath().length();
        traffic = new Traffic(name, address.contextPath().isEmpty() ? "/" : address.contextPath());
    }

    /** Sets what requests work with from now on. Called by the deploying thread. */
    void to(WebRuntime ready) {
        runtime = ready;
    }

    /** Returns what requests work with; null while the application starts. */
    @Nullable
    WebRuntime runtime() {
        return runtime;
    }

    /** Returns what counts the requests. */
    Traffic traffic() {
        return traffic;
    }

    /**
     * Takes a request from outside, on a muxer thread.
     *
     * @param canonical the canonical path of the request
     */
    void handle(HttpExchange arrived, String canonical) {
        arrived.countFor(traffic);
        SessionStore store = sessions.all().store();
        HttpExchange exchange = store.arrived(arrived);
        WebRuntime ready = runtime;
        if (ready != null && store.passesOn() && sessions.anySent(exchange, id -> store.passOn(exchange, id))) {
            return;
        }
        if (ready == null || !gate.enter()) {
            closed(exchange);
            return;
        }
        String path = canonical.substring(prefix);
        WorkManager manager = ready.routing().workManager(path);
        Caller caller = null;
        WorkManager queue = manager;
        if (manager.asksForCaller()) {
            caller = KnownCaller.of(exchange, sessions);
            queue = RequestGate.view(manager, caller);
        }
        ServletExchange request = new ServletExchange(ready, errorPages, exchange, path, manager, caller);
        if (!exchange.handOver(queue, request)) {
            gate.exit();
            exchange.overloaded();
        }
    }

    private static void closed(HttpExchange exchange) {
        exchange.response().headers().set("Retry-After", "1");
        exchange.response().headers().set(HttpServer.REFUSED, "application");
        exchange.reply(503, "The application is starting or stopping.");
    }

    /**
     * Does the same as {@link #handle}, for a request of which another version may have the session: that is looked up on a thread of
     * this application, which waits for it when it stops, whoever serves the request on it. The request goes to the other one where the
     * session is there, or may be and cannot be had.
     */
    void handleUnless(Arrivals other, HttpExchange arrived, String canonical) {
        arrived.countFor(traffic);
        SessionStore store = other.sessions.all().store();
        HttpExchange exchange = store.arrived(arrived);
        if (store.passesOn() && other.sessions.anySent(exchange, id -> store.passOn(exchange, id))) {
            return;
        }
        WebRuntime ready = runtime;
        if (ready == null || !gate.enter()) {
            closed(exchange);
            return;
        }
        String path = canonical.substring(prefix);
        Runnable looked = () -> {
            try {
                (other.findsSessionOf(exchange) ? other : this).serve(exchange, path);
            } catch (RuntimeException | Error e) {
                ContainerLog.LOG.exchangeFailed(other.name, e);
                exchange.abort(e);
            } finally {
                gate.exit();
            }
        };
        if (!exchange.handOver(ready.routing().workManager(path), looked)) {
            gate.exit();
            exchange.overloaded();
        }
    }

    private boolean findsSessionOf(HttpExchange exchange) {
        boolean[] found = new boolean[1];
        gate.inContext(() -> found[0] = sessions.find(exchange));
        return found[0];
    }

    /** Serves a request on the calling thread, which is an execute thread. */
    private void serve(HttpExchange exchange, String path) {
        exchange.countFor(traffic);
        WebRuntime ready = runtime;
        if (ready == null || !gate.enter()) {
            closed(exchange);
            return;
        }
        WorkManager manager = ready.routing().workManager(path);
        Caller caller = manager.asksForCaller() ? KnownCaller.of(exchange, sessions) : null;
        new ServletExchange(ready, errorPages, exchange, path, manager, caller).run();
    }
}
