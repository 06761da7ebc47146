package io.keelson.net.internal;

import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.time.Ticker;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.AddressRange;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.TlsOnDemand;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One listening channel: its listen thread accepts, the muxer's readers read. Opened and closed by the network
 * subsystem, one call at a time.
 */
public final class ChannelListener {
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final String name;
    private final ChannelSettings settings;
    private final Protocols known;
    private final Muxer muxer;
    private final AcceptLimit acceptLimit;
    private final @Nullable ChannelTls tls;
    private final @Nullable TlsOnDemand beside;
    private final Executor handshakes;
    private final ThreadWatch watch;
    private final List<AddressRange> trusted;
    private final DistrustLog distrust;
    private volatile ChannelLimits limits;
    private volatile @Nullable InetSocketAddress address;
    private @Nullable Channel channel;
    private @Nullable EventLoopGroup listenLoop;

    /**
     * Makes a channel that does not listen yet.
     *
     * @param tls its TLS; null in the clear
     * @param beside the TLS that it speaks beside its protocols in the clear; null where it does not
     * @param handshakes runs the handshakes' cryptography
     * @param watch watches the listen thread
     */
    public ChannelListener(
            String name,
            ChannelSettings settings,
            Protocols known,
            Muxer muxer,
            DescriptorReserve reserve,
            @Nullable ChannelTls tls,
            @Nullable TlsOnDemand beside,
            Executor handshakes,
            ThreadWatch watch,
            Ticker ticker) {
        this.name = name;
        this.settings = settings;
        this.known = known;
        this.muxer = muxer;
        this.limits = settings.limits();
        this.tls = tls;
        this.beside = beside;
        this.handshakes = handshakes;
        this.watch = watch;
        this.trusted = settings.front().trusted();
        this.distrust = new DistrustLog(name, ticker);
        this.acceptLimit = new AcceptLimit(
                name, limits.maxOpenSockets(), settings.admin() ? DescriptorReserve.none() : reserve, ticker);
    }

    /** The channel's name. */
    public String name() {
        return name;
    }

    /** Sockets that are open. */
    public int openSockets() {
        return acceptLimit.open();
    }

    /** Sockets at most, as the limits are now. */
    public int maxOpenSockets() {
        return limits.maxOpenSockets();
    }

    /** Sockets that were accepted since it listens. */
    public long accepted() {
        return acceptLimit.accepted();
    }

    /** Returns whether it is for administration only. */
    public boolean admin() {
        return settings.admin();
    }

    /** The protocols that it serves. */
    public List<String> protocols() {
        return settings.protocols();
    }

    /** Returns what it grants its clients now. */
    ChannelLimits limits() {
        return limits;
    }

    /** The TLS of the channel; null in the clear. */
    public @Nullable ChannelTls tls() {
        return tls;
    }

