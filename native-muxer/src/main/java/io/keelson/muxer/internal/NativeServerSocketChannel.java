package io.keelson.muxer.internal;

import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ServerSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A listening TCP socket. Public, as its constructor, because Netty makes it by reflection.
 *
 * <p>Where no descriptor or memory is left it pauses, and connections wait in the backlog.
 */
public class NativeServerSocketChannel extends NativeChannel implements ServerSocketChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);
    private static final String PACING = "bbr";
    /** Every kernel has it, and every process may choose it. */
    private static final String UNPACED = "reno";

    private final NativeServerSocketConfig config;
    private volatile boolean listening;
    private final AcceptPause pause = new AcceptPause(this, this::readIfAsked);

    /** An unbound channel with Java's defaults: SO_REUSEADDR, and TCP_NODELAY for those that it accepts. */
    public NativeServerSocketChannel() {
        super(null, openSocket());
        config = new NativeServerSocketConfig(this);
    }

    private static NativeSocket openSocket() {
        try {
            NativeSocket socket = NativeSocket.open();
            socket.option(Linux.SOL_SOCKET, Linux.SO_REUSEADDR, 1);
            // Accepted sockets inherit it, which saves a call for each.
            socket.option(Linux.IPPROTO_TCP, Linux.TCP_NODELAY, 1);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException("no socket to listen with", e);
        }
    }

    @Override
    public NativeServerSocketConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public boolean isActive() {
        return listening && socket.isOpen();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return null;
    }

    /** Null until it is bound: Netty keeps the first answer. */
    @Override
    protected @Nullable SocketAddress localAddress0() {
        return listening ? super.localAddress0() : null;
    }

    @Override
    protected @Nullable SocketAddress remoteAddress0() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress local) throws Exception {
        InetSocketAddress address = inet(local);
        socket.bind(address);
        if (address.getAddress() != null && address.getAddress().isLoopbackAddress()) {
            sendUnpaced();
        }
        socket.listen(address, config.getBacklog());
        listening = true;
        watch();
    }

    /**
     * BBR sends no faster than it thinks the network takes, with a timer for every piece. Within the machine there is no network, and the
     * timers cost more than the sending (docs/design/muxer.md). What a system sets for its networks stays in force on all other
     * addresses.
     */
    private void sendUnpaced() {
        try {
            if (socket.congestionControl().startsWith(PACING)) {
                socket.congestionControl(UNPACED);
            }
        } catch (IOException e) {
            MuxerLog.LOG.debugf(e, "what is sent within the machine is paced");
        }
    }

    @Override
    boolean mayRead() {
        return isActive() && !pause.pausing();
    }

    @Override
    void read0() {
        RecvByteBufAllocator.Handle budget = unsafe().recvBufAllocHandle();
        budget.reset(config);
        Throwable failure = null;
        try {
            boolean more = true;
            while (more) {
                more = acceptOne(budget) && isActive() && budget.continueReading();
            }
        } catch (Throwable t) {
            failure = t;
        }
        budget.readComplete();
        pipeline().fireChannelReadComplete();
        if (failure != null) {
            pipeline().fireExceptionCaught(failure);
        }
    }

    /** False when there is no connection to accept, or accepting is suspended. */
    private boolean acceptOne(RecvByteBufAllocator.Handle budget) throws IOException {
        Scratch peer = Scratch.ofThread();
        int accepted = socket.accept(peer);
        if (accepted < 0) {
            return acceptFailed(-accepted);
        }
        byte[] address = SocketAddresses.copy(peer.value());
        pause.accepted();
        budget.incMessagesRead(1);
        readPending = false;
        pipeline().fireChannelRead(child(accepted, address));
        return true;
    }

    private NativeConnection child(int accepted, byte[] peer) {
        NativeSocket child = socket.accepted(accepted);
        try {
            return connection(child, peer);
        } catch (Throwable t) {
            child.close();
            throw t;
        }
    }

    /** The channel of an accepted socket, of the kind that the loops of its muxer serve. */
    NativeConnection connection(NativeSocket accepted, byte[] peer) {
        return new NativeSocketChannel(this, accepted, peer);
    }

    private boolean acceptFailed(int errno) throws IOException {
        switch (errno) {
            case Linux.EAGAIN -> {
                readable = false;
                return false;
            }
            case Linux.EMFILE, Linux.ENFILE, Linux.ENOBUFS, Linux.ENOMEM -> {
                pause.begin(Linux.C.strerror(errno));
                return false;
            }
            // accept(2): errors of the connection that was to be accepted; the next may be well.
            case Linux.EINTR,
                    Linux.ECONNABORTED,
                    Linux.EPROTO,
                    Linux.ENETDOWN,
                    Linux.ENOPROTOOPT,
                    Linux.EHOSTDOWN,
                    Linux.ENONET,
                    Linux.EHOSTUNREACH,
                    Linux.EOPNOTSUPP,
                    Linux.ENETUNREACH -> {
                return true;
            }
            default -> throw new SystemCallException("accept", errno);
        }
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer queue) {
        throw new UnsupportedOperationException("a listening socket sends nothing");
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        throw new UnsupportedOperationException("a listening socket sends nothing");
    }

    @Override
    protected NativeUnsafe newUnsafe() {
        return new ListeningUnsafe();
    }

    private final class ListeningUnsafe extends NativeUnsafe {
        @Override
        public void ready(int events) {
            readable = true;
            readIfAsked();
        }
    }
}
