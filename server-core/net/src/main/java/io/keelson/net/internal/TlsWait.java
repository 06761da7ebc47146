package io.keelson.net.internal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** Keeps what a client has sent of its handshake until there is a key, and does not read on meanwhile. Confined to the event loop. */
final class TlsWait extends ChannelInboundHandlerAdapter {
    private @Nullable ChannelHandlerContext ctx;
    private @Nullable CompositeByteBuf kept;

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        ctx = added;
        added.channel().config().setAutoRead(false);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        CompositeByteBuf all = kept;
        if (all == null) {
            all = context.alloc().compositeBuffer();
            kept = all;
        }
        all.addComponent(true, (ByteBuf) message);
    }

    /** There is a key: hands the connection to the handshake, and leaves. */
    void goOn(TlsEntrance next) {
        ChannelHandlerContext at = ctx;
        if (at == null || at.isRemoved() || !at.channel().isActive()) {
            return;
        }
        at.channel().config().setAutoRead(true);
        at.pipeline().addAfter(at.name(), "tls-entrance", next);
        CompositeByteBuf all = kept;
        kept = null;
        if (all != null) {
            at.fireChannelRead(all);
            at.fireChannelReadComplete();
        }
        at.pipeline().remove(this);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        ChannelLog.LOG.debugf(cause, "a connection broke before its handshake");
        context.close();
    }
}
