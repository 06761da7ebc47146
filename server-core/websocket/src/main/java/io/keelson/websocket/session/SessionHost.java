package io.keelson.websocket.session;

import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.SocketsProvider;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.util.Set;

/**
 * Application that a session belongs to, as the session needs it. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.2 Sessions.
 */
public interface SessionHost {
    /** The application's name. */
    String application();

    /** The container, with the defaults of new sessions. */
    WebSocketContainer container();

    /** Limits. */
    SocketSettings settings();

    /** Time. */
    SocketsProvider.Clock clock();

    /** The open sessions of the endpoint that a session belongs to. */
    Set<Session> openSessions(SocketSession of);

    /** A session has opened. */
    void opened(SocketSession session);

    /** A session is no longer open. */
    void closed(SocketSession session);

    /** A session has ended and all its code has run. */
    void ended(SocketSession session);
}
