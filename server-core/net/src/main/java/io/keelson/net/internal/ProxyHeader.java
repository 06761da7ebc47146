package io.keelson.net.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header of the PROXY protocol from a trusted front, before TLS and before any protocol, and leaves. A connection
 * that does not begin with one is closed. Confined to the event loop.
 */
final class ProxyHeader extends ChannelInboundHandlerAdapter {
    private final AcceptedConnection connection;
    private final Runnable whenRead;
    private @Nullable ByteBuf first;
    private @Nullable ScheduledFuture<?> timeout;
    private boolean done;

    /** @param whenRead installs what reads the connection afterwards, on the loop */
    ProxyHeader(AcceptedConnection connection, Runnable whenRead) {
        this.connection = connection;
        this.whenRead = whenRead;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        long most = connection.limits().headerTimeout().toNanos();
        timeout = ctx.executor().schedule(() -> ctx.close(), most, TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf before = first;
        if (before == null) {
            first = in;
        } else {
            first = ctx.alloc().buffer(before.readableBytes() + in.readableBytes());
            first.writeBytes(before).writeBytes(in);
            before.release();
            in.release();
        }
        try {
            ProxyProtocol.Header header = first.isReadable() ? ProxyProtocol.read(first) : null;
            if (header != null) {
                done = true;
                connection.behindFront(header);
                whenRead.run();
                // Removal passes the rest on.
                ctx.pipeline().remove(this);
            }
        } catch (ProxyProtocol.MalformedException e) {
            ChannelLog.LOG.debugf(
                    "closed the connection of %s: %s", connection.remoteAddress(), String.valueOf(e.getMessage()));
            ctx.close();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        ByteBuf rest = first;
        first = null;
        if (rest == null) {
            return;
        }
        if (done && rest.isReadable() && ctx.channel().isActive()) {
            ctx.fireChannelRead(rest);
        } else {
            rest.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ChannelLog.LOG.debugf(cause, "the connection of %s broke", connection.remoteAddress());
        ctx.close();
    }
}
