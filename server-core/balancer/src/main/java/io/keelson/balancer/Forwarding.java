package io.keelson.balancer;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingConnection;
import io.keelson.http.OutgoingLoop;
import io.keelson.http.RequestBodyException;
import io.keelson.http.ResponseWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to a server, and the response on its way back. Owns the exchange; confined to its loop.
 *
 * <p>It goes to another server only where that is safe: nothing of it was sent; or the server says that no application has
 * seen it; or nothing of a response has come, the method is idempotent, and the connection has broken or the server is silent.
 * And always only where what has been sent of its body is still here.
 */
final class Forwarding implements OutgoingLoop.Connecting, OutgoingConnection.Listener {
    /** So much of a body is kept to be sent again. */
    private static final int MOST_KEPT = 64 * 1024;

    /** A server that does not say 100 gets the body all the same (RFC 9110, 10.1.1). */
    private static final Duration EXPECTATION = Duration.ofSeconds(1);

    /**
     * Interval of the looks whether the server that has the request is there. A server that hangs, or whose machine is gone, breaks no
     * connection.
     */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final int CONTINUE = 100;
    private static final int SWITCHING = 101;
    private static final int UNAVAILABLE = 503;

    private final HttpExchange exchange;
    private final Incoming incoming;
    private final Backends backends;
    private final BalancerSettings settings;
    private final Lane lane;
    private final Set<Backend> tried = new HashSet<>();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
    private boolean keptWhole = true;
    private @Nullable Backend backend;
    private @Nullable OutgoingConnection connection;
    private OutgoingLoop.@Nullable Timer watch;
    private OutgoingLoop.@Nullable Timer expectation;
    private boolean awaitsContinue;
    private boolean bodyRead;
    private boolean waitsForClient;
    private boolean answering;
    private boolean over;
    private boolean refused;
    /** True if a server had as many connections as it may have. */
    private boolean full;

    private long movedAt;
    private HttpHeaders trailers = HttpHeaders.none();
    private HttpHeaders trailersOfResponse = HttpHeaders.none();
    private @Nullable Tunnel tunnelled;

    Forwarding(HttpExchange exchange, Incoming incoming, Backends backends, BalancerSettings settings, Lane lane) {
        this.exchange = exchange;
        this.incoming = incoming;
        this.backends = backends;
        this.settings = settings;
        this.lane = lane;
    }

    /** Begins. On the loop. */
    void begin() {
        exchange.onEnd(() -> lane.loop().execute(this::clientEnded));
        attempt();
    }

    // ---- finding a server

    private void attempt() {
        while (!over) {
            Backend next = backends.choose(incoming.hints(), tried);
            if (next == null) {
                nobody();
                return;
            }
            tried.add(next);
            OutgoingConnection open = lane.pool().take(next);
            if (open != null) {
                use(next, open);
                return;
            }
            backend = next;
            if (lane.pool().open(next, this)) {
                return;
            }
            backend = null;
            full = true;
        }
    }

    private void nobody() {
        if (tried.isEmpty()) {
            backends.nobody(lane.loop().nanoTime());
        }
        if (refused || full || tried.stream().noneMatch(b -> b.condition() == Backend.Condition.READY)) {
            exchange.response().headers().set("Retry-After", "2");
            reply(UNAVAILABLE, "No server takes the request now. Please try again.");
        } else {
            reply(502, "The server could not be reached.");
        }
    }

    @Override
    public void connected(OutgoingConnection made) {
        Backend to = Objects.requireNonNull(backend);
        if (over) {
            lane.pool().close(to, made);
            return;
        }
        use(to, made);
    }

    @Override
    public void failed(IOException why) {
        Backend to = Objects.requireNonNull(backend);
        backend = null;
        to.unreachable();
        lane.pool().drain(to);
        BalancerLog.LOG.debugf(why, "%s was not reached", to.name());
        attempt();
    }

    // ---- the request

