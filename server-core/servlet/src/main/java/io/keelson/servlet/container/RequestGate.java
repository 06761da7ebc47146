package io.keelson.servlet.container;

import io.keelson.base.time.Deadline;
import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.spi.SessionStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Entry and exit of an application's requests: they go to their work manager, are counted, and are waited for when it stops (Servlet 6.1,
 * 2.3.4). Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 2.3.3 Request Handling; Servlet 6.1, 2.3.4 End of Service.
 */
final class RequestGate {
    private final WebApplication application;
    private final Gate gate = new Gate();
    private final Set<ServletExchange> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    private volatile boolean destroyed;

    RequestGate(WebApplication application) {
        this.application = application;
    }

    /** Lets requests in. */
    void open() {
        gate.open();
    }

    /** Lets no more in, waits for those that run until the deadline, and cuts off what is left. */
    void close(Deadline deadline) {
        gate.close();
        closing = true;
        waiting.forEach(ServletExchange::stopping);
        long left = gate.await(deadline);
        if (left > 0) {
            ContainerLog.LOG.requestsCutOff(left, application.name());
            for (ServletExchange exchange : waiting) {
                exchange.cutOff();
            }
        }
    }

    /** The application has ended: nothing of it runs any more. */
    void destroyed() {
        destroyed = true;
    }

    /** Returns how many requests are in. */
    long inside() {
        return gate.inside();
    }

    /** Lets a request in; false where the gate is closed. */
    boolean enter() {
        return gate.enter();
    }

    /** A request that was let in has ended. */
    void exit() {
        gate.exit();
    }

    /**
     * Takes a request from outside, on a muxer thread.
     *
     * @param ready null while the application starts
     * @param path below the context root
     */
    void handle(HttpExchange arrived, @Nullable Routing ready, String path) {
        SessionStore store = application.sessions().store();
        HttpExchange exchange = store.arrived(arrived);
        if (ready != null
                && store.passesOn()
                && SentSession.any(exchange, application, id -> store.passOn(exchange, id))) {
            return;
        }
        if (ready == null || !gate.enter()) {
            closed(exchange);
            return;
        }
        WorkManager manager = ready.workManager(path);
        Caller caller = null;
        WorkManager queue = manager;
        if (manager.asksForCaller()) {
            caller = KnownCaller.of(exchange, application);
            queue = KnownCaller.view(manager, caller);
        }
        ServletExchange request = new ServletExchange(application, ready, exchange, path, manager, caller);
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
     * Takes a request from outside of which another version may have the session, on a muxer thread. The thread that looks it up is this
     * application's, which waits for it when it stops, whoever serves the request on it.
     *
     * @param ready null while the application starts
     * @param path below the context root
     */
    void handleUnless(WebApplication other, HttpExchange arrived, @Nullable Routing ready, String path) {
        SessionStore store = other.sessions().store();
        HttpExchange exchange = store.arrived(arrived);
        if (store.passesOn() && SentSession.any(exchange, other, id -> store.passOn(exchange, id))) {
            return;
        }
        if (ready == null || !gate.enter()) {
            closed(exchange);
            return;
        }
        Runnable looked = () -> {
            try {
                (other.findsSessionOf(exchange) ? other : application).gate().serve(exchange, path);
            } catch (RuntimeException | Error e) {
                ContainerLog.LOG.exchangeFailed(other.name(), e);
                exchange.abort(e);
            } finally {
                gate.exit();
            }
        };
        if (!exchange.handOver(ready.workManager(path), looked)) {
            gate.exit();
            exchange.overloaded();
        }
    }

    /** Serves a request on the calling thread, which is an execute thread. */
    private void serve(HttpExchange exchange, String path) {
        exchange.countFor(application.traffic());
        Routing ready = application.started() ? application.routing() : null;
        if (ready == null || !gate.enter()) {
            closed(exchange);
            return;
        }
        WorkManager manager = ready.workManager(path);
        Caller caller = manager.asksForCaller() ? KnownCaller.of(exchange, application) : null;
        new ServletExchange(application, ready, exchange, path, manager, caller).run();
    }

    /**
     * Runs work of a request that goes on, with the work manager of that request; when it has no place now, as soon as it has
     * one. Any thread. Of an application that has ended nothing runs any more.
     *
     * @param caller who the request came from, as far as that was known when it came
     */
    void later(WorkManager manager, @Nullable Caller caller, Runnable work) {
        WorkManager queue = manager.asksForCaller() ? KnownCaller.view(manager, caller) : manager;
        if (!queue.offer(work) && !destroyed) {
            application.server().timers().after(Timers.PERIOD, () -> later(manager, caller, work));
        }
    }

    /** A request goes on without a thread; {@link #close} finds it. */
    void waits(ServletExchange exchange) {
        waiting.add(exchange);
        if (closing) {
            exchange.stopping();
        }
    }

    void waitsNoMore(ServletExchange exchange) {
        waiting.remove(exchange);
    }
}
