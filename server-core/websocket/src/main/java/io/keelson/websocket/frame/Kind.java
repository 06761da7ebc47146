package io.keelson.websocket.frame;

/**
 * Kind of a message by its content.
 *
 * <p>Specification: RFC 6455, 5.6 Data Frames.
 */
public enum Kind {
    /** Text in UTF-8. */
    TEXT,
    /** Bytes. */
    BINARY
}