    private void use(Backend to, OutgoingConnection open) {
        backend = to;
        connection = open;
        to.begins();
        moved();
        lookWithin(settings.responseTimeout());
        awaitsContinue = incoming.expect() && kept.size() == 0 && !bodyRead;
        open.send(incoming.request(), this);
        if (open.requestEnded() || over || connection != open) {
            return;
        }
        if (awaitsContinue) {
            expectation = lane.loop().after(EXPECTATION, this::goOn);
            return;
        }
        byte[] again = kept.toByteArray();
        open.write(again, 0, again.length);
        pump();
    }

    /** Sends the body that the client holds back until it is asked for. */
    private void goOn() {
        if (awaitsContinue) {
            awaitsContinue = false;
            pump();
        }
    }

    private void pump() {
        OutgoingConnection to = connection;
        while (!over && to != null && to == connection && !awaitsContinue && !to.requestEnded()) {
            if (!to.writable()) {
                to.onWritable(this::pump);
                return;
            }
            if (bodyRead) {
                to.end(trailers);
                return;
            }
            int count;
            try {
                count = exchange.body().poll(lane.buffer(), 0, lane.buffer().length);
            } catch (IOException e) {
                badBody(e);
                return;
            }
            waitsForClient = count == 0;
            if (count == 0) {
                exchange.body().onReadable(() -> lane.loop().execute(this::pump));
                return;
            }
            if (count < 0) {
                bodyRead = true;
                trailers = copy(exchange.body().trailers());
            } else {
                keep(count);
                to.write(lane.buffer(), 0, count);
                moved();
            }
        }
    }

    private void keep(int count) {
        if (keptWhole && kept.size() + count <= MOST_KEPT) {
            kept.write(lane.buffer(), 0, count);
        } else {
            keptWhole = false;
            kept.reset();
        }
    }

    private static HttpHeaders copy(HttpHeaders from) {
        HttpHeaders to = new HttpHeaders();
        from.forEach(to::add);
        return to;
    }

    /** The client broke off, or its body is no proper one; half a request is of no use to the server. */
    private void badBody(IOException why) {
        if (answering) {
            abort(why);
        } else {
            reply(why instanceof RequestBodyException known ? known.status() : 400, "The body was not received.");
        }
    }

    // ---- the response

    @Override
    public void interim(int status, HttpHeaders headers) {
        moved();
        if (status == CONTINUE) {
            goOn();
            return;
        }
        try {
            HttpHeaders fields = new HttpHeaders();
            ForwardedFields.response(headers, fields, false);
            if (status > SWITCHING) {
                exchange.response().interim(status, fields);
            }
        } catch (IOException e) {
            abort(e);
        }
    }

    @Override
    public void head(int status, HttpHeaders headers, long length) {
        moved();
        Backend from = Objects.requireNonNull(backend);
        if (status == UNAVAILABLE && headers.contains(HttpServer.REFUSED)) {
            if ("suspended".equals(headers.get(HttpServer.REFUSED))) {
                from.refused();
                lane.pool().drain(from);
            }
            if (keptWhole) {
                refused = true;
                retry();
                return;
            }
        }
        if (status == SWITCHING && incoming.upgrade() == null) {
            giveUp("the server changed to another protocol, which nobody had asked for");
            return;
        }
        ResponseWriter response = exchange.response();
        response.status(status == SWITCHING ? 200 : status);
        ForwardedFields.response(headers, response.headers(), status == SWITCHING);
        answering = true;
        if (status == SWITCHING) {
            upgrade();
            return;
        }
        String declared = headers.get("Content-Length");
        if (declared != null && status != 204) {
            response.headers().set("Content-Length", declared);
        }
        if (length < 0) {
            response.trailers(() -> trailersOfResponse);
        }
    }

    private void upgrade() {
        OutgoingConnection to = Objects.requireNonNull(connection);
        Backend with = Objects.requireNonNull(backend);
        over = true;
        cancel();
        Tunnel tunnel = new Tunnel(exchange, to, lane, settings, () -> {
            with.ends();
            lane.pool().close(with, to);
        });
        tunnelled = tunnel;
        tunnel.begin();
    }

