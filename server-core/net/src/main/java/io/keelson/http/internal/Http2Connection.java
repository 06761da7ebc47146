package io.keelson.http.internal;

import io.keelson.http.AccessLog;
import io.keelson.http.ClientGoneException;
import io.keelson.http.RequestBodyException;
import io.keelson.http.internal.h2.ClosedStreams;
import io.keelson.http.internal.h2.ConnectionError;
import io.keelson.http.internal.h2.ErrorCode;
import io.keelson.http.internal.h2.FieldsDecoder;
import io.keelson.http.internal.h2.FieldsEncoder;
import io.keelson.http.internal.h2.FloodGuard;
import io.keelson.http.internal.h2.FrameListener;
import io.keelson.http.internal.h2.FrameReader;
import io.keelson.http.internal.h2.FrameType;
import io.keelson.http.internal.h2.FrameWriter;
import io.keelson.http.internal.h2.PeerSettings;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.spi.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.collection.IntObjectHashMap;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection: its streams from their first frame to their last, and what is wrong with frames that come for
 * them (RFC 9113, 5, 6 and 8). Each stream is an exchange of its own, dispatched as a request of HTTP/1 is.
 *
 * <p>Confined to the event loop of its channel. See docs/design/http2.md.
 */
final class Http2Connection extends LoopConnection implements FrameListener {
    /** What all streams together may send before the server takes note. It is given back as bytes come, whoever takes them. */
    private static final int WINDOW = 1024 * 1024;

    /** So much is read of a client that still sends though its connection has ended; then it is cut off. */
    private static final int MOST_READ_OVER = 1024 * 1024;

    /** What is left of the limits of floods to who has flooded a moment ago: one part of so many. */
    private static final int SHARE_OF_SUSPECTED = 10;

    private static final long DRAIN_PING = 0x6b65656c736f6eL;
    private static final long PRESENCE_PING = DRAIN_PING + 1;
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final FieldsDecoder.Receiver NOBODY = (name, value) -> {};

    final LoopState loop;
    private final Connection connection;
    private final Channel channel;
    private final Dispatcher dispatcher;
    private final ChannelLimits granted;
    private final FrameReader reader;
    private final FieldsDecoder decoder = new FieldsDecoder();
    private final PeerSettings peer = new PeerSettings();
    private final FloodGuard guard;
    private final ClosedStreams ended;
    private final Http2Output output;
    private final WriteStall stall;
    private final GoneClient gone = new GoneClient();
    private final IntObjectHashMap<Http2Stream> streams = new IntObjectHashMap<>();
    private ChannelLimits limits;
    private int lastStream;

    /** What GOAWAY says, which must not become more once it was said. */
    private int lastServed;

    private int requests;

    /** Streams that are gone while a worker still runs what they asked for. */
    private int leftBehind;

    private int receiveWindow = WINDOW;
    private int uncredited;
    private @Nullable Http2Stream arriving;
    private int arrivingLength;
    private boolean draining;
    private boolean refusing;
    private boolean inputEnded;
    private boolean closing;
    private int readOver;
    private long since;
    private long drainingSince;
    private long begun;
    private long begunAt;

    Http2Connection(Connection connection, Channel channel, LoopState loop, Dispatcher dispatcher) {
        this.connection = connection;
        this.channel = channel;
        this.loop = loop;
        this.dispatcher = dispatcher;
        this.granted = connection.limits();
        this.limits = granted;
        int block =
                2 * (granted.maxHeaderSize().toInt() + granted.maxRequestLine().toInt());
        this.reader = new FrameReader(this, granted.http2MaxFrameSize().toInt(), block);
        int share = suspected(connection, loop) ? SHARE_OF_SUSPECTED : 1;
        this.guard = new FloodGuard(
                Math.max(1, granted.http2MaxResets() / share),
                Math.max(1, granted.http2MaxControlFrames() / share),
                loop.now());
        this.ended = new ClosedStreams(granted.http2MaxConcurrentStreams());
        this.output = new Http2Output(this, channel, loop, peer);
        this.stall = new WriteStall(channel);
        this.since = loop.now();
        this.begunAt = since;
    }

