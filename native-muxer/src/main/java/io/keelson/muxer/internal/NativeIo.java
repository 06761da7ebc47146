package io.keelson.muxer.internal;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;

/** The native muxer's parts, for the one who puts a muxer together. */
public final class NativeIo {
    private NativeIo() {}

    /**
     * Tries what the native muxer needs: the C library, an epoll instance and an eventfd on it.
     *
     * @throws Throwable what is in the way, linkage errors among it
     */
    @SuppressWarnings("ThrowSpecificExceptions") // Whatever a foreign library throws while it loads.
    public static void probe() throws Throwable {
        EpollIoHandler handler = new EpollIoHandler(ImmediateEventExecutor.INSTANCE);
        handler.destroy();
    }

    /** Makes the I/O handlers of event loops. */
    public static IoHandlerFactory handlers() {
        return EpollIoHandler.factory();
    }

    /** The channel that listens on them. */
    public static Class<? extends ServerChannel> serverChannel() {
        return NativeServerSocketChannel.class;
    }
}
