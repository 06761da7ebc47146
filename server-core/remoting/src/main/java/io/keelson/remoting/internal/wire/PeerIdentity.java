package io.keelson.remoting.internal.wire;

import io.keelson.remoting.spi.RemoteCaller;

/**
 * Identity of the other end of a connection, as the handshake found out. Immutable.
 *
 * @param caller the user that has logged in
 * @param server whether it has proved to be a server of this domain: its word about who calls counts
 */
public record PeerIdentity(RemoteCaller caller, boolean server) {
    /** Nobody. */
    public static final PeerIdentity NOBODY = new PeerIdentity(RemoteCaller.ANONYMOUS, false);

    /** A server of this domain. */
    public static final PeerIdentity SERVER = new PeerIdentity(RemoteCaller.ANONYMOUS, true);

    /** A user. */
    public static PeerIdentity user(RemoteCaller caller) {
        return new PeerIdentity(caller, false);
    }
}
