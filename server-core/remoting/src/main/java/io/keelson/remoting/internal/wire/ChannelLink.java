package io.keelson.remoting.internal.wire;

import io.keelson.base.time.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A connection on a Netty channel. Confined to its event loop, but for {@link #execute} and {@link #offload}. */
public final class ChannelLink extends ChannelInboundHandlerAdapter implements ConnectionLink {
    private static final Logger LOG = Logger.getLogger(ChannelLink.class);

    private final Channel channel;
    private final Ticker ticker;
    private final Executor blocking;
    private final long tickMillis;
    private final WireConnection connection;
    private @Nullable ScheduledFuture<?> ticking;
    private boolean opened;
    private boolean dirty;

    /**
     * Makes the handler; it is then added to the channel's pipeline.
     *
     * @param blocking where steps of the handshake run
     * @param connection makes the connection over this link
     */
    public ChannelLink(
            Channel channel,
            Ticker ticker,
            Executor blocking,
            WireSettings settings,
            Function<ConnectionLink, WireConnection> connection) {
        this.channel = channel;
        this.ticker = ticker;
        this.blocking = blocking;
        this.tickMillis = Math.max(20, Math.min(1000, settings.peerTimeout().toMillis() / 8));
        this.connection = connection.apply(this);
    }

    /** The connection over this link. */
    public WireConnection connection() {
        return connection;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (channel.isActive()) {
            begin();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        begin();
        ctx.fireChannelActive();
    }

    private void begin() {
        if (!opened) {
            opened = true;
            connection.open(ticker.nanoTime());
            ticking = channel.eventLoop()
                    .scheduleAtFixedRate(
                            () -> connection.tick(ticker.nanoTime()), tickMillis, tickMillis, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        connection.received((ByteBuf) message, ticker.nanoTime());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        connection.readComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            connection.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ended(new IOException("the connection to " + channel.remoteAddress() + " was closed by the peer"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ended(new IOException("the connection to " + channel.remoteAddress() + " broke: " + cause, cause));
        channel.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            channel.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        ended(new IOException("the connection was closed in this process"));
    }

    private void ended(IOException why) {
        if (ticking != null) {
            ticking.cancel(false);
        }
        connection.lost(why);
    }

    @Override
    public boolean writable() {
        return channel.isWritable();
    }

    @Override
    public void write(ByteBuf frame) {
        dirty = true;
        channel.write(frame, channel.voidPromise());
    }

    @Override
    public void flush() {
        if (dirty) {
            dirty = false;
            channel.flush();
        }
    }

    @Override
    public void close() {
        if (ticking != null) {
            ticking.cancel(false);
        }
        channel.close();
    }

    @Override
    public void execute(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException loopHasEnded) {
            // Its channels have been closed, and the connection knows.
            LOG.debugf("the loop of %s has ended", channel);
        }
    }

    @Override
    public void offload(Runnable task) {
        try {
            blocking.execute(task);
        } catch (RejectedExecutionException e) {
            execute(() -> connection.end("this process has no room for the login"));
        }
    }

    @Override
    public ByteBufAllocator allocator() {
        return channel.alloc();
    }
}
