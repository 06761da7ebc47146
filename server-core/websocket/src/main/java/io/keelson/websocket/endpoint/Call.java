package io.keelson.websocket.endpoint;

import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that an annotated method may be given.
 *
 * <p>Specification: WebSocket 2.2, 4.7 @OnMessage.
 *
 * @param subject the message, the reason to close or the error; null for none
 * @param last whether a message ends with this part
 */
record Call(
        Session session, EndpointConfig config, @Nullable Object subject, boolean last) {}