    /** Returns whether that is the address of a front that is believed. */
    boolean trusts(InetAddress address) {
        for (int i = 0; i < trusted.size(); i++) {
            if (trusted.get(i).contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** The header fields of trusted fronts that say who their client is. */
    ForwardedHeaders forwardedHeaders() {
        return settings.front().forwardedHeaders();
    }

    /** Grants its clients something else from now on, those that are connected too. The backlog stays as it is. */
    public void limits(ChannelLimits next) {
        limits = next;
        acceptLimit.most(next.maxOpenSockets());
    }

    /** Returns where it listens. */
    public InetSocketAddress address() {
        InetSocketAddress a = address;
        if (a == null) {
            throw new IllegalStateException("the channel " + name + " does not listen");
        }
        return a;
    }

    /**
     * Starts to listen.
     *
     * @throws IOException when the address cannot be had; the message says which, and what to do
     */
    public void open() throws IOException {
        List<ProtocolProvider> named = known.named(name, settings.protocols());
        List<ProtocolProvider> protocols = beside == null ? named : withTls(beside, named);
        InetSocketAddress wanted = resolve();
        EventLoopGroup loop = muxer.listener("DynamicListenThread[" + name + "]");
        ChannelFuture bound = bootstrap(loop, protocols).bind(wanted).awaitUninterruptibly();
        Throwable cause = bound.cause();
        if (cause != null) {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
            throw new IOException(
                    "channel " + name + " cannot listen on " + settings.listenAddress() + ":" + settings.listenPort()
                            + ": " + cause.getMessage() + "; " + advice(wanted, cause),
                    cause);
        }
        watch.tasks(ThreadWatch.Role.ACCEPTOR, "DynamicListenThread[" + name + "]", loop);
        listenLoop = loop;
        channel = bound.channel();
        InetSocketAddress actual = (InetSocketAddress) bound.channel().localAddress();
        address = actual;
        ChannelLog.LOG.listening(name, actual.getAddress().getHostAddress(), actual.getPort(), spoken());
    }

    /** TLS comes first, so that its handshake is looked for before anything else is. */
    private List<ProtocolProvider> withTls(TlsOnDemand also, List<ProtocolProvider> named) {
        List<ProtocolProvider> all = new ArrayList<>();
        all.add(new TlsBeside(also, handshakes, named, () -> alpn(named)));
        all.addAll(named);
        return List.copyOf(all);
    }

    private String spoken() {
        String protocols = settings.protocols().stream()
                .map(protocol -> tls == null ? protocol : protocol + " over TLS")
                .collect(Collectors.joining(", "));
        return beside == null ? protocols : protocols + "; with and without TLS";
    }

    private InetSocketAddress resolve() throws IOException {
        try {
            return new InetSocketAddress(InetAddress.getByName(settings.listenAddress()), settings.listenPort());
        } catch (UnknownHostException e) {
            throw new IOException(
                    "channel " + name + " cannot listen on " + settings.listenAddress() + ":" + settings.listenPort()
                            + ": the address is not known; set listen-address of the channel to one of this machine",
                    e);
        }
    }

    /** Decides by the reason for which the operating system refused. */
    private String advice(InetSocketAddress wanted, Throwable cause) {
        if (!LocalAddresses.have(wanted.getAddress())) {
            return "set listen-address of the channel to one of this machine (" + LocalAddresses.list()
                    + ") or to 0.0.0.0 for all";
        }
        if (settings.listenPort() > 0
                && settings.listenPort() < 1024
                && !(cause instanceof java.net.BindException busy
                        && String.valueOf(busy.getMessage()).contains("in use"))) {
            return "ports below 1024 take a privilege of the process; grant it, or choose another listen-port";
        }
        return "end the process that uses the port, or change listen-address or listen-port of the channel";
    }

    private ServerBootstrap bootstrap(EventLoopGroup loop, List<ProtocolProvider> protocols) {
        return new ServerBootstrap()
                .group(loop, muxer.group())
                .channel(muxer.serverChannel())
                .option(ChannelOption.SO_BACKLOG, settings.limits().acceptBacklog())
                .option(ChannelOption.SO_REUSEADDR, true)
                // One at a time, so that accepting stops exactly at the limit.
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ServerChannelRecvByteBufAllocator())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .handler(acceptLimit)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        enter(accepted, protocols);
                    }
                });
    }

    /** Takes an accepted connection through PROXY protocol, TLS and its protocol, in this order. On its loop. */
    private void enter(Channel accepted, List<ProtocolProvider> protocols) {
        AcceptedConnection connection = new AcceptedConnection(known.newConnectionId(), this, accepted);
        Runnable protocol = () -> ProtocolDetector.install(accepted, connection, protocols);
        ChannelTls secured = tls;
        Runnable next = secured == null
                ? protocol
                : () -> accepted.pipeline()
                        .addLast(
                                "tls-entrance",
                                new TlsEntrance(connection, secured, handshakes, () -> alpn(protocols), protocol));
        if (!settings.front().proxyProtocol()) {
            next.run();
        } else if (connection.trusted()) {
            accepted.pipeline().addLast("proxy", new ProxyHeader(connection, next));
        } else {
            distrust.closed(String.valueOf(connection.remoteAddress()));
            accepted.close();
        }
    }

    /** The names that clients may choose from in a handshake now, in the order of the channel's protocols. */
    private List<String> alpn(List<ProtocolProvider> protocols) {
        ChannelLimits granted = limits;
        return protocols.stream()
                .flatMap(protocol -> protocol.alpn(granted).stream())
                .distinct()
                .toList();
    }

    /** Stops listening; connections that were accepted stay. */
    public void close(Duration timeout) {
        Channel listening = channel;
        EventLoopGroup loop = listenLoop;
        InetSocketAddress was = address;
        if (listening == null || loop == null || was == null) {
            return;
        }
        listening.close().awaitUninterruptibly(timeout.toMillis());
        loop.shutdownGracefully(0, Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(timeout.toMillis());
        channel = null;
        listenLoop = null;
        ChannelLog.LOG.closed(name, was.getAddress().getHostAddress(), was.getPort());
    }
}
