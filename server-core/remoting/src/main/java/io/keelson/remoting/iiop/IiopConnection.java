package io.keelson.remoting.iiop;

import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/** Facts about the connection of a client that speaks GIOP; its socket implements this. Thread-safe. */
public interface IiopConnection {
    /** Returns true if the client speaks TLS with this server. */
    boolean secure();

    /** Returns true if both ends are loopback addresses. */
    boolean loopback();

    /** Returns the subject of the certificate that the client has shown in the handshake and the channel trusts; empty without one. */
    Optional<X500Principal> certified();

    /** Returns the callers that are kept for the connection; they go with it. */
    KeptCallers callers();
}
