package io.keelson.remoting.internal.call;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Opens connections. Thread-safe. */
public interface Dialler {
    /**
     * Connects and waits until the handshake is over. Not on a loop.
     *
     * @param endpoint for which it is; null where nobody is to be called
     *
     * @throws java.io.InterruptedIOException where the thread is interrupted
     * @throws IOException where that fails; the message says why
     */
    PeerConnection dial(Node node, @Nullable Endpoint endpoint, Address address) throws IOException;

    /** Returns whether it logs in as a user, who can be locked out. */
    default boolean asUser() {
        return false;
    }
}
