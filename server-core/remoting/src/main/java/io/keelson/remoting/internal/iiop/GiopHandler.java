package io.keelson.remoting.internal.iiop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection's messages for its socket. A message that stays partial for too long ends the connection, and so does one that is
 * wrong. Confined to the event loop.
 */
final class GiopHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = Logger.getLogger(GiopHandler.class);
    /** GIOP 1.0, message error, no body. */
    private static final byte[] MESSAGE_ERROR = {'G', 'I', 'O', 'P', 1, 0, 0, 6, 0, 0, 0, 0};

    private final GiopSocket socket;
    private final GiopFrames frames;
    private final long patienceNanos;
    private final Consumer<GiopSocket> gone;
    private @Nullable ScheduledFuture<?> waiting;
    private boolean refused;

    GiopHandler(GiopSocket socket, GiopFrames frames, long patienceNanos, Consumer<GiopSocket> gone) {
        this.socket = socket;
        this.frames = frames;
        this.patienceNanos = patienceNanos;
        this.gone = gone;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            boolean progress = false;
            while (in.isReadable() && !refused) {
                byte[] whole = frames.next(in);
                if (whole != null) {
                    progress = true;
                    socket.received(whole);
                }
            }
            watch(ctx, progress);
        } catch (IOException e) {
            refuse(ctx, e);
        } finally {
            in.release();
        }
    }

    private void watch(ChannelHandlerContext ctx, boolean progress) {
        if (waiting != null && (progress || !frames.partial())) {
            waiting.cancel(false);
            waiting = null;
        }
        if (waiting == null && frames.partial()) {
            waiting = ctx.executor()
                    .schedule(
                            () -> refuse(ctx, new IOException("a message stayed partial for too long")),
                            patienceNanos,
                            TimeUnit.NANOSECONDS);
        }
    }

    private void refuse(ChannelHandlerContext ctx, IOException why) {
        refused = true;
        LOG.debugf("the connection of %s is closed: %s", socket.getRemoteSocketAddress(), why.getMessage());
        socket.ended();
        ctx.writeAndFlush(ctx.alloc().buffer(MESSAGE_ERROR.length).writeBytes(MESSAGE_ERROR))
                .addListener(done -> ctx.close());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        socket.writableAgain();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ctx.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        end();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debugf(cause, "the connection of %s broke", socket.getRemoteSocketAddress());
        ctx.close();
    }

    private void end() {
        if (waiting != null) {
            waiting.cancel(false);
        }
        socket.ended();
        gone.accept(socket);
    }
}
