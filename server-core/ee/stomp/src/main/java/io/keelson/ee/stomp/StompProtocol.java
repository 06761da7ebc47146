package io.keelson.ee.stomp;

import io.keelson.base.time.Ticker;
import io.keelson.jms.protocol.ClientConnections;
import io.keelson.jms.protocol.StompSettings;
import io.keelson.jms.wire.Link;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.security.Realm;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * STOMP on a channel, told by its first line: CONNECT or STOMP and a line end, where HTTP's CONNECT has a blank. Thread-safe.
 */
final class StompProtocol implements ProtocolProvider {
    private static final List<byte[]> BEGINNINGS =
            List.of(ascii("CONNECT\n"), ascii("CONNECT\r\n"), ascii("STOMP\n"), ascii("STOMP\r\n"));
    private static final int MOST_BYTES = 9;

    private final StompSettings settings;
    private final Link.Connector connector;
    private final Executor blocking;
    private final @Nullable Realm realm;
    private final Ticker ticker;
    private final ClientConnections clients;

    StompProtocol(
            StompSettings settings, Link.Connector connector, Executor blocking, @Nullable Realm realm, Ticker ticker) {
        this.settings = settings;
        this.connector = connector;
        this.blocking = blocking;
        this.realm = realm;
        this.ticker = ticker;
        this.clients = new ClientConnections("STOMP", settings.maxConnections());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    ClientConnections clients() {
        return clients;
    }

    @Override
    public String name() {
        return "stomp";
    }

    @Override
    public boolean onStandardChannels() {
        return true;
    }

    @Override
    public int mostBytes() {
        return MOST_BYTES;
    }

    @Override
    public Match match(ByteBuffer first) {
        Match best = Match.NO;
        for (byte[] each : BEGINNINGS) {
            Match match = match(first, each);
            if (match == Match.YES) {
                return match;
            } else if (match == Match.UNDECIDED) {
                best = match;
            }
        }
        return best;
    }

    private static Match match(ByteBuffer first, byte[] beginning) {
        int n = Math.min(beginning.length, first.remaining());
        for (int i = 0; i < n; i++) {
            if (first.get(first.position() + i) != beginning[i]) {
                return Match.NO;
            }
        }
        return n == beginning.length ? Match.YES : Match.UNDECIDED;
    }

    @Override
    public void connect(Connection connection) {
        Channel channel = connection.unwrap(Channel.class);
        if (connection.admin() || !clients.admits(connection.remoteAddress())) {
            channel.close();
            return;
        }
        StompConnection made = new StompConnection(
                new StompConnection.Parts(
                        channel,
                        connection::endOutput,
                        settings,
                        connector,
                        blocking,
                        new StompLogin(
                                realm,
                                settings.anonymous(),
                                ClientConnections.takesPasswords(connection.secure(), connection.remoteAddress())),
                        ticker),
                clients::gone);
        clients.add(made);
        channel.pipeline().addLast("stomp", made);
    }
}
