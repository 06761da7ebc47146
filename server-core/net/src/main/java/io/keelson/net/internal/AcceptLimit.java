package io.keelson.net.internal;

import io.keelson.base.time.Ticker;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the number of open sockets of a channel within its limit, and out of the descriptors that are kept for others: at
 * the limit the channel stops accepting, so that clients wait in the backlog and the listen thread sleeps, and goes on
 * when a socket is closed, or when there are descriptors again.
 *
 * <p>The listen thread adds and owns all but what is volatile, readers subtract.
 */
final class AcceptLimit extends ChannelInboundHandlerAdapter {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_MILLIS = 250;

    private final String channel;
    private final DescriptorReserve reserve;
    private final Ticker ticker;
    private final AtomicInteger open = new AtomicInteger();
    private final Quiet full = new Quiet();
    private final Quiet noDescriptors = new Quiet();
    private final Quiet failed = new Quiet();
    private volatile int most;
    private volatile long accepted;
    private volatile @Nullable ChannelHandlerContext listening;
    private boolean waitsForDescriptors;

    AcceptLimit(String channel, int most, DescriptorReserve reserve, Ticker ticker) {
        this.channel = channel;
        this.most = most;
        this.reserve = reserve;
        this.ticker = ticker;
    }

    /** A message that is not said again for a while. */
    private final class Quiet {
        private boolean said;
        private long at;

        boolean due() {
            long now = ticker.nanoTime();
            if (said && now - at <= QUIET_NANOS) {
                return false;
            }
            said = true;
            at = now;
            return true;
        }
    }

    /** Changes the limit. Connections beyond it stay; any thread. */
    void most(int next) {
        most = next;
        ChannelHandlerContext ctx = listening;
        if (ctx != null) {
            onListenThread(ctx, () -> goOn(ctx));
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        listening = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Channel accepted = (Channel) message;
        if (open.get() >= most) {
            // A transport that accepts several in one turn goes beyond the limit before accepting stops.
            accepted.unsafe().closeForcibly();
            full(ctx);
            return;
        }
        accepted.closeFuture().addListener(closed -> closed(ctx));
        count();
        if (open.incrementAndGet() >= most) {
            full(ctx);
        } else if (!reserve.accepted()) {
            awaitDescriptors(ctx);
        }
        ctx.fireChannelRead(message);
    }

    /** On the listen thread only. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count() {
        accepted++;
    }

    /** Sockets that are open; any thread. */
    int open() {
        return open.get();
    }

    /** Sockets that were accepted so far; any thread. */
    long accepted() {
        return accepted;
    }

    private void full(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(false);
        if (full.due()) {
            ChannelLog.LOG.full(channel, most);
        }
        goOn(ctx);
    }

    /** Looking is not cheap, so that a close does not do it; the clock does. */
    private void awaitDescriptors(ChannelHandlerContext ctx) {
        if (waitsForDescriptors) {
            return;
        }
        waitsForDescriptors = true;
        ctx.channel().config().setAutoRead(false);
        // Before the message, which may need a descriptor itself.
        lookLater(ctx);
        if (noDescriptors.due()) {
            ChannelLog.LOG.descriptorsKept(channel, reserve.reserve(), reserve.limit());
        }
    }

    private void lookLater(ChannelHandlerContext ctx) {
        ctx.channel()
                .eventLoop()
                .schedule(
                        () -> {
                            if (reserve.look()) {
                                waitsForDescriptors = false;
                                goOn(ctx);
                            } else if (ctx.channel().isOpen()) {
                                lookLater(ctx);
                            }
                        },
                        LOOK_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Accepts again where nothing is against it. On the listen thread. */
    private void goOn(ChannelHandlerContext ctx) {
        if (open.get() < most && !waitsForDescriptors) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    private void closed(ChannelHandlerContext ctx) {
        if (open.decrementAndGet() < most && !ctx.channel().config().isAutoRead()) {
            onListenThread(ctx, () -> goOn(ctx));
        }
    }

    private void onListenThread(ChannelHandlerContext ctx, Runnable task) {
        try {
            ctx.channel().eventLoop().execute(task);
        } catch (RejectedExecutionException ended) {
            ChannelLog.LOG.debugf(ended, "channel %s accepts no more", channel);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (failed.due()) {
            ChannelLog.LOG.acceptFailed(channel, cause);
        }
        // The bootstrap's own handler stops accepting for a second.
        ctx.fireExceptionCaught(cause);
    }
}
