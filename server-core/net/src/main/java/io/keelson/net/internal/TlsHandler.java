package io.keelson.net.internal;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * TLS of one connection. Refuses renegotiation, which TLS 1.2 has: each costs the server a whole handshake and the client
 * next to nothing, and no client needs one. Confined to the event loop.
 */
final class TlsHandler extends SslHandler {
    private static final int HANDSHAKE_RECORD = 22;

    private boolean established;

    TlsHandler(SSLEngine engine, Executor handshakes) {
        super(engine, handshakes);
    }

    /** The handshake has ended well. */
    void established() {
        established = true;
    }

    /** Returns how many bytes were received and wait until the handshake's cryptography is done. */
    int waiting() {
        return actualReadableBytes();
    }

    /** Each call begins with a record. After the handshake those of handshakes are protected, and look like data, in TLS 1.3. */
    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws SSLException {
        if (established && in.isReadable() && in.getByte(in.readerIndex()) == HANDSHAKE_RECORD) {
            in.skipBytes(in.readableBytes());
            throw new SSLException("the client asked for a renegotiation");
        }
        super.decode(ctx, in, out);
    }
}
