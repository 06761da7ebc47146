/**
 * WebSocket endpoints of web applications (Jakarta WebSocket 2.2): how they are found, which of them a request asks for, and the
 * opening handshake. A part: {@link io.keelson.websocket.SocketsFactory} is found by the servlet container in the part's loader.
 * {@code docs/design/websocket.md}.
 */
@NullMarked
package io.keelson.websocket;

import org.jspecify.annotations.NullMarked;
