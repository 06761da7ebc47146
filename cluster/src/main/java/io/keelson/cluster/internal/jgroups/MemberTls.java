package io.keelson.cluster.internal.jgroups;

import java.net.Socket;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.jgroups.protocols.TP;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.TLS;
import org.jgroups.util.Util;

/**
 * TLS whose handshakes come to an end. JGroups 5.5 connects under the lock that its one thread for new connections needs as well, and waits for the other end without any
 * limit. Members that connect to one another in a circle so wait for one another for ever, and a member that takes a connection and says nothing keeps all others away. Here a
 * handshake that has not ended in time is cut off; JGroups connects again. In whose time is left to chance, so that not all of a circle begin anew at once.
 *
 * <p>Thread-safe.
 */
final class MemberTls extends TLS {
    /** How long connecting and the handshake may take at least, and at most, in milliseconds. */
    private static final int SHORTEST_MILLIS = 1_000;

    private static final int LONGEST_MILLIS = 2_000;

    private final TP transport;

    /** For that transport, whose timer is used. */
    MemberTls(TP transport) {
        this.transport = transport;
    }

    @Override
    public SocketFactory createSocketFactory() {
        DefaultSocketFactory made = (DefaultSocketFactory) super.createSocketFactory();
        made.setSocketConfigurator(this::bound);
        return made;
    }

    private void bound(Socket socket) {
        if (socket instanceof SSLSocket beginning) {
            int longest = ThreadLocalRandom.current().nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
            Future<?> end = transport.getTimer().schedule(() -> Util.close(beginning), longest, TimeUnit.MILLISECONDS);
            beginning.addHandshakeCompletedListener(done -> end.cancel(false));
        }
    }
}
