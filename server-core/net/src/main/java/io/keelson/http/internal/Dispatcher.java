package io.keelson.http.internal;

import io.keelson.base.trace.Tracer;
import io.keelson.base.trace.Tracing;
import io.keelson.http.AccessLog;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer;
import io.keelson.http.Traffic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a request by the longest prefix of its path, and says whether the server serves applications now.
 * Thread-safe: readers see one immutable list; {@code lock} guards changes and the wait for quiet.
 */
public final class Dispatcher implements HttpServer {
    private final boolean adminChannel;
    private final Tracing tracing;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition quieter = lock.newCondition();
    private final Traffic strays = new Traffic("", "");
    private volatile List<Route> routes = List.of();
    private volatile Phase phase = Phase.CLOSED;
    private volatile @Nullable AccessLog accessLog;

    /** Makes one without any route, whose requests nobody follows. */
    public Dispatcher(boolean hasAdminChannel) {
        this(hasAdminChannel, new Tracing());
    }

    /** Makes one without any route. */
    public Dispatcher(boolean hasAdminChannel, Tracing tracing) {
        adminChannel = hasAdminChannel;
        this.tracing = tracing;
    }

    /** Treatment of requests for applications. */
    public enum Phase {
        /** Status 503: they are not served yet, or no more. */
        CLOSED,
        /** Their requests. */
        OPEN,
        /** Their requests still, but each connection is closed after its answer, so that the client goes elsewhere. */
        DRAINING,
        /** Status 503, and the connection is closed, so that the client goes elsewhere. */
        CLOSING
    }

    private record Route(String prefix, Audience audience, HttpHandler handler) {
        boolean covers(String target, int pathLength) {
            int n = prefix.length();
            return n == 1
                    || pathLength >= n
                            && target.startsWith(prefix)
                            && (pathLength == n || target.charAt(n) == '/' || target.charAt(n) == ';');
        }
    }

    /** Changes what applications get. */
    public void phase(Phase next) {
        phase = next;
    }

    /** Returns whether connections are kept for further requests. */
    boolean keepsAlive() {
        return phase != Phase.CLOSING && phase != Phase.DRAINING;
    }

    @Nullable
    AccessLog accessLog() {
        return accessLog;
    }

    @Override
    public void accessLog(@Nullable AccessLog log) {
        accessLog = log;
    }

    /** Returns what counts requests that come to no application. */
    Traffic strays() {
        return strays;
    }

    @Override
    public List<Traffic> traffic() {
        List<Traffic> all = new ArrayList<>(List.of(strays));
        routes.forEach(route -> all.addAll(route.handler().traffic()));
        return all;
    }

    @Override
    public Registration register(String prefix, Audience audience, HttpHandler handler) {
        if (!prefix.startsWith("/") || prefix.length() > 1 && prefix.endsWith("/")) {
            throw new IllegalArgumentException("a prefix starts with / and does not end with one: '" + prefix + "'");
        }
        Route route = new Route(prefix, audience, handler);
        lock.lock();
        try {
            for (Route r : routes) {
                if (r.prefix().equals(prefix)) {
                    throw new IllegalStateException("the prefix " + prefix + " is served already");
                }
            }
            List<Route> next = new ArrayList<>(routes);
            next.add(route);
            next.sort(Comparator.comparingInt((Route r) -> -r.prefix().length()));
            routes = List.copyOf(next);
        } finally {
            lock.unlock();
        }
        return () -> remove(route);
    }

    @Override
    public boolean administers(String path) {
        return routes.stream()
                .anyMatch(r ->
                        (r.audience() == Audience.ANYONE || r.audience() == Audience.ADMINISTRATION && !adminChannel)
                                && r.prefix().length() > 1
                                && r.covers(path, path.length()));
    }

    private void remove(Route route) {
        lock.lock();
        try {
            List<Route> next = new ArrayList<>(routes);
            next.remove(route);
            routes = List.copyOf(next);
        } finally {
            lock.unlock();
        }
    }

    /** Gives a request to its handler, or answers it. On the loop. */
    void dispatch(ServedExchange exchange, boolean onAdminChannel, LoopState loop) {
        if (exchange.ofWholeServer()) {
            // OPTIONS * is about no resource, so it is nobody's but the server's (RFC 9110, 9.3.7).
            exchange.response().headers().set("Allow", RequestLine.KNOWN_METHODS);
            exchange.response().complete();
            return;
        }
        Route route = find(exchange, onAdminChannel);
        if (route == null ? !onAdminChannel : route.audience() == Audience.APPLICATION) {
            follow(exchange);
        } else {
            exchange.countForNobody();
        }
        if (route == null) {
            // A room that is going down has taken its prefix back: what it served is not gone, only not here now.
            if (served() || onAdminChannel && adminChannel) {
                exchange.reply(404, "There is nothing here.");
            } else {
                notNow(exchange);
            }
        } else if (route.audience() != Audience.APPLICATION) {
            handle(route.handler(), exchange);
        } else {
            // Counted before the phase is read: whoever ends the phase and then sees no exchange has seen all of them.
            exchange.application(true);
            loop.countApplications(1);
            if (served()) {
                handle(route.handler(), exchange);
            } else {
                notNow(exchange);
            }
        }
    }

    /** Operators and probes are not followed: they ask again and again, and are nobody's users. */
    private void follow(ServedExchange exchange) {
        Tracer tracer = tracing.tracer();
        if (tracer != null) {
            exchange.follow(tracer);
        }
    }

    private boolean served() {
        Phase now = phase;
        return now == Phase.OPEN || now == Phase.DRAINING;
    }

    /** A load balancer may give the request to another server, whatever it is: nobody here has looked at it. */
    private static void notNow(ServedExchange exchange) {
        exchange.response().headers().set(HttpServer.REFUSED, "suspended");
        exchange.response().headers().set("Connection", "close");
        exchange.response().headers().set("Retry-After", "5");
        exchange.reply(503, "The server is not serving applications now.");
    }

    private static void handle(HttpHandler handler, ServedExchange exchange) {
        if (exchange.bodyTooLarge() && !handler.limitsBody()) {
            exchange.bodyRefused();
            exchange.reply(413, "The body is too large.");
        } else {
            handler.handle(exchange);
        }
    }

    private @Nullable Route find(ServedExchange exchange, boolean onAdminChannel) {
        String target = exchange.target();
        int pathLength = exchange.pathLength();
        List<Route> all = routes;
        for (int i = 0; i < all.size(); i++) {
            Route r = all.get(i);
            if (r.covers(target, pathLength) && serves(r.audience(), onAdminChannel)) {
                return r;
            }
        }
        return null;
    }

    private boolean serves(Audience audience, boolean onAdminChannel) {
        return switch (audience) {
            case ADMINISTRATION -> onAdminChannel || !adminChannel;
            case APPLICATION -> !onAdminChannel;
            case ANYONE -> true;
        };
    }

    /** An exchange of an application has ended. On a loop. */
    void applicationEnded(LoopState loop) {
        if (phase == Phase.CLOSING && loop.applications() == 0) {
            lock.lock();
            try {
                quieter.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Waits until no exchange of an application is under way.
     *
     * @return how many still are when the time is over
     */
    public int awaitQuiet(List<LoopState> loops, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lockInterruptibly();
        try {
            int busy;
            while ((busy = loops.stream().mapToInt(LoopState::applications).sum()) > 0 && left > 0) {
                left = quieter.awaitNanos(left);
            }
            return busy;
        } finally {
            lock.unlock();
        }
    }
}
