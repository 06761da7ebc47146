package io.keelson.muxer.internal;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.util.NetUtil;
import java.util.Map;

/** Settings of a listening socket. Thread-safe; a change reaches the socket at once, the backlog when it is bound. */
final class NativeServerSocketConfig extends DefaultChannelConfig implements ServerSocketChannelConfig {
    private static final Map<ChannelOption<?>, OptionAccess<NativeServerSocketConfig>> OPTIONS = Map.of(
            ChannelOption.SO_RCVBUF,
                    OptionAccess.of(
                            Integer.class,
                            NativeServerSocketConfig::getReceiveBufferSize,
                            NativeServerSocketConfig::setReceiveBufferSize),
            ChannelOption.SO_REUSEADDR,
                    OptionAccess.of(
                            Boolean.class,
                            NativeServerSocketConfig::isReuseAddress,
                            NativeServerSocketConfig::setReuseAddress),
            ChannelOption.SO_BACKLOG,
                    OptionAccess.of(
                            Integer.class, NativeServerSocketConfig::getBacklog, NativeServerSocketConfig::setBacklog));

    private final NativeServerSocketChannel listener;
    private final NativeSocket socket;
    private volatile int backlog = NetUtil.SOMAXCONN;

    NativeServerSocketConfig(NativeServerSocketChannel channel) {
        super(channel, new ServerChannelRecvByteBufAllocator());
        this.listener = channel;
        this.socket = channel.socket;
    }

    @Override
    public Map<ChannelOption<?>, Object> getOptions() {
        return getOptions(super.getOptions(), OPTIONS.keySet().toArray(new ChannelOption<?>[0]));
    }

    @Override
    public <T> T getOption(ChannelOption<T> option) {
        T value = OptionAccess.read(OPTIONS, this, option);
        return value == null ? super.getOption(option) : value;
    }

    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        validate(option, value);
        return OptionAccess.write(OPTIONS, this, option, value) || super.setOption(option, value);
    }

    @Override
    protected void autoReadCleared() {
        listener.clearReadPending();
    }

    @Override
    public int getBacklog() {
        return backlog;
    }

    @Override
    public ServerSocketChannelConfig setBacklog(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("a backlog is 0 or more, not " + value);
        }
        backlog = value;
        return this;
    }

    @Override
    public boolean isReuseAddress() {
        return SocketOptions.flag(socket, Linux.SOL_SOCKET, Linux.SO_REUSEADDR);
    }

    @Override
    public ServerSocketChannelConfig setReuseAddress(boolean value) {
        SocketOptions.flag(socket, Linux.SOL_SOCKET, Linux.SO_REUSEADDR, value);
        return this;
    }

    @Override
    public int getReceiveBufferSize() {
        return SocketOptions.bufferSize(socket, Linux.SO_RCVBUF);
    }

    @Override
    public ServerSocketChannelConfig setReceiveBufferSize(int bytes) {
        SocketOptions.bufferSize(socket, Linux.SO_RCVBUF, bytes);
        return this;
    }

    /** Does nothing: Linux has no such preference. */
    @Override
    public ServerSocketChannelConfig setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        return this;
    }

    @Override
    public ServerSocketChannelConfig setConnectTimeoutMillis(int value) {
        super.setConnectTimeoutMillis(value);
        return this;
    }

    @Override
    @Deprecated
    public ServerSocketChannelConfig setMaxMessagesPerRead(int value) {
        super.setMaxMessagesPerRead(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteSpinCount(int value) {
        super.setWriteSpinCount(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setAllocator(ByteBufAllocator value) {
        super.setAllocator(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator value) {
        super.setRecvByteBufAllocator(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setAutoRead(boolean value) {
        super.setAutoRead(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setAutoClose(boolean value) {
        super.setAutoClose(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator value) {
        super.setMessageSizeEstimator(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteBufferHighWaterMark(int value) {
        super.setWriteBufferHighWaterMark(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteBufferLowWaterMark(int value) {
        super.setWriteBufferLowWaterMark(value);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark value) {
        super.setWriteBufferWaterMark(value);
        return this;
    }
}
