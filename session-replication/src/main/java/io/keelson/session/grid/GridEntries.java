package io.keelson.session.grid;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The entries of a grid, key and value as bytes. An {@link IOException} says that the grid cannot be reached. Thread-safe; blocks. */
public interface GridEntries {
    /** An entry; null where there is none. */
    byte @Nullable [] get(byte[] key) throws IOException;

    /** An entry with what {@link #replace} needs; null where there is none. */
    @Nullable
    Seen see(byte[] key) throws IOException;

    /**
     * Writes an entry where there is none.
     *
     * @param seconds after which the grid drops it; negative: never
     * @return what is there; null where it was written
     */
    byte @Nullable [] putIfAbsent(byte[] key, byte[] value, long seconds) throws IOException;

    /** Writes an entry if it is still what was seen; false where it is not. */
    boolean replace(byte[] key, Seen seen, byte[] value, long seconds) throws IOException;

    /** Writes an entry, whatever is there. */
    void put(byte[] key, byte[] value, long seconds) throws IOException;

    /** Tells of all entries that this server has to look after. */
    void each(BiConsumer<byte[], byte[]> taker) throws IOException;

    /** Returns how often {@link #each} is to be asked, in milliseconds. */
    long lookMillis();

    /** Fails where the grid cannot be reached. */
    void probe() throws IOException;

    /**
     * An entry as it was seen.
     *
     * @param version the grid's own, if it has any
     */
    record Seen(byte[] value, long version) {}
}
