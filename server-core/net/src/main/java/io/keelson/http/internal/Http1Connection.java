package io.keelson.http.internal;

import io.keelson.http.AccessLog;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBodyException;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.spi.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1 connection: reads requests one after the other, has each dispatched when the response before it has been
 * handed to the socket, and writes what comes back.
 *
 * <p>Confined to the event loop of its channel, but for the methods that say otherwise. See docs/design/http.md.
 */
final class Http1Connection extends ChannelInboundHandlerAdapter {
    private static final ByteBuf CONTINUE = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer().writeBytes("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
    private static final long MOST_DRAINED = 256 * 1024;
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    final LoopState loop;

    /** Neighbours in the loop's list. */
    @Nullable
    Http1Connection next;

    @Nullable
    Http1Connection previous;

    private final Connection connection;
    private final Channel channel;
    private final ChannelLimits limits;
    private final Dispatcher dispatcher;
    private final RequestParser parser;
    private final ChunkParser chunks;
    private final Http1Exchange exchange;
    private final WriteGate gate;
    private final EndTask endTask = new EndTask();
    private Input input = Input.HEAD;
    private boolean busy;
    private boolean consuming;
    private @Nullable ByteBuf held;
    private int requests;
    private long remaining;
    private long drained;
    private boolean expecting;
    private volatile boolean continueDue;
    private boolean closing;
    private long since;
    private long bodySince;
    private long bodyBytes;
    private long bodyProgressAt;
    private long writeProgress;
    private long writeProgressAt;
    private boolean writeStuck;

    Http1Connection(Connection connection, Channel channel, LoopState loop, Dispatcher dispatcher) {
        this.connection = connection;
        this.channel = channel;
        this.loop = loop;
        this.dispatcher = dispatcher;
        this.limits = connection.limits();
        this.parser = new RequestParser(limits);
        this.chunks = new ChunkParser(limits.maxHeaderSize().toInt(), limits.maxHeaderCount());
        this.gate = new WriteGate(channel, loop.ticker());
        this.exchange = new Http1Exchange(this, parser);
        this.since = loop.now();
    }

    /** What the next bytes are. */
    private enum Input {
        HEAD,
        LENGTH,
        CHUNKS,
        RAW,
        IGNORED
    }

    Connection spi() {
        return connection;
    }

    boolean logged() {
        return dispatcher.accessLog() != null;
    }

    @Nullable
    AccessLog accessLog() {
        return dispatcher.accessLog();
    }

    // ---- reading

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        loop.add(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (held != null) {
            hold(in);
        } else {
            consume(in);
        }
    }

    /** Keeps bytes that follow a request which is still being served, and reads no more until it has been. */
    private void hold(ByteBuf in) {
        ByteBuf before = held;
        if (before == null) {
            held = in;
            read(false);
            return;
        }
        ByteBuf joined = channel.alloc().buffer(before.readableBytes() + in.readableBytes());
        joined.writeBytes(before).writeBytes(in);
        before.release();
        in.release();
        held = joined;
    }

    private void consume(ByteBuf in) {
        boolean kept = false;
        consuming = true;
        try {
            while (in.isReadable()) {
                if (input == Input.HEAD && (busy || !channel.isWritable())) {
                    kept = true;
                    hold(in);
                    return;
                }
                take(in);
            }
        } catch (Refusal refusal) {
            refuse(refusal);
        } finally {
            consuming = false;
            if (!kept) {
                in.release();
            }
        }
    }

    private void take(ByteBuf in) throws Refusal {
        switch (input) {
            case HEAD -> head(in);
            case LENGTH -> {
                int n = (int) Math.min(remaining, in.readableBytes());
                remaining -= n;
                data(in.readRetainedSlice(n));
                if (remaining == 0) {
                    endOfBody(null);
                }
            }
            case CHUNKS -> chunks(in);
            case RAW -> data(in.readRetainedSlice(in.readableBytes()));
            case IGNORED -> in.skipBytes(in.readableBytes());
        }
    }

    private void head(ByteBuf in) throws Refusal {
        if (parser.idle() && requests > 0) {
            since = loop.now();
        }
        if (!parser.parse(in)) {
            return;
        }
        Framing framing = parser.framing();
        requests++;
        boolean keepAlive = framing.keepAlive() && requests < limits.maxKeepAliveRequests() && dispatcher.keepsAlive();
        long length = framing.length();
        expecting = framing.expectContinue();
        continueDue = expecting;
        if (length == Framing.CHUNKED) {
            chunks.reset();
            startBody(Input.CHUNKS);
        } else if (length > 0) {
            remaining = length;
            startBody(Input.LENGTH);
        }
        busy = true;
        exchange.begin(loop.newRequestId(), limits.maxBodySize().bytes(), keepAlive);
        dispatch();
    }

    private void startBody(Input how) {
        input = how;
        drained = 0;
        bodyBytes = 0;
        bodySince = loop.now();
        bodyProgressAt = bodySince;
    }

    private void dispatch() {
        try {
            dispatcher.dispatch(exchange, connection.admin(), loop);
        } catch (RuntimeException e) {
            HttpLog.LOG.handlerFailed(exchange.method(), exchange.path(), connection.channel(), e);
            exchange.reply(500, "The server failed to answer.");
        }
    }

    private void chunks(ByteBuf in) throws Refusal {
        long n = chunks.next(in);
        if (n > 0 && in.isReadable()) {
            int taken = (int) Math.min(n, in.readableBytes());
            chunks.taken(taken);
            data(in.readRetainedSlice(taken));
        } else if (chunks.ended()) {
            endOfBody(chunks.trailers());
        }
    }

    private void data(ByteBuf bytes) {
        int n = bytes.readableBytes();
        bodyBytes += n;
        bodyProgressAt = loop.now();
        expecting = false;
        continueDue = false;
        if (!busy) {
            bytes.release();
            drained += n;
            if (drained > MOST_DRAINED) {
                close(true);
            }
            return;
        }
        if (exchange.bodyQueue().offer(bytes)) {
            read(false);
        }
    }

    private void endOfBody(@Nullable HttpHeaders trailers) {
        if (input == Input.IGNORED) {
            return;
        }
        input = Input.HEAD;
        if (busy) {
            exchange.bodyQueue().end(trailers);
        } else {
            parser.reset();
            since = loop.now();
        }
    }

    private void read(boolean on) {
        if (channel.config().isAutoRead() != on) {
            channel.config().setAutoRead(on);
        }
    }

    /** Goes on reading after the queue of the body has been emptied. Any thread. */
    void resumeReading() {
        execute(() -> {
            if (held == null && !closing) {
                bodyProgressAt = loop.now();
                read(true);
            }
        });
    }

    /** Answers a request that is malformed or too large, and closes. */
    private void refuse(Refusal refusal) {
        Input was = input;
        input = Input.IGNORED;
        HttpLog.LOG.debugf("refused a request of %s: %s", connection.remoteAddress(), refusal.why());
        if (was == Input.HEAD) {
            requests++;
            busy = true;
            continueDue = false;
            parser.abandon();
            exchange.begin(loop.newRequestId(), 0, false);
            exchange.reply(refusal.status(), refusal.why());
        } else if (busy) {
            exchange.bodyQueue().fail(new RequestBodyException(refusal.status(), refusal.why()));
        } else {
            close(true);
        }
    }

    // ---- writing

    /** A direct buffer. Any thread. */
    ByteBuf buffer(int size) {
        return channel.alloc().directBuffer(size);
    }

    long writeTimeoutNanos() {
        return limits.writeTimeout().toNanos();
    }

    /** Fails when the connection is gone. Any thread. */
    void check() throws IOException {
        gate.check();
    }

    boolean writable() {
        return gate.writable();
    }

    void onWritable(Runnable listener) {
        gate.onWritable(listener);
    }

    void awaitWritable(long timeoutNanos) throws IOException {
        if (gate.writable() || loop.loop().inEventLoop()) {
            return;
        }
        if (!gate.await(timeoutNanos)) {
            IOException slow = new IOException("the client did not read the response within the write-timeout");
            abort(exchange.id(), slow);
            throw slow;
        }
    }

    /** Passes bytes to the loop, in order. Called by the owner of the exchange, on any thread. */
    void send(ByteBuf out, boolean last) {
        if (loop.loop().inEventLoop() && gate.nothingOnItsWay()) {
            write(out, last);
        } else if (last) {
            endTask.out = out;
            loop.loop().execute(endTask);
        } else {
            int n = out.readableBytes();
            gate.leaves(n);
            loop.loop().execute(() -> {
                gate.arrives(n);
                write(out, false);
            });
        }
    }

    /** Passes a part of a file; it counts as on its way until it has been sent. Any thread. */
    void sendFile(FileRegion region) {
        int n = (int) Math.min(region.count(), Integer.MAX_VALUE / 4);
        gate.leaves(n);
        execute(() -> {
            if (gate.gone()) {
                region.release();
                gate.arrives(n);
                return;
            }
            channel.writeAndFlush(region).addListener(sent -> {
                gate.arrives(n);
                if (!sent.isSuccess()) {
                    broken(sent.cause());
                }
            });
        });
    }

    private void write(ByteBuf out, boolean last) {
        if (gate.gone()) {
            out.release();
            return;
        }
        channel.writeAndFlush(out, channel.voidPromise());
        if (last) {
            ended();
        }
    }

    /** The last task of an exchange; it has run before the next exchange begins, so one is enough. */
    private final class EndTask implements Runnable {
        private @Nullable ByteBuf out;

        @Override
        public void run() {
            ByteBuf last = out;
            out = null;
            if (last != null) {
                write(last, true);
            }
        }
    }

    /** The first attempt to read the body: tells a client that waits for it to go on. By the owner, on any thread. */
    void bodyWanted() {
        if (continueDue) {
            continueDue = false;
            execute(() -> {
                if (expecting && !gate.gone()) {
                    expecting = false;
                    channel.writeAndFlush(CONTINUE.duplicate(), channel.voidPromise());
                }
            });
        }
    }

    /** The head of the response is about to be sent: 100 must not follow it. By the owner. */
    void responseStarts() {
        continueDue = false;
    }

    /** Whether the connection can be kept after this response: not when the client still waits to be let send. */
    boolean mayKeepAlive() {
        return !continueDue;
    }

    boolean mayUpgrade() {
        return parser.framing().upgrade() && parser.framing().length() == 0;
    }

    void upgrade(ByteBuf head) {
        exchange.bodyQueue().beginRaw();
        execute(() -> {
            input = Input.RAW;
            write(head, false);
            goOn();
        });
    }

    // ---- the end of an exchange and of the connection

    private void ended() {
        if (!busy) {
            return;
        }
        boolean keepAlive = exchange.responseWriter().keepAlive();
        finishExchange();
        if (!keepAlive || input == Input.IGNORED) {
            close(input != Input.HEAD || held != null);
        } else if (input == Input.HEAD) {
            parser.reset();
            since = loop.now();
            goOn();
        } else {
            exchange.bodyQueue().discard();
            goOn();
        }
    }

    private void finishExchange() {
        busy = false;
        if (exchange.application()) {
            loop.countApplications(-1);
            dispatcher.applicationEnded(loop);
        }
        exchange.finish();
    }

    /** Reads on: what was held first, then the socket. */
    private void goOn() {
        if (consuming || closing) {
            return;
        }
        ByteBuf in = held;
        if (in != null) {
            held = null;
            consume(in);
        }
        if (held == null && !closing) {
            read(true);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        gate.changed();
        if (channel.isWritable() && held != null && !busy) {
            goOn();
        }
    }

    /**
     * Closes when everything has been sent.
     *
     * @param linger whether the client may still be sending: a reset would then take the answer from it (RFC 9112, 9.6)
     */
    private void close(boolean linger) {
        if (closing) {
            return;
        }
        closing = true;
        since = loop.now();
        input = Input.IGNORED;
        ByteBuf rest = held;
        held = null;
        if (rest != null) {
            rest.release();
        }
        if (!linger || !(channel instanceof DuplexChannel duplex)) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        read(true);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> duplex.shutdownOutput());
    }

    /** Closes at once, if the exchange is still that one. Any thread. */
    void abort(long exchangeId, @Nullable Throwable cause) {
        execute(() -> {
            if (busy && exchange.id() == exchangeId) {
                HttpLog.LOG.debugf(cause, "request %s of %s was aborted", exchangeId, connection.remoteAddress());
                channel.close();
            }
        });
    }

    void closeIfIdle() {
        if (!busy && input == Input.HEAD && parser.idle() && requests > 0 && !connection.admin()) {
            close(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        loop.remove(this);
        ByteBuf rest = held;
        held = null;
        if (rest != null) {
            rest.release();
        }
        gate.close();
        if (input == Input.RAW) {
            exchange.bodyQueue().end(null);
        } else {
            exchange.bodyQueue().fail(new RequestBodyException(400, "the client closed the connection"));
        }
        if (busy) {
            finishExchange();
        }
        exchange.bodyQueue().detach();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        broken(cause);
    }

    private void broken(Throwable cause) {
        HttpLog.LOG.debugf(cause, "the connection of %s broke", connection.remoteAddress());
        channel.close();
    }

    // ---- time-outs

    /** Looked at twice a second by the loop. */
    void checkTimeouts(long now) {
        if (closing) {
            if (now - since > LINGER_NANOS + writeTimeoutNanos() || linger(now)) {
                channel.close();
            }
            return;
        }
        checkWrites(now);
        if (input == Input.LENGTH || input == Input.CHUNKS) {
            checkBody(now);
        } else if (!busy && input == Input.HEAD && held == null) {
            boolean waiting = parser.idle() && requests > 0;
            long most = (waiting ? limits.idleTimeout() : limits.headerTimeout()).toNanos();
            if (now - since > most) {
                HttpLog.LOG.debugf("no request from %s in time", connection.remoteAddress());
                headTooLate(waiting || parser.idle());
            }
        }
    }

    private boolean linger(long now) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return now - since > LINGER_NANOS && (out == null || out.isEmpty());
    }

    private void headTooLate(boolean nothingSent) {
        if (nothingSent) {
            close(false);
        } else {
            refuse(new Refusal(408, "The request did not arrive in time."));
        }
    }

    private void checkBody(long now) {
        if (!channel.config().isAutoRead()
                || expecting
                || busy && !exchange.bodyQueue().wanted()) {
            // The server holds the body up, not the client.
            bodyProgressAt = now;
            bodySince = now;
            bodyBytes = 0;
            return;
        }
        long most = limits.bodyTimeout().toNanos();
        long rate = limits.bodyMinRate().bytes();
        long span = now - bodySince;
        boolean tooSlow = rate > 0 && span > most && bodyBytes < rate * (span / 1e9);
        if (now - bodyProgressAt > most || tooSlow) {
            input = Input.IGNORED;
            if (busy) {
                exchange.bodyQueue().fail(new RequestBodyException(408, "the body did not arrive in time"));
            } else {
                close(true);
            }
        }
    }

    private void checkWrites(long now) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        if (out == null || out.isEmpty()) {
            writeStuck = false;
            return;
        }
        long progress = out.totalPendingWriteBytes() * 31 + out.currentProgress() + ((long) out.size() << 40);
        if (!writeStuck || progress != writeProgress) {
            writeStuck = true;
            writeProgress = progress;
            writeProgressAt = now;
        } else if (now - writeProgressAt > writeTimeoutNanos()) {
            HttpLog.LOG.debugf("%s does not read what is sent to it", connection.remoteAddress());
            channel.close();
        }
    }

    // ---- tasks

    /** Runs a task on the loop, after what was sent before. Any thread. */
    void execute(Runnable task) {
        if (loop.loop().inEventLoop() && gate.nothingOnItsWay()) {
            task.run();
        } else {
            loop.loop().execute(task);
        }
    }

    /** Runs a listener of others, whose failure must not hurt the connection. */
    void run(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException e) {
            HttpLog.LOG.listenerFailed(connection.channel(), e);
        }
    }
}
