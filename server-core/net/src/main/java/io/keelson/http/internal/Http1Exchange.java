package io.keelson.http.internal;

import io.keelson.base.work.WorkManager;
import io.keelson.http.AccessLog;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestHead;
import io.keelson.http.ResponseWriter;
import io.keelson.net.spi.TlsSession;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The exchange of an HTTP/1 connection, used for one request after the other. */
final class Http1Exchange implements HttpExchange, RequestHead, AccessLog.Entry {
    private static final Runnable TOLD = () -> {};

    private final Http1Connection connection;
    private final RequestParser parser;
    private final BodyQueue body;
    private final Http1Response response;
    private final AtomicReference<@Nullable Runnable> endListener = new AtomicReference<>();
    private long id;
    private boolean application;
    private boolean handedOver;
    private @Nullable AccessLog log;
    private long startedMillis;
    private long startedNanos;
    private long durationNanos;
    private volatile @Nullable String user;
    private @Nullable String refusedBy; // of the event loop

    Http1Exchange(Http1Connection connection, RequestParser parser) {
        this.connection = connection;
        this.parser = parser;
        this.body = new BodyQueue(connection);
        this.response = new Http1Response(connection, this);
    }

    /** Prepares for the request that the parser holds. On the loop. */
    void begin(long newId, long maxBodySize, boolean keepAlive) {
        id = newId;
        user = null;
        refusedBy = null;
        application = false;
        handedOver = false;
        endListener.setPlain(null);
        body.begin(parser.framing().length(), maxBodySize);
        response.begin(parser.line(), keepAlive);
        log = connection.accessLog();
        if (log != null) {
            startedMillis = connection.loop.ticker().currentTimeMillis();
            startedNanos = connection.loop.ticker().nanoTime();
        }
    }

    /** Tells those who wait for the end. On the loop, once. */
    void finish() {
        response.finish();
        AccessLog wanted = log;
        try {
            if (wanted != null) {
                durationNanos = connection.loop.ticker().nanoTime() - startedNanos;
                wanted.log(this);
            }
        } catch (RuntimeException e) {
            HttpLog.LOG.listenerFailed(channel(), e);
        }
        Runnable listener = endListener.getAndSet(TOLD);
        if (listener != null) {
            connection.run(listener);
        }
    }

    /** Whether a worker has it, so that the loop must keep its hands off. On the loop. */
    boolean handedOver() {
        return handedOver;
    }

    /** Whether it counts as an application's, so that a graceful shutdown waits for it. */
    boolean application() {
        return application;
    }

    void application(boolean is) {
        application = is;
    }

    int pathLength() {
        return parser.line().pathLength();
    }

    boolean ofWholeServer() {
        return parser.line().wholeServer();
    }

    BodyQueue bodyQueue() {
        return body;
    }

    Http1Response responseWriter() {
        return response;
    }

    @Override
    public RequestHead request() {
        return this;
    }

    @Override
    public RequestBody body() {
        return body;
    }

    @Override
    public ResponseWriter response() {
        return response;
    }

    @Override
    public boolean handOver(WorkManager manager, Runnable work) {
        response.prepareBuffer();
        handedOver = connection.loop.handOver(manager, work);
        if (!handedOver) {
            refusedBy = manager.name();
        }
        return handedOver;
    }

    @Override
    public void overloaded() {
        if (!response.committed()) {
            response.headers().set("Retry-After", "1");
        }
        reply(503, "The server is busy. Please try again.");
    }

    @Override
    public void reply(int status, String text) {
        if (response.committed()) {
            abort(null);
            return;
        }
        response.status(status);
        response.headers().set("Content-Type", "text/plain;charset=utf-8");
        try {
            response.writeNow(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)), true);
        } catch (java.io.IOException e) {
            HttpLog.LOG.debugf(e, "no answer to %s", remoteAddress());
            abort(e);
        }
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        connection.abort(id, cause);
    }

    @Override
    public void onEnd(Runnable listener) {
        if (!endListener.compareAndSet(null, listener)) {
            if (endListener.get() != TOLD) {
                throw new IllegalStateException("the exchange has a listener already");
            }
            connection.output().execute(() -> connection.run(listener));
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return connection.spi().localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return connection.spi().remoteAddress();
    }

    @Override
    public boolean secure() {
        return connection.spi().tls() != null;
    }

    @Override
    public @Nullable TlsSession tls() {
        return connection.spi().tls();
    }

    @Override
    public String channel() {
        return connection.spi().channel();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long connectionId() {
        return connection.spi().id();
    }

    @Override
    public void user(@Nullable String name) {
        user = name;
    }

    // RequestHead

    @Override
    public String method() {
        return parser.line().method();
    }

    @Override
    public String target() {
        return parser.line().target();
    }

    @Override
    public String path() {
        return parser.line().path();
    }

    @Override
    public @Nullable String query() {
        RequestLine line = parser.line();
        return line.target().length() > line.pathLength() ? line.target().substring(line.pathLength() + 1) : null;
    }

    @Override
    public String protocol() {
        return parser.line().http11() ? "HTTP/1.1" : "HTTP/1.0";
    }

    @Override
    public String scheme() {
        return secure() ? "https" : "http";
    }

    @Override
    public @Nullable String authority() {
        String authority = parser.line().authority();
        if (authority == null) {
            authority = parser.framing().host();
        }
        return authority == null || authority.isEmpty() ? null : authority;
    }

    @Override
    public HttpHeaders headers() {
        return parser.headers();
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
    public long startedMillis() {
        return startedMillis;
    }

    @Override
    public long durationNanos() {
        return durationNanos;
    }

    @Override
    public int status() {
        return response.committed() ? response.status() : 0;
    }

    @Override
    public long bytes() {
        return response.bytesWritten();
    }
}
