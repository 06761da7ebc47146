package io.keelson.session.forward;

import io.keelson.balancer.Relay;
import io.keelson.http.HttpExchange;
import io.keelson.http.OutgoingLoop;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.spi.TlsSession;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The way of requests from this server to others that have their sessions. Thread-safe; nothing blocks, so that muxer threads may use it.
 */
public final class Passage implements AutoCloseable {
    private static final Set<String> USUAL = Set.of(ServerNetwork.DEFAULT_CHANNEL, ServerNetwork.SECURE_CHANNEL);

    private final PassageSeal seal;
    private final Relay relay;
    private final Function<String, Optional<OutgoingLoop.Destination>> destinations;

    /**
     * Makes it.
     *
     * @param key a key that the servers of the domain share, for nothing else
     * @param destinations where a server takes HTTP without TLS; empty where it does not, or that is not known
     */
    public Passage(byte[] key, Relay relay, Function<String, Optional<OutgoingLoop.Destination>> destinations) {
        this.seal = new PassageSeal(key);
        this.relay = relay;
        this.destinations = destinations;
    }

    /** The exchange as it is to be served: where a server of this domain has taken it here, with the client that sent it there. */
    public HttpExchange arrived(HttpExchange exchange) {
        PassageSeal.Client client =
                exchange.request().headers().contains(PassageSeal.FIELD) ? seal.read(exchange) : null;
        return client == null ? exchange : new PassedOnExchange(exchange, client);
    }

    /**
     * Takes a request to a server. Not where it was taken here already; where it came on a channel of its own, as other applications may
     * be served there; where its client has shown a certificate, which the other server would not see; where it came over TLS and would
     * go on over a network without; or where it wants another protocol.
     *
     * @return whether it has been taken: the exchange is no matter of the caller any more
     */
    public boolean take(HttpExchange exchange, String server) {
        TlsSession tls = exchange.tls();
        if (exchange.request().headers().contains(PassageSeal.FIELD)
                || !USUAL.contains(exchange.channel())
                || tls != null && !tls.peerCertificates().isEmpty()) {
            return false;
        }
        OutgoingLoop.Destination to = destinations.apply(server).orElse(null);
        String said = to == null ? null : seal.of(exchange);
        if (to == null || said == null || exchange.secure() && !local(to)) {
            return false;
        }
        return relay.take(exchange, to, server, Map.of(PassageSeal.FIELD, said));
    }

    private static boolean local(OutgoingLoop.Destination to) {
        return to.address().getAddress() != null && to.address().getAddress().isLoopbackAddress();
    }

    @Override
    public void close() {
        relay.close();
    }
}
