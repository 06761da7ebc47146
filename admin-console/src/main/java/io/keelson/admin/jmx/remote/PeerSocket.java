package io.keelson.admin.jmx.remote;

import io.keelson.net.tls.ChannelTls;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A socket of a client, as the JDK's RMI gets it: within is TLS, and a request of more than so many bytes ends it.
 *
 * <p>To RMI its peer is {@code ::%n}, the unspecified address with the socket's number as its scope. That does two things. RMI tells
 * whoever works on a call where it comes from ({@code RemoteServer.getClientHost}), so the number leads from a call to its socket. And
 * the JDK's registry lets callers of the same machine change what it has bound, but never those whose origin is unspecified: so nobody
 * can put another server in the place of this one.
 *
 * <p>One thread of RMI uses it; {@link #close} and what {@link Peers} asks is safe on every thread.
 */
final class PeerSocket extends Socket {
    /** Nobody of RMI waits this long for the next request: clients close what they have not used for 15 seconds. */
    private static final int SILENCE_MILLIS = 120_000;

    private static final int ACKNOWLEDGED = 0x4e;
    private static final int LENGTH = 2;

    private final Socket accepted;
    private final ChannelTls tls;
    private final int number;
    private final Peers peers;
    private final long since;
    private @Nullable InputStream input;
    private @Nullable OutputStream output;
    private volatile long writingSince;
    private volatile boolean writing;
    private volatile boolean closed;

    // Of the thread that uses it.
    private long ofThisRequest;
    private long ofAll;

    PeerSocket(Socket accepted, ChannelTls tls, int number, Peers peers) throws SocketException {
        super((SocketImpl) null);
        this.accepted = accepted;
        this.tls = tls;
        this.number = number;
        this.peers = peers;
        this.since = peers.now();
    }

    int number() {
        return number;
    }

    /** The client's address. */
    InetAddress address() {
        return accepted.getInetAddress();
    }

    /** Since when it is open, in nanoseconds of the ticker. */
    long since() {
        return since;
    }

    /** Returns whether a client has not taken what it is sent for that long. */
    boolean stuck(long now, long nanos) {
        return writing && now - writingSince > nanos;
    }

    @Override
    public InetAddress getInetAddress() {
        return address(number);
    }

    private static InetAddress address(int number) {
        try {
            return Inet6Address.getByAddress(null, new byte[16], number);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 16 bytes", e);
        }
    }

    /** The handshake is made here, on the thread that serves the client and no other. */
    @Override
    public synchronized InputStream getInputStream() throws IOException {
        if (input == null) {
            SSLSocket fresh = tls.newSocket(accepted);
            accepted.setSoTimeout((int) tls.handshakeTimeout().toMillis());
            boolean done = false;
            try {
                fresh.startHandshake();
                done = true;
            } finally {
                tls.handshake(done);
            }
            accepted.setSoTimeout(SILENCE_MILLIS);
            show(fresh);
            input = new Counted(fresh.getInputStream());
            output = new Answering(fresh.getOutputStream());
        }
        return input;
    }

    /** Registers the client's certificate where the channel asks for one: if it is revoked later that ends this socket, too. */
    private void show(SSLSocket fresh) throws IOException {
        try {
            Certificate[] shown = fresh.getSession().getPeerCertificates();
            if (shown[0] instanceof X509Certificate certificate && !tls.shown().enter(this, certificate, this::close)) {
                throw new IOException("the client's certificate counts no more");
            }
        } catch (SSLPeerUnverifiedException e) {
            RemoteJmxLog.LOG.tracef(e, "a client without a certificate");
        }
    }

    @Override
    public synchronized OutputStream getOutputStream() throws IOException {
        getInputStream();
        if (output == null) {
            throw new IOException("the socket is closed");
        }
        return output;
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        accepted.setTcpNoDelay(on);
    }

    /** Is not RMI's affair, which would wait for two hours. */
    @Override
    public void setSoTimeout(int timeout) {
        RemoteJmxLog.LOG.tracef("not %d", timeout);
    }

    @Override
    public int getPort() {
        return accepted.getPort();
    }

    @Override
    public int getLocalPort() {
        return accepted.getLocalPort();
    }

    @Override
    public InetAddress getLocalAddress() {
        return accepted.getLocalAddress();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** Without a farewell, for which a client that reads nothing could keep us waiting. */
    @Override
    public void close() {
        closed = true;
        peers.left(this);
        tls.shown().leave(this);
        try {
            accepted.close();
        } catch (IOException e) {
            RemoteJmxLog.LOG.tracef(e, "closed already");
        }
    }

    @Override
    public String toString() {
        return "PeerSocket[" + accepted.getRemoteSocketAddress() + "]";
    }

    private void received(long bytes) throws IOException {
        ofThisRequest += bytes;
        ofAll += bytes;
        if (!peers.takes(this, ofThisRequest, ofAll)) {
            close();
            throw new IOException("a client has sent too much for one request");
        }
    }

    /** A request ends where an answer begins, so what has come since the last answer is of one request. */
    private final class Counted extends FilterInputStream {
        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            if (one >= 0) {
                received(1);
            }
            return one;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                int count = super.read(into, offset, length);
                if (count > 0) {
                    received(count);
                }
                return count;
            } catch (SocketTimeoutException e) {
                close();
                throw e;
            }
        }

        @Override
        public void close() {
            PeerSocket.this.close();
        }
    }

    private final class Answering extends FilterOutputStream {
        private boolean first = true;

        Answering(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            byte[] sent = first ? corrected(from, offset, length) : null;
            first = false;
            ofThisRequest = 0;
            writingSince = peers.now();
            writing = true;
            try {
                if (sent == null) {
                    out.write(from, offset, length);
                } else {
                    out.write(sent, 0, sent.length);
                }
            } finally {
                writing = false;
            }
        }

        /**
         * RMI begins by telling the client the address that it seems to have, by which a client that does not know its own finds it out.
         * That must be the true one.
         */
        private byte @Nullable [] corrected(byte[] from, int offset, int length) {
            byte[] told = latin(address(number).getHostAddress());
            int end = 1 + LENGTH + told.length;
            if (length < end
                    || from[offset] != ACKNOWLEDGED
                    || !Arrays.equals(from, offset + 1 + LENGTH, offset + end, told, 0, told.length)) {
                return null;
            }
            byte[] real = latin(address().getHostAddress());
            byte[] next = new byte[length - told.length + real.length];
            next[0] = ACKNOWLEDGED;
            next[1] = (byte) (real.length >> 8);
            next[2] = (byte) real.length;
            System.arraycopy(real, 0, next, 1 + LENGTH, real.length);
            System.arraycopy(from, offset + end, next, 1 + LENGTH + real.length, length - end);
            return next;
        }

        private byte[] latin(String address) {
            return address.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        }

        @Override
        public void close() {
            PeerSocket.this.close();
        }
    }
}
