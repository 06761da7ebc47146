package io.keelson.http.internal;

import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.http.OutgoingHttp;
import io.keelson.http.OutgoingLoop;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Connections to other servers by {@code java.nio}: the native muxers accept connections, and open none. Thread-safe. */
public final class NioOutgoing implements OutgoingHttp {
    private final Ticker ticker;
    private final ThreadWatch watch;

    /**
     * Makes what opens connections.
     *
     * @param ticker measures time
     * @param watch watches the threads of loops
     */
    public NioOutgoing(Ticker ticker, ThreadWatch watch) {
        this.ticker = ticker;
        this.watch = watch;
    }

    @Override
    public Loops open(String name, int count) {
        EventLoopGroup group =
                new MultiThreadIoEventLoopGroup(count, Threads.daemonFactory(name), NioIoHandler.newFactory());
        group.forEach(loop -> watch.tasks(ThreadWatch.Role.CLUSTER, name, loop));
        return new NioLoops(group, ticker);
    }

    /** The loops of one room. */
    private static final class NioLoops implements Loops {
        private final EventLoopGroup group;
        /** Channels that are open; once closed, the group closes what comes later. */
        private final ChannelGroup open = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

        private final List<OutgoingLoop> loops = new ArrayList<>();

        NioLoops(EventLoopGroup group, Ticker ticker) {
            this.group = group;
            for (EventExecutor loop : group) {
                loops.add(new NioLoop((EventLoop) loop, open, ticker));
            }
        }

        @Override
        public List<OutgoingLoop> loops() {
            return List.copyOf(loops);
        }

        @Override
        public void close() {
            // By ourselves: a loop that is asked to end while it runs a task may end without having closed its
            // channels.
            open.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
        }
    }

    /** One loop. */
    private record NioLoop(EventLoop loop, ChannelGroup open, Ticker ticker) implements OutgoingLoop {
        private static final int LOW_MARK = 32 * 1024;
        private static final int HIGH_MARK = 64 * 1024;

        @Override
        public void execute(Runnable task) {
            try {
                loop.execute(task);
            } catch (RejectedExecutionException e) {
                HttpLog.LOG.debugf(e, "the loop has ended, and its connections with it");
            }
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            Future<?> due = loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> due.cancel(false);
        }

        @Override
        public long nanoTime() {
            return ticker.nanoTime();
        }

        @Override
        public void connect(Destination server, Duration timeout, Connecting listener) {
            SSLContext tls = server.tls();
            SSLEngine engine = tls == null ? null : engine(tls, server);
            ChannelFuture connected = new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                    .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(LOW_MARK, HIGH_MARK))
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeout.toMillis())
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            open.add(channel);
                            if (engine != null) {
                                SslHandler handler = new SslHandler(engine);
                                handler.setHandshakeTimeoutMillis(timeout.toMillis());
                                channel.pipeline().addLast(handler);
                            }
                            channel.pipeline().addLast(new ClientConnection(channel));
                        }
                    })
                    .connect(server.address());
            connected.addListener(done -> {
                if (!done.isSuccess()) {
                    listener.failed(reason(done.cause()));
                } else if (engine == null) {
                    listener.connected(connected.channel().pipeline().get(ClientConnection.class));
                } else {
                    shaken(connected.channel(), listener);
                }
            });
        }

        private static void shaken(Channel channel, Connecting listener) {
            channel.pipeline().get(SslHandler.class).handshakeFuture().addListener(done -> {
                if (done.isSuccess()) {
                    listener.connected(channel.pipeline().get(ClientConnection.class));
                } else {
                    channel.close();
                    listener.failed(reason(done.cause()));
                }
            });
        }

        private static SSLEngine engine(SSLContext tls, Destination server) {
            SSLEngine engine =
                    tls.createSSLEngine(server.host(), server.address().getPort());
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
            engine.setSSLParameters(parameters);
            return engine;
        }

        private static IOException reason(@Nullable Throwable cause) {
            return cause instanceof IOException io ? io : new IOException(String.valueOf(cause), cause);
        }
    }
}
