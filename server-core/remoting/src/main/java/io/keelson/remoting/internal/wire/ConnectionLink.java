package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBufAllocator;

/** Link that a connection stands on: a socket's channel, or a test. Called on the loop but for {@link #execute}. */
public interface ConnectionLink extends Outbox.Link {
    /** Sends what was written. */
    void flush();

    /** Closes once what was written is sent. */
    void close();

    /** Runs a task on the loop. Any thread. Where the loop has ended nothing happens. */
    void execute(Runnable task);

    /** Runs what may take a while away from the loop. */
    void offload(Runnable task);

    /** Returns the allocator of buffers. */
    ByteBufAllocator allocator();
}
