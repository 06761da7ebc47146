package io.keelson.websocket;

import io.keelson.servlet.spi.UpgradeProtocol;
import io.keelson.servlet.spi.UpgradedConnection;
import io.keelson.websocket.session.SocketSession;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes a connection over after the handshake. The container makes one for each upgrade.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
public final class SocketUpgrade implements UpgradeProtocol {
    private @Nullable Function<UpgradedConnection, SocketSession> opener;
    private Duration patience = Duration.ZERO;
    private volatile @Nullable SocketSession session;

    /** For the container. */
    public SocketUpgrade() {}

    /** Says what to do with the connection, on the thread of the handshake. */
    void open(Function<UpgradedConnection, SocketSession> with, Duration patienceAtTheEnd) {
        opener = with;
        patience = patienceAtTheEnd;
    }

    @Override
    public void connected(UpgradedConnection connection) {
        SocketSession opened =
                Objects.requireNonNull(opener, "upgraded without a handshake").apply(connection);
        session = opened;
        opener = null;
        opened.begin();
    }

    @Override
    public void loginEnded() {
        SocketSession open = session;
        if (open != null) {
            ApplicationSockets.endOfLogin(open);
        }
    }

    @Override
    public void stopping() {
        SocketSession open = session;
        if (open != null) {
            open.goAway(patience);
        }
    }
}
