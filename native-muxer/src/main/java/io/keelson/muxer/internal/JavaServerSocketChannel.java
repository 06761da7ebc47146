package io.keelson.muxer.internal;

import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.util.List;

/**
 * Netty's NIO server channel, which pauses as the native one does when a connection cannot be accepted. Public, as its
 * constructor, because Netty makes it by reflection.
 */
public final class JavaServerSocketChannel extends NioServerSocketChannel {
    private final AcceptPause pause = new AcceptPause(this, this::resume);
    private boolean readWanted;

    /** An unbound channel. */
    public JavaServerSocketChannel() {}

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        try {
            int count = super.doReadMessages(accepted);
            if (count > 0) {
                pause.accepted();
            }
            return count;
        } catch (IOException e) {
            if (!isOpen()) {
                throw e;
            }
            pause.begin(String.valueOf(e.getMessage()));
            clearReadPending();
            return 0;
        }
    }

    @Override
    protected void doBeginRead() throws Exception {
        if (pause.pausing()) {
            readWanted = true;
        } else {
            super.doBeginRead();
        }
    }

    private void resume() {
        if (readWanted && isOpen()) {
            readWanted = false;
            read();
        }
    }
}
