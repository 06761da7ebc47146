package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;

/** User of a connection. All methods are called on the loop and do not block. */
public interface ConnectionUser {
    /** Returns which addresses references to objects may name on this connection. Asked of a server when it lets a client in. */
    default List<String> addresses() {
        return List.of();
    }

    /**
     * References may name another address from now on, or one no more, as the server says.
     *
     * @param named whether they may
     */
    default void peer(String address, boolean named) {}

    /**
     * The handshake is over.
     *
     * @param who who the peer is; on a client nobody, or a server of its domain
     */
    void ready(Terms terms, PeerIdentity who);

    /**
     * A request of the peer.
     *
     * @param body released by this; its size is told to {@link WireConnection#consumed} when it has been read
     */
    void call(int id, ByteBuf body);

    /** The answer to a request of this side; the body as above. */
    void reply(int id, ByteBuf body);

    /** A message of a stream; the body as above. */
    default void stream(ByteBuf body) {
        body.release();
    }

    /** All that was there to be read has been read: what was collected is handed over. */
    default void readComplete() {}

    /** The peer no longer waits for an answer. */
    void cancel(int id);

    /** The peer takes no more requests; those that had not begun to be sent never will be. Answers still come. */
    void draining(String why);

    /** The peer will send no more requests, as it was asked not to. */
    void peerIsSilent();

    /** The connection has ended. Called once, whatever happens. */
    void closed(IOException why);
}
