package io.keelson.websocket.session;

/**
 * What has a message handler of its own in each session.
 *
 * <p>Specification: WebSocket 2.2, 2.1.3 Receiving Messages.
 */
public enum Channel {
    TEXT,
    BINARY,
    PONG
}
