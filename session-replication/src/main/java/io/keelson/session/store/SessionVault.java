package io.keelson.session.store;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.session.marshal.SessionRecord;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Place for records of one application's sessions, outside of memory. Thread-safe; blocks.
 *
 * <ol>
 *   <li>What {@link #write} has said true to MUST be read by all who use the vault from then on, also after the end of this process.
 *   <li>A record that is not whole MUST NOT be read: it is reported once, and then as if it were not there.
 *   <li>An id comes from clients: it MUST NOT be used as a part of a path or a statement.
 *   <li>An {@link IOException} says that the vault cannot be reached; it is tried again later.
 * </ol>
 */
public interface SessionVault extends AutoCloseable {
    /**
     * Called once before all else, when the application's previous version has ended.
     *
     * @throws DeploymentException when it cannot be used; the message says what to do
     */
    void open() throws DeploymentException;

    /** Returns whether other servers use it, too, so that what this one has in memory may be old. */
    boolean shared();

    /** The longest id that can be kept, in characters; what clients send beyond that is no id. */
    int longestId();

    /** A session; null where there is none. */
    @Nullable
    Stored read(String id) throws IOException;

    /** The version of a session; 0 where there is none. */
    long version(String id) throws IOException;

    /**
     * Writes a session, which has the version {@code expected + 1} then.
     *
     * @param expected the version that it has; 0: there is none
     * @return false when it has another, and nothing was written
     */
    boolean write(long expected, SessionRecord record) throws IOException;

    /** Removes a session; nothing happens where there is none. */
    void delete(String id) throws IOException;

    /** Ids of sessions that were due to expire at that time, milliseconds since the epoch, as far as it is known here. */
    List<String> expired(long millis, int most) throws IOException;

    /** Returns whether {@link #count} can be asked. */
    default boolean counts() {
        return false;
    }

    /**
     * Returns how many sessions there are of the application, also those that are due to expire, and those of other servers where they use
     * it too.
     */
    default long count() throws IOException {
        throw new UnsupportedOperationException("nobody can say how many sessions there are");
    }

    /** Fails where the vault cannot be reached. */
    void probe() throws IOException;

    /** Gives back what it has taken. Also where it was not opened. */
    @Override
    void close();

    /** A session as it was read. */
    record Stored(long version, SessionRecord record) {}
}