    @Override
    public void data(ByteBuffer bytes) {
        Tunnel tunnel = tunnelled;
        if (tunnel != null) {
            tunnel.fromServer(bytes);
            return;
        }
        if (over) {
            return;
        }
        moved();
        try {
            ResponseWriter response = exchange.response();
            response.writeNow(bytes, false);
            if (!response.writable()) {
                OutgoingConnection from = Objects.requireNonNull(connection);
                from.pause();
                waitsForClient = true;
                response.onWritable(() -> lane.loop().execute(() -> {
                    waitsForClient = false;
                    moved();
                    if (connection == from) {
                        from.resume();
                    }
                }));
            }
        } catch (IOException | IllegalStateException e) {
            abort(e);
        }
    }

    @Override
    public void end(HttpHeaders fields) {
        Tunnel tunnel = tunnelled;
        if (tunnel != null) {
            tunnel.serverEnded();
            return;
        }
        if (over) {
            return;
        }
        trailersOfResponse = fields;
        over = true;
        release(true);
        exchange.response().complete();
    }

    @Override
    public void failed(IOException why, boolean answered) {
        Tunnel tunnel = tunnelled;
        if (tunnel != null) {
            tunnel.failed();
            return;
        }
        if (over) {
            return;
        }
        Backend from = Objects.requireNonNull(backend);
        from.broke();
        if (!answering && !answered && keptWhole && incoming.idempotent()) {
            retry();
        } else {
            giveUp(String.valueOf(why.getMessage()));
        }
    }

    private void retry() {
        release(false);
        attempt();
    }

    /** The response cannot be had, or not to its end. */
    private void giveUp(String why) {
        if (answering) {
            abort(new IOException(why));
        } else {
            reply(502, "The server did not answer: the connection to it broke, or its answer was not understood.");
        }
    }

    // ---- time

    private void moved() {
        movedAt = lane.loop().nanoTime();
    }

    private void look() {
        watch = null;
        if (over) {
            return;
        }
        long patience = settings.responseTimeout().toNanos();
        long silent = waitsForClient ? 0 : lane.loop().nanoTime() - movedAt;
        if (silent < patience) {
            if (isBetterElsewhere()) {
                retry();
            } else {
                lookWithin(Duration.ofNanos(patience - silent));
            }
        } else if (answering) {
            abort(new IOException("the server fell silent within its response"));
        } else {
            Objects.requireNonNull(backend).broke();
            reply(504, "The server did not answer in time.");
        }
    }

    private void lookWithin(Duration most) {
        watch = lane.loop().after(most.compareTo(LOOK) < 0 ? most : LOOK, this::look);
    }

    private boolean isBetterElsewhere() {
        return !answering
                && keptWhole
                && incoming.idempotent()
                && Objects.requireNonNull(backend).silent()
                && backends.choose(incoming.hints(), tried) != null;
    }

    // ---- the end

    private void reply(int status, String text) {
        over = true;
        release(false);
        exchange.reply(status, text);
    }

    private void abort(Exception why) {
        over = true;
        release(false);
        exchange.abort(why);
    }

    /** In whatever way. Where it was not by us, the client has gone. */
    private void clientEnded() {
        Tunnel tunnel = tunnelled;
        if (tunnel != null) {
            tunnel.clientGone();
        } else if (!over) {
            over = true;
            release(false);
        }
    }

    private void release(boolean whole) {
        cancel();
        OutgoingConnection used = connection;
        Backend from = backend;
        connection = null;
        if (used == null || from == null) {
            return;
        }
        backend = null;
        from.ends();
        if (whole) {
            used.resume();
            lane.pool().release(from, used);
        } else {
            lane.pool().close(from, used);
        }
    }

    private void cancel() {
        if (watch != null) {
            watch.cancel();
            watch = null;
        }
        if (expectation != null) {
            expectation.cancel();
            expectation = null;
        }
    }
}
