package io.keelson.remoting.internal.wire;

/** Part of a connection's beginning that the two sides do differently. */
interface Handshake {
    boolean isServer();

    /** The peer's hello has come and both can talk. */
    void greeted(WireConnection connection, Hello peer) throws ProtocolException;

    /**
     * A frame of the authentication has come.
     *
     * @param last whether the server says that it is over
     */
    void step(WireConnection connection, boolean last, byte[] data) throws ProtocolException;
}
