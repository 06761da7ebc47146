package io.keelson.websocket.frame;

/**
 * What a message is made of.
 *
 * <p>Specification: RFC 6455, 5.6 Data Frames.
 */
public enum Kind {
    /** Text in UTF-8. */
    TEXT,
    /** Bytes. */
    BINARY
}
