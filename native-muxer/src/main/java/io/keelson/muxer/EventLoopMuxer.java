package io.keelson.muxer;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A muxer over a group of event loops, all of them started. What they read with is the I/O handler's business. */
final class EventLoopMuxer implements Muxer {
    private final Kind kind;
    private final int readers;
    private final EventLoopGroup group;
    private final IoHandlerFactory handlers;
    private final Class<? extends ServerChannel> serverChannel;

    private EventLoopMuxer(
            Kind kind,
            int readers,
            EventLoopGroup group,
            IoHandlerFactory handlers,
            Class<? extends ServerChannel> serverChannel) {
        this.kind = kind;
        this.readers = readers;
        this.group = group;
        this.handlers = handlers;
        this.serverChannel = serverChannel;
    }

    /** Makes the loops and starts their threads in the order of their numbers. */
    static EventLoopMuxer start(
            Kind kind, MuxerSettings settings, IoHandlerFactory handlers, Class<? extends ServerChannel> channel) {
        EventLoopGroup group =
                new MultiThreadIoEventLoopGroup(settings.readers(), new ReaderThreads(settings.name()), handlers);
        // An event loop makes its thread at its first task, on the thread that hands the task over.
        for (EventExecutor loop : group) {
            loop.execute(() -> {});
        }
        return new EventLoopMuxer(kind, settings.readers(), group, handlers, channel);
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public int readers() {
        return readers;
    }

    @Override
    public EventLoopGroup group() {
        return group;
    }

    @Override
    public Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }

    @Override
    public EventLoopGroup listener(String threadName) {
        return new MultiThreadIoEventLoopGroup(
                1, (ThreadFactory) body -> ReaderThreads.thread(threadName, body), handlers);
    }

    @Override
    public void atEndOfTurn(EventLoop loop, Runnable task) {
        if (!loop.inEventLoop()) {
            throw new IllegalStateException("atEndOfTurn is for the loop's own thread, not for "
                    + Thread.currentThread().getName());
        }
        ((SingleThreadEventLoop) loop).executeAfterEventLoopIteration(task);
    }

    @Override
    public void close(Duration timeout) {
        group.shutdownGracefully(0, Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS);
        group.terminationFuture().awaitUninterruptibly(timeout.toMillis());
    }
}
