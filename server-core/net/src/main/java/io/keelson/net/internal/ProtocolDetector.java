package io.keelson.net.internal;

import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.spi.ProtocolProvider.Match;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Finds out by the first bytes which of a channel's protocols a connection speaks, gives it the connection, and leaves.
 * A client that says nothing within the header time-out, or nothing that is known, is disconnected. Confined to the event
 * loop.
 */
final class ProtocolDetector extends FirstBytes {
    private final List<ProtocolProvider> candidates;

    private ProtocolDetector(Connection connection, List<ProtocolProvider> candidates) {
        super(connection);
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

    /**
     * The first byte tells most: where all but one have refused it, that one gets the connection, for it can say what is wrong
     * with what follows.
     */
    @Override
    void look(ChannelHandlerContext ctx, ByteBuf all) {
        int undecided = 0;
        for (Iterator<ProtocolProvider> each = candidates.iterator(); each.hasNext(); ) {
            ProtocolProvider protocol = each.next();
            int n = Math.min(all.readableBytes(), protocol.mostBytes());
            switch (protocol.match(all.nioBuffer(all.readerIndex(), n).asReadOnlyBuffer())) {
                case YES -> {
                    give(ctx, protocol);
                    return;
                }
                case NO -> {
                    if (refusesFirstByte(protocol, all)) {
                        each.remove();
                    }
                }
                case UNDECIDED -> undecided++;
            }
        }
        if (candidates.size() == 1) {
            give(ctx, candidates.get(0));
        } else if (undecided == 0) {
            ChannelLog.LOG.debugf(
                    "%s speaks no protocol of channel %s", connection.remoteAddress(), connection.channel());
            ctx.close();
        }
    }

    private static boolean refusesFirstByte(ProtocolProvider protocol, ByteBuf all) {
        return protocol.match(all.nioBuffer(all.readerIndex(), 1).asReadOnlyBuffer()) == Match.NO;
    }

    private void give(ChannelHandlerContext ctx, ProtocolProvider protocol) {
        protocol.connect(connection);
        leave(ctx);
    }
}
