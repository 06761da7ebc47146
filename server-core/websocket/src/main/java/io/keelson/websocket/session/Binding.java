package io.keelson.websocket.session;

import jakarta.websocket.MessageHandler;

/**
 * A message handler in place (Session.addMessageHandler).
 *
 * <p>Specification: WebSocket 2.2, 2.1.3 Receiving Messages.
 *
 * @param handler as the application knows it
 * @param parts whether it takes messages in parts
 * @param most how many bytes a message may have that it takes whole; -1 for the session's own limit
 * @param delivery calls it
 */
public record Binding(MessageHandler handler, boolean parts, int most, Delivery delivery) {}
