package io.keelson.remoting.internal.iiop;

import io.keelson.remoting.iiop.IiopConnection;
import io.keelson.remoting.iiop.KeptCallers;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * A socket with blocking streams over a connection of a channel. Whole messages come from the event loop; where the broker is behind, the
 * channel is not read. Thread-safe: {@code lock} guards the messages and the states.
 */
final class GiopSocket extends Socket implements IiopConnection {
    /** Bytes that wait for the broker before the channel is left unread. */
    private static final int ENOUGH = 64 * 1024;

    /** Requests under way before the channel is left unread: a client cannot take more threads than that. */
    static final int MOST_REQUESTS = 128;

    private final Channel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final boolean secure;
    private final @Nullable X500Principal subject;
    private final long writeTimeoutNanos;
    private final KeptCallers callers = new KeptCallers();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition writable = lock.newCondition();
    private final Deque<byte[]> messages = new ArrayDeque<>();
    private final InputStream in = new Input();
    private final OutputStream out = new Output();
    private long waiting;
    private int position;
    private int requests;
    private boolean unread;
    private boolean ended;
    private boolean closed;

    GiopSocket(
            Channel channel,
            InetSocketAddress local,
            InetSocketAddress remote,
            boolean secure,
            @Nullable X500Principal subject,
            long writeTimeoutNanos)
            throws SocketException {
        super((SocketImpl) null);
        this.channel = channel;
        this.local = local;
        this.remote = remote;
        this.secure = secure;
        this.subject = subject;
        this.writeTimeoutNanos = writeTimeoutNanos;
    }

    @Override
    public boolean secure() {
        return secure;
    }

    @Override
    public boolean loopback() {
        return remote.getAddress().isLoopbackAddress() && local.getAddress().isLoopbackAddress();
    }

    @Override
    public Optional<X500Principal> certified() {
        return Optional.ofNullable(subject);
    }

    @Override
    public KeptCallers callers() {
        return callers;
    }

    /** Gives the broker a whole message. On the event loop. */
    void received(byte[] message) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            int type = GiopFrames.type(message);
            if (type == GiopFrames.REQUEST || type == GiopFrames.LOCATE_REQUEST) {
                requests++;
            }
            messages.add(message);
            waiting += message.length;
            arrived.signalAll();
            reading();
        } finally {
            lock.unlock();
        }
    }

    /** The client sends no more, or is gone. */
    void ended() {
        callers.close();
        lock.lock();
        try {
            ended = true;
            arrived.signalAll();
            writable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The channel takes bytes again. */
    void writableAgain() {
        lock.lock();
        try {
            writable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the requests that have no answer yet. */
    int requests() {
        lock.lock();
        try {
            return ended || closed ? 0 : requests;
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    private void reading() {
        boolean now = waiting > ENOUGH || requests >= MOST_REQUESTS;
        if (now != unread) {
            unread = now;
            channel.config().setAutoRead(!now);
        }
    }

    private int take(byte[] to, int offset, int length) throws IOException {
        lock.lock();
        try {
            while (messages.isEmpty()) {
                if (closed || ended) {
                    return -1;
                }
                awaitInput();
            }
            byte[] first = messages.element();
            int n = Math.min(length, first.length - position);
            System.arraycopy(first, position, to, offset, n);
            position += n;
            waiting -= n;
            if (position == first.length) {
                messages.remove();
                position = 0;
                reading();
            }
            return n;
        } finally {
            lock.unlock();
        }
    }

    private void awaitInput() throws IOException {
        try {
            arrived.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a message was waited for", e);
        }
    }

    private void send(byte[] bytes, int offset, int length) throws IOException {
        lock.lock();
        try {
            long left = writeTimeoutNanos;
            while (!channel.isWritable() && !closed && !ended) {
                if (left <= 0) {
                    channel.close();
                    throw new SocketException(remote + " takes no answers");
                }
                left = writable.awaitNanos(left);
            }
            if (closed || ended) {
                throw new SocketException("the connection of " + remote + " is closed");
            }
            if (requests > 0 && GiopFrames.answers(bytes, offset, length)) {
                requests--;
                reading();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while an answer was sent", e);
        } finally {
            lock.unlock();
        }
        channel.writeAndFlush(Unpooled.copiedBuffer(bytes, offset, length), channel.voidPromise());
    }

    @Override
    public InputStream getInputStream() {
        return in;
    }

    @Override
    public OutputStream getOutputStream() {
        return out;
    }

    /** Sends what was written, then closes. */
    @Override
    public void close() {
        callers.close();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            messages.clear();
            arrived.signalAll();
            writable.signalAll();
        } finally {
            lock.unlock();
        }
        channel.close();
    }

    @Override
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isBound() {
        return true;
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        return remote.getAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return local.getAddress();
    }

    @Override
    public int getPort() {
        return remote.getPort();
    }

    @Override
    public int getLocalPort() {
        return local.getPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return remote;
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return local;
    }

    /** Does nothing: the channel has its options. */
    @Override
    public void setTcpNoDelay(boolean on) {}

    /** Does nothing: the channel has its options. */
    @Override
    public void setKeepAlive(boolean on) {}

    /** Does nothing: a client may be idle as long as it likes. */
    @Override
    public void setSoTimeout(int millis) {}

    @Override
    public String toString() {
        return "GIOP of " + remote + " at " + local;
    }

    /** Blocks until a message is there. */
    private final class Input extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return take(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return length == 0 ? 0 : take(to, offset, length);
        }

        @Override
        public void close() {
            GiopSocket.this.close();
        }
    }

    /** Blocks while the channel is behind. */
    private final class Output extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            send(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            send(bytes, offset, length);
        }

        @Override
        public void close() {
            GiopSocket.this.close();
        }
    }
}
