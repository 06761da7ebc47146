package io.keelson.balancer;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.http.OutgoingLoop.Destination;
import io.keelson.kernel.config.Domain;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.tls.ServerTrust;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Servers that the balancer serves: those of the domain, or those that it is told. Of one configuration. */
final class Membership {
    private final BalancerSettings settings;
    private final ServerIdentity identity;
    private final Map<String, ServerNetwork> networks;
    private final Map<String, ServerBalancer> balancers;
    private final String adminServer;

    Membership(BalancerSettings settings, Configuration configuration, ServerIdentity identity) {
        this.settings = settings;
        this.identity = identity;
        networks = configuration.all(ServerNetwork.class);
        balancers = configuration.all(ServerBalancer.class);
        adminServer = configuration.get(Domain.class).adminServer();
    }

    List<Backend> backends() throws IOException {
        List<String> names = settings.servers().isEmpty() ? ofDomain() : settings.servers();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("the domain has no server that the balancer " + identity.name()
                    + " could be for; name them in balancer.servers");
        }
        SSLContext tls = settings.https()
                ? ServerTrust.in(identity.domain().resolve(Objects.requireNonNull(settings.serverCertificates())))
                : null;
        List<Backend> backends = new ArrayList<>();
        for (String name : names) {
            backends.add(new Backend(name, destination(name, tls)));
        }
        return backends;
    }

    private List<String> ofDomain() {
        List<String> managed = new ArrayList<>();
        boolean admin = false;
        for (String name : networks.keySet()) {
            ServerBalancer of = balancers.get(name);
            if (of == null || of.balancer() == null) {
                admin |= name.equals(adminServer);
                if (!name.equals(adminServer)) {
                    managed.add(name);
                }
            }
        }
        return managed.isEmpty() && admin && !adminServer.equals(identity.name()) ? List.of(adminServer) : managed;
    }

    private Destination destination(String name, @Nullable SSLContext tls) {
        ServerNetwork network = networks.get(name);
        if (network == null) {
            return new Destination(Authorities.parse(name), Authorities.host(name), tls);
        }
        int port = tls == null ? network.listenPort() : network.tlsListenPort();
        if (port == 0) {
            throw new IllegalArgumentException(
                    "servers." + name + " listens on any free port: a load balancer needs one" + " that it knows; set "
                            + (tls == null ? "listen-port" : "tls-listen-port"));
        }
        if (tls == null && !network.listenPortEnabled()) {
            throw new IllegalArgumentException("servers." + name + " does not listen without TLS; set balancer.https");
        }
        // Who listens everywhere is reached here; else the balancer has to be told host and port.
        String host = network.listenAddress().equals("0.0.0.0")
                        || network.listenAddress().equals("::")
                ? "127.0.0.1"
                : network.listenAddress();
        return new Destination(Authorities.resolve(host, port), host, tls);
    }
}
