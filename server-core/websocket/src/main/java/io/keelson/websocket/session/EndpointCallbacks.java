package io.keelson.websocket.session;

import jakarta.websocket.CloseReason;
import jakarta.websocket.EncodeException;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.Map;

/**
 * One endpoint in the service of one connection: what the session calls, and what it asks about message types. Called by one thread
 * at a time, but for {@link #bind} and {@link #encode}.
 *
 * <p>Specification: WebSocket 2.2, 2.1.1 Endpoint Lifecycle.
 */
public interface EndpointCallbacks {
    /** The endpoint's class, for messages. */
    String name();

    /** The connection is open. Whatever handles messages has been added to the session when this returns. */
    void open(Session session) throws Exception;

    /** The connection is about to end; called once, after {@link #open} has returned. */
    void close(Session session, CloseReason reason) throws Exception;

    /**
     * Something failed.
     *
     * @return false where the endpoint has nothing that handles errors
     */
    boolean error(Session session, Throwable failure) throws Exception;

    /**
     * The channels and deliveries of a message handler.
     *
     * @param type what the handler takes
     * @throws IllegalStateException when no message can become that type
     */
    Map<Channel, Binding> bind(MessageHandler handler, Class<?> type, boolean parts);

    /**
     * Returns the type of what a handler takes, by its declaration.
     *
     * @throws IllegalArgumentException when that cannot be seen
     */
    Class<?> typeOf(MessageHandler handler);

    /**
     * An object as a message: a {@link String} or a {@link java.nio.ByteBuffer}.
     *
     * @throws EncodeException when no encoder takes it, or the one that does failed
     */
    Object encode(Object message) throws EncodeException, IOException;

    /** Takes endpoint, decoders and encoders out of service. Must not throw. */
    void release();
}