    /** Whether the client comes again after a flood. The address of a front is that of everybody behind it. */
    private static boolean suspected(Connection connection, LoopState loop) {
        return connection.forwardedHeaders() == ForwardedHeaders.NONE
                && loop.floods().recently(connection.remoteAddress(), loop.now());
    }

    Connection spi() {
        return connection;
    }

    Http2Output output() {
        return output;
    }

    ChannelLimits limits() {
        return limits;
    }

    /** The window of a stream for the body of its request, in bytes. */
    int streamWindow() {
        return granted.http2InitialWindowSize().toInt();
    }

    @Nullable
    AccessLog accessLog() {
        return dispatcher.accessLog();
    }

    // ---- the beginning

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        loop.add(this);
        ByteBuf first = output.buffer(64);
        FrameWriter.settings(
                first,
                granted.http2MaxConcurrentStreams(),
                streamWindow(),
                granted.http2MaxFrameSize().toInt(),
                granted.maxHeaderSize().toInt());
        FrameWriter.windowUpdate(first, 0, WINDOW - FrameType.WINDOW);
        output.control(first);
    }

    /** The first line of the preface has been read by HTTP/1. */
    void firstLineRead(int bytes) {
        reader.prefaceRead(bytes);
    }

    /**
     * The connection has come from HTTP/1.1 by a request that is the first stream's (RFC 7540, 3.2).
     *
     * @param settings what the request said of the client's settings; they have been read once without fault
     */
    void upgraded(RequestParser request, ByteBuf settings) {
        try {
            peer.read(settings);
            lastStream = 1;
            lastServed = 1;
            open(1, Http2Head.upgraded(request, limits), true);
        } catch (ConnectionError e) {
            fail(e);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        take((ByteBuf) message);
    }

    /** Takes bytes of the client, which it then owns. */
    void take(ByteBuf in) {
        try {
            if (closing) {
                readOver(in.readableBytes());
            } else {
                reader.read(in);
            }
        } catch (ConnectionError e) {
            fail(e);
        } finally {
            in.release();
        }
        if (inputEnded) {
            afterInput();
        }
    }

    /** A client that has not seen yet that this is the end may go on for a while, but not flood. */
    private void readOver(int bytes) {
        readOver += bytes;
        if (readOver > MOST_READ_OVER) {
            connection.drop();
        }
    }

    // ---- streams

    private boolean idle(int stream) {
        return (stream & 1) == 0 || stream > lastStream;
    }

    @Override
    public void headers(int id, ByteBuf block, boolean endOfStream, int dependency) throws ConnectionError {
        if (closing) {
            return;
        }
        Http2Stream open = streams.get(id);
        if (open != null) {
            trailers(open, block, endOfStream);
        } else if ((id & 1) == 0) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "A stream of a client has an odd number.");
        } else if (id <= lastStream) {
            decoder.decode(block, NOBODY);
            headersAfterEnd(id);
        } else {
            lastStream = id;
            if (refusing) {
                decoder.decode(block, NOBODY);
            } else {
                lastServed = id;
                request(id, block, endOfStream, dependency);
            }
        }
    }

    private void headersAfterEnd(int id) throws ConnectionError {
        switch (ended.end(id)) {
            case RESET_HERE -> guard.useless(loop.now());
            case RESET_THERE -> streamError(id, ErrorCode.STREAM_CLOSED, "fields came after its reset");
            case BOTH_SENT -> throw new ConnectionError(ErrorCode.STREAM_CLOSED, "Fields came for an ended stream.");
            case UNKNOWN ->
                throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "The numbers of streams must increase.");
        }
    }

    private void request(int id, ByteBuf block, boolean endOfStream, int dependency) throws ConnectionError {
        limits = connection.limits();
        Http2Head head = new Http2Head(limits);
        decoder.decode(block, head);
        head.finish(endOfStream);
        String malformed = dependency == id ? "it depends on itself" : head.malformed();
        if (malformed != null) {
            streamError(id, ErrorCode.PROTOCOL_ERROR, malformed);
        } else if (streams.size() + leftBehind >= granted.http2MaxConcurrentStreams()) {
            streamError(id, ErrorCode.REFUSED_STREAM, "there are too many");
        } else {
            guard.useful();
            open(id, head, endOfStream);
        }
    }

    private void open(int id, Http2Head head, boolean endOfStream) {
        Http2Stream stream = new Http2Stream(this, id, head, peer.initialWindow(), endOfStream);
        streams.put(id, stream);
        requests++;
        stream.begin();
        Refusal refusal = head.refusal();
        if (refusal == null) {
            dispatch(stream);
        } else {
            HttpLog.LOG.debugf("refused a request of %s: %s", connection.remoteAddress(), refusal.why());
            stream.reply(refusal.status(), refusal.why());
        }
        if (requests >= limits.maxKeepAliveRequests()) {
            draining = true;
            refuseFurther();
        } else if (!dispatcher.keepsAlive()) {
            drain();
        }
    }

    private void dispatch(Http2Stream stream) {
        try {
            dispatcher.dispatch(stream, connection.admin(), loop);
        } catch (RuntimeException | Error e) {
            HttpLog.LOG.handlerFailed(stream.method(), stream.path(), connection.channel(), e);
            if (stream.handedOver()) {
                stream.abort(e);
            } else {
                stream.reply(500, "The server failed to answer.");
            }
        }
    }

    private void trailers(Http2Stream stream, ByteBuf block, boolean endOfStream) throws ConnectionError {
        Http2Trailers trailers = new Http2Trailers(limits);
        decoder.decode(block, trailers);
        if (stream.remoteEnded()) {
            streamError(stream.streamId(), ErrorCode.STREAM_CLOSED, "fields came after its end");
        } else if (!endOfStream || trailers.malformed()) {
            streamError(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its trailers are malformed");
        } else {
            guard.useful();
            if (trailers.tooLarge()) {
                stream.failBody(431, "The trailer fields are too large.");
            }
            if (!stream.endOfBody(trailers.finish())) {
                streamError(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its body is shorter than announced");
            }
        }
    }

    // ---- data

    @Override
    public void dataStarts(int id, int length) throws ConnectionError {
        arriving = null;
        arrivingLength = length;
        if (closing) {
            return;
        }
        receiveWindow -= length;
        if (receiveWindow < 0) {
            throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "More data came than the connection's window.");
        }
        uncredited += length;
        if (uncredited >= WINDOW / 2) {
            windowUpdate(0, uncredited, true);
        }
        Http2Stream stream = streams.get(id);
        if (stream == null) {
            dataAfterEnd(id);
        } else if (stream.remoteEnded()) {
            streamError(id, ErrorCode.STREAM_CLOSED, "data came after its end");
        } else if (!stream.admits(length)) {
            streamError(id, ErrorCode.FLOW_CONTROL_ERROR, "more data came than its window");
        } else {
            arriving = stream;
        }
    }

    private void dataAfterEnd(int id) throws ConnectionError {
        if (idle(id)) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "Data came for a stream that was not opened.");
        }
        switch (ended.end(id)) {
            case RESET_HERE -> {
                // It was under way.
            }
            case RESET_THERE, UNKNOWN -> {
                if (!refusing) {
                    streamError(id, ErrorCode.STREAM_CLOSED, "data came after its end");
                }
            }
            case BOTH_SENT -> throw new ConnectionError(ErrorCode.STREAM_CLOSED, "Data came for an ended stream.");
        }
    }

    @Override
    public void data(ByteBuf bytes) throws ConnectionError {
        Http2Stream stream = arriving;
        if (stream == null || stream.closed()) {
            bytes.release();
        } else if (!stream.data(bytes)) {
            arriving = null;
            streamError(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its body is longer than announced");
        }
    }

    @Override
    public void dataEnds(int padding, boolean endOfStream) throws ConnectionError {
        Http2Stream stream = arriving;
        arriving = null;
        int carried = arrivingLength - padding;
        if (closing) {
            return;
        }
        if (carried <= padding && !endOfStream) {
            guard.useless(loop.now());
        } else {
            guard.useful();
        }
        if (stream == null || stream.closed()) {
            return;
        }
        if (padding > 0) {
            stream.bodyTaken(padding);
        }
        if (endOfStream && !stream.endOfBody(null)) {
            streamError(stream.streamId(), ErrorCode.PROTOCOL_ERROR, "its body is shorter than announced");
        }
    }

    // ---- other frames

    @Override
    public void priority(int id, int dependency, boolean wellFormed) throws ConnectionError {
        if (closing) {
            return;
        }
        guard.useless(loop.now());
        if (wellFormed && dependency != id) {
            return;
        }
        ErrorCode code = wellFormed ? ErrorCode.PROTOCOL_ERROR : ErrorCode.FRAME_SIZE_ERROR;
        if (streams.get(id) == null) {
            throw new ConnectionError(code, "A PRIORITY frame is malformed.");
        }
        streamError(id, code, "its priority is malformed");
    }

    @Override
    public void reset(int id, long code) throws ConnectionError {
        if (closing) {
            return;
        }
        if (idle(id)) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "A stream that was not opened is reset.");
        }
        Http2Stream stream = streams.get(id);
        if (stream == null) {
            guard.useless(loop.now());
            return;
        }
        HttpLog.LOG.debugf("%s has reset request %s (%s)", connection.remoteAddress(), stream.id(), code);
        end(stream, ClosedStreams.End.RESET_THERE, new RequestBodyException(400, "the client has reset the request"));
        guard.reset(loop.now());
    }

    @Override
    public void settings(ByteBuf payload) throws ConnectionError {
        if (closing) {
            return;
        }
        guard.settings(loop.now());
        int before = peer.initialWindow();
        peer.read(payload);
        int change = peer.initialWindow() - before;
        if (change != 0) {
            List<Http2Stream> all = List.copyOf(streams.values());
            for (Http2Stream stream : all) {
                if ((long) stream.sendWindow() + change > Integer.MAX_VALUE) {
                    throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "A stream's window is too large.");
                }
                stream.sendWindow(change);
            }
            all.forEach(output::moreWindow);
        }
        ByteBuf answer = output.buffer(FrameType.HEADER);
        FrameWriter.settingsAcknowledged(answer);
        output.control(answer);
    }

    @Override
    public void settingsAcknowledged() {
        // Nothing that was announced is stricter than what holds before.
    }

    @Override
    public void ping(long content, boolean acknowledgement) throws ConnectionError {
        if (closing) {
            return;
        }
        guard.useless(loop.now());
        if (!acknowledgement) {
            ByteBuf answer = output.buffer(FrameType.HEADER + 8);
            FrameWriter.ping(answer, content, true);
            output.control(answer);
        } else if (draining && content == DRAIN_PING) {
            refuseFurther();
        }
    }

    @Override
    public void goAway() throws ConnectionError {
        // The server opens no streams that the client could refuse; the client closes when it has its answers.
        guard.useless(loop.now());
    }

    @Override
    public void windowUpdate(int id, int increment) throws ConnectionError {
        if (closing) {
            return;
        }
        guard.useless(loop.now());
        if (id == 0) {
            if (increment == 0) {
                throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "A window is increased by nothing.");
            }
            output.moreWindow(increment);
            return;
        }
        if (idle(id)) {
            throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "Window was given to a stream that was not opened.");
        }
        Http2Stream stream = streams.get(id);
        if (stream == null) {
            return;
        }
        if (increment == 0) {
            streamError(id, ErrorCode.PROTOCOL_ERROR, "its window is increased by nothing");
        } else if ((long) stream.sendWindow() + increment > Integer.MAX_VALUE) {
            streamError(id, ErrorCode.FLOW_CONTROL_ERROR, "its window is too large");
        } else {
            stream.sendWindow(increment);
            output.moreWindow(stream);
        }
    }

    @Override
    public void unknown() throws ConnectionError {
        guard.useless(loop.now());
    }

    // ---- what streams and the output ask for

    /** Lets the client send more of a body. */
    void windowUpdate(int id, int bytes, boolean ofConnection) {
        if (ofConnection) {
            receiveWindow += bytes;
            uncredited = 0;
        }
        ByteBuf frame = output.buffer(FrameType.HEADER + 4);
        FrameWriter.windowUpdate(frame, id, bytes);
        output.control(frame);
    }

    /** Tells the client to send the body. */
    void sendContinue(Http2Stream stream) {
        ByteBuf frame = output.buffer(32);
        int start = FrameWriter.beginFields(frame, stream.streamId());
        FieldsEncoder.status(frame, 100);
        FrameWriter.endFields(frame, start, stream.streamId());
        stream.send(frame);
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
            HttpLog.LOG.debugf(cause, "request %s of %s was aborted", stream.id(), connection.remoteAddress());
            reset(stream, ErrorCode.INTERNAL_ERROR, new IOException("the request was aborted", cause));
        }
    }

    /** The client has made a stream fail (RFC 9113, 5.4.2). */
    private void streamError(int id, ErrorCode code, String why) throws ConnectionError {
        HttpLog.LOG.debugf("stream %s of %s: %s (%s)", id, connection.remoteAddress(), why, code);
        output.reset(id, code);
        Http2Stream stream = streams.get(id);
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
        streams.remove(stream.streamId());
        ended.add(stream.streamId(), how);
        output.forget(stream);
        if (stream.application()) {
            loop.countApplications(-1);
            dispatcher.applicationEnded(loop);
        }
        stream.close(cause);
        if (streams.isEmpty()) {
            since = loop.now();
            if (refusing || inputEnded) {
                close(true);
            }
        }
    }

    // ---- the end of the connection

    /** Tells the client to open no more streams, and serves those that are under way, until it says that it knows. */
    void drain() {
        if (draining || closing) {
            return;
        }
        draining = true;
        drainingSince = loop.now();
        ByteBuf frames = output.buffer(64);
        FrameWriter.goAway(frames, Integer.MAX_VALUE, ErrorCode.NO_ERROR, "");
        FrameWriter.ping(frames, DRAIN_PING, false);
        output.control(frames);
    }

    /** Says which stream is the last that is served. */
    private void refuseFurther() {
        if (refusing || closing) {
            return;
        }
        refusing = true;
        goAway(ErrorCode.NO_ERROR, "");
        if (streams.isEmpty()) {
            close(true);
        }
    }

    private void goAway(ErrorCode code, String why) {
        ByteBuf frame = output.buffer(FrameType.HEADER + 8 + why.length());
        FrameWriter.goAway(frame, lastServed, code, why);
        channel.writeAndFlush(frame, channel.voidPromise());
    }

    /** The client cannot be understood any more, or must not go on (RFC 9113, 5.4.1). */
    void fail(ConnectionError error) {
        if (closing) {
            return;
        }
        HttpLog.LOG.debugf("the connection of %s ends: %s (%s)", connection.remoteAddress(), error.why(), error.code());
        if (error.code() == ErrorCode.ENHANCE_YOUR_CALM) {
            loop.floods().flooded(connection.remoteAddress(), error.why(), loop.now());
        }
        goAway(error.code(), error.why());
        close(true);
        endAll(new RequestBodyException(400, "the client has broken the rules of HTTP/2: " + error.why()));
    }

    private void endAll(IOException cause) {
        for (Http2Stream stream : List.copyOf(streams.values())) {
            end(stream, ClosedStreams.End.RESET_HERE, cause);
        }
    }

    /**
     * Closes when everything has been sent.
     *
     * @param linger whether the client may still be sending: a reset would then take the last frames from it
     */
    private void close(boolean linger) {
        if (closing) {
            return;
        }
        closing = true;
        since = loop.now();
        if (!linger || inputEnded || !(channel instanceof DuplexChannel)) {
            closeWhenSent();
            return;
        }
        connection.endOutput();
    }

    private void closeWhenSent() {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    void closeNow() {
        connection.drop();
    }

    @Override
    void closeIfIdle() {
        if (!connection.admin()) {
            drain();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            afterInput();
        }
    }

    /** The client has ended its side: what it sent whole is answered as far as its windows permit, and then all is closed. */
    void afterInput() {
        if (!inputEnded) {
            inputEnded = true;
            gone.ended(loop.now());
        }
        if (closing) {
            closeWhenSent();
            return;
        }
        for (Http2Stream stream : List.copyOf(streams.values())) {
            if (!stream.remoteEnded()) {
                stream.failBody(400, "The client closed the connection before the end of the body.");
            }
            output.retry(stream);
        }
        if (streams.isEmpty()) {
            close(false);
        }
    }

    /** Whether the client has ended its side, so that it gives no more window. */
    boolean inputEnded() {
        return inputEnded;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            output.pump();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closing = true;
        loop.remove(this);
        endAll(new RequestBodyException(400, "the client closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        HttpLog.LOG.debugf(cause, "the connection of %s broke", connection.remoteAddress());
        connection.drop();
    }

    // ---- time-outs

    @Override
    void checkTimeouts(long now) {
        if (closing) {
            long most = stall.nothingWaits()
                    ? LINGER_NANOS
                    : LINGER_NANOS + limits.writeTimeout().toNanos();
            if (now - since > most) {
                connection.drop();
            }
            return;
        }
        long writeTimeout = limits.writeTimeout().toNanos();
        if (stall.stalled(now, writeTimeout) || output.starved(now, writeTimeout)) {
            loop.slowClients().response(connection.remoteAddress());
            connection.drop();
            return;
        }
        checkFrame(now);
        if (draining && !refusing && now - drainingSince > DRAIN_NANOS) {
            refuseFurther();
        }
        if (!streams.isEmpty()) {
            checkStreams(now);
            askWhetherThere(now);
        } else if (!closing && now - since > connection.limits().idleTimeout().toNanos()) {
            HttpLog.LOG.debugf("no request from %s in time", connection.remoteAddress());
            goAway(ErrorCode.NO_ERROR, "");
            close(false);
        }
    }

    /** A client that has ended its side cannot answer; but where it has gone altogether its system does, with a reset. */
    private void askWhetherThere(long now) {
        if (inputEnded && gone.due(now)) {
            ByteBuf frame = output.buffer(FrameType.HEADER + 8);
            FrameWriter.ping(frame, PRESENCE_PING, false);
            output.control(frame);
        }
    }

    /** A frame that was begun has to come whole; data is looked at by stream. */
    private void checkFrame(long now) {
        if (!reader.incomplete() || begun != reader.begun()) {
            begun = reader.begun();
            begunAt = now;
        } else if (now - begunAt > limits.headerTimeout().toNanos()) {
            loop.slowClients().head(connection.remoteAddress());
            fail(new ConnectionError(ErrorCode.NO_ERROR, "A frame did not arrive in time."));
        }
    }

    private void checkStreams(long now) {
        for (Http2Stream stream : List.copyOf(streams.values())) {
            Http2Stream.Slowness slowness = stream.slowness(now);
            if (slowness == Http2Stream.Slowness.BODY) {
                loop.slowClients().body(connection.remoteAddress());
                stream.failBody(408, "The body did not arrive in time.");
            } else if (slowness == Http2Stream.Slowness.RESPONSE) {
                loop.slowClients().response(connection.remoteAddress());
                reset(
                        stream,
                        ErrorCode.CANCEL,
                        new ClientGoneException("the client did not read the response within the write-timeout"));
            }
        }
    }
}
