package io.keelson.muxer.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keelson.muxer.Muxer;
import io.keelson.muxer.MuxerSettings;
import io.keelson.muxer.Muxers;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that what is sent within the machine waits for no timer, also where the system paces what it sends into networks. */
class PacingTest {
    private static String accepted(InetAddress at, String ofTheSystem) throws Exception {
        BlockingQueue<NativeConnection> connections = new LinkedBlockingQueue<>();
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.socket.Muxer", Muxer.Kind.NATIVE, 1))) {
            Channel listening = new ServerBootstrap()
                    .group(muxer.group())
                    .channelFactory(() -> listener(ofTheSystem))
                    .childHandler(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void channelActive(ChannelHandlerContext context) {
                            connections.add((NativeConnection) context.channel());
                        }
                    })
                    .bind(new InetSocketAddress(at, 0))
                    .sync()
                    .channel();
            int port = ((InetSocketAddress) listening.localAddress()).getPort();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                NativeConnection connection = connections.poll(10, TimeUnit.SECONDS);
                assertThat(connection).isNotNull();
                assertThat(client.isConnected()).isTrue();
                return connection.socket.congestionControl();
            }
        }
    }

    private static NativeServerSocketChannel listener(String ofTheSystem) {
        NativeServerSocketChannel channel = new NativeServerSocketChannel();
        try {
            channel.socket.congestionControl(ofTheSystem);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return channel;
    }

    private static boolean has(String name) throws IOException {
        NativeSocket socket = NativeSocket.open();
        try {
            socket.congestionControl(name);
            assertThat(socket.congestionControl()).isEqualTo(name);
            return true;
        } catch (SystemCallException e) {
            return false; // this kernel does not have it, or keeps it from this process
        } finally {
            socket.close();
        }
    }

    @Test
    void connectionsWithinTheMachineAreNotPaced() throws Exception {
        assumeTrue(has("bbr"), "the kernel has BBR");
        assertThat(accepted(InetAddress.getLoopbackAddress(), "bbr")).isEqualTo("reno");
    }

    @Test
    void whatTheSystemChoseStaysForAllOthers() throws Exception {
        assertThat(has("reno")).isTrue();
        assertThat(accepted(InetAddress.getLoopbackAddress(), "reno")).isEqualTo("reno");
        assumeTrue(has("bbr"), "the kernel has BBR");
        assertThat(accepted(InetAddress.getByName("0.0.0.0"), "bbr")).isEqualTo("bbr");
    }
}
