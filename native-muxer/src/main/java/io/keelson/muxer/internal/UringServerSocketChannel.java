package io.keelson.muxer.internal;

/**
 * A listening socket whose connections are served by io_uring loops. It accepts by readiness, as on epoll: so it accepts
 * exactly as many as it is asked to, and the others wait in the backlog. Public, as its constructor, because Netty makes it
 * by reflection.
 */
public final class UringServerSocketChannel extends NativeServerSocketChannel {
    /** An unbound channel. */
    public UringServerSocketChannel() {}

    @Override
    NativeConnection connection(NativeSocket accepted, byte[] peer) {
        return new UringSocketChannel(this, accepted, peer);
    }
}
