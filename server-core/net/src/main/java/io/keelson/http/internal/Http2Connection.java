package io.keelson.http.internal;

import io.keelson.http.RequestBodyException;
import io.keelson.http.internal.h2.ConnectionError;
import io.keelson.http.internal.h2.ErrorCode;
import io.keelson.http.internal.h2.FloodGuard;
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
import java.util.concurrent.TimeUnit;

/**
 * One HTTP/2 connection, from its preface to its end, and its time-outs. {@link Http2Frames} says what the client's frames
 * mean, {@link Http2Streams} keeps the streams, {@link Http2Output} sends.
 *
 * <p>Confined to the event loop of its channel. See docs/design/http2.md.
 *
 * <p>Specification: RFC 9113, 3.4 HTTP/2 Connection Preface; RFC 9113, 5.4.1 Connection Error Handling; RFC 9113, 9.1 Connection
 * Management.
 */
final class Http2Connection extends LoopConnection {
    /**
     * Number of bytes that all streams together may send before the server takes note. It is given back as bytes come, whoever takes them.
     */
    static final int WINDOW = 1024 * 1024;

    /** So much is read of a client that still sends though its connection has ended; then it is cut off. */
    private static final int MOST_READ_OVER = 1024 * 1024;

    /** Divisor of the limits of floods for a client that has flooded a moment ago. */
    private static final int SHARE_OF_SUSPECTED = 10;

    private static final long DRAIN_PING = 0x6b65656c736f6eL;
    private static final long PRESENCE_PING = DRAIN_PING + 1;
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    final LoopState loop;
    private final Connection connection;
    private final Channel channel;
    private final Dispatcher dispatcher;
    private final ChannelLimits granted;
    private final FrameReader reader;
    private final PeerSettings peer = new PeerSettings();
    private final Http2Output output;
    private final WriteStall stall;
    private final GoneClient gone = new GoneClient();
    private final Http2Streams streams;
    private ChannelLimits limits;
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
        int share = suspected(connection, loop) ? SHARE_OF_SUSPECTED : 1;
        FloodGuard guard = new FloodGuard(
                Math.max(1, granted.http2MaxResets() / share),
                Math.max(1, granted.http2MaxControlFrames() / share),
                loop.now());
        this.output = new Http2Output(this, channel, loop, peer);
        this.streams = new Http2Streams(this, dispatcher, guard, granted.http2MaxConcurrentStreams());
        int block =
                2 * (granted.maxHeaderSize().toInt() + granted.maxRequestLine().toInt());
        Http2Frames frames = new Http2Frames(this, peer, guard);
        this.reader = new FrameReader(frames, granted.http2MaxFrameSize().toInt(), block);
        this.stall = new WriteStall(channel);
        this.since = loop.now();
        this.begunAt = since;
    }

    /** Returns whether the client comes again after a flood. The address of a front is that of everybody behind it. */
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

    Http2Streams streams() {
        return streams;
    }

    /** The limits of the last request. */
    ChannelLimits limits() {
        return limits;
    }

    /** Takes the limits that hold now, for a request that begins. */
    ChannelLimits adoptLimits() {
        limits = connection.limits();
        return limits;
    }

    /** The window of a stream for the body of its request, in bytes. */
    int streamWindow() {
        return granted.http2InitialWindowSize().toInt();
    }

    Dispatcher dispatcher() {
        return dispatcher;
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
            output.awaitPreface();
            streams.begin(1);
            streams.open(1, Http2Head.upgraded(request, limits), true, peer.initialWindow());
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

    /** The client has read what was sent before a ping of this content. */
    void pingAnswered(long content) {
        if (draining && content == DRAIN_PING) {
            refuseFurther();
        }
    }

    /** No stream is open any more. */
    void nothingUnderWay() {
        since = loop.now();
        if (refusing || inputEnded) {
            close(true);
        }
    }

    /** Says which stream is the last that is served. */
    void refuseFurther() {
        if (refusing || closing) {
            return;
        }
        draining = true;
        refusing = true;
        goAway(ErrorCode.NO_ERROR, "");
        if (streams.isEmpty()) {
            close(true);
        }
    }

    private void goAway(ErrorCode code, String why) {
        ByteBuf frame = output.buffer(FrameType.HEADER + 8 + why.length());
        FrameWriter.goAway(frame, streams.lastServed(), code, why);
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
        streams.endAll(new RequestBodyException(400, "the client has broken the rules of HTTP/2: " + error.why()));
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
    void closeIfServing() {
        if (streams.all().stream().anyMatch(ServedExchange::application)) {
            closeNow();
        }
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
        for (Http2Stream stream : streams.all()) {
            if (!stream.remoteEnded()) {
                stream.failBody(400, "The client closed the connection before the end of the body.");
            }
            output.retry(stream);
        }
        if (streams.isEmpty()) {
            close(false);
        }
    }

    /** Returns whether it is over: what still comes has no meaning. */
    boolean closing() {
        return closing;
    }

    /** Returns whether streams that begin now are not served. */
    boolean refusing() {
        return refusing;
    }

    /** Returns whether the client has ended its side, so that it gives no more window. */
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
        streams.endAll(new RequestBodyException(400, "the client closed the connection"));
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
            streams.checkPace(now);
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
            output.ping(PRESENCE_PING, false);
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
}
