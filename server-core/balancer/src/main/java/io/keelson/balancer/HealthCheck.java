package io.keelson.balancer;

import io.keelson.http.HttpHeaders;
import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingConnection;
import io.keelson.http.OutgoingLoop;
import io.keelson.http.OutgoingRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks one server again and again whether it is ready, on one connection. That this connection ends is a death notice: then
 * the server is asked at once. Confined to its loop but for {@link #hurry}.
 */
final class HealthCheck implements OutgoingLoop.Connecting, OutgoingConnection.Listener {
    static final String RESOURCE = "/management/v1/health/ready";
    private static final String ROUTE = "Keelson-Route";
    private static final int OK = 200;
    private static final int NOT_READY = 503;
    /** A server that is not there is not asked more often than this, whatever happens. */
    private static final Duration SOON = Duration.ofMillis(50);
    /** Nor less often than this, or its clients would wait for it when it is back. */
    private static final Duration MOST = Duration.ofMillis(500);

    /** Doubts are over soon. */
    private static final Duration DOUBT = Duration.ofMillis(200);

    private final Backend backend;
    private final OutgoingLoop loop;
    private final BalancerSettings settings;
    private final Runnable whenNotReady;
    private @Nullable OutgoingConnection connection;
    private OutgoingLoop.@Nullable Timer timer;
    private boolean asking;
    private boolean hurried;
    private boolean ended;
    private long askedAt;
    private int status;
    private boolean doubts;

    /**
     * @param whenNotReady run where the server takes no more new requests
     */
    HealthCheck(Backend backend, OutgoingLoop loop, BalancerSettings settings, Runnable whenNotReady) {
        this.backend = backend;
        this.loop = loop;
        this.settings = settings;
        this.whenNotReady = whenNotReady;
    }

    /** Begins. Any thread. */
    void begin() {
        backend.onSuspicion(this::hurry);
        loop.execute(this::ask);
    }

    /** Ends. Any thread. */
    void end() {
        loop.execute(() -> {
            ended = true;
            cancelTimer();
            drop();
        });
    }

    /** Asks as soon as possible. Any thread. */
    void hurry() {
        loop.execute(() -> {
            if (asking) {
                hurried = true;
            } else {
                soon();
            }
        });
    }

    private void soon() {
        long since = loop.nanoTime() - askedAt;
        again(since >= SOON.toNanos() ? Duration.ZERO : SOON);
    }

    private void again(Duration delay) {
        cancelTimer();
        if (!ended) {
            timer = loop.after(delay, this::ask);
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void ask() {
        if (ended || asking) {
            return;
        }
        cancelTimer();
        asking = true;
        hurried = false;
        askedAt = loop.nanoTime();
        OutgoingConnection open = connection;
        if (open != null && open.reusable()) {
            put(open);
        } else {
            drop();
            loop.connect(backend.destination(), settings.checkTimeout(), this);
        }
    }

    @Override
    public void connected(OutgoingConnection made) {
        if (ended) {
            made.close();
            return;
        }
        connection = made;
        put(made);
    }

    private void put(OutgoingConnection open) {
        HttpHeaders headers = new HttpHeaders();
        headers.add("Host", Authorities.of(backend.destination()));
        headers.add("User-Agent", "keelson-lb");
        timer = loop.after(
                settings.checkTimeout(), () -> lost("it has not answered within " + settings.checkTimeout()));
        open.send(new OutgoingRequest("GET", RESOURCE, headers, 0), this);
    }

    @Override
    public void interim(int interim, HttpHeaders headers) {}

    @Override
    public void head(int code, HttpHeaders headers, long length) {
        status = code;
        doubts = code == NOT_READY && HttpServer.DOUBTS.equals(headers.get(HttpServer.REFUSED));
        String route = headers.get(ROUTE);
        if (route != null) {
            backend.route(route);
        }
    }

    @Override
    public void data(ByteBuffer bytes) {}

    @Override
    public void end(HttpHeaders trailers) {
        cancelTimer();
        asking = false;
        // A server that does not know the question is no server of ours; it answers, which has to do.
        boolean ready = status != NOT_READY;
        if (doubts ? backend.doubts() : backend.answered(ready)) {
            if (ready) {
                BalancerLog.LOG.ready(backend.name());
            } else {
                BalancerLog.LOG.notReady(backend.name());
            }
        }
        if (!ready) {
            whenNotReady.run();
        }
        if (ready && status != OK) {
            BalancerLog.LOG.debugf("%s answers with %d when it is asked for its health", backend.name(), status);
        }
        OutgoingConnection open = connection;
        if (open != null && open.reusable()) {
            open.onClosed(this::soon);
        } else {
            drop();
        }
        if (hurried) {
            soon();
        } else {
            again(doubts ? atMost(DOUBT) : settings.checkInterval());
        }
    }

    private Duration atMost(Duration most) {
        return settings.checkInterval().compareTo(most) < 0 ? settings.checkInterval() : most;
    }

    @Override
    public void failed(IOException why, boolean answered) {
        lost(String.valueOf(why.getMessage()));
    }

    @Override
    public void failed(IOException why) {
        lost(String.valueOf(why.getMessage()));
    }

    private void lost(String why) {
        cancelTimer();
        asking = false;
        drop();
        if (ended) {
            return;
        }
        if (backend.lost()) {
            BalancerLog.LOG.lost(backend.name(), why);
        }
        whenNotReady.run();
        again(atMost(MOST));
    }

    private void drop() {
        OutgoingConnection open = connection;
        connection = null;
        if (open != null) {
            open.onClosed(null);
            open.close();
        }
    }
}
