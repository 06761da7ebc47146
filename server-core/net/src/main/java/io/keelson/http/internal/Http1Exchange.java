package io.keelson.http.internal;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of an HTTP/1 connection, used for one request after the other.
 *
 * <p>Specification: RFC 9112, 9.2 Associating a Response to a Request.
 */
final class Http1Exchange extends ServedExchange {
    private final Http1Connection connection;
    private final RequestParser parser;
    private final BodyQueue body;
    private final Http1Response response;

    Http1Exchange(Http1Connection connection, RequestParser parser) {
        super(connection.spi(), connection.loop);
        this.connection = connection;
        this.parser = parser;
        this.body = new BodyQueue(connection);
        this.response = new Http1Response(connection, this);
    }

    /** Prepares for the request that the parser holds. On the loop. */
    void begin(long maxBodySize, boolean keepAlive) {
        body.begin(parser.framing().length(), maxBodySize);
        response.begin(parser.line(), keepAlive);
        beginExchange(connection.dispatcher());
    }

    /** Tells those who wait for the end. On the loop, once. */
    void finish() {
        response.finish();
        endExchange();
    }

    @Override
    void onLoop(Runnable task) {
        connection.output().execute(task);
    }

    @Override
    int pathLength() {
        return parser.line().pathLength();
    }

    @Override
    boolean ofWholeServer() {
        return parser.line().wholeServer();
    }

    @Override
    boolean bodyTooLarge() {
        return body.tooLarge();
    }

    /** Tells the client that this is the end of the connection: what would be read over can be as large as the body. */
    @Override
    void bodyRefused() {
        response.headers().set("Connection", "close");
    }

    @Override
    long bytesReceived() {
        return body.received();
    }

    BodyQueue bodyQueue() {
        return body;
    }

    Http1Response responseWriter() {
        return response;
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
        return give(manager, work);
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        connection.abort(id(), cause);
    }

    /** A connection that has gone takes no further request, so this is the one that nobody waits for. */
    @Override
    public boolean abandoned() {
        return connection.output().gate().gone();
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
    public String protocol() {
        return parser.line().http11() ? "HTTP/1.1" : "HTTP/1.0";
    }

    @Override
    @Nullable
    String named() {
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
}
