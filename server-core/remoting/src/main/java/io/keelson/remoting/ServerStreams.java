package io.keelson.remoting;

import io.keelson.remoting.spi.RemoteCaller;
import java.io.IOException;
import java.util.List;

/**
 * Streams of messages between servers of one domain, for rooms that have more to say than calls are made for. Both ends have proved to
 * have the domain's key, bound to the connection: to the certificate over TLS, to both ends' addresses in the clear within one machine;
 * elsewhere there is no stream. Published as a service by the subsystem. Thread-safe.
 */
public interface ServerStreams {
    /** Returns the addresses at which other servers reach this one now; none while it takes no connections. */
    List<String> addresses();

    /** Says who takes streams of that purpose that other servers open; one for each. */
    void accept(String purpose, Acceptor acceptor);

    /** Says who takes streams of that purpose that servers open, also those of other domains which this one trusts; one for each. */
    void acceptTrusted(String purpose, Acceptor acceptor);

    /** Says who takes streams of that purpose that clients open too, who have logged in as for calls; one for each. */
    void acceptAll(String purpose, OpenAcceptor acceptor);

    /**
     * Opens a stream. Waits for the connection and its handshake, within the time-outs of remoting; not to be called on a loop.
     *
     * @param address {@code keelson://host:port} or {@code keelsons://host:port}
     * @param purpose what it is for, at most 255 ASCII characters
     * @param greeting what the other end's acceptor is shown, at most 1,024 bytes
     * @throws IOException where there is none: the other server cannot be reached, is none of this domain, or of a build without streams.
     *     That its acceptor does not take it is told by {@link ServerStream.Listener#closed}
     */
    ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
            throws IOException;

    /** Opens a stream as {@link #open} does, also to a server of another domain which this one trusts. */
    ServerStream openTrusted(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
            throws IOException;

    /**
     * The other end of a stream, as the handshake found out.
     *
     * @param caller the user that has logged in; nobody for a server
     * @param server true for a server of this domain
     * @param trusted true for such one, and for a server of another domain which this one trusts
     * @param secure true where it goes over TLS
     * @param address where it is, for messages
     */
    record Peer(RemoteCaller caller, boolean server, boolean trusted, boolean secure, String address) {}

    /** Takes streams of clients and servers. */
    interface OpenAcceptor {
        /**
         * Takes a stream, on its loop; must not block.
         *
         * @throws IOException where it is not taken; the other end is told the message
         */
        ServerStream.Listener accepted(ServerStream stream, byte[] greeting, Peer peer) throws IOException;
    }

    /** Takes streams. */
    interface Acceptor {
        /**
         * Somebody has opened one. On its loop; must not block.
         *
         * @param secure whether it goes over TLS
         * @throws IOException where it is not taken; the other end is told the message
         */
        ServerStream.Listener accepted(ServerStream stream, byte[] greeting, boolean secure) throws IOException;
    }
}
