package io.keelson.muxer.internal;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;

/** The parts of the native muxers, for the one who puts a muxer together. */
public enum NativeIo {
    /** epoll: bytes are moved by system calls of their own when a socket is ready. */
    EPOLL {
        @Override
        public void probe() throws Throwable {
            EpollIoHandler handler = new EpollIoHandler(ImmediateEventExecutor.INSTANCE);
            handler.destroy();
        }

        @Override
        public IoHandlerFactory handlers() {
            return EpollIoHandler.factory();
        }

        @Override
        public Class<? extends ServerChannel> serverChannel() {
            return NativeServerSocketChannel.class;
        }
    },

    /** io_uring: the kernel moves bytes, and tells when it has. */
    IO_URING {
        @Override
        public void probe() throws Throwable {
            UringProbe.run();
        }

        @Override
        public IoHandlerFactory handlers() {
            return UringIoHandler.factory();
        }

        @Override
        public Class<? extends ServerChannel> serverChannel() {
            return UringServerSocketChannel.class;
        }
    };

    /**
     * Tries what it needs: the C library, the kernel's calls, and the memory shared with it.
     *
     * @throws Throwable what is in the way, linkage errors among it
     */
    @SuppressWarnings("ThrowSpecificExceptions") // Whatever a foreign library throws while it loads.
    public abstract void probe() throws Throwable;

    /** Makes the I/O handlers of event loops. */
    public abstract IoHandlerFactory handlers();

    /** The channel that listens on them. */
    public abstract Class<? extends ServerChannel> serverChannel();
}
