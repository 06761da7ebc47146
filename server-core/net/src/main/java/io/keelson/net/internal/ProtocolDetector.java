package io.keelson.net.internal;

import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by the first bytes which of a channel's protocols a connection speaks, gives it the connection, and leaves.
 * A client that says nothing within the header time-out, or nothing that is known, is disconnected. Confined to the event
 * loop.
 */
final class ProtocolDetector extends ChannelInboundHandlerAdapter {
    private final Connection connection;
    private final List<ProtocolProvider> candidates;
    private @Nullable ByteBuf first;
    private @Nullable ScheduledFuture<?> timeout;

    private ProtocolDetector(Connection connection, List<ProtocolProvider> candidates) {
        this.connection = connection;
        this.candidates = new ArrayList<>(candidates);
    }

    /** Gives a new connection to the only protocol, behind a look at its first byte, or to a detector. On the loop. */
    static void install(Channel accepted, AcceptedConnection connection, List<ProtocolProvider> protocols) {
        if (protocols.size() == 1) {
            accepted.pipeline().addLast("protocol", new OnlyProtocol(connection, protocols.get(0)));
            protocols.get(0).connect(connection);
        } else {
            accepted.pipeline().addLast("protocol", new ProtocolDetector(connection, protocols));
        }
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
            first = ctx.alloc().buffer().writeBytes(before).writeBytes(in);
            before.release();
            in.release();
        }
        ByteBuf all = first;
        if (all.isReadable()) {
            decide(ctx, all);
        }
    }

    private void decide(ChannelHandlerContext ctx, ByteBuf all) {
        while (!candidates.isEmpty()) {
            ProtocolProvider protocol = candidates.get(0);
            int n = Math.min(all.readableBytes(), protocol.mostBytes());
            switch (protocol.match(all.nioBuffer(all.readerIndex(), n).asReadOnlyBuffer())) {
                case YES -> {
                    protocol.connect(connection);
                    // Removal passes the bytes on.
                    ctx.pipeline().remove(this);
                    return;
                }
                case NO -> candidates.remove(0);
                case UNDECIDED -> {
                    return;
                }
            }
        }
        ChannelLog.LOG.debugf("%s speaks no protocol of channel %s", connection.remoteAddress(), connection.channel());
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        ByteBuf bytes = first;
        first = null;
        if (bytes == null) {
            return;
        }
        if (ctx.channel().isActive() && !candidates.isEmpty()) {
            ctx.fireChannelRead(bytes);
        } else {
            bytes.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ChannelLog.LOG.debugf(cause, "the connection of %s broke", connection.remoteAddress());
        ctx.close();
    }
}
