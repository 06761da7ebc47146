package io.keelson.net.internal;

import io.keelson.base.time.Ticker;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps the number of open sockets of a channel within its limit: at the limit the channel stops accepting, so that
 * clients wait in the backlog and the listen thread sleeps, and goes on when a socket is closed.
 *
 * <p>The listen thread adds, readers subtract.
 */
final class AcceptLimit extends ChannelInboundHandlerAdapter {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String channel;
    private final int most;
    private final Ticker ticker;
    private final AtomicInteger open = new AtomicInteger();
    private long lastSaid;
    private boolean said;
    private long lastFailure;
    private boolean failed;

    AcceptLimit(String channel, int most, Ticker ticker) {
        this.channel = channel;
        this.most = most;
        this.ticker = ticker;
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
        if (open.incrementAndGet() == most) {
            full(ctx);
        }
        ctx.fireChannelRead(message);
    }

    private void full(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(false);
        long time = ticker.nanoTime();
        if (!said || time - lastSaid > QUIET_NANOS) {
            said = true;
            lastSaid = time;
            ChannelLog.LOG.full(channel, most);
        }
        if (open.get() < most) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    private void closed(ChannelHandlerContext ctx) {
        if (open.decrementAndGet() >= most || ctx.channel().config().isAutoRead()) {
            return;
        }
        try {
            ctx.channel().eventLoop().execute(() -> {
                if (open.get() < most) {
                    ctx.channel().config().setAutoRead(true);
                }
            });
        } catch (RejectedExecutionException ended) {
            ChannelLog.LOG.debugf(ended, "channel %s accepts no more", channel);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        long time = ticker.nanoTime();
        if (!failed || time - lastFailure > QUIET_NANOS) {
            failed = true;
            lastFailure = time;
            ChannelLog.LOG.acceptFailed(channel, cause);
        }
        // The bootstrap's own handler stops accepting for a second.
        ctx.fireExceptionCaught(cause);
    }
}
