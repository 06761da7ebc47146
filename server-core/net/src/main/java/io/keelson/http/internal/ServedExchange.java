package io.keelson.http.internal;

import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.Tracer;
import io.keelson.base.work.WorkManager;
import io.keelson.http.AccessLog;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import io.keelson.http.Traffic;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.TlsSession;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Exchange as it is in every version of HTTP: its number, its end and who is told of it, and short answers.
 *
 * <p>Specification: RFC 9110, 3.4 Messages.
 */
abstract class ServedExchange implements HttpExchange, RequestHead, AccessLog.Entry {
    private static final Runnable TOLD = () -> {};

    final LoopState loop;
    private final Connection connection;
    private final AtomicReference<@Nullable Runnable> endListener = new AtomicReference<>();
    private long id;
    private @Nullable Origin origin;
    private boolean application;
    private boolean handedOver;
    private @Nullable AccessLog log;
    private @Nullable Span span;
    private @Nullable Traffic traffic;
    private long startedMillis;
    private long startedNanos;
    private long durationNanos;
    private volatile @Nullable String user;
    private @Nullable String refusedBy; // of the event loop

    ServedExchange(Connection connection, LoopState loop) {
        this.connection = connection;
        this.loop = loop;
    }

    /** Runs a task on the loop, after what this exchange has sent before. Any thread. */
    abstract void onLoop(Runnable task);

    /** The length of the path within the target. */
    abstract int pathLength();

    /** Host and port as this request names them; null where it names none. */
    abstract @Nullable String named();

    /** Returns whether the request is about the server as a whole: OPTIONS *. */
    abstract boolean ofWholeServer();

    /** Returns whether the body is, or will be, larger than the channel's limit. On the loop, before the handler is called. */
    abstract boolean bodyTooLarge();

    /** The body will not be read, and the answer is about to say so. */
    abstract void bodyRefused();

    /** Returns how many bytes of the body have come. On the loop. */
    abstract long bytesReceived();

    /** Prepares for a request. On the loop. */
    void beginExchange(Dispatcher dispatcher) {
        AccessLog wanted = dispatcher.accessLog();
        id = loop.newRequestId();
        boolean behindFront = connection.forwardedHeaders() != ForwardedHeaders.NONE;
        origin = behindFront ? Origin.of(connection, headers(), named()) : null;
        user = null;
        refusedBy = null;
        application = false;
        handedOver = false;
        endListener.setPlain(null);
        log = wanted;
        span = null;
        traffic = connection.admin() ? null : dispatcher.strays();
        startedNanos = loop.ticker().nanoTime();
        if (wanted != null) {
            startedMillis = loop.ticker().currentTimeMillis();
        }
    }

    /** Has it followed. On the loop, before the handler is called. */
    void follow(Tracer tracer) {
        HttpHeaders fields = headers();
        span = tracer.begin(Span.Kind.SERVER, TraceContext.parse(fields.all("traceparent"), fields.all("tracestate")));
    }

    @Override
    public void countFor(Traffic other) {
        traffic = other;
    }

    /** Is no user's request. On the loop, before the handler is called. */
    void countForNobody() {
        traffic = null;
    }

    /** Returns who has connected: the client, or a front that speaks for it. */
    InetSocketAddress peerAddress() {
        return connection.remoteAddress();
    }

    /** Tells those who wait for the end. On the loop, once. */
    void endExchange() {
        AccessLog wanted = log;
        Traffic counted = traffic;
        if (wanted != null || counted != null) {
            durationNanos = loop.ticker().nanoTime() - startedNanos;
        }
        if (counted != null) {
            counted.count(loop.index(), status(), durationNanos, bytesReceived(), bytes());
        }
        try {
            if (wanted != null) {
                wanted.log(this);
            }
        } catch (RuntimeException e) {
            HttpLog.LOG.listenerFailed(channel(), e);
        }
        Span followed = span;
        if (followed != null && followed.recorded()) {
            HttpSpans.end(followed, this);
        }
        Runnable listener = endListener.getAndSet(TOLD);
        if (listener != null) {
            run(listener);
        }
    }

    /** Runs a listener of others, whose failure must not hurt the connection. */
    private void run(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException e) {
            HttpLog.LOG.listenerFailed(channel(), e);
        }
    }

    /** Returns whether a worker has it, so that the loop must keep its hands off. On the loop. */
    boolean handedOver() {
        return handedOver;
    }

    /** Hands work over, and takes note of who refuses it. */
    boolean give(WorkManager manager, Runnable work) {
        handedOver = loop.handOver(manager, work);
        if (!handedOver) {
            refusedBy = manager.name();
        }
        return handedOver;
    }

    /** Returns whether it counts as an application's, so that a graceful shutdown waits for it. */
    boolean application() {
        return application;
    }

    void application(boolean is) {
        application = is;
    }

    @Override
    public RequestHead request() {
        return this;
    }

    @Override
    public void overloaded() {
        if (!response().committed()) {
            response().headers().set("Retry-After", "1");
        }
        reply(503, "The server is busy. Please try again.");
    }

    @Override
    public void reply(int status, String text) {
        if (response().committed()) {
            abort(null);
            return;
        }
        response().status(status);
        response().headers().set("Content-Type", "text/plain;charset=utf-8");
        try {
            response().writeNow(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)), true);
        } catch (java.io.IOException e) {
            HttpLog.LOG.debugf(e, "no answer to %s", remoteAddress());
            abort(e);
        }
    }

    @Override
    public void onEnd(Runnable listener) {
        if (!endListener.compareAndSet(null, listener)) {
            if (endListener.get() != TOLD) {
                throw new IllegalStateException("the exchange has a listener already");
            }
            onLoop(() -> run(listener));
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return connection.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        Origin forwarded = origin;
        return forwarded == null ? connection.remoteAddress() : forwarded.remoteAddress();
    }

    @Override
    public boolean secure() {
        Origin forwarded = origin;
        return forwarded == null ? connection.secure() : forwarded.secure();
    }

    @Override
    public @Nullable TlsSession tls() {
        return connection.tls();
    }

    @Override
    public String channel() {
        return connection.channel();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long connectionId() {
        return connection.id();
    }

    @Override
    public @Nullable Span span() {
        return span;
    }

    @Override
    public void user(@Nullable String name) {
        user = name;
    }

    @Override
    public @Nullable String authority() {
        Origin forwarded = origin;
        return forwarded == null ? named() : forwarded.authority();
    }

    @Override
    public String scheme() {
        return secure() ? "https" : "http";
    }

    @Override
    public @Nullable String query() {
        String target = target();
        return target.length() > pathLength() ? target.substring(pathLength() + 1) : null;
    }

    // AccessLog.Entry

    @Override
    public @Nullable String user() {
        return user;
    }

    @Override
    public @Nullable String refusedBy() {
        return refusedBy;
    }

    @Override
    public @Nullable String traceId() {
        Span followed = span;
        return followed == null ? null : followed.context().traceId();
    }

    @Override
    public long startedMillis() {
        return startedMillis;
    }

    @Override
    public long durationNanos() {
        return durationNanos;
    }

    @Override
    public int status() {
        return response().committed() ? response().status() : 0;
    }

    @Override
    public long bytes() {
        return response().bytesWritten();
    }
}
