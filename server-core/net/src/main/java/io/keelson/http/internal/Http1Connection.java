package io.keelson.http.internal;

import io.keelson.http.ClientGoneException;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBodyException;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.spi.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1 connection: has each request that its {@link Http1Input} has read dispatched when the response before it has been
 * handed to the socket, and decides how and when the connection ends.
 *
 * <p>Confined to the event loop of its channel, but for the methods that say otherwise. See docs/design/http.md.
 *
 * <p>Specification: RFC 9112, 9.3 Persistence; RFC 9112, 9.5 Failures and Timeouts; RFC 9112, 9.6 Tear-down.
 */
final class Http1Connection extends LoopConnection implements BodyOwner {
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    final LoopState loop;

    private final Connection connection;
    private final Channel channel;
    private final Dispatcher dispatcher;
    private final RequestParser parser;
    private final Http1Exchange exchange;
    private final Http1Input input;
    private final Http1Output output;
    private final WriteStall stall;
    private final GoneClient gone = new GoneClient();
    private boolean busy;
    private boolean dispatched;
    private boolean inputEnded;

    /** True if the connection goes on by HTTP/2, and nothing here is to be done any more. */
    private boolean given;

    private int requests;
    private volatile boolean continueDue;
    private volatile @Nullable RequestBodyException bodyFailure;
    private boolean closing;
    private long since;

    Http1Connection(Connection connection, Channel channel, LoopState loop, Dispatcher dispatcher) {
        this.connection = connection;
        this.channel = channel;
        this.loop = loop;
        this.dispatcher = dispatcher;
        ChannelLimits limits = connection.limits();
        this.parser = new RequestParser(limits);
        this.input = new Http1Input(this, channel, loop, parser, limits);
        this.output = new Http1Output(this, channel, loop);
        this.stall = new WriteStall(channel);
        this.exchange = new Http1Exchange(this, parser);
        this.since = loop.now();
    }

    Connection spi() {
        return connection;
    }

    Http1Output output() {
        return output;
    }

    /** The socket that files are sent to. */
    Channel channel() {
        return channel;
    }

    /** Returns whether bytes that were read are being looked at, on the loop. */
    boolean consuming() {
        return input.consuming();
    }

