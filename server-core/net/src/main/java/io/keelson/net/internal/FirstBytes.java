package io.keelson.net.internal;

import io.keelson.net.spi.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a client sends first until it can be told what it is, then leaves and passes it on. A client that does not
 * send enough within the header time-out is disconnected. Confined to the event loop.
 */
abstract class FirstBytes extends ChannelInboundHandlerAdapter {
    final Connection connection;
    private @Nullable ByteBuf first;
    private @Nullable ScheduledFuture<?> timeout;
    private boolean done;

    FirstBytes(Connection connection) {
        this.connection = connection;
    }

    /**
     * Looks at all that has come, at least one byte: {@link #leave leaves}, closes the connection, or waits for more.
     *
     * @param all what is read from it is not passed on
     */
    abstract void look(ChannelHandlerContext ctx, ByteBuf all);

    /** Leaves the connection, and what has come, to who stands behind. */
    final void leave(ChannelHandlerContext ctx) {
        done = true;
        // Removal passes the bytes on.
        ctx.pipeline().remove(this);
    }

    @Override
    public final void handlerAdded(ChannelHandlerContext ctx) {
        long most = connection.limits().headerTimeout().toNanos();
        timeout = ctx.executor().schedule(() -> ctx.close(), most, TimeUnit.NANOSECONDS);
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf before = first;
        if (before != null) {
            ByteBuf joined = ctx.alloc().buffer(before.readableBytes() + in.readableBytes());
            joined.writeBytes(before).writeBytes(in);
            before.release();
            in.release();
            in = joined;
        }
        first = in;
        if (in.isReadable()) {
            look(ctx, in);
        }
    }

    @Override
    public final void handlerRemoved(ChannelHandlerContext ctx) {
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
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ChannelLog.LOG.debugf(cause, "the connection of %s broke", connection.remoteAddress());
        ctx.close();
    }
}
