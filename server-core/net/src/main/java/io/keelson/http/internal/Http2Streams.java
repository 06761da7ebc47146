package io.keelson.http.internal;

import io.keelson.http.ClientGoneException;
import io.keelson.http.RequestBodyException;
import io.keelson.http.internal.h2.ClosedStreams;
import io.keelson.http.internal.h2.ConnectionError;
import io.keelson.http.internal.h2.ErrorCode;
import io.keelson.http.internal.h2.FloodGuard;
import io.netty.util.collection.IntObjectHashMap;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams of an HTTP/2 connection from their first frame to their last. Each is an exchange of its own. Confined to the
 * event loop.
 *
 * <p>Specification: RFC 9113, 5.1.1 Stream Identifiers; RFC 9113, 5.1.2 Stream Concurrency.
 */
final class Http2Streams {
    private final Http2Connection connection;
    private final Http2Output output;
    private final Dispatcher dispatcher;
    private final FloodGuard guard;
    private final LoopState loop;
    private final int most;
    private final ClosedStreams ended;
    private final IntObjectHashMap<Http2Stream> table = new IntObjectHashMap<>();
    private int last;

    /** Number of the last stream for GOAWAY, which must not become more once it was said. */
    private int lastServed;

    private int requests;

    /** Streams that are gone while a worker still runs what they asked for. */
    private int leftBehind;

    /** @param most how many may be open at a time */
    Http2Streams(Http2Connection connection, Dispatcher dispatcher, FloodGuard guard, int most) {
        this.connection = connection;
        this.output = connection.output();
        this.loop = connection.loop;
        this.dispatcher = dispatcher;
        this.guard = guard;
        this.most = most;
        this.ended = new ClosedStreams(most);
    }

    // ---- which there are

    boolean isEmpty() {
        return table.isEmpty();
    }

    /** Those that are open now. */
    List<Http2Stream> all() {
        return List.copyOf(table.values());
    }

    @Nullable
    Http2Stream find(int id) {
        return table.get(id);
    }

    /** Returns whether the client has not used a number yet. */
    boolean idle(int id) {
        return (id & 1) == 0 || id > last;
    }

    /** Returns how a stream ended that is not open any more. */
    ClosedStreams.End past(int id) {
        return ended.end(id);
    }

    /** The last one that was, or will be, served. */
    int lastServed() {
        return lastServed;
    }

    /** Returns whether there are as many as are permitted; work that goes on for a stream that is gone counts. */
    boolean full() {
        return table.size() + leftBehind >= most;
    }

    // ---- the beginning

    /** The client uses a number for the first time; says whether the request is served. */
    boolean begin(int id) {
        last = id;
        boolean served = !connection.refusing();
        if (served) {
            lastServed = id;
        }
        return served;
    }

    /** A request has come whole: its stream is dispatched, as a request of HTTP/1 is. */
    void open(int id, Http2Head head, boolean endOfStream, int sendWindow) {
        Http2Stream stream = new Http2Stream(connection, id, head, sendWindow, endOfStream);
        table.put(id, stream);
        requests++;
        stream.begin();
        Refusal refusal = head.refusal();
        if (refusal == null) {
            dispatch(stream);
        } else {
            HttpLog.LOG.debugf("refused a request of %s: %s", connection.spi().remoteAddress(), refusal.why());
            stream.reply(refusal.status(), refusal.why());
        }
        if (requests >= connection.limits().maxKeepAliveRequests()) {
            connection.refuseFurther();
        } else if (!dispatcher.keepsAlive()) {
            connection.drain();
        }
    }

    private void dispatch(Http2Stream stream) {
        try {
            dispatcher.dispatch(stream, connection.spi().admin(), loop);
        } catch (RuntimeException | Error e) {
            HttpLog.LOG.handlerFailed(
                    stream.method(), stream.path(), connection.spi().channel(), e);
            if (stream.handedOver()) {
                stream.abort(e);
            } else {
                stream.reply(500, "The server failed to answer.");
            }
        }
    }

