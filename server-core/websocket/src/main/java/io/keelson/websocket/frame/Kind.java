package io.keelson.websocket.frame;

/** What a message is made of (RFC 6455, 5.6). */
public enum Kind {
    /** Text in UTF-8. */
    TEXT,
    /** Bytes. */
    BINARY
}
