package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.http.OutgoingConnection;
import io.keelson.http.OutgoingRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A connection to another server: writes requests, and tells what {@link ResponseParser} reads. Confined to its loop.
 *
 * <p>Specification: RFC 9112, 9.2 Associating a Response to a Request; RFC 9110, 7.6 Message Forwarding.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter implements OutgoingConnection, ResponseParser.Events {
    private static final byte[] CRLF = {'\r', '\n'};

    private final Channel channel;
    private final ResponseParser parser = new ResponseParser(this);
    private @Nullable Listener listener;
    private @Nullable Runnable onWritable;
    private @Nullable Runnable onClosed;
    private boolean requestEnded = true;
    private boolean chunked;
    private boolean raw;
    private boolean inputEnded;
    private boolean closed;
    private long left;

    ClientConnection(Channel channel) {
        this.channel = channel;
    }

    // ---- the request

    @Override
    public void send(OutgoingRequest request, Listener toTell) {
        if (!reusable()) {
            throw new IllegalStateException("the connection is closed, or has a request under way");
        }
        listener = toTell;
        onClosed = null;
        raw = false;
        chunked = request.length() == OutgoingRequest.CHUNKED;
        left = request.length();
        requestEnded = request.length() == 0;
        parser.expect(request.method());
        channel.writeAndFlush(head(request), channel.voidPromise());
    }

    private ByteBuf head(OutgoingRequest request) {
        ByteBuf out = channel.alloc().buffer(512);
        text(out, request.method());
        out.writeByte(' ');
        text(out, request.target());
        text(out, " HTTP/1.1\r\n");
        request.headers().forEach((name, value) -> field(out, name, value));
        if (chunked) {
            text(out, "Transfer-Encoding: chunked\r\n");
        } else if (request.length() > 0 || hasMeaningOfBody(request.method())) {
            field(out, "Content-Length", Long.toString(request.length()));
        }
        return out.writeBytes(CRLF);
    }

    /** Returns true if a body would mean something: its absence is said then (RFC 9110, 8.6). */
    private static boolean hasMeaningOfBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }

    private static void field(ByteBuf out, String name, String value) {
        text(out, name);
        out.writeByte(':').writeByte(' ');
        text(out, value);
        out.writeBytes(CRLF);
    }

    private static void text(ByteBuf out, String text) {
        out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (length == 0 || closed) {
            return;
        }
        if (!raw && (requestEnded || !chunked && length > left)) {
            throw new IllegalStateException("more bytes than the request has");
        }
        ByteBuf out = channel.alloc().buffer(length + 16);
        if (!raw && chunked) {
            text(out, Integer.toHexString(length));
            out.writeBytes(CRLF);
        }
        out.writeBytes(bytes, offset, length);
        if (!raw && chunked) {
            out.writeBytes(CRLF);
        } else {
            left -= length;
        }
        channel.writeAndFlush(out, channel.voidPromise());
    }

    @Override
    public void end(HttpHeaders trailers) {
        if (requestEnded || closed) {
            return;
        }
        if (!chunked && left != 0) {
            throw new IllegalStateException(left + " bytes of the request are missing");
        }
        requestEnded = true;
        if (chunked) {
            ByteBuf out = channel.alloc().buffer(64);
            text(out, "0\r\n");
            trailers.forEach((name, value) -> {
                if (!Forbidden.inTrailers(name)) {
                    field(out, name, value);
                }
            });
            channel.writeAndFlush(out.writeBytes(CRLF), channel.voidPromise());
        }
    }

    @Override
    public boolean requestEnded() {
        return requestEnded;
    }

    @Override
    public boolean writable() {
        return !closed && channel.isWritable();
    }

    @Override
    public void onWritable(Runnable toTell) {
        if (writable()) {
            toTell.run();
        } else if (!closed) {
            onWritable = toTell;
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Runnable told = onWritable;
        if (told != null && writable()) {
            onWritable = null;
            told.run();
        }
    }

    // ---- the response

    @Override
    public void pause() {
        channel.config().setAutoRead(false);
    }

    @Override
    public void resume() {
        channel.config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            ByteBuf in = (ByteBuf) message;
            parser.read(in);
            if (in.isReadable() && !closed) {
                // More than was asked for: whose answer would that be?
                fail(new IOException("the server sent more than its response"));
            }
        } catch (Refusal malformed) {
            fail(new IOException("the server's response is malformed: " + malformed.why()));
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void interim(int status, HttpHeaders headers) {
        if (listener != null) {
            listener.interim(status, headers);
        }
    }

    @Override
    public void head(int status, HttpHeaders headers, long length) {
        raw = parser.next() == ResponseParser.Next.RAW;
        if (listener != null) {
            listener.head(status, headers, length);
        }
    }

    @Override
    public void data(ByteBuf bytes) {
        if (listener != null) {
            listener.data(bytes.nioBuffer());
        }
    }

    @Override
    public void responseEnded(HttpHeaders trailers) {
        Listener told = listener;
        if (raw) {
            // The other way may still be open.
            if (told != null) {
                told.end(trailers);
            }
            return;
        }
        listener = null;
        if (told != null) {
            told.end(trailers);
        }
    }

    private void fail(IOException why) {
        Listener told = listener;
        boolean answered = parser.begun();
        close();
        if (told != null) {
            told.failed(why, answered);
        }
    }

    // ---- the end

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            serverEnded();
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        serverEnded();
        close();
    }

    private void serverEnded() {
        if (inputEnded || closed) {
            return;
        }
        inputEnded = true;
        boolean stays = raw;
        if (!parser.inputEnded()) {
            fail(new IOException("the server closed the connection"));
        } else if (!stays) {
            close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException io) {
            fail(io);
        } else {
            HttpLog.LOG.debugf(cause, "a connection to %s failed", channel.remoteAddress());
            fail(new IOException("the connection to the server failed: " + cause, cause));
        }
    }

    @Override
    public void endOutput() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (inputEnded) {
            close();
        } else if (tls != null) {
            tls.closeOutbound();
        } else if (channel instanceof DuplexChannel duplex) {
            // As a task behind what is being written, so that this is sent first.
            channel.writeAndFlush(channel.alloc().buffer(0)).addListener(sent -> duplex.shutdownOutput());
        }
    }

    @Override
    public boolean reusable() {
        return !closed
                && !inputEnded
                && !raw
                && listener == null
                && requestEnded
                && parser.next() == ResponseParser.Next.NOTHING
                && (!parser.begun() || parser.persistent())
                && channel.isActive();
    }

    @Override
    public void onClosed(@Nullable Runnable toTell) {
        onClosed = toTell;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (listener != null && channel.isOpen()) {
            // Nobody waits for it any more: what of it is not on its way yet must not come when the network does again.
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        listener = null;
        parser.forget();
        onWritable = null;
        channel.close();
        Runnable told = onClosed;
        onClosed = null;
        if (told != null) {
            told.run();
        }
    }
}
