package io.keelson.admin.jmx.remote;

import io.keelson.base.time.Ticker;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.rmi.server.RemoteServer;
import java.rmi.server.ServerNotActiveException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sockets that are open, and how much each may take. A client of RMI has a socket for each call that is under way, and its login is no
 * property of a socket: so sockets count as those of somebody known where somebody at their address is logged in. All others are few,
 * short, and may send little. Thread-safe; sockets are let in by one thread.
 */
final class Peers {
    /** Sockets of strangers at a time, of all and of one address. */
    static final int STRANGERS = 32;

    static final int STRANGERS_OF_AN_ADDRESS = 8;

    /** Time that a stranger may take for everything up to the login. */
    static final Duration STRANGERS_TIME = Duration.ofSeconds(30);

    /** In a request of somebody known; and of a stranger, in one and in all. */
    static final long REQUEST = 2L << 20;

    static final long STRANGERS_REQUEST = 16L << 10;
    static final long STRANGERS_ALL = 64L << 10;

    /** A client has one for the notifications that it waits for, and one for each other call at a time. */
    private static final int SOCKETS_OF_A_CLIENT = 5;

    private static final Duration LONGEST_WRITE = Duration.ofMinutes(1);
    private static final Duration SAY_AGAIN = Duration.ofMinutes(1);

    private final int most;
    private final Predicate<InetAddress> known;
    private final Ticker ticker;
    private final Map<Integer, PeerSocket> open = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private long saidAt;
    private boolean said;

    /**
     * No sockets yet.
     *
     * @param clients how many clients there may be
     * @param known whether somebody at that address is logged in
     */
    Peers(int clients, Predicate<InetAddress> known, Ticker ticker) {
        this.most = clients * SOCKETS_OF_A_CLIENT + STRANGERS;
        this.known = known;
        this.ticker = ticker;
    }

    /** Lets a socket in; null where there are too many, and it was closed. */
    @Nullable
    PeerSocket admit(Socket accepted, ChannelTls tls) throws IOException {
        InetAddress from = accepted.getInetAddress();
        if (full(from)) {
            accepted.close();
            sayFull(from);
            return null;
        }
        int number = last.updateAndGet(before -> before == Integer.MAX_VALUE ? 1 : before + 1);
        PeerSocket fresh = new PeerSocket(accepted, tls, number, this);
        open.put(number, fresh);
        return fresh;
    }

    private boolean full(InetAddress from) {
        if (open.size() >= most) {
            return true;
        }
        if (known.test(from)) {
            return false;
        }
        List<PeerSocket> strangers =
                open.values().stream().filter(one -> !known.test(one.address())).toList();
        return strangers.size() >= STRANGERS
                || strangers.stream().filter(one -> one.address().equals(from)).count() >= STRANGERS_OF_AN_ADDRESS;
    }

    private void sayFull(InetAddress from) {
        if (!said || now() - saidAt > SAY_AGAIN.toNanos()) {
            said = true;
            saidAt = now();
            RemoteJmxLog.LOG.crowded(from.getHostAddress());
        }
    }

    /** The socket of the call on which this thread works; null where it works on none. */
    @Nullable
    PeerSocket current() {
        try {
            String host = RemoteServer.getClientHost();
            int scope = host.indexOf('%');
            return scope < 0 ? null : open.get(Integer.valueOf(host.substring(scope + 1)));
        } catch (ServerNotActiveException | NumberFormatException e) {
            return null;
        }
    }

    /** Returns whether a socket may have sent as much, in this request and in all. */
    boolean takes(PeerSocket socket, long ofRequest, long ofAll) {
        if (ofRequest <= STRANGERS_REQUEST && ofAll <= STRANGERS_ALL) {
            return true;
        }
        return ofRequest <= REQUEST && known.test(socket.address());
    }

    /** Closes those that have been open for too long. */
    void look() {
        long now = now();
        for (PeerSocket one : open.values()) {
            boolean late = now - one.since() > STRANGERS_TIME.toNanos() && !known.test(one.address());
            if (late || one.stuck(now, LONGEST_WRITE.toNanos())) {
                one.close();
            }
        }
    }

    void left(PeerSocket socket) {
        open.remove(socket.number(), socket);
    }

    void close() {
        open.values().forEach(PeerSocket::close);
    }

    long now() {
        return ticker.nanoTime();
    }
}
