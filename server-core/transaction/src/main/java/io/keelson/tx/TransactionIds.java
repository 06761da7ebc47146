package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one server's transactions: the id of its log, the epoch in which it runs, a number, and the server's name to be read by
 * people. Only the log's id says whose a transaction is, so that servers with like names never meet. Immutable.
 *
 * @param log the id of the log in which decisions are kept; made by chance once, and kept as long as the log
 * @param epoch grows with each start
 * @param server the server's name, or its beginning
 */
record TransactionIds(UUID log, long epoch, byte[] server) {
    /** The format of our Xids: "KLSN". */
    static final int FORMAT = 0x4B4C534E;

    private static final int FIXED = 32;
    private static final int SHOWN_DIGITS = 8;

    TransactionIds(UUID log, long epoch, String server) {
        this(log, epoch, beginning(server));
    }

    private static byte[] beginning(String server) {
        byte[] whole = server.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(whole, Math.min(whole.length, TransactionId.LONGEST - FIXED));
    }

    /** Returns the part of a server's name that ids have. */
    static String shortened(String server) {
        return new String(beginning(server), StandardCharsets.UTF_8);
    }

    /** Returns the id of a transaction. */
    TransactionId id(long number) {
        return new TransactionId(ByteBuffer.allocate(FIXED + server.length)
                .putLong(log.getMostSignificantBits())
                .putLong(log.getLeastSignificantBits())
                .putLong(epoch)
                .putLong(number)
                .put(server)
                .array());
    }

    /**
     * Parts of an id.
     *
     * @param log whose it is
     * @param epoch in which it was begun
     * @param number among those of the epoch
     * @param server the name that its server had, or its beginning
     */
    record Parts(UUID log, long epoch, long number, String server) {
        /** Reads an id; null when it is none that a server of this kind made. */
        static @Nullable Parts of(TransactionId id) {
            ByteBuffer bytes = ByteBuffer.wrap(id.bytes());
            if (bytes.remaining() < FIXED) {
                return null;
            }
            UUID log = new UUID(bytes.getLong(), bytes.getLong());
            long epoch = bytes.getLong();
            long number = bytes.getLong();
            return new Parts(
                    log, epoch, number, StandardCharsets.UTF_8.decode(bytes).toString());
        }
    }

    /**
     * Returns an id as commands and the console show it: the first eight digits of the log's id, the epoch and the number; the whole
     * where it is none of ours.
     */
    static String shown(TransactionId id) {
        Parts parts = Parts.of(id);
        return parts == null
                ? id.toString()
                : parts.log().toString().substring(0, SHOWN_DIGITS) + "-" + parts.epoch() + "-" + parts.number();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransactionIds ids && log.equals(ids.log) && epoch == ids.epoch;
    }

    @Override
    public int hashCode() {
        return log.hashCode() * 31 + Long.hashCode(epoch);
    }

    @Override
    public String toString() {
        return log + "/" + epoch;
    }
}
