package io.keelson.websocket.frame;

/**
 * A side of a connection. A client masks what it sends, a server does not.
 *
 * <p>Specification: RFC 6455, 5.1 Overview.
 */
public enum Side {
    SERVER,
    CLIENT
}
