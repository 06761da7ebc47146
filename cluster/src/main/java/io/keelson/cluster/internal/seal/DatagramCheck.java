package io.keelson.cluster.internal.seal;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Opens what {@link DatagramSeal} has sealed: lets each datagram of a server of the cluster through once. Of a run that it knows a window
 * of numbers decides; of one that it does not know, a datagram must be of these seconds. The transport with datagrams runs on one
 * machine, whose servers share a clock.
 *
 * <p>Thread-safe. A sender comes into the table only by a datagram that was authentic, so that a stranger fills nothing.
 */
public final class DatagramCheck {
    /** The largest difference between the clock and the time in the first datagram of a run, in milliseconds. */
    static final long FRESH_MILLIS = 30_000;

    private static final int MOST_SENDERS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final ClusterKey key;
    private final LongSupplier millis;

    private final Map<ByteBuffer, Sender> senders = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Sender> eldest) {
            return size() > MOST_SENDERS;
        }
    };

    private record Sender(FrameMac mac, ReplayWindow window) {}

    /** Opens datagrams of the cluster with that key; {@code millis}: the wall clock in milliseconds. */
    public DatagramCheck(ClusterKey key, LongSupplier millis) {
        this.key = key;
        this.millis = millis;
    }

    /**
     * Returns true if a datagram is authentic and has not come before; its payload begins at {@link #payload} and ends
     * {@link FrameMac#CODE} before its end.
     */
    public boolean accept(byte[] sealed, int offset, int length) {
        if (length < DatagramSeal.MORE || (sealed[offset] & 0xFF) != DatagramSeal.VERSION) {
            return false;
        }
        ByteBuffer head = ByteBuffer.wrap(sealed, offset + 1, DatagramSeal.HEAD - 1);
        byte[] mark = new byte[DatagramSeal.MARK];
        head.get(mark);
        long number = head.getLong();
        long sent = head.getLong();
        lock.lock();
        try {
            ByteBuffer name = ByteBuffer.wrap(mark);
            Sender known = senders.get(name);
            Sender sender = known == null ? new Sender(key.mac(DatagramSeal.ROLE, mark), new ReplayWindow()) : known;
            boolean fresh = known == null
                    ? Math.abs(millis.getAsLong() - sent) <= FRESH_MILLIS
                    : known.window().isNew(number);
            int signed = length - FrameMac.CODE;
            if (!fresh || !sender.mac().verify(number, sealed, offset, signed, sealed, offset + signed)) {
                return false;
            }
            sender.window().accept(number);
            if (known == null) {
                senders.put(name, sender);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns where the payload of a datagram begins that begins at {@code offset}. */
    public static int payload(int offset) {
        return offset + DatagramSeal.HEAD;
    }

    /** Returns how long the payload of a datagram of that length is. */
    public static int payloadLength(int length) {
        return length - DatagramSeal.MORE;
    }
}
