package io.keelson.jms;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.net.RoutingLink;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The routes from one JMS server to the others: which server has a destination, a unit of order or a subscription. All members choose the
 * same server for one name. Thread-safe.
 */
final class JmsRoutes implements RoutingLink.Routes {
    /** The JMS servers of the cluster, as routes need them. */
    interface Cluster {
        /** Returns the servers of the cluster, those that are gone included; this one alone where there is none. */
        Set<String> roster();

        /** Returns true if the cluster is whole enough to say who belongs to it. */
        boolean knowsRoster();

        /** Returns true if a JMS server can be reached: its server is in the view, or the owner of its lease is. */
        boolean isReachable(String server);

        /**
         * Notes that recovery has to look for branches of this server at a JMS server.
         *
         * @throws IOException where that cannot be kept
         */
        void hasBranchesAt(String server) throws IOException;

        /** Opens a link to a JMS server, wherever it is. */
        Link open(String server, Link.Handler handler) throws JmsFailure;
    }

    private final Cluster cluster;
    private final Supplier<JmsServers.@Nullable Placement> placement;
    private final String home;
    private final boolean roaming;

    /**
     * Makes the routes of a client.
     *
     * @param placement of the domain's destinations; returns null until it is known
     * @param home the JMS server of the client
     * @param roaming true for a client of another process, which may be at any member: its subscriptions have one place in the cluster
     */
    JmsRoutes(Cluster cluster, Supplier<JmsServers.@Nullable Placement> placement, String home, boolean roaming) {
        this.cluster = cluster;
        this.placement = placement;
        this.home = home;
        this.roaming = roaming;
    }

    @Override
    public String serverOf(DestinationName destination) {
        JmsServers.Placement placed = placement.get();
        if (placed == null) {
            return "";
        }
        if (destination.temporary()) {
            return ofTemporary(destination);
        }
        Set<String> servers = placed.serversOf(destination, cluster.roster());
        return servers == null || servers.isEmpty() || servers.contains(home)
                ? ""
                : servers.iterator().next();
    }

    /** The name of a temporary destination has its JMS server behind the prefix. */
    private String ofTemporary(DestinationName destination) {
        String rest = destination.name().substring(DestinationName.TEMPORARY.length());
        for (String each : cluster.roster()) {
            if (rest.startsWith(each + ".") && !each.equals(home)) {
                return each;
            }
        }
        return "";
    }

    @Override
    public String serverOfUnit(DestinationName queue, String unit) throws JmsFailure {
        JmsServers.Placement placed = placement.get();
        Set<String> servers = placed == null ? Set.of() : placed.unitServers(queue, cluster.roster());
        if (servers.isEmpty()) {
            return serverOf(queue);
        }
        if (!cluster.knowsRoster()) {
            throw new JmsFailure(
                    JmsFailure.Code.RESOURCE_ALLOCATION,
                    "the cluster is not formed yet, so that nobody knows which server has the unit of order '" + unit
                            + "' of the " + queue + "; try again later");
        }
        return away(placeOf(servers, null, unit)); // the same for each queue, so that one transaction can have both
    }

    @Override
    public boolean holdsUnits(DestinationName queue) {
        JmsServers.Placement placed = placement.get();
        return placed == null || placed.holdsUnits(queue);
    }

    @Override
    public boolean isThere(String server) {
        return cluster.isReachable(server);
    }

    @Override
    public String serverOf(DestinationName topic, @Nullable String clientId, String subscription) {
        JmsServers.Placement placed = placement.get();
        Set<String> servers = placed == null || !roaming || topic.temporary() || !topic.topic()
                ? null
                : placed.serversOf(topic, cluster.roster());
        return servers == null || servers.size() < 2 ? serverOf(topic) : away(placeOf(servers, clientId, subscription));
    }

    @Override
    public List<String> serversOf(@Nullable String clientId, String subscription) {
        JmsServers.Placement placed = placement.get();
        if (placed == null || !roaming) {
            return List.of();
        }
        Set<String> roster = cluster.roster();
        Set<String> all = new TreeSet<>();
        for (DestinationName each : placed.distributedTopics(roster)) {
            Set<String> servers = placed.serversOf(each, roster);
            if (servers != null && !servers.isEmpty()) {
                all.add(placeOf(servers, clientId, subscription));
            }
        }
        all.remove(home);
        return List.copyOf(all);
    }

    @Override
    public boolean mayPrepare(String server) throws JmsFailure {
        if (roaming) { // its coordinator is the client, for whom all are asked
            return true;
        }
        try {
            cluster.hasBranchesAt(server);
            return true;
        } catch (IOException e) {
            throw new JmsFailure(
                    JmsFailure.Code.ROLLED_BACK,
                    "no branch can be prepared at the JMS server " + server
                            + ", as recovery could not be told to look there: " + e.getMessage(),
                    e);
        }
    }

    /** Returns all of the cluster: the client may recover through another member than that through which it prepared. */
    @Override
    public List<String> branchServers() {
        if (!roaming) {
            return List.of();
        }
        Set<String> all = new TreeSet<>(cluster.roster());
        all.remove(home);
        return List.copyOf(all);
    }

    private String away(String server) {
        return server.equals(home) ? "" : server;
    }

    @Override
    public Link open(String server, Link.Handler handler) throws JmsFailure {
        return cluster.open(server, handler);
    }

    /**
     * Chooses a server for a subscription or a unit of order, the same everywhere: that with the greatest hash, so that a new server
     * moves few.
     */
    static String placeOf(Set<String> servers, @Nullable String clientId, String subscription) {
        String key = (clientId == null ? "" : clientId) + "\n" + subscription;
        return servers.stream()
                .max(Comparator.comparingLong((String each) -> hash(each + "\n" + key))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    private static long hash(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue() * 0x9E37_79B9_7F4A_7C15L >>> 1;
    }
}