    // ---- the end

    /** The client does not want the response any more. */
    void resetThere(Http2Stream stream, long code) {
        HttpLog.LOG.debugf("%s has reset request %s (%s)", connection.spi().remoteAddress(), stream.id(), code);
        end(stream, ClosedStreams.End.RESET_THERE, new RequestBodyException(400, "the client has reset the request"));
    }

    /** A frame of a response has left: the client may well answer with window. */
    void dataSent() {
        guard.useful();
    }

    /** Counts work that goes on for streams that are gone. On the loop. */
    void countLeftBehind(int change) {
        leftBehind += change;
    }

    /** The last frame of a stream has been handed to the channel. */
    void sent(Http2Stream stream, SendQueue.End how) {
        if (how == SendQueue.End.RESET) {
            end(stream, ClosedStreams.End.RESET_HERE, new IOException("the response was shorter than its length"));
        } else if (stream.remoteEnded()) {
            end(stream, ClosedStreams.End.BOTH_SENT, null);
        } else {
            // The client need not send what nobody will read (RFC 9113, 8.1).
            output.reset(stream.streamId(), ErrorCode.NO_ERROR);
            end(stream, ClosedStreams.End.RESET_HERE, null);
        }
    }

    /** Resets a stream for a reason of the server's own. */
    void reset(Http2Stream stream, ErrorCode code, IOException cause) {
        if (!stream.closed()) {
            output.reset(stream.streamId(), code);
            end(stream, ClosedStreams.End.RESET_HERE, cause);
        }
    }

    /** Ends an exchange without a proper response. On the loop. */
    void abort(Http2Stream stream, @Nullable Throwable cause) {
        if (!stream.closed()) {
            HttpLog.LOG.debugf(
                    cause,
                    "request %s of %s was aborted",
                    stream.id(),
                    connection.spi().remoteAddress());
            reset(stream, ErrorCode.INTERNAL_ERROR, new IOException("the request was aborted", cause));
        }
    }

    /** The client has made a stream fail (RFC 9113, 5.4.2). */
    void fail(int id, ErrorCode code, String why) throws ConnectionError {
        HttpLog.LOG.debugf("stream %s of %s: %s (%s)", id, connection.spi().remoteAddress(), why, code);
        output.reset(id, code);
        Http2Stream stream = table.get(id);
        if (stream == null) {
            ended.add(id, ClosedStreams.End.RESET_HERE);
        } else {
            end(
                    stream,
                    ClosedStreams.End.RESET_HERE,
                    new RequestBodyException(400, "the request is malformed: " + why));
        }
        guard.reset(loop.now());
    }

    private void end(Http2Stream stream, ClosedStreams.End how, @Nullable IOException cause) {
        if (stream.closed()) {
            return;
        }
        table.remove(stream.streamId());
        ended.add(stream.streamId(), how);
        output.forget(stream);
        if (stream.application()) {
            loop.countApplications(-1);
            dispatcher.applicationEnded(loop);
        }
        stream.close(cause);
        if (table.isEmpty()) {
            connection.nothingUnderWay();
        }
    }

    void endAll(IOException cause) {
        for (Http2Stream stream : all()) {
            end(stream, ClosedStreams.End.RESET_HERE, cause);
        }
    }

    // ---- time-outs

    /** Looks for clients that send a body, or take a response, too slowly. */
    void checkPace(long now) {
        for (Http2Stream stream : all()) {
            Http2Stream.Slowness slowness = stream.slowness(now);
            if (slowness == Http2Stream.Slowness.BODY) {
                loop.slowClients().body(connection.spi().remoteAddress());
                stream.failBody(408, "The body did not arrive in time.");
            } else if (slowness == Http2Stream.Slowness.RESPONSE) {
                loop.slowClients().response(connection.spi().remoteAddress());
                reset(
                        stream,
                        ErrorCode.CANCEL,
                        new ClientGoneException("the client did not read the response within the write-timeout"));
            }
        }
    }
}
