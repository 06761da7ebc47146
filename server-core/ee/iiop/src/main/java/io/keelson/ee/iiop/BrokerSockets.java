package io.keelson.ee.iiop;

import com.sun.corba.se.pept.transport.Acceptor;
import com.sun.corba.se.spi.orb.ORB;
import com.sun.corba.se.spi.transport.ORBSocketFactory;
import io.keelson.remoting.iiop.IiopEntrance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of the broker. It accepts those that the server's channels hand over, under the port of the server, so that references name
 * that port. It never connects: a client's message could make it call any address. The broker makes the object by its class. Thread-safe.
 */
public final class BrokerSockets implements ORBSocketFactory {
    private static final int MOST_WAITING = 256;

    private final BlockingQueue<Socket> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Requests requests = new Requests();
    private volatile @Nullable ORB orb;
    private volatile @Nullable IiopEntrance entrance;

    /** Returns the requests that the broker's threads serve. */
    Requests requests() {
        return requests;
    }

    /** Sets where connections come from, before the first of them. */
    void entrance(IiopEntrance from) {
        entrance = from;
    }

    IiopEntrance entrance() {
        return Objects.requireNonNull(entrance, "set before the first connection");
    }

    /** Gives the broker a connection; false where too many wait. */
    boolean hand(Socket socket) {
        return waiting.offer(socket);
    }

    @Override
    public void setORB(ORB of) {
        orb = of;
    }

    @Override
    public ServerSocket createServerSocket(String type, InetSocketAddress address) throws IOException {
        return new Handed(new InetSocketAddress(
                address.getAddress(),
                Objects.requireNonNull(orb, "the broker says who it is first")
                        .getORBData()
                        .getPersistentServerPort()));
    }

    @Override
    public Socket createSocket(String type, InetSocketAddress address) throws IOException {
        throw new SocketException("the server's broker does not connect to " + address);
    }

    @Override
    public void setAcceptedSocketOptions(Acceptor acceptor, ServerSocket serverSocket, Socket socket) {}

    /** A server socket that listens nowhere. */
    private final class Handed extends ServerSocket {
        private final InetSocketAddress address;
        private volatile boolean over;

        Handed(InetSocketAddress address) throws IOException {
            this.address = address;
        }

        @Override
        public Socket accept() throws IOException {
            try {
                Socket next = waiting.take();
                if (over) {
                    next.close();
                    throw new SocketException("the broker has ended");
                }
                return next;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SocketException("the broker ends");
            }
        }

        @Override
        public InetAddress getInetAddress() {
            return address.getAddress();
        }

        @Override
        public int getLocalPort() {
            return address.getPort();
        }

        @Override
        public SocketAddress getLocalSocketAddress() {
            return address;
        }

        @Override
        public boolean isBound() {
            return true;
        }

        @Override
        public void close() throws IOException {
            over = true;
            super.close();
            boolean unused = waiting.offer(new Socket()); // wakes the thread that accepts
        }
    }
}
