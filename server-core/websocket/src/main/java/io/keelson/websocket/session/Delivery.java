package io.keelson.websocket.session;

/**
 * Hands a message, or a part of one, to code of the application.
 *
 * <p>Specification: WebSocket 2.2, 2.1.3 Receiving Messages.
 */
@FunctionalInterface
public interface Delivery {
    /**
     * Hands it over. Called by one thread at a time.
     *
     * @param content a {@link String} for text, a {@code byte[]} for bytes and for a pong; the receiver may keep it
     * @param last whether the message ends with it
     * @throws Exception what the application's code threw
     */
    void deliver(Object content, boolean last) throws Exception;
}
