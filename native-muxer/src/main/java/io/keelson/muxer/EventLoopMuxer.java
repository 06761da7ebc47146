package io.keelson.muxer;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A muxer over groups of event loops, all of them started. What they read with is the I/O handler's business. */
final class EventLoopMuxer implements Muxer {
    /**
     * Time for which a loop must have had nothing to do before it ends. With no such time a channel that is being registered
     * comes too late for the loop's last look at its channels, and stays open.
     */
    private static final long QUIET_MILLIS = 10;

    private final Kind kind;
    private final int readers;
    private final IoHandlerFactory handlers;
    private final Class<? extends ServerChannel> serverChannel;
    private final Loops reading;
    private final List<Loops> listening = new CopyOnWriteArrayList<>();

    EventLoopMuxer(
            Kind kind, MuxerSettings settings, IoHandlerFactory handlers, Class<? extends ServerChannel> channel) {
        this.kind = kind;
        this.readers = settings.readers();
        this.handlers = handlers;
        this.serverChannel = channel;
        this.reading = start(readers, LoopThreads.readers(settings.name()));
    }

    /** An event loop makes its thread at its first task, on the thread that hands the task over: hence in their order. */
    private Loops start(int loops, LoopThreads threads) {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(loops, threads, handlers);
        for (EventExecutor loop : group) {
            loop.execute(() -> {});
        }
        return new Loops(group, threads);
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
        return reading.group;
    }

    @Override
    public Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }

    @Override
    public EventLoopGroup listener(String threadName) {
        Loops listener = start(1, LoopThreads.listener(threadName));
        listening.add(listener);
        listener.group.terminationFuture().addListener(ended -> listening.remove(listener));
        return listener.group;
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
        Deadline deadline = Deadline.in(Ticker.system(), timeout);
        List<Loops> all = new ArrayList<>(listening);
        all.add(reading);
        all.forEach(loops -> loops.shutdown(timeout));
        all.forEach(loops -> loops.awaitEnd(deadline));
    }

    private record Loops(EventLoopGroup group, LoopThreads threads) {
        void shutdown(Duration timeout) {
            long most = Math.max(1, timeout.toMillis());
            group.shutdownGracefully(Math.min(QUIET_MILLIS, most), most, TimeUnit.MILLISECONDS);
        }

        void awaitEnd(Deadline deadline) {
            if (group.terminationFuture()
                    .awaitUninterruptibly(deadline.remaining().toMillis())) {
                threads.join(deadline);
            }
        }
    }
}
