package io.keelson.muxer.internal;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;

/** Handle that a native loop serves: a socket, told about its readiness as a set of epoll's bits. */
interface ReadyHandle extends IoHandle {
    /** The descriptor. */
    int fd();

    /** Returns whether the descriptor is still this handle's. */
    boolean isOpen();

    /** Called on the loop with the bits that the kernel reported. */
    void ready(int events);

    @Override
    default void handle(IoRegistration registration, IoEvent event) {
        throw new UnsupportedOperationException("a native loop reports readiness by ready()");
    }
}
