package io.keelson.muxer.internal;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannelConfig;
import java.io.IOException;
import java.util.Map;

/** Settings of a connection. Thread-safe; a change reaches the socket at once. */
final class NativeSocketConfig extends DefaultChannelConfig implements SocketChannelConfig {
    private static final Map<ChannelOption<?>, OptionAccess<NativeSocketConfig>> OPTIONS = Map.of(
            ChannelOption.SO_RCVBUF,
                    OptionAccess.of(
                            Integer.class,
                            NativeSocketConfig::getReceiveBufferSize,
                            NativeSocketConfig::setReceiveBufferSize),
            ChannelOption.SO_SNDBUF,
                    OptionAccess.of(
                            Integer.class,
                            NativeSocketConfig::getSendBufferSize,
                            NativeSocketConfig::setSendBufferSize),
            ChannelOption.TCP_NODELAY,
                    OptionAccess.of(Boolean.class, NativeSocketConfig::isTcpNoDelay, NativeSocketConfig::setTcpNoDelay),
            ChannelOption.SO_KEEPALIVE,
                    OptionAccess.of(Boolean.class, NativeSocketConfig::isKeepAlive, NativeSocketConfig::setKeepAlive),
            ChannelOption.SO_REUSEADDR,
                    OptionAccess.of(
                            Boolean.class, NativeSocketConfig::isReuseAddress, NativeSocketConfig::setReuseAddress),
            ChannelOption.SO_LINGER,
                    OptionAccess.of(Integer.class, NativeSocketConfig::getSoLinger, NativeSocketConfig::setSoLinger),
            ChannelOption.IP_TOS,
                    OptionAccess.of(
                            Integer.class, NativeSocketConfig::getTrafficClass, NativeSocketConfig::setTrafficClass),
            ChannelOption.ALLOW_HALF_CLOSURE,
                    OptionAccess.of(
                            Boolean.class,
                            NativeSocketConfig::isAllowHalfClosure,
                            NativeSocketConfig::setAllowHalfClosure));

    private final NativeConnection connection;
    private final NativeSocket socket;
    private volatile boolean allowHalfClosure;

    NativeSocketConfig(NativeConnection channel) {
        super(channel);
        this.connection = channel;
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
        connection.clearReadPending();
    }

    @Override
    public boolean isTcpNoDelay() {
        return SocketOptions.flag(socket, Linux.IPPROTO_TCP, Linux.TCP_NODELAY);
    }

    @Override
    public SocketChannelConfig setTcpNoDelay(boolean value) {
        SocketOptions.flag(socket, Linux.IPPROTO_TCP, Linux.TCP_NODELAY, value);
        return this;
    }

    @Override
    public int getSoLinger() {
        return socket.linger();
    }

    @Override
    public SocketChannelConfig setSoLinger(int seconds) {
        try {
            socket.linger(seconds);
            return this;
        } catch (IOException e) {
            throw new ChannelException(e);
        }
    }

    @Override
    public int getSendBufferSize() {
        return SocketOptions.bufferSize(socket, Linux.SO_SNDBUF);
    }

    @Override
    public SocketChannelConfig setSendBufferSize(int bytes) {
        SocketOptions.bufferSize(socket, Linux.SO_SNDBUF, bytes);
        return this;
    }

    @Override
    public int getReceiveBufferSize() {
        return SocketOptions.bufferSize(socket, Linux.SO_RCVBUF);
    }

    @Override
    public SocketChannelConfig setReceiveBufferSize(int bytes) {
        SocketOptions.bufferSize(socket, Linux.SO_RCVBUF, bytes);
        return this;
    }

    @Override
    public boolean isKeepAlive() {
        return SocketOptions.flag(socket, Linux.SOL_SOCKET, Linux.SO_KEEPALIVE);
    }

    @Override
    public SocketChannelConfig setKeepAlive(boolean value) {
        SocketOptions.flag(socket, Linux.SOL_SOCKET, Linux.SO_KEEPALIVE, value);
        return this;
    }

    @Override
    public int getTrafficClass() {
        try {
            return socket.trafficClass();
        } catch (IOException e) {
            throw new ChannelException(e);
        }
    }

    @Override
    public SocketChannelConfig setTrafficClass(int value) {
        try {
            socket.trafficClass(value);
            return this;
        } catch (IOException e) {
            throw new ChannelException(e);
        }
    }

    @Override
    public boolean isReuseAddress() {
        return SocketOptions.flag(socket, Linux.SOL_SOCKET, Linux.SO_REUSEADDR);
    }

    @Override
    public SocketChannelConfig setReuseAddress(boolean value) {
        SocketOptions.flag(socket, Linux.SOL_SOCKET, Linux.SO_REUSEADDR, value);
        return this;
    }

    /** Does nothing: Linux has no such preference. */
    @Override
    public SocketChannelConfig setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        return this;
    }

    @Override
    public boolean isAllowHalfClosure() {
        return allowHalfClosure;
    }

    @Override
    public SocketChannelConfig setAllowHalfClosure(boolean value) {
        allowHalfClosure = value;
        return this;
    }

    @Override
    public SocketChannelConfig setConnectTimeoutMillis(int value) {
        super.setConnectTimeoutMillis(value);
        return this;
    }

    @Override
    @Deprecated
    public SocketChannelConfig setMaxMessagesPerRead(int value) {
        super.setMaxMessagesPerRead(value);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteSpinCount(int value) {
        super.setWriteSpinCount(value);
        return this;
    }

    @Override
    public SocketChannelConfig setAllocator(ByteBufAllocator value) {
        super.setAllocator(value);
        return this;
    }

    @Override
    public SocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator value) {
        super.setRecvByteBufAllocator(value);
        return this;
    }

    @Override
    public SocketChannelConfig setAutoRead(boolean value) {
        super.setAutoRead(value);
        return this;
    }

    @Override
    public SocketChannelConfig setAutoClose(boolean value) {
        super.setAutoClose(value);
        return this;
    }

    @Override
    public SocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator value) {
        super.setMessageSizeEstimator(value);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteBufferHighWaterMark(int value) {
        super.setWriteBufferHighWaterMark(value);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteBufferLowWaterMark(int value) {
        super.setWriteBufferLowWaterMark(value);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark value) {
        super.setWriteBufferWaterMark(value);
        return this;
    }
}
