package io.keelson.session.forward;

import io.keelson.http.OutgoingLoop;
import io.keelson.net.config.AddressRange;
import io.keelson.net.config.ServerNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Addresses at which the servers of the domain take HTTP without TLS, as the configuration says. Thread-safe. */
public final class ForwardTargets implements Function<String, Optional<OutgoingLoop.Destination>> {
    private final Supplier<Map<String, ServerNetwork>> networks;
    private final Supplier<Map<String, InetSocketAddress>> cluster;

    /**
     * Reads the configuration each time.
     *
     * @param cluster where the servers of the cluster listen for one another: so a server is reached that listens on all addresses
     */
    public ForwardTargets(
            Supplier<Map<String, ServerNetwork>> networks, Supplier<Map<String, InetSocketAddress>> cluster) {
        this.networks = networks;
        this.cluster = cluster;
    }

    @Override
    public Optional<OutgoingLoop.Destination> apply(String server) {
        ServerNetwork network = networks.get().get(server);
        if (network == null
                || !network.listenPortEnabled()
                || network.listenPort() == 0
                || network.front().proxyProtocol()) {
            return Optional.empty();
        }
        InetAddress address = address(network.listenAddress(), cluster.get().get(server));
        return address == null
                ? Optional.empty()
                : Optional.of(new OutgoingLoop.Destination(
                        new InetSocketAddress(address, network.listenPort()), address.getHostAddress(), null));
    }

    /** No name is looked up: that would block. */
    private static @Nullable InetAddress address(String listen, @Nullable InetSocketAddress cluster) {
        InetAddress own = listen.equals("localhost") ? InetAddress.getLoopbackAddress() : AddressRange.address(listen);
        if (own != null && !own.isAnyLocalAddress()) {
            return own;
        }
        return cluster == null ? null : cluster.getAddress();
    }
}
