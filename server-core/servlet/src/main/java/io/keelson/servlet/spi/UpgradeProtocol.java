package io.keelson.servlet.spi;

import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;

/**
 * A protocol that a room of the server speaks on an upgraded connection, without the streams of Servlet 6.1, 2.3.3.5. Given to
 * {@code HttpServletRequest.upgrade} as any handler, through whatever wrappers filters have put around the request; then
 * {@link #connected} is called in the place of {@code init}.
 *
 * <ol>
 *   <li>The container calls {@link #connected} once, when the filters have returned, in the application's context. It must not
 *       block for long.
 *   <li>The handler MUST see to it that the connection ends: when it says so, when the peer has gone, or soon after
 *       {@link #stopping}. Until {@link UpgradedConnection#ended} it counts as a request in flight of the application.
 * </ol>
 *
 * <p>Specification: Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
public interface UpgradeProtocol extends HttpUpgradeHandler {
    /** The connection is the handler's from now on. */
    void connected(UpgradedConnection connection);

    /** The application stops, and waits for the connection to end. On the thread that stops it; must not block. */
    void stopping();

    /**
     * The login under which the connection was upgraded had ended before it was {@link #connected}, or its session. Called after that, on
     * the same thread; must not block. Of what ends later, {@link SocketsProvider.Sockets} is told.
     */
    void loginEnded();

    /** Not called. */
    @Override
    default void init(WebConnection connection) {
        throw new IllegalStateException("this handler takes the connection itself");
    }

    /** Not called. */
    @Override
    default void destroy() {}
}
