package io.keelson.websocket.frame;

/** A side of a connection. A client masks what it sends, a server does not (RFC 6455, 5.1). */
public enum Side {
    SERVER,
    CLIENT
}
