package io.keelson.jms.protocol;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a connection that its client has begun and not ended, limited in number and size. Confined to the event loop.
 *
 * @param <N> names transactions
 */
public final class OpenTransactions<N> {
    /** The largest number of them. */
    public static final int MOST = 1000;

    private final Map<N, Transaction> open = new HashMap<>();
    private final long maxBytes;

    /** With the most bytes that they may have sent together. */
    public OpenTransactions(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns true if there may be another one. */
    public boolean mayBegin() {
        return open.size() < MOST;
    }

    /** Begins a transaction. Returns false where one of that name is open. */
    public boolean begin(N name) {
        return open.putIfAbsent(name, new Transaction()) == null;
    }

    /** Returns a transaction; null: it is not open. */
    public @Nullable Transaction get(N name) {
        return open.get(name);
    }

    /** Ends a transaction, and returns it; null: it is not open. */
    public @Nullable Transaction end(N name) {
        return open.remove(name);
    }

    /** Returns true if they have room for a message. */
    public boolean hasRoom(int bytes) {
        long all = bytes;
        for (Transaction each : open.values()) {
            all += each.size();
        }
        return all <= maxBytes;
    }
}
