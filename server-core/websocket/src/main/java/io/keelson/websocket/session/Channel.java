package io.keelson.websocket.session;

/**
 * Kind of message that has a handler of its own in each session.
 *
 * <p>Specification: WebSocket 2.2, 2.1.3 Receiving Messages.
 */
public enum Channel {
    TEXT,
    BINARY,
    PONG
}
