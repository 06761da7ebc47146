package io.keelson.admin.jmx.remote;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIServerSocketFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The port of a connector, bound before RMI knows of it: so a port that is taken is known before anything is changed. RMI remembers the
 * factories of sockets for good, so this one lets go of everything when it is closed. Thread-safe.
 */
final class Entrance implements RMIServerSocketFactory {
    private static final int BACKLOG = 50;
    private static final Duration AGAIN = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

    private final Listening listening;

    private Entrance(Listening listening) {
        this.listening = listening;
    }

    /**
     * Listens; nobody is let in before {@link #open}.
     *
     * @throws IOException when the port is taken or the address none of this machine's
     */
    static Entrance bind(InetSocketAddress address) throws IOException {
        Listening socket = new Listening();
        try {
            socket.bind(address, BACKLOG);
            return new Entrance(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Listens where a listener of ours was closed a moment ago. While its thread has not left the system's call that accepts, the port
     * counts as taken: on a busy machine this takes some milliseconds.
     *
     * @throws IOException when the port stays taken, or as {@link #bind}
     */
    static Entrance bindAgain(InetSocketAddress address, Ticker ticker) throws IOException {
        Deadline deadline = Deadline.in(ticker, AGAIN);
        while (true) {
            try {
                return bind(address);
            } catch (BindException e) {
                if (deadline.passed()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Returns where it listens. */
    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    /** Says who is let in. To be called once, before RMI asks for the socket. */
    void open(Peers peers, Supplier<@Nullable ChannelTls> tls) {
        listening.inside = new Inside(peers, tls);
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        return listening;
    }

    /** Ends listening, and all sockets. */
    void close() throws IOException {
        Inside before = listening.inside;
        listening.inside = null;
        try {
            listening.close();
        } finally {
            if (before != null) {
                before.peers().close();
            }
        }
    }

    private record Inside(Peers peers, Supplier<@Nullable ChannelTls> tls) {}

    private static final class Listening extends ServerSocket {
        private volatile @Nullable Inside inside;

        Listening() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            while (true) {
                Socket accepted = super.accept();
                Inside now = inside;
                ChannelTls tls = now == null ? null : now.tls().get();
                PeerSocket peer =
                        now == null || tls == null ? null : now.peers().admit(accepted, tls);
                if (peer == null) {
                    accepted.close();
                } else if (isClosed()) {
                    peer.close();
                } else {
                    return peer;
                }
            }
        }
    }
}
