package io.keelson.appclient.transaction;

import io.keelson.remoting.spi.CallEntry;
import org.jspecify.annotations.Nullable;

/** Sends the identifier of the calling thread's transaction with each call of a client. */
public final class TransactionEntry implements CallEntry {
    /** Under which name the identifier travels. */
    public static final String NAME = "keelson.client-transaction";

    /** The meaning of the bytes: an identifier of {@link RemoteTransactions}. */
    public static final int VERSION = 1;

    private static final ThreadLocal<byte[]> CURRENT = new ThreadLocal<>();

    /** Found by {@code ServiceLoader}. */
    public TransactionEntry() {}

    /** Returns the transaction of the calling thread; null for none. */
    public static byte @Nullable [] current() {
        return CURRENT.get();
    }

    /** Makes a transaction that of the calling thread; null for none. */
    public static void current(byte @Nullable [] id) {
        if (id == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(id);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public @Nullable Value leaving(Peer to) {
        byte[] id = CURRENT.get();
        return id == null ? null : new Value(VERSION, id);
    }

    @Override
    public void returned(@Nullable Value answer, boolean lost) {
        // Nothing comes back.
    }

    /** A server called the client back: what runs here is not part of the transaction. */
    @Override
    public Serving arrived(Value value, Peer from) {
        return () -> null;
    }
}
