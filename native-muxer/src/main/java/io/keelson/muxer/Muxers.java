package io.keelson.muxer;

import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** Opens muxers. Thread-safe. */
public final class Muxers {
    private Muxers() {}

    /**
     * Opens a muxer. Its reader threads have been started when this returns.
     *
     * @param settings its name, kind and number of readers
     */
    public static Muxer open(MuxerSettings settings) {
        return new EventLoopMuxer(Muxer.Kind.JAVA, settings, NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }
}
