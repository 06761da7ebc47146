package io.keelson.perf;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** The ceiling: a bare Netty on epoll that answers on its event loop. Argument: port. Runs until it is killed. */
public final class NettyPeer {
    private NettyPeer() {}

    /** Starts it. */
    public static void main(String[] args) throws InterruptedException {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        new ServerBootstrap()
                .group(group)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new Hello());
                    }
                })
                .bind("127.0.0.1", Integer.parseInt(args[0]))
                .sync()
                .channel()
                .closeFuture()
                .sync();
    }

    private static final class Hello extends SimpleChannelInboundHandler<HttpObject> {
        private static final ByteBuf TEXT = text("Hello, World!");
        private static final ByteBuf PAGE = text("x".repeat(10 * 1024));

        private static ByteBuf text(String text) {
            return Unpooled.unreleasableBuffer(Unpooled.directBuffer()
                    .writeBytes(text.getBytes(StandardCharsets.US_ASCII))
                    .asReadOnly());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof HttpRequest request) {
                ByteBuf body = request.uri().endsWith(Workload.PAGE.path()) ? PAGE : TEXT;
                DefaultFullHttpResponse response =
                        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body.duplicate());
                response.headers()
                        .set(HttpHeaderNames.CONTENT_TYPE, "text/plain")
                        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
                context.write(response, context.voidPromise());
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }
}
