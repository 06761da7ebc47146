package io.keelson.muxer;

import io.keelson.muxer.internal.NativeIo;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;

/** A muxer with a server channel on an ephemeral port of the loopback interface. */
final class TestServer implements AutoCloseable {
    final Muxer muxer;
    private final ServerBootstrap bootstrap;
    private final Channel listening;

    private TestServer(Muxer muxer, ServerBootstrap bootstrap) {
        this.muxer = muxer;
        this.bootstrap = bootstrap;
        this.listening = bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static Muxer muxer(Muxer.Kind kind, int readers) {
        Muxer muxer = Muxers.open(new MuxerSettings("test.socket.Muxer", kind, readers));
        if (muxer.kind() != kind && !(kind == Muxer.Kind.IO_URING && kernelRefusesIoUring())) {
            muxer.close();
            throw new AssertionError("asked for " + kind + ", got " + muxer.kind());
        }
        return muxer;
    }

    /**
     * Returns true if io_uring is refused here, a machine of which a test may not say more than that the muxer on epoll serves
     * instead: {@code FallbackTest} holds what is logged.
     */
    static boolean kernelRefusesIoUring() {
        try {
            NativeIo.IO_URING.probe();
            return false;
        } catch (Throwable refused) {
            return true;
        }
    }

    /** Starts with two readers. */
    static TestServer start(Muxer.Kind kind, Consumer<SocketChannel> initializer) {
        return start(kind, initializer, bootstrap -> {});
    }

    static TestServer echo(Muxer.Kind kind) {
        return start(
                kind,
                channel -> channel.pipeline().addLast(new Echo()),
                bootstrap -> bootstrap.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true));
    }

    static TestServer start(Muxer.Kind kind, Consumer<SocketChannel> initializer, Consumer<ServerBootstrap> options) {
        Muxer muxer = muxer(kind, 2);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(muxer.group())
                .channel(muxer.serverChannel())
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        initializer.accept(channel);
                    }
                });
        options.accept(bootstrap);
        try {
            return new TestServer(muxer, bootstrap);
        } catch (RuntimeException e) {
            muxer.close();
            throw e;
        }
    }

    /** One more listening channel. */
    Channel bind(InetSocketAddress address) {
        return bootstrap.bind(address).syncUninterruptibly().channel();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    Channel listening() {
        return listening;
    }

    /** A connection with a time-out of ten seconds for each read. */
    Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(address(), 10_000);
        socket.setSoTimeout(10_000);
        return socket;
    }

    @Override
    public void close() {
        muxer.close();
    }
}
