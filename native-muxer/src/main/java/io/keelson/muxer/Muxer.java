package io.keelson.muxer;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import java.time.Duration;

/**
 * A running muxer: a fixed number of reader threads, all started, each an event loop. Thread-safe.
 *
 * <p>See docs/design/muxer.md.
 */
public interface Muxer extends AutoCloseable {
    /** Returns what it reads with. */
    Kind kind();

    /** The number of reader threads. */
    int readers();

    /** The event loops, one a reader. */
    EventLoopGroup group();

    /** The class of server channel to bind on {@link #group()}. Its socket settings are the usual {@code ChannelOption}s. */
    Class<? extends ServerChannel> serverChannel();

    /**
     * Starts one more thread, which accepts connections: an event loop to bind a channel of class
     * {@link #serverChannel()} on, while the accepted channels belong on {@link #group()}. It is not one of the
     * {@link #readers()}. Whoever asks for it shuts it down; it ends with the muxer at the latest.
     *
     * @param threadName the name of its thread, such as {@code DynamicListenThread[Default]}
     */
    EventLoopGroup listener(String threadName);

    /**
     * Runs a task at the end of the current turn of a loop of this muxer: after all channels that were ready have been
     * read. Called on the loop's own thread only.
     */
    void atEndOfTurn(EventLoop loop, Runnable task);

    /** Closes what is still open and ends the readers; returns when they have ended or the time is over. */
    void close(Duration timeout);

    @Override
    default void close() {
        close(Duration.ofSeconds(5));
    }

    /** Mechanism by which a muxer reads. */
    enum Kind {
        /** epoll through JNR-FFI. */
        NATIVE,
        /** io_uring through JNR-FFI. */
        IO_URING,
        /** {@code java.nio}. */
        JAVA
    }
}
