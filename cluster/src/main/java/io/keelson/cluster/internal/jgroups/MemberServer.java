package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.internal.seal.Introduction;
import io.keelson.cluster.internal.seal.ServerCard;
import io.keelson.cluster.internal.seal.ServerCard.Introduced;
import io.keelson.cluster.internal.seal.StrangerException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jboss.logging.Logger;
import org.jgroups.Address;
import org.jgroups.blocks.cs.BaseServer;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.TimeScheduler;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The connections of this server with others of its cluster. The thread that accepts waits for no peer: each connection has a thread of
 * its own, which does the TLS handshake and the introduction, is given a moment for both, and reads from then on. Before the introduction
 * JGroups sees nothing of a peer, and there are so many such connections at most ({@link PendingPeers}).
 *
 * <p>No lock is held while a peer that has called is waited for; so servers that call one another in a circle do not wait for one
 * another. Thread-safe.
 */
final class MemberServer extends BaseServer {
    private static final Logger LOG = Logger.getLogger(MemberServer.class);

    /** Longest time that the TLS handshake and the introduction may take together, in milliseconds. */
    static final int INTRODUCTION_MILLIS = 3_000;

    static final int MOST_PENDING_OF_ADDRESS = 32;
    static final int MOST_PENDING = 128;

    private static final int BACKLOG = 256;
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    /** The pause after a connection could not be accepted: this server may have too many files open. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ChannelThreads threads;
    private final @Nullable SSLContext tls;
    private final Introduction introduction;
    private final Strangers strangers;
    private final DeliveryWatch watch;
    private final TimeScheduler timer;
    private final InetSocketAddress own;
    private final ServerSocket listening;
    private final Thread acceptor;
    private final PendingPeers pending = new PendingPeers(MOST_PENDING_OF_ADDRESS, MOST_PENDING);
    private final LongAdder dropped = new LongAdder();
    /** Failures of the last call of each server; of one that answered there is nothing. */
    private final Map<Address, Exception> failures = new ConcurrentHashMap<>();

    /**
     * Listens, and accepts from {@link #start} on.
     *
     * @param tls by what sockets are made; null for connections in the clear
     */
    MemberServer(
            InetSocketAddress own,
            ServerCard self,
            @Nullable SSLContext tls,
            ChannelThreads threads,
            TimeScheduler timer,
            Strangers strangers,
            DeliveryWatch watch)
            throws IOException {
        super(threads, null, 0);
        this.own = own;
        this.tls = tls;
        this.threads = threads;
        this.timer = timer;
        this.strangers = strangers;
        this.watch = watch;
        introduction = new Introduction(self, new SecureRandom());
        listening = listening();
        listening.setReuseAddress(true);
        listening.bind(own, BACKLOG);
        local_addr = new IpAddress(own.getAddress(), own.getPort());
        acceptor = threads.newThread(this::accept, "acceptor");
        addConnectionListener(this);
    }

    private ServerSocket listening() throws IOException {
        if (tls == null) {
            return new ServerSocket();
        }
        SSLServerSocket socket = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket();
        socket.setEnabledProtocols(PROTOCOLS);
        socket.setNeedClientAuth(true);
        return socket;
    }

    @Override
    public void start() throws Exception {
        if (running.compareAndSet(false, true)) {
            acceptor.start();
            super.start();
        }
    }

    /** Ends all connections. A peer that introduces itself meanwhile is turned away by its own thread. */
    @Override
    public void stop() {
        Util.close(listening);
        pending.removeAll().forEach(Util::close);
        if (running.compareAndSet(true, false)) {
            super.stop();
        }
    }

