package io.keelson.remoting.iiop;

/** Facts about the connection of a client that speaks GIOP; its socket implements this. Immutable and thread-safe. */
public interface IiopConnection {
    /** Returns true if the client speaks TLS with this server. */
    boolean secure();

    /** Returns true if both ends are loopback addresses. */
    boolean loopback();
}
