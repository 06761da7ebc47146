package io.keelson.balancer;

import io.keelson.http.HttpExchange;
import io.keelson.http.OutgoingHttp;
import io.keelson.http.OutgoingLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Takes single requests of a server to another server that its caller names, as a load balancer does: for a room that knows better than
 * the front where a request belongs. Thread-safe; its loop is started by the first request.
 *
 * <p>Specification: RFC 9110, 7.6 Message Forwarding.
 */
public final class Relay implements AutoCloseable {
    /** The other server's application may take its time, as it may here. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final OutgoingHttp outgoing;
    private final String name;
    private final BalancerSettings settings = new BalancerSettings(
            List.of(),
            BalancingMethod.ROUND_ROBIN,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            PATIENCE,
            PATIENCE,
            Duration.ofSeconds(20),
            1_000,
            false,
            null,
            1);
    private final Map<OutgoingLoop.Destination, List<Backend>> servers = new ConcurrentHashMap<>();
    /** Guards that it is opened and closed once. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable Open open;
    private boolean closed;

    private record Open(OutgoingHttp.Loops loops, Lane lane) {}

    /**
     * Makes one; nothing is opened yet.
     *
     * @param name what the thread of its loop is called
     */
    public Relay(OutgoingHttp outgoing, String name) {
        this.outgoing = outgoing;
        this.name = name;
    }

    /**
     * Takes a request to a server. On the muxer thread, from within {@link io.keelson.http.HttpHandler#handle}; does not block. From then
     * on the exchange is no matter of the caller: where the server cannot be reached the client is answered so, with 503 and Retry-After
     * where nobody has seen the request.
     *
     * @param to where the server listens; it is not asked first whether it is ready
     * @param server its name, for the log
     * @param fields are added to the request
     * @return false where the request cannot be taken on as it is, or wants another protocol: it is served here then
     */
    public boolean take(HttpExchange exchange, OutgoingLoop.Destination to, String server, Map<String, String> fields) {
        Incoming incoming;
        try {
            incoming = Incoming.of(exchange, fields);
        } catch (IllegalArgumentException e) {
            BalancerLog.LOG.debugf(e, "a request cannot be taken to %s", server);
            return false;
        }
        Open with = opened();
        if (with == null || incoming.upgrade() != null) {
            return false;
        }
        // Twice: where a connection that had waited was just being closed there, another one is opened.
        List<Backend> both =
                servers.computeIfAbsent(to, none -> List.of(new Backend(server, to), new Backend(server, to)));
        // Nobody asks it whether it is back; this request does.
        both.forEach(backend -> backend.answered(true));
        exchange.body().limit(-1); // how much it takes is its own matter
        Backends backends = new Backends(both, settings.method());
        with.lane().loop().execute(() -> new Forwarding(exchange, incoming, backends, settings, with.lane()).begin());
        return true;
    }

    private @Nullable Open opened() {
        Open there = open;
        return there == null ? open() : there;
    }

    private @Nullable Open open() {
        lock.lock();
        try {
            if (open == null && !closed) {
                OutgoingHttp.Loops loops = outgoing.open(name, 1);
                open = new Open(loops, Lane.of(loops.loops().get(0), settings));
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Closes all connections. */
    @Override
    public void close() {
        Open last;
        lock.lock();
        try {
            closed = true;
            last = open;
            open = null;
        } finally {
            lock.unlock();
        }
        if (last != null) {
            last.loops().close();
        }
    }
}
