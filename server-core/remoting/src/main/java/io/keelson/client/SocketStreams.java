package io.keelson.client;

import io.keelson.base.time.Ticker;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.internal.call.Address;
import io.keelson.remoting.internal.call.Background;
import io.keelson.remoting.internal.call.Node;
import io.keelson.remoting.internal.call.PeerStream;
import io.keelson.remoting.internal.call.SocketDialler;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.security.sasl.AuthenticationException;
import org.jspecify.annotations.Nullable;

/** Streams over sockets of their own. Keeps the user's password as long as somebody has a value that needs it. Immutable. */
record SocketStreams(
        Node node,
        List<Address> known,
        @Nullable String user,
        char[] password,
        boolean plain,
        @Nullable SSLContext tls,
        Duration connectTimeout)
        implements ClientStreams {
    @Override
    public List<String> addresses() {
        return known.stream().map(Address::toString).toList();
    }

    @Override
    public Sockets sockets(@Nullable String as, @Nullable String with) {
        char[] secret = as == null ? password.clone() : with == null ? new char[0] : with.toCharArray();
        String who = as == null ? user : as;
        Background background = new Background("keelson.client.Logins");
        SocketDialler dialler = new SocketDialler(
                "keelson.client.Streams",
                background,
                Ticker.system(),
                who == null ? null : new SocketDialler.Credentials(who, secret, plain),
                tls,
                connectTimeout);
        return new Sockets() {
            @Override
            public ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                    throws IOException {
                try {
                    return PeerStream.openFromClient(
                            node, dialler, Address.parse(address).get(0), purpose, greeting, listener);
                } catch (LoginRefusedException e) {
                    throw new AuthenticationException(e.getMessage(), e);
                } catch (IllegalArgumentException e) {
                    throw new IOException(e.getMessage(), e);
                }
            }

            @Override
            public void close() {
                dialler.close();
                background.close();
                Arrays.fill(secret, '\0');
            }
        };
    }

    @Override
    public String toString() {
        return "streams to " + known;
    }
}
