package io.keelson.remoting.internal.call;

import java.io.IOException;

/** Opens connections. Thread-safe. */
public interface Dialler {
    /**
     * Connects and waits until the handshake is over. Not on a loop.
     *
     * @throws IOException where that fails; the message says why
     */
    PeerConnection dial(Node node, Endpoint endpoint, Address address) throws IOException;
}
