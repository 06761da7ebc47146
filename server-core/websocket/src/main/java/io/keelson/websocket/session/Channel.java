package io.keelson.websocket.session;

/** What has a message handler of its own in each session (2.1.3). */
public enum Channel {
    TEXT,
    BINARY,
    PONG
}
