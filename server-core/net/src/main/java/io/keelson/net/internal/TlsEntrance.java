package io.keelson.net.internal;

import io.keelson.net.spi.TlsSession;
import io.keelson.net.tls.ChannelTls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Stands before TLS until the handshake is over: looks whether the client speaks TLS at all, limits the time, and stops
 * reading while bytes wait for the handshake's cryptography, so that a client cannot fill the memory meanwhile. Then hands
 * the connection on, and leaves. Confined to the event loop.
 */
final class TlsEntrance extends ChannelDuplexHandler {
    private static final int HANDSHAKE_RECORD = 22;
    private static final int MOST_WAITING = 64 * 1024;
    private static final long LINGER_SECONDS = 2;
    private static final byte[] SPEAK_TLS = ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain;charset=utf-8\r\n"
                    + "Content-Length: 65\r\nConnection: close\r\n\r\n"
                    + "This port speaks TLS. Ask for https in the place of http, please.")
            .getBytes(StandardCharsets.US_ASCII);

    private final AcceptedConnection connection;
    private final ChannelTls tls;
    private final Executor handshakes;
    private final Supplier<List<String>> alpn;
    private final Runnable whenEstablished;
    private @Nullable ScheduledFuture<?> timeout;
    private @Nullable TlsHandler handler;
    private boolean over;
    private boolean paused;

    /**
     * For one connection.
     *
     * @param alpn the names of the protocols that are offered at the time of the handshake
     * @param whenEstablished installs what reads the connection after the handshake, on the loop
     */
    TlsEntrance(
            AcceptedConnection connection,
            ChannelTls tls,
            Executor handshakes,
            Supplier<List<String>> alpn,
            Runnable whenEstablished) {
        this.connection = connection;
        this.tls = tls;
        this.handshakes = handshakes;
        this.alpn = alpn;
        this.whenEstablished = whenEstablished;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> failed("it took longer than the handshake-timeout", null),
                        tls.handshakeTimeout().toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (over || !in.isReadable()) {
            in.release();
            return;
        }
        TlsHandler next = handler;
        if (next == null) {
            byte first = in.getByte(in.readerIndex());
            if (first != HANDSHAKE_RECORD) {
                in.release();
                notTls(ctx, first);
                return;
            }
            next = new TlsHandler(tls.newEngine(alpn.get()), handshakes);
            next.setHandshakeTimeoutMillis(0);
            handler = next;
            ctx.pipeline().addAfter(ctx.name(), "tls", next).addAfter("tls", "tls-end", new Afterwards());
        }
        ctx.fireChannelRead(in);
        if (!over && next.waiting() > MOST_WAITING) {
            paused = true;
            ctx.channel().config().setAutoRead(false);
        }
    }

    /** TLS itself asks for more while it has none to give on. */
    @Override
    public void read(ChannelHandlerContext ctx) {
        if (!paused) {
            ctx.read();
        }
    }

    private void goOn(ChannelHandlerContext ctx) {
        if (paused) {
            paused = false;
            ctx.channel().config().setAutoRead(true);
        }
    }

    /** Somebody who forgot the s of https is told so; who speaks anything else would not understand. */
    private void notTls(ChannelHandlerContext ctx, byte first) {
        over = true;
        tls.handshake(false);
        ChannelLog.LOG.debugf(
                "%s does not speak TLS, as channel %s does", connection.remoteAddress(), connection.channel());
        if (first < 'A' || first > 'Z') {
            ctx.close();
            return;
        }
        ctx.write(Unpooled.wrappedBuffer(SPEAK_TLS));
        connection.endOutput();
        // What it has sent is read over, as a reset would take the answer from it.
        ctx.executor().schedule(connection::drop, LINGER_SECONDS, TimeUnit.SECONDS);
    }

    private void failed(String why, @Nullable Throwable cause) {
        if (!over) {
            over = true;
            tls.handshake(false);
            ChannelLog.LOG.debugf(
                    cause,
                    "the TLS handshake with %s on channel %s failed: %s",
                    connection.remoteAddress(),
                    connection.channel(),
                    why);
            connection.drop();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!over) {
            over = true;
            // Who says nothing may only have looked whether somebody listens.
            if (handler != null) {
                tls.handshake(false);
            }
        }
        ctx.fireChannelInactive();
    }

    private void established(ChannelHandlerContext ctx, TlsHandler with) {
        SSLEngine engine = with.engine();
        TlsSession session = session(engine.getSession());
        if (!admitted(ctx, session)) {
            failed("its certificate was revoked", null);
            return;
        }
        over = true;
        tls.handshake(true);
        connection.established(session, engine.getApplicationProtocol());
        with.established();
        goOn(ctx);
        ctx.pipeline().remove(this);
        whenEstablished.run();
    }

    /** Lets a client that shows a certificate stay for as long as that counts. */
    private boolean admitted(ChannelHandlerContext ctx, TlsSession session) {
        if (session.peerCertificates().isEmpty()) {
            return true;
        }
        boolean in = tls.shown()
                .enter(
                        connection,
                        session.peerCertificates().get(0),
                        () -> ctx.executor().execute(connection::drop));
        if (in) {
            ctx.channel().closeFuture().addListener(closed -> tls.shown().leave(connection));
        }
        return in;
    }

    private static TlsSession session(SSLSession session) {
        String suite = session.getCipherSuite();
        return new TlsSession(
                session.getProtocol(),
                suite,
                TlsSession.keySize(suite),
                HexFormat.of().formatHex(session.getId()),
                peer(session));
    }

    private static List<X509Certificate> peer(SSLSession session) {
        try {
            Certificate[] shown = session.getPeerCertificates();
            return Arrays.stream(shown).map(X509Certificate.class::cast).toList();
        } catch (SSLPeerUnverifiedException none) {
            return List.of();
        }
    }

    /** Stands behind TLS, and stays: what TLS tells becomes what protocols know from the socket. */
    private final class Afterwards extends ChannelInboundHandlerAdapter {
        private boolean inputEnded;

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake) {
                if (over) {
                    return;
                }
                if (handshake.isSuccess() && handler != null) {
                    established(ctx, handler);
                } else {
                    over = true;
                    tls.handshake(false);
                    ChannelLog.LOG.debugf(
                            handshake.cause(),
                            "the TLS handshake with %s on channel %s failed",
                            connection.remoteAddress(),
                            connection.channel());
                    // TLS sends its alert and closes.
                }
            } else if (event instanceof SslCloseCompletionEvent end) {
                if (end.isSuccess()) {
                    inputEnded(ctx);
                }
            } else if (event == ChannelInputShutdownEvent.INSTANCE) {
                inputEnded(ctx);
            } else {
                ctx.fireUserEventTriggered(event);
            }
        }

        /** The client's close_notify, and then its FIN, are one end. */
        private void inputEnded(ChannelHandlerContext ctx) {
            if (!inputEnded) {
                inputEnded = true;
                ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            TlsHandler before = handler;
            if (paused && before != null && before.waiting() <= MOST_WAITING) {
                goOn(ctx);
            }
            ctx.fireChannelReadComplete();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (connection.tls() == null) {
                // A failure that TLS has told of before has sent its alert, and closes by itself.
                failed("see the cause", cause instanceof DecoderException wrapped ? wrapped.getCause() : cause);
            } else {
                ctx.fireExceptionCaught(cause);
            }
        }
    }
}
