package io.keelson.remoting.internal.wire;

import io.keelson.remoting.spi.RemoteCaller;
import org.jspecify.annotations.Nullable;

/**
 * Identity of the other end of a connection, as the handshake found out. Immutable.
 *
 * @param caller the user that has logged in
 * @param server whether it has proved to be a server of this domain
 * @param domain the other domain of which it has proved to be a server; null where it has not
 */
public record PeerIdentity(
        RemoteCaller caller, boolean server, @Nullable String domain) {
    /** Nobody. */
    public static final PeerIdentity NOBODY = new PeerIdentity(RemoteCaller.ANONYMOUS, false, null);

    /** A server of this domain. */
    public static final PeerIdentity SERVER = new PeerIdentity(RemoteCaller.ANONYMOUS, true, null);

    /** A user. */
    public static PeerIdentity user(RemoteCaller caller) {
        return new PeerIdentity(caller, false, null);
    }

    /** A server of another domain, which this one trusts. */
    public static PeerIdentity serverOf(String domain) {
        return new PeerIdentity(RemoteCaller.ANONYMOUS, false, domain);
    }

    /** Returns whether its word about who calls, and in which transaction, counts. */
    public boolean trusted() {
        return server || domain != null;
    }
}
