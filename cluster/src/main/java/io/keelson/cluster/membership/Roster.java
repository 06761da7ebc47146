package io.keelson.cluster.membership;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.config.Domain;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The servers that a cluster expects: those that name it and the admin server of the domain. All servers of the domain read
 * the same file, so all expect the same. Immutable: a revision that adds or removes servers makes another one.
 *
 * @param domain the name of the domain
 * @param cluster the name of the cluster
 * @param self the name of this server
 * @param adminServer the name of the domain's admin server, which owns nothing
 * @param servers where each expected server listens for the others, by name
 * @param quorum how many of them must see one another before the cluster decides anything
 */
public record Roster(
        String domain,
        String cluster,
        String self,
        String adminServer,
        Map<String, InetSocketAddress> servers,
        int quorum) {
    public Roster {
        servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
        if (quorum < 1) {
            throw new IllegalArgumentException("a cluster is decided by at least one server, not by " + quorum);
        }
    }

    /**
     * The roster of this server's cluster; empty where it takes part in none.
     *
     * @throws IllegalArgumentException when the domain's servers do not fit together to a cluster; the message says where
     */
    public static Optional<Roster> of(Configuration configuration, ServerIdentity identity) {
        Map<String, ClusterSettings> clusters = configuration.all(ClusterSettings.class);
        if (clusters.isEmpty()) {
            return Optional.empty();
        }
        if (clusters.size() > 1) {
            throw new IllegalArgumentException("clusters: a domain has one cluster at most, and this one has "
                    + String.join(", ", clusters.keySet()) + "; make a domain for each");
        }
        Map.Entry<String, ClusterSettings> only = clusters.entrySet().iterator().next();
        String admin = configuration.get(Domain.class).adminServer();
        Map<String, InetSocketAddress> servers = new LinkedHashMap<>();
        configuration.all(ClusterServer.class).forEach((name, server) -> {
            if (name.equals(admin) || only.getKey().equals(server.cluster())) {
                servers.put(name, address(name, server, only.getKey()));
            }
        });
        if (!servers.containsKey(identity.name())) {
            return Optional.empty();
        }
        checkApart(servers);
        checkGuarded(servers, only.getValue());
        int majority = servers.size() / 2 + 1;
        return Optional.of(new Roster(
                identity.domainName(),
                only.getKey(),
                identity.name(),
                admin,
                servers,
                quorum(only.getValue().bootstrapSize(), majority, servers.size())));
    }

    private static int quorum(@Nullable Integer wanted, int majority, int servers) {
        if (wanted != null && wanted > servers) {
            throw new IllegalArgumentException(
                    "bootstrap-size is " + wanted + ", but the cluster has only " + servers + " servers");
        }
        return wanted == null ? majority : wanted;
    }

    private static InetSocketAddress address(String name, ClusterServer server, String cluster) {
        Integer port = server.clusterPort();
        if (port == null) {
            throw new IllegalArgumentException(
                    "servers." + name + ".cluster-port is missing: the server takes part in the" + " cluster " + cluster
                            + ", so the others must know where it listens");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(server.clusterAddress()), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "servers." + name + ".cluster-address: '" + server.clusterAddress() + "' is not known to the DNS",
                    e);
        }
    }

    private static void checkApart(Map<String, InetSocketAddress> servers) {
        Map<InetSocketAddress, String> taken = new LinkedHashMap<>();
        servers.forEach((name, address) -> {
            String other = taken.put(address, name);
            if (other != null) {
                throw new IllegalArgumentException("servers." + name + ".cluster-port: " + address.getPort()
                        + " is also the cluster-port of " + other + "; give one of them another");
            }
        });
    }

    private static void checkGuarded(Map<String, InetSocketAddress> servers, ClusterSettings settings) {
        servers.forEach((name, address) -> {
            if (!address.getAddress().isLoopbackAddress() && settings.tls() == null) {
                throw new IllegalArgumentException("servers." + name + ".cluster-address is "
                        + address.getAddress().getHostAddress()
                        + ", which is not loopback: the cluster then needs tls (and the transport tcp)");
            }
        });
    }

    /**
     * Returns the roster that this one becomes by another revision of the domain: servers come and go. A server that
     * stays keeps the address by which this server knows it, as that is read at a start.
     *
     * @param next the roster by that revision; one of another cluster changes nothing
     */
    public Roster changedTo(Roster next) {
        if (!next.cluster.equals(cluster)) {
            return this;
        }
        Map<String, InetSocketAddress> all = new LinkedHashMap<>();
        next.servers.forEach((name, address) -> all.put(name, servers.getOrDefault(name, address)));
        return new Roster(domain, cluster, self, adminServer, all, next.quorum);
    }

    /** The other servers. */
    public Set<String> others() {
        Set<String> others = new TreeSet<>(servers.keySet());
        others.remove(self);
        return others;
    }

    /** Returns where this server listens. */
    public InetSocketAddress address() {
        InetSocketAddress address = servers.get(self);
        if (address == null) {
            throw new IllegalStateException("a server is in its own roster: " + self);
        }
        return address;
    }

    /** The expected servers that are not among these. */
    public Set<String> missing(Set<String> present) {
        Set<String> missing = new TreeSet<>(servers.keySet());
        missing.removeAll(present);
        return missing;
    }

    /** Returns whether these are enough expected servers to decide. */
    public boolean enough(Set<String> present) {
        return servers.size() - missing(present).size() >= quorum;
    }
}
