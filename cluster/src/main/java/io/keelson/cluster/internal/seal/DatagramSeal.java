package io.keelson.cluster.internal.seal;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Puts what proves a datagram's sender before and behind it: a mark of the sender's run, the datagram's number, the time, and a code over
 * all of it. The key of the code belongs to the mark, so that a sender that was started again has another key. Thread-safe.
 */
public final class DatagramSeal {
    /** Number of bytes by which sealing makes a datagram longer. */
    public static final int MORE = 1 + DatagramSeal.MARK + 2 * Long.BYTES + FrameMac.CODE;

    static final int VERSION = 0xB1;
    static final int MARK = 16;
    static final int HEAD = 1 + MARK + 2 * Long.BYTES;
    static final String ROLE = "datagrams";

    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] mark = new byte[MARK];
    private final FrameMac mac;
    private final LongSupplier millis;
    private long next = 1;

    /** Seals the datagrams of a new run; {@code millis}: the wall clock in milliseconds. */
    public DatagramSeal(ClusterKey key, SecureRandom random, LongSupplier millis) {
        random.nextBytes(mark);
        mac = key.mac(ROLE, mark);
        this.millis = millis;
    }

    /** Returns the sealed form of a datagram. */
    public byte[] seal(byte[] payload, int offset, int length) {
        byte[] sealed = new byte[length + MORE];
        ByteBuffer out = ByteBuffer.wrap(sealed).put((byte) VERSION).put(mark);
        lock.lock();
        try {
            long number = next++;
            out.putLong(number).putLong(millis.getAsLong()).put(payload, offset, length);
            mac.sign(number, sealed, 0, out.position(), sealed, out.position());
        } finally {
            lock.unlock();
        }
        return sealed;
    }
}