    // ---- those who call
    // ----------------------------------------------------------------------------------------------

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket accepted = listening.accept();
                watch.work(() -> admit(accepted));
            } catch (IOException | RuntimeException | OutOfMemoryError e) { // too many files or threads; others end
                if (!listening.isClosed()) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
        watch.leave();
    }

    private void admit(Socket accepted) {
        Socket tooMany = pending.add(accepted);
        if (tooMany != null) {
            strangers.count();
            timer.execute(() -> Util.close(tooMany));
        }
        threads.newThread(() -> serve(accepted), "Connection.Receiver [" + accepted.getRemoteSocketAddress() + ']')
                .start();
        if (listening.isClosed()) {
            Util.close(accepted);
        }
    }

    private void serve(Socket accepted) {
        MemberConnection connection = new MemberConnection(this, accepted, false);
        try {
            configure(accepted);
            Address peer = connection.accept();
            pending.remove(accepted);
            handleIncomingConnection(peer, connection);
            if (!running()) {
                removeConnectionIfPresent(peer, connection);
                connection.close(false);
            }
            connection.read();
        } catch (StrangerException e) {
            strangers.came(accepted.getInetAddress().getHostAddress(), e);
        } catch (Exception e) { // JGroups declares no other
            LOG.debugf(e, "a connection ended while its peer introduced itself");
        } finally {
            pending.remove(accepted);
            Util.close(accepted);
        }
    }

    /** Introduces this server to one that has called, in the time that both have for it. */
    Introduced answer(Socket accepted) throws IOException {
        Future<?> end = timer.schedule(() -> Util.close(accepted), INTRODUCTION_MILLIS, TimeUnit.MILLISECONDS);
        try {
            if (accepted instanceof SSLSocket secured) {
                secured.startHandshake();
            }
            return introduction.answer(own, accepted.getInputStream(), accepted.getOutputStream());
        } finally {
            end.cancel(false);
        }
    }

    // ---- those who are called
    // ----------------------------------------------------------------------------------------

    /**
     * Returns the connection to a server, or makes it. Threads that want one to the same server wait for each other. Where it does not
     * answer the first of them, those who waited do not call it one after the other: each call may take seconds.
     */
    @Override
    public Connection getConnection(Address callee) throws Exception {
        Connection known = conns.get(callee);
        if (known != null && connected(known)) {
            return known;
        }
        Exception before = failures.get(callee);
        Lock lock = getLock(callee);
        lock.lock();
        try {
            Exception now = failures.get(callee);
            if (now != null && now != before && !connected(conns.get(callee))) {
                throw new IOException("another thread has just called " + callee + " in vain: " + now, now);
            }
            return called(callee);
        } finally {
            lock.unlock();
        }
    }

    private Connection called(Address callee) throws Exception {
        try {
            Connection made = super.getConnection(callee);
            failures.remove(callee);
            return made;
        } catch (Exception e) { // JGroups declares no other
            failures.put(callee, e);
            throw e;
        }
    }

    @Override
    protected Connection createConnection(Address callee) throws IOException {
        if (tls == null) {
            return new MemberConnection(this, new Socket(), true);
        }
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket();
        socket.setEnabledProtocols(PROTOCOLS);
        return new MemberConnection(this, socket, true);
    }

    /** Connects to a server, and introduces this one; in a bounded time. */
    Introduced call(Socket socket, InetSocketAddress callee) throws IOException {
        Future<?> end = timer.schedule(() -> Util.close(socket), INTRODUCTION_MILLIS, TimeUnit.MILLISECONDS);
        try {
            configure(socket);
            // What leaves this server has the address that the others know, and that rules of a network name.
            socket.bind(new InetSocketAddress(own.getAddress(), 0));
            socket.connect(callee, socketConnectionTimeout());
            if (socket instanceof SSLSocket secured) {
                secured.startHandshake();
            }
            return introduction.call(own, callee, socket.getInputStream(), socket.getOutputStream());
        } catch (StrangerException e) {
            strangers.called(callee.getAddress().getHostAddress() + ':' + callee.getPort(), e);
            throw e;
        } finally {
            end.cancel(false);
        }
    }

    private static void configure(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        socket.setTcpNoDelay(true);
    }

    // ---- for the connections
    // -----------------------------------------------------------------------------------------

    Thread thread(String name, Runnable body) {
        return threads.newThread(body, name);
    }

    /** Runs a task later; returns false where nothing is run any more. */
    boolean later(Runnable task, long millis) {
        try {
            return !timer.isShutdown() && timer.schedule(task, millis, TimeUnit.MILLISECONDS) != null;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Hands a frame to JGroups, on the thread that reads the connection. */
    void deliver(Address from, byte[] frame, int length) {
        watch.work(() -> receive(from, frame, 0, length));
    }

    /** The calling thread reads no more. */
    void readNoMore() {
        watch.leave();
    }

    /** A frame came that is not authentic. */
    void foreign(MemberConnection from) {
        LOG.debugf("a frame from %s is not authentic", from);
        strangers.count();
    }

    /** A message was dropped, as too many wait. */
    void dropped() {
        dropped.increment();
    }

    /** Returns how many peers have connected and not introduced themselves yet. */
    int pending() {
        return pending.size();
    }
}