    long writeTimeoutNanos() {
        return input.limits().writeTimeout().toNanos();
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    // ---- reading

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        loop.add(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        input.read((ByteBuf) message);
    }

    /** Returns whether the next request may begin: the response before it has been handed to the socket, and that takes more. */
    boolean takesRequest() {
        return !busy && channel.isWritable();
    }

    /** Called when what was read has been looked at. */
    void consumed() {
        if (inputEnded && !given) {
            afterInput();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded = true;
            gone.ended(loop.now());
            afterInput();
        }
    }

    /**
     * The client has ended its side: what it sent before is served, and then the connection is closed. That a client has
     * gone altogether looks the same until something is written to it ({@link #askWhetherThere}).
     */
    private void afterInput() {
        if (closing) {
            closeWhenSent();
        } else if (!input.holds()) {
            switch (input.next()) {
                case HEAD, IGNORED -> {
                    if (!busy) {
                        close(false);
                    }
                }
                case LENGTH, CHUNKS -> {
                    input.ignore();
                    if (busy) {
                        failBody(400, "The client closed the connection before the end of the body.");
                    } else {
                        close(false);
                    }
                }
                case RAW -> {
                    since = loop.now();
                    exchange.bodyQueue().end(null);
                }
            }
        }
    }

    /** The first bytes of a request have come. */
    void headBegins() {
        input.adopt(connection.limits());
        if (requests > 0) {
            since = loop.now();
        }
    }

    /** Goes on by HTTP/2 where the head that was read asks for that; says whether it does. */
    boolean becomesHttp2(ByteBuf in) {
        if (parser.preface()) {
            Http2Connection successor = new Http2Connection(connection, channel, loop, dispatcher);
            successor.firstLineRead(RequestParser.PREFACE_LINE.length() + 2);
            giveTo(successor, null, in);
            return true;
        }
        boolean possible = input.limits().http2Enabled() && connection.tls() == null;
        ByteBuf settings = possible ? CleartextUpgrade.settings(parser) : null;
        if (settings == null) {
            return false;
        }
        channel.write(CleartextUpgrade.SWITCHING.duplicate(), channel.voidPromise());
        giveTo(new Http2Connection(connection, channel, loop, dispatcher), settings, in);
        return true;
    }

    /** The head of a request has been read. */
    void begin(Framing framing) {
        requests++;
        ChannelLimits limits = input.limits();
        boolean keepAlive = framing.keepAlive() && requests < limits.maxKeepAliveRequests() && dispatcher.keepsAlive();
        continueDue = framing.expectContinue();
        busy = true;
        dispatched = false;
        bodyFailure = null;
        exchange.begin(limits.maxBodySize().bytes(), keepAlive);
    }

    /** The connection is another's from here on, with what has come. */
    private void giveTo(Http2Connection successor, @Nullable ByteBuf settings, ByteBuf in) {
        input.ignore();
        given = true;
        loop.remove(this);
        channel.pipeline().replace(this, HttpProtocol.HANDLER, successor);
        if (settings != null) {
            successor.upgraded(parser, settings);
        }
        successor.take(in.readRetainedSlice(in.readableBytes()));
        if (inputEnded) {
            successor.afterInput();
        } else {
            input.reading(true); // the request may have been held back, with all that comes after it
        }
    }

    /** Gives the request to its handler. */
    void dispatch() {
        dispatched = true;
        try {
            dispatcher.dispatch(exchange, connection.admin(), loop);
        } catch (RuntimeException | Error e) {
            HttpLog.LOG.handlerFailed(exchange.method(), exchange.path(), connection.channel(), e);
            if (exchange.handedOver()) {
                exchange.abort(e);
            } else {
                exchange.reply(500, "The server failed to answer.");
            }
        }
    }

    /** Bytes of a body have come, so that the client need not be told to send it. */
    void bodyComes() {
        continueDue = false;
    }

    /** Returns who takes the body that comes; null where its request has been answered. */
    @Nullable
    BodyQueue body() {
        return busy ? exchange.bodyQueue() : null;
    }

    /** The body has come whole. */
    void bodyEnded(@Nullable HttpHeaders trailers) {
        if (busy) {
            exchange.bodyQueue().end(trailers);
        } else {
            parser.reset();
            since = loop.now();
        }
    }

    @Override
    public boolean onItsLoop() {
        return loop.loop().inEventLoop();
    }

    @Override
    public void bodyTaken(int bytes) {
        // TCP's window returns as the socket is read.
    }

    @Override
    public void resumeReading() {
        output.execute(() -> {
            if (!input.holds() && !closing) {
                input.resumeBody();
            }
        });
    }

    /** Answers a request that is malformed or too large, and closes; closes without an answer what is no request. */
    void refuse(Refusal refusal) {
        Http1Input.Next was = input.next();
        input.ignore();
        HttpLog.LOG.debugf("refused a request of %s: %s", connection.remoteAddress(), refusal.why());
        if (!refusal.answered()) {
            close(true);
        } else if (was == Http1Input.Next.HEAD) {
            requests++;
            busy = true;
            continueDue = false;
            bodyFailure = null;
            parser.abandon();
            exchange.begin(0, false);
            exchange.reply(refusal.status(), refusal.why());
        } else if (busy) {
            failBody(refusal.status(), refusal.why());
            if (!dispatched) {
                exchange.reply(refusal.status(), refusal.why());
            }
        } else {
            close(true);
        }
    }

    /** The body will not become complete. First the response learns of it, then who reads the body. */
    private void failBody(int status, String why) {
        RequestBodyException failure = new RequestBodyException(status, why);
        bodyFailure = failure;
        exchange.bodyQueue().fail(failure);
    }

    // ---- what the exchange asks for, on the thread of its owner

    @Override
    public void bodyWanted() {
        if (continueDue) {
            continueDue = false;
            output.execute(() -> {
                if (input.takeExpectation()) {
                    output.sendContinue();
                }
            });
        }
    }

    /** The head of the response is about to be sent: 100 must not follow it. By the owner. */
    void responseStarts() {
        continueDue = false;
    }

    /** Returns why the body of the request cannot be had, which the client has to be told; null while it can. Any thread. */
    @Nullable
    RequestBodyException bodyFailure() {
        return bodyFailure;
    }

    @Override
    public void bodyTooLarge(RequestBodyException failure) {
        bodyFailure = failure;
    }

    /**
     * Returns true if the connection can be kept after this response. It cannot when the client still waits to be let send, more of the
     * body is to come than is read over, or the server stops meanwhile. The client is to know it from the response (RFC 9112, 9.6). By the
     * owner.
     *
     * @param last whether the response is complete
     */
    boolean mayKeepAlive(boolean last) {
        return !continueDue
                && bodyFailure == null
                && dispatcher.keepsAlive()
                && !exchange.bodyQueue().leavesMoreThan(Http1Input.MOST_DRAINED, last);
    }

    boolean mayUpgrade() {
        return parser.framing().upgrade() && parser.framing().length() == 0;
    }

    /** By the owner, on whose way to the loop the head has to come before what the owner sends next. */
    void upgrade(ByteBuf head) {
        exchange.bodyQueue().beginRaw();
        output.send(head, false);
        output.execute(() -> {
            input.beginRaw();
            countNoMore();
            goOn();
        });
    }

    // ---- the end of an exchange and of the connection

    /** The last bytes of the response have been handed to the channel. On the loop. */
    void ended() {
        if (!busy) {
            return;
        }
        boolean keepAlive = exchange.responseWriter().keepAlive();
        finishExchange();
        Http1Input.Next next = input.next();
        if (!keepAlive || next == Http1Input.Next.IGNORED) {
            close(next != Http1Input.Next.HEAD || input.holds());
        } else if (next == Http1Input.Next.HEAD) {
            exchange.bodyQueue().dropRest();
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
        countNoMore();
        exchange.finish();
    }

    /** The exchange is no request in flight any more: it has ended, or goes on in a protocol that may last for days. */
    private void countNoMore() {
        if (exchange.application()) {
            exchange.application(false);
            loop.countApplications(-1);
            dispatcher.applicationEnded(loop);
        }
    }

    /** Reads on: what was held first, then the socket. */
    private void goOn() {
        if (input.consuming() || closing) {
            return;
        }
        input.consumeHeld();
        if (!input.holds() && !closing && !given) {
            if (inputEnded) {
                afterInput();
            } else {
                input.reading(true);
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        output.writabilityChanged();
        if (channel.isWritable() && input.holds() && !busy) {
            goOn();
        }
    }

    /**
     * Closes when everything has been sent.
     *
     * @param linger whether the client may still be sending: a reset would then take the answer from it (RFC 9112, 9.6)
     */
    void close(boolean linger) {
        if (closing) {
            return;
        }
        closing = true;
        since = loop.now();
        input.ignore();
        input.release();
        if (!linger || inputEnded || !(channel instanceof DuplexChannel)) {
            closeWhenSent();
            return;
        }
        input.reading(true);
        connection.endOutput();
    }

    private void closeWhenSent() {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Closes at once, if the exchange is still that one. Any thread. */
    void abort(long exchangeId, @Nullable Throwable cause) {
        output.execute(() -> {
            if (busy && exchange.id() == exchangeId) {
                HttpLog.LOG.debugf(cause, "request %s of %s was aborted", exchangeId, connection.remoteAddress());
                channel.flush();
                connection.drop();
            }
        });
    }

    /** Does the same as {@link #abort}, because the client takes nothing of the response. Any thread. */
    void abortSlow(long exchangeId, ClientGoneException cause) {
        output.execute(() -> {
            if (busy && exchange.id() == exchangeId && channel.isOpen()) {
                loop.slowClients().response(connection.remoteAddress());
            }
        });
        abort(exchangeId, cause);
    }

    @Override
    void closeNow() {
        connection.drop();
    }

    @Override
    void closeIfServing() {
        if (busy && exchange.application()) {
            closeNow();
        }
    }

    @Override
    void closeIfIdle() {
        if (!busy && input.next() == Http1Input.Next.HEAD && parser.idle() && requests > 0 && !connection.admin()) {
            close(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        loop.remove(this);
        input.release();
        output.close();
        if (input.next() == Http1Input.Next.RAW) {
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

    /** Writing or reading failed. On the loop. */
    void broken(@Nullable Throwable cause) {
        HttpLog.LOG.debugf(cause, "the connection of %s broke", connection.remoteAddress());
        connection.drop();
    }

    // ---- time-outs

    @Override
    void checkTimeouts(long now) {
        if (closing) {
            long most = stall.nothingWaits() ? LINGER_NANOS : LINGER_NANOS + writeTimeoutNanos();
            if (now - since > most) {
                connection.drop();
            }
            return;
        }
        if (stall.stalled(now, writeTimeoutNanos())) {
            loop.slowClients().response(connection.remoteAddress());
            connection.drop();
        } else if (input.inBody()) {
            checkBody(now);
        } else if (input.next() == Http1Input.Next.RAW) {
            checkUpgraded(now);
        } else if (busy) {
            askWhetherThere(now);
        } else if (input.next() == Http1Input.Next.HEAD && !input.holds()) {
            checkHead(now);
        }
    }

    private void checkHead(long now) {
        if (parser.idle()) {
            input.adopt(connection.limits());
        }
        boolean waiting = parser.idle() && requests > 0;
        ChannelLimits limits = input.limits();
        long most = (waiting ? limits.idleTimeout() : limits.headerTimeout()).toNanos();
        if (now - since > most) {
            HttpLog.LOG.debugf("no request from %s in time", connection.remoteAddress());
            headTooLate(waiting || parser.idle());
        }
    }

    /**
     * An exchange may wait for days without a write, and hold what it has for a client that has gone. So one that has ended its
     * side is sent an interim response, which a client that did not ask for it ignores (RFC 9110, 15.2.1).
     */
    private void askWhetherThere(long now) {
        Http1Response response = exchange.responseWriter();
        if (inputEnded && !response.committed() && parser.line().http11() && gone.due(now)) {
            output.sendContinue();
        }
    }

    private void headTooLate(boolean nothingSent) {
        if (nothingSent) {
            close(false);
        } else {
            loop.slowClients().head(connection.remoteAddress());
            refuse(new Refusal(408, "The request did not arrive in time."));
        }
    }

    /** A client that has closed its side and is sent nothing may be gone: nobody would ever notice. */
    private void checkUpgraded(long now) {
        long most = input.limits().idleTimeout().toNanos();
        if (inputEnded && now - since > most && now - output.lastWrite() > most) {
            HttpLog.LOG.debugf("nothing was sent to %s, which has closed its side", connection.remoteAddress());
            close(false);
        }
    }

    private void checkBody(long now) {
        if (input.bodyTooSlow(now, !busy || exchange.bodyQueue().wanted())) {
            input.ignore();
            loop.slowClients().body(connection.remoteAddress());
            if (busy) {
                failBody(408, "The body did not arrive in time.");
            } else {
                close(true);
            }
        }
    }
}
