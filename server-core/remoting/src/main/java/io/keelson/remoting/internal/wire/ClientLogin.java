package io.keelson.remoting.internal.wire;

import java.util.List;

/** Login of a client, on the client's side. One object a connection; its methods are called one after the other, and not on a loop. */
public interface ClientLogin {
    /**
     * Chooses one of what the server offers.
     *
     * @throws LoginRefusedException where nothing of it will do
     */
    String choose(List<String> offered) throws LoginRefusedException;

    /** Returns what is sent with the choice. */
    byte[] begin();

    /** The answer to a challenge. */
    byte[] answer(byte[] challenge) throws LoginRefusedException;

    /** Checks what the server said last. */
    void finish(byte[] last) throws LoginRefusedException;

    /** Returns who the server has proved to be; asked after that. */
    default PeerIdentity peer() {
        return PeerIdentity.NOBODY;
    }
}
