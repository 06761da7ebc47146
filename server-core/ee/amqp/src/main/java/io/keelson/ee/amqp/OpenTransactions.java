package io.keelson.ee.amqp;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a connection that its client has declared and not discharged, limited in number and size. Confined to the event
 * loop.
 */
final class OpenTransactions {
    /** The largest number of them. */
    static final int MOST = 1000;

    private final Map<Integer, Transaction> open = new HashMap<>();
    private final long maxBytes;
    private int numbers;

    OpenTransactions(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Begins a transaction. Returns its number; 0: there are too many. */
    int declare() {
        if (open.size() >= MOST) {
            return 0;
        }
        open.put(++numbers, new Transaction());
        return numbers;
    }

    /** Returns a transaction; null: it is not open. */
    @Nullable
    Transaction get(int number) {
        return open.get(number);
    }

    /** Ends a transaction, and returns it; null: it is not open. */
    @Nullable
    Transaction discharge(int number) {
        return open.remove(number);
    }

    /** Returns true if they have room for a message. */
    boolean hasRoom(int bytes) {
        long all = bytes;
        for (Transaction each : open.values()) {
            all += each.size();
        }
        return all <= maxBytes;
    }
}
