package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.internal.seal.FrameMac;
import io.keelson.cluster.internal.seal.ServerCard.Introduced;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * A connection with another server. A frame is its length (four bytes), its bytes, and a code over its number on this connection and its
 * bytes; numbers count from zero in each direction and are not sent. A frame that is not authentic ends the connection. A frame of no
 * length says that the other end closes in good order.
 *
 * <p>Sending never waits: a thread of the connection writes what is queued, and what finds the queue full is dropped, as JGroups sends it
 * again. Another thread reads. The authenticators belong to these two.
 */
final class MemberConnection extends Connection {
    /** The longest frame; JGroups' bundles have 64,000 bytes at most. */
    static final int LONGEST = 1 << 20;

    private static final int MOST_QUEUED = 4_096;
    private static final int BUFFER = 16 << 10;
    /** So much is allocated for a frame before its bytes have come. */
    private static final int STEP = 64 << 10;
    /** Longest time that the frame which says good-bye may take, in milliseconds. */
    private static final long GOODBYE_MILLIS = 200;

    private static final byte[] GOODBYE = {};

    private final MemberServer members;
    private final Socket socket;
    private final boolean outgoing;
    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(MOST_QUEUED);
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable Wire wire;
    private volatile @Nullable Thread sender;
    private byte[] buffer = new byte[BUFFER];

    /** State of a connection after the introduction; {@code in} and {@code out} are buffered. */
    private record Wire(DataInputStream in, OutputStream out, Introduced peer) {
        int more() {
            return peer.codes() ? FrameMac.CODE : 0;
        }
    }

    /** A connection with a server, to be made; it has been accepted where {@code outgoing} is false. */
    MemberConnection(MemberServer members, Socket socket, boolean outgoing) {
        this.members = members;
        this.socket = socket;
        this.outgoing = outgoing;
        server = members;
        updateLastAccessed();
    }

    @Override
    public void connect(Address callee) throws Exception {
        peer_addr = callee;
        InetSocketAddress to = (InetSocketAddress) ((IpAddress) callee).getSocketAddress();
        try {
            introduced(members.call(socket, to));
        } catch (IOException | RuntimeException e) {
            Util.close(socket);
            throw e;
        }
    }

    /** Introduces the servers to each other on a connection that was accepted; on the thread that reads it from then on. */
    Address accept() throws IOException {
        Introduced peer = members.answer(socket);
        Address address =
                new IpAddress(peer.address().getAddress(), peer.address().getPort());
        peer_addr = address;
        introduced(peer);
        return address;
    }

    private void introduced(Introduced peer) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        wire = new Wire(new DataInputStream(in), new BufferedOutputStream(socket.getOutputStream(), BUFFER), peer);
        updateLastAccessed();
    }

    /** Starts the threads; of a connection that was accepted its own thread reads. */
    @Override
    public void start() {
        String name = socket.getLocalPort() + " - " + socket.getRemoteSocketAddress();
        Thread sending = members.thread("sender to " + peer_addr, this::write);
        sender = sending;
        sending.start();
        if (outgoing) {
            members.thread("Connection.Receiver [" + name + ']', this::read).start();
        }
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    @Override
    public void send(byte[] data, int offset, int length) {
        Wire over = wire;
        if (over == null || length > LONGEST) {
            return;
        }
        byte[] frame = new byte[Integer.BYTES + length + over.more()];
        ByteBuffer.wrap(frame).putInt(length).put(data, offset, length);
        if (!queue.offer(frame)) {
            members.dropped();
        }
    }

    @Override
    public void send(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        send(bytes, 0, bytes.length);
    }

    private void write() {
        Wire over = wire;
        if (over == null) {
            return;
        }
        long number = 0;
        try {
            while (true) {
                byte[] frame = queue.poll();
                if (frame == null) {
                    over.out().flush();
                    frame = queue.take();
                }
                if (frame == GOODBYE) {
                    over.out().write(sealed(over, number, new byte[Integer.BYTES + over.more()]));
                    over.out().flush();
                    return;
                }
                over.out().write(sealed(over, number++, frame));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // the thread that reads sees the same end, and says so
        } finally {
            Util.close(socket);
        }
    }

    private static byte[] sealed(Wire over, long number, byte[] frame) {
        if (over.more() > 0) {
            int length = frame.length - Integer.BYTES - FrameMac.CODE;
            over.peer().sending().sign(number, frame, Integer.BYTES, length, frame, frame.length - FrameMac.CODE);
        }
        return frame;
    }

    @Override
    public void flush() {
        // what is queued is on its way
    }

    // ---- receiving -------------------------------------------------------------------------------------------------

    /** Reads until the connection ends. */
    void read() {
        Wire over = wire;
        try {
            if (over != null) {
                readFrames(over);
            }
        } catch (IOException e) {
            // it has ended
        } finally {
            members.readNoMore();
            members.notifyConnectionClosed(this);
            Util.close(socket);
        }
    }

    private void readFrames(Wire over) throws IOException {
        long number = 0;
        while (!closing.get()) {
            int length = over.in().readInt();
            if (length < 0 || length > LONGEST) {
                members.foreign(this);
                return;
            }
            byte[] frame = frame(over, length + over.more());
            if (over.more() > 0 && !over.peer().receiving().verify(number++, frame, 0, length, frame, length)) {
                members.foreign(this);
                return;
            }
            if (length == 0) {
                setClosedGracefully(true);
                return;
            }
            updateLastAccessed();
            members.deliver(peer_addr, frame, length);
            if (frame.length > STEP + FrameMac.CODE) {
                buffer = new byte[BUFFER];
            }
        }
    }

    /** Reads a frame into the buffer, which grows with what has come and not with what was announced. */
    private byte[] frame(Wire over, int length) throws IOException {
        int have = 0;
        while (have < length) {
            int next = Math.min(length - have, STEP);
            if (buffer.length < have + next) {
                buffer = Arrays.copyOf(buffer, Math.min(length, Math.max(have + next, 2 * have)));
            }
            over.in().readFully(buffer, have, next);
            have += next;
        }
        return buffer;
    }

    // ---- state -----------------------------------------------------------------------------------------------------

    @Override
    public boolean isConnected() {
        return wire != null && !closing.get() && !socket.isClosed();
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean isClosed() {
        return closing.get() || socket.isClosed();
    }

    @Override
    public Address localAddress() {
        return new IpAddress((InetSocketAddress) socket.getLocalSocketAddress());
    }

    @Override
    public String status() {
        return isConnected() ? "connected" : isClosed() ? "closed" : "open";
    }

    @Override
    public void close() {
        close(true);
    }

    /**
     * Ends the connection; the other end is told, within a moment, where it is in good order. This end's listeners take nobody for gone
     * who was left.
     */
    @Override
    public void close(boolean graceful) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        setClosedGracefully(true);
        Thread sending = sender;
        boolean said = graceful && sending != null && !socket.isClosed() && queue.offer(GOODBYE);
        if (said && members.later(this::end, GOODBYE_MILLIS)) {
            return;
        }
        end();
    }

    private void end() {
        Util.close(socket);
        Thread sending = sender;
        if (sending != null) {
            sending.interrupt();
        }
    }

    @Override
    public String toString() {
        return socket.getLocalSocketAddress() + " - " + peer_addr + " [" + status() + ']';
    }
}
