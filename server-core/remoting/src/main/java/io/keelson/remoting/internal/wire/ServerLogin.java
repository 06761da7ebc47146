package io.keelson.remoting.internal.wire;

import java.util.List;

/** Login of a client, on the server's side. One object a connection; its methods are called one after the other, and not on a loop. */
public interface ServerLogin {
    /** Returns what it offers this client; may be empty. Called on the loop. */
    List<String> mechanisms();

    /** The client has chosen. */
    Step begin(String mechanism, byte[] first) throws LoginRefusedException;

    /** The client has answered. */
    Step next(byte[] answer) throws LoginRefusedException;

    /** Next step of a login. */
    sealed interface Step {
        /** The client has to answer this. */
        record Challenge(byte[] data) implements Step {}

        /** Is let in. */
        record Accepted(byte[] data, PeerIdentity peer) implements Step {}
    }
}
