package io.keelson.kernel.spi.transaction;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The global id of a transaction, as it stands in the first half of the {@code Xid} of each of its branches. Immutable.
 *
 * @param bytes 1 to 64
 */
public record TransactionId(byte[] bytes) {
    /** The most bytes of an id (XA). */
    public static final int LONGEST = 64;

    public TransactionId {
        if (bytes.length == 0 || bytes.length > LONGEST) {
            throw new IllegalArgumentException(
                    "the id of a transaction has 1 to " + LONGEST + " bytes, not " + bytes.length);
        }
        bytes = bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException when it is no id
     */
    public static TransactionId parse(String text) {
        return new TransactionId(HexFormat.of().parseHex(text));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransactionId id && Arrays.equals(bytes, id.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns it in hexadecimal digits, as the log and the commands show it. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
