package io.keelson.net.internal;

import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.spi.ProtocolProvider.Match;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Stands before the protocol of a channel that has no other, and disconnects a client whose first byte is none of that
 * protocol: a TLS client on a channel in the clear, which would otherwise wait until a time-out. Anything else the
 * protocol judges itself, for it can say what is wrong. Leaves after the first byte. Confined to the event loop.
 */
final class OnlyProtocol extends ChannelInboundHandlerAdapter {
    private final Connection connection;
    private final ProtocolProvider protocol;

    OnlyProtocol(Connection connection, ProtocolProvider protocol) {
        this.connection = connection;
        this.protocol = protocol;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (in.isReadable()) {
            if (protocol.match(in.nioBuffer(in.readerIndex(), 1).asReadOnlyBuffer()) == Match.NO) {
                ChannelLog.LOG.debugf(
                        "%s does not speak %s, the protocol of channel %s",
                        connection.remoteAddress(), protocol.name(), connection.channel());
                in.release();
                ctx.close();
                return;
            }
            ctx.pipeline().remove(this);
        }
        ctx.fireChannelRead(in);
    }
}
