package io.keelson.muxer.internal;

import static io.keelson.muxer.internal.Linux.C;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A TCP socket of the C library.
 *
 * <p>Bytes are moved on the event loop only, which is also where, or in agreement with which, it is closed. Options and
 * addresses may be asked for on any thread: they and {@link #close} hold this object's lock, so that none of them reaches
 * a descriptor that has been closed and meanwhile is another socket's.
 */
final class NativeSocket {
    private static final int INT = 4;
    private static final int CONGESTION_NAME = 16;

    private final int fd;
    private final boolean ipv6;
    private volatile boolean open = true;
    private volatile boolean inputShutdown;
    private volatile boolean outputShutdown;
    /** SO_LINGER in seconds, -1 when it is off: kept here because each close has to know it. */
    private volatile int linger;

    private NativeSocket(int fd, boolean ipv6, int linger) {
        this.fd = fd;
        this.ipv6 = ipv6;
        this.linger = linger;
    }

    /** A socket for both families where the machine has IPv6, else for IPv4. */
    static NativeSocket open() throws IOException {
        if (!NetUtil.isIpV4StackPreferred()) {
            int fd = C.socket(Linux.AF_INET6, Linux.SOCK_STREAM_CLOEXEC_NONBLOCK, 0);
            if (fd >= 0) {
                NativeSocket socket = new NativeSocket(fd, true, -1);
                socket.option(Linux.IPPROTO_IPV6, Linux.IPV6_V6ONLY, 0);
                return socket;
            }
            int errno = Linux.errno();
            if (errno != Linux.EAFNOSUPPORT) {
                throw new SystemCallException("socket", errno);
            }
        }
        int fd = C.socket(Linux.AF_INET, Linux.SOCK_STREAM_CLOEXEC_NONBLOCK, 0);
        if (fd < 0) {
            throw new SystemCallException("socket", Linux.errno());
        }
        return new NativeSocket(fd, false, -1);
    }

    /** A socket that {@link #accept} gave; the kernel lets it inherit this one's options. */
    NativeSocket accepted(int accepted) {
        return new NativeSocket(accepted, ipv6, linger);
    }

    int fd() {
        return fd;
    }

    boolean isOpen() {
        return open;
    }

    boolean isInputShutdown() {
        return inputShutdown || !open;
    }

    boolean isOutputShutdown() {
        return outputShutdown || !open;
    }

    void bind(InetSocketAddress address) throws IOException {
        Scratch raw = Scratch.ofThread();
        int size = SocketAddresses.encode(address, ipv6, raw.value());
        synchronized (this) {
            requireOpen();
            if (C.bind(fd, raw.valueAddress(), size) < 0) {
                throw bindFailure(address, Linux.errno());
            }
        }
    }

    synchronized void listen(InetSocketAddress address, int backlog) throws IOException {
        requireOpen();
        if (C.listen(fd, backlog) < 0) {
            throw bindFailure(address, Linux.errno());
        }
    }

    private static SocketException bindFailure(InetSocketAddress address, int errno) {
        return new BindException(C.strerror(errno) + ": " + address);
    }

    /** The descriptor of an accepted connection, whose peer's address is then in the scratch; or minus the error number. */
    int accept(Scratch peer) {
        int accepted =
                C.accept4(fd, peer.valueAddress(), peer.sizeAddress(SocketAddresses.SIZE), Linux.SOCK_CLOEXEC_NONBLOCK);
        return accepted >= 0 ? accepted : -Linux.errno();
    }

    /** The number of bytes read, 0 if there are none now, -1 at the end of the stream. */
    int receive(long address, int size) throws IOException {
        while (true) {
            long count = C.recv(fd, address, size, 0);
            if (count != -1) {
                return count == 0 ? -1 : (int) count;
            }
            int errno = Linux.errno();
            if (errno == Linux.EAGAIN) {
                return 0;
            }
            if (errno != Linux.EINTR) {
                throw new SystemCallException("recv", errno);
            }
        }
    }

    /** The number of bytes taken, 0 if there is no room now. */
    int send(long address, int size) throws IOException {
        return send(address, size, Linux.MSG_NOSIGNAL);
    }

    /** Like {@link #send(long, int)}, where more follows at once: the kernel may wait for it to fill a segment. */
    int sendAhead(long address, int size) throws IOException {
        return send(address, size, Linux.MSG_NOSIGNAL | Linux.MSG_MORE);
    }

    private int send(long address, int size, int flags) throws IOException {
        while (true) {
            long count = C.send(fd, address, size, flags);
            if (count >= 0) {
                return (int) count;
            }
            int errno = Linux.errno();
            if (errno == Linux.EAGAIN) {
                return 0;
            }
            if (errno != Linux.EINTR) {
                throw new SystemCallException("send", errno);
            }
        }
    }

    /** Like {@link #send} for several pieces. The JVM ignores SIGPIPE, which this call could raise. */
    long send(IoVector vector) throws IOException {
        while (true) {
            long count = C.writev(fd, vector.address(), vector.count());
            if (count >= 0) {
                return count;
            }
            int errno = Linux.errno();
            if (errno == Linux.EAGAIN) {
                return 0;
            }
            if (errno != Linux.EINTR) {
                throw new SystemCallException("writev", errno);
            }
        }
    }

    /** Like {@link #send(long, int)}, from a file; -1 when the file has no bytes there. */
    long send(NativeFile file, long position, int size) throws SystemCallException {
        Scratch offset = Scratch.ofThread();
        while (true) {
            offset.value().putLong(0, position);
            long count = C.sendfile(fd, file.fd(), offset.valueAddress(), size);
            if (count >= 0) {
                return count == 0 ? -1 : count;
            }
            int errno = Linux.errno();
            if (errno == Linux.EAGAIN) {
                return 0;
            }
            if (errno != Linux.EINTR) {
                throw new SystemCallException("sendfile", errno);
            }
        }
    }

    synchronized void shutdownInput() throws IOException {
        requireOpen();
        inputShutdown = true;
        shutdown(Linux.SHUT_RD);
    }

    synchronized void shutdownOutput() throws IOException {
        requireOpen();
        outputShutdown = true;
        shutdown(Linux.SHUT_WR);
    }

    private void shutdown(int how) throws IOException {
        if (C.shutdown(fd, how) < 0) {
            throw new SystemCallException("shutdown", Linux.errno());
        }
    }

    /** The address that it is bound to; null when it is closed. */
    synchronized @Nullable InetSocketAddress localAddress() {
        if (!open) {
            return null;
        }
        Scratch raw = Scratch.ofThread();
        int result = C.getsockname(fd, raw.valueAddress(), raw.sizeAddress(SocketAddresses.SIZE));
        return result < 0 ? null : SocketAddresses.decode(raw.value());
    }

    synchronized int option(int level, int name) throws IOException {
        requireOpen();
        Scratch value = Scratch.ofThread();
        if (C.getsockopt(fd, level, name, value.valueAddress(), value.sizeAddress(INT)) < 0) {
            throw new SystemCallException("getsockopt", Linux.errno());
        }
        return value.value().getInt(0);
    }

    void option(int level, int name, int value) throws IOException {
        Scratch scratch = Scratch.ofThread();
        scratch.value().putInt(0, value);
        setOption(level, name, scratch, INT);
    }

    /** SO_LINGER in seconds; -1 when it is off. */
    int linger() {
        return linger;
    }

    synchronized void linger(int seconds) throws IOException {
        Scratch value = Scratch.ofThread();
        value.value().putInt(0, seconds < 0 ? 0 : 1).putInt(INT, Math.max(0, seconds));
        setOption(Linux.SOL_SOCKET, Linux.SO_LINGER, value, 2 * INT);
        linger = Math.max(-1, seconds);
    }

    /** The name of what decides how fast TCP sends here (tcp(7), TCP_CONGESTION). */
    synchronized String congestionControl() throws IOException {
        requireOpen();
        Scratch value = Scratch.ofThread();
        long name = value.valueAddress();
        if (C.getsockopt(fd, Linux.IPPROTO_TCP, Linux.TCP_CONGESTION, name, value.sizeAddress(CONGESTION_NAME)) < 0) {
            throw new SystemCallException("getsockopt", Linux.errno());
        }
        byte[] bytes = new byte[CONGESTION_NAME];
        value.value().get(0, bytes);
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.US_ASCII);
    }

    /** Has it decided by that one; of a listening socket those inherit it that it accepts. */
    void congestionControl(String name) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        Scratch value = Scratch.ofThread();
        value.value().put(0, bytes);
        setOption(Linux.IPPROTO_TCP, Linux.TCP_CONGESTION, value, bytes.length);
    }

    private synchronized void setOption(int level, int name, Scratch value, int size) throws IOException {
        requireOpen();
        if (C.setsockopt(fd, level, name, value.valueAddress(), size) < 0) {
            throw new SystemCallException("setsockopt", Linux.errno());
        }
    }

    /** The type-of-service octet of what is sent, over both families. */
    int trafficClass() throws IOException {
        return ipv6 ? option(Linux.IPPROTO_IPV6, Linux.IPV6_TCLASS) : option(Linux.IPPROTO_IP, Linux.IP_TOS);
    }

    void trafficClass(int value) throws IOException {
        if (ipv6) {
            option(Linux.IPPROTO_IPV6, Linux.IPV6_TCLASS, value);
        }
        option(Linux.IPPROTO_IP, Linux.IP_TOS, value);
    }

    private void requireOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    /** Closes the descriptor, once. May block for as long as SO_LINGER says, outside the lock. */
    void close() {
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
        }
        // Whatever close(2) answers, the descriptor is free afterwards: repeating it would close someone else's.
        C.close(fd);
    }
}
