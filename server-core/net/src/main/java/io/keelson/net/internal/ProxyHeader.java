package io.keelson.net.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/**
 * Reads the header of the PROXY protocol from a trusted front, before TLS and before any protocol, and leaves. A connection
 * that does not begin with one is closed. Confined to the event loop.
 */
final class ProxyHeader extends FirstBytes {
    private final AcceptedConnection accepted;
    private final Runnable whenRead;

    /** @param whenRead installs what reads the connection afterwards, on the loop */
    ProxyHeader(AcceptedConnection connection, Runnable whenRead) {
        super(connection);
        this.accepted = connection;
        this.whenRead = whenRead;
    }

    @Override
    void look(ChannelHandlerContext ctx, ByteBuf all) {
        try {
            ProxyProtocol.Header header = ProxyProtocol.read(all);
            if (header != null) {
                accepted.behindFront(header);
                whenRead.run();
                leave(ctx);
            }
        } catch (ProxyProtocol.MalformedException e) {
            ChannelLog.LOG.debugf(
                    "closed the connection of %s: %s", connection.remoteAddress(), String.valueOf(e.getMessage()));
            ctx.close();
        }
    }
}
