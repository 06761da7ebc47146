package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.net.LinkAcceptor;
import io.keelson.jms.net.MemberLinks;
import io.keelson.jms.net.ReconnectingLink;
import io.keelson.jms.net.RoutingLink;
import io.keelson.jms.net.StreamLink;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseView;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.spi.Members;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The JMS servers of the cluster as one member sees them: its own, those of members that are gone, which it goes on with
 * where it can reach their stores, and those of others, which it reaches over the network. A server that is in no
 * cluster has its own alone. Thread-safe: what is adopted changes on one thread.
 */
final class JmsServers implements Link.Connector, LinkAcceptor.Hosts, AutoCloseable {
    /** The key of what each member has that takes links, so that members know one another's addresses. */
    static final String KEY = "jms";

    private static final long LOOK_MILLIS = 500;

    /** For how long a link between members is made again. */
    private static final long MEMBER_TIMEOUT = TimeUnit.MINUTES.toMillis(2);

    /** Placement of the domain's destinations on JMS servers. */
    interface Placement {
        /** Returns the servers that have a destination: some, or all of the cluster; null: the domain does not know it. */
        @Nullable
        Set<String> serversOf(DestinationName destination, Set<String> roster);

        /**
         * Returns the servers among which the units of order of a queue are spread, those that are away included; empty: each sender's
         * server has them.
         */
        Set<String> unitServers(DestinationName queue, Set<String> roster);

        /** Returns true if messages of units whose server is away wait; false: they are refused. */
        boolean holdsUnits(DestinationName queue);

        /** Returns the domain's destinations on a JMS server. */
        Map<DestinationName, DestinationRules> on(String server);

        /** Returns the queues that several servers of the cluster have. */
        List<DestinationName> distributed(Set<String> roster);

        /** Returns the topics that several servers of the cluster have. */
        List<DestinationName> distributedTopics(Set<String> roster);

        /** Returns true if what is published on one server of a topic goes to the others, too. */
        boolean replicates(DestinationName topic);
    }

    private final JmsHost own;
    private final Ticker ticker;
    private final JmsSettings settings;
    private final String adminServer;
    private final Executor blocking;
    private final @Nullable LeaseService leases;
    private final @Nullable ClusterView view;
    private final @Nullable ServerStreams streams;
    private final @Nullable RemoteObjects remote;
    private final @Nullable TransactionControl control;
    private final HostStores stores;
    private final Map<String, JmsHost> adopted = new ConcurrentSkipListMap<>();
    private final Map<String, AutoCloseable> recoveries = new ConcurrentHashMap<>();
    private final StreamLink.Streams between = new Between();
    private volatile @Nullable Placement placement;
    private volatile @Nullable ScheduledExecutorService looking;
    private volatile @Nullable Forwarding forwarding;

    JmsServers(Parts parts) {
        this.ticker = parts.ticker();
        this.settings = parts.settings();
        this.adminServer = parts.adminServer();
        this.blocking = parts.blocking();
        this.view = parts.view();
        boolean owns = parts.view() != null && !parts.server().equals(parts.adminServer());
        this.leases = owns ? parts.leases() : null; // the admin server of a cluster owns nothing that moves
        this.streams = parts.streams();
        this.remote = parts.remote();
        this.control = parts.control();
        this.stores = new HostStores(parts, owns);
        this.own = host(parts.server());
    }

    private JmsHost host(String server) {
        return new JmsHost(
                server,
                stores.of(server),
                stores.branchPlaces(server),
                stores.paging(server),
                settings,
                ticker,
                leases,
                each -> replicasOf(server, each));
    }

    /** Returns how stores that are not replicated are kept. */
    String storeType() {
        return stores.type();
    }

    /**
     * Settings and services of which it is made. Where there is no cluster, view and leases are null.
     *
     * @param adminServer of the domain, which owns nothing
     * @param database makes stores in a database, where the settings want them
     */
    record Parts(
            String server,
            String adminServer,
            Path domain,
            JmsSettings settings,
            Ticker ticker,
            Executor blocking,
            @Nullable ClusterView view,
            @Nullable LeaseService leases,
            @Nullable ClusterRecords records,
            Supplier<JdbcStores> database,
            @Nullable ServerStreams streams,
            @Nullable RemoteObjects remote,
            @Nullable TransactionControl control) {}

    /** Returns this server's own. */
    JmsHost ownHost() {
        return own;
    }

    /** Begins to look for servers that are gone, and for messages that nobody wants. */
    void start(Placement placed) {
        placement = placed;
        own.openIfStored();
        if (leases == null) {
            return;
        }
        Forwarding made = new Forwarding(this);
        forwarding = made;
        ScheduledExecutorService on = Threads.scheduler("keelson.jms: servers that are gone");
        looking = on;
        var unused = on.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            adopt();
            Forwarding forward = forwarding;
            if (forward != null) {
                forward.look();
            }
        } catch (RuntimeException e) {
            JmsLog.LOG.debugf(e, "a look at JMS servers"); // the next one tries again
        }
    }

    /** Asks for the leases of servers that are gone, and gives back those of servers that are there again. */
    private void adopt() {
        ClusterView cluster = view;
        Placement placed = placement;
        if (cluster == null || placed == null) {
            return;
        }
        ClusterView.View now = cluster.current();
        JmsReplicas replicated = stores.replicas();
        if (replicated != null) {
            replicated.look();
        }
        adopted.forEach((server, host) -> {
            if (replicated == null ? !now.missing().contains(server) : !replicated.mayOwn(server)) {
                giveBack(server, host);
            }
        });
        if (!now.formed()) {
            return;
        }
        for (String server :
                replicated == null ? now.missing() : replicated.known().keySet()) {
            if (!server.equals(own.name())
                    && !server.equals(adminServer)
                    && !adopted.containsKey(server)
                    && stores.reaches(server)) {
                JmsHost made = host(server);
                made.wantAll(wantedOf(server, placed));
                adopted.put(server, made);
                made.openIfStored();
            }
        }
        own.retry();
        adopted.forEach((server, host) -> {
            host.retry();
            if (host.ifOpen() != null && !recoveries.containsKey(server)) {
                JmsLog.LOG.taken(server, stores.place(server));
                TransactionControl of = control;
                recoveries.put(
                        server,
                        of == null
                                ? () -> {}
                                : of.recoverable(
                                        new JmsRecovery(JmsHost.leaseOf(server), recoveryOf(host), () -> false)));
            }
        });
    }

    /** Takes what applications want as wanted on each server that has them, which is taken to be all. */
    private Map<DestinationName, DestinationRules> wantedOf(String server, Placement placed) {
        Map<DestinationName, DestinationRules> all = own.wanted();
        placed.on(own.name()).keySet().forEach(all::remove);
        all.putAll(placed.on(server));
        return all;
    }

    private void giveBack(String server, JmsHost host) {
        adopted.remove(server, host);
        AutoCloseable recovery = recoveries.remove(server);
        boolean had = recovery != null;
        closeQuietly(recovery);
        host.close();
        if (had) {
            JmsLog.LOG.givenBack(server);
        }
    }

    private static void closeQuietly(@Nullable AutoCloseable recovery) {
        if (recovery != null) {
            try {
                recovery.close();
            } catch (Exception e) {
                JmsLog.LOG.debugf(e, "the end of a recovery");
            }
        }
    }

    /** The destinations of the domain have changed. */
    void changed() {
        Placement placed = placement;
        if (placed != null) {
            adopted.forEach((server, host) -> host.wantAll(wantedOf(server, placed)));
        }
    }

    // ---- who is there ----------------------------------------------------------------------------------------------

    /** Returns the servers of the cluster, those that are gone included; this one alone where there is none. */
    Set<String> roster() {
        ClusterView cluster = view;
        Set<String> all = new TreeSet<>();
        all.add(own.name());
        if (cluster != null) {
            ClusterView.View now = cluster.current();
            now.members().stream().map(ClusterMember::server).forEach(all::add);
            all.addAll(now.missing());
            all.remove(adminServer);
        }
        return all;
    }

    /** Returns the JMS servers that are open here, this server's own first. */
    List<JmsHost> open() {
        List<JmsHost> all = new ArrayList<>();
        all.add(own);
        all.addAll(adopted.values());
        all.removeIf(each -> each.ifOpen() == null);
        return all;
    }

    /** Returns the queues that several servers have: those of the domain, and those of applications. */
    List<DestinationName> distributed() {
        Placement placed = placement;
        if (placed == null) {
            return List.of();
        }
        Set<String> roster = roster();
        List<DestinationName> all = new ArrayList<>(placed.distributed(roster));
        own.wanted().keySet().stream()
                .filter(each -> !each.topic() && placed.serversOf(each, roster) == null)
                .forEach(all::add);
        return all;
    }

    /** Returns true if units of order of a queue have a server of their own, from which they are not forwarded. */
    boolean placesUnits(DestinationName queue) {
        Placement placed = placement;
        return placed != null && !placed.unitServers(queue, roster()).isEmpty();
    }

    /** Returns the other servers that are to get what is published on a JMS server's topic; empty: it is not distributed. */
    Set<String> replicasOf(String server, DestinationName topic) {
        Placement placed = placement;
        if (placed == null || leases == null || topic.temporary() || !placed.replicates(topic)) {
            return Set.of();
        }
        Set<String> roster = roster();
        Set<String> known = placed.serversOf(topic, roster);
        Set<String> others = new TreeSet<>(known == null ? roster : known);
        return others.remove(server) ? others : Set.of();
    }

    /** Returns true if a JMS server can be reached: its server is in the view, or this one has adopted it. */
    boolean isThere(String server) {
        ClusterView cluster = view;
        return server.equals(own.name())
                || adopted.containsKey(server)
                || cluster != null && cluster.current().member(server).isPresent();
    }

    /** Returns true if the cluster is whole enough to say who belongs to it. */
    boolean knowsRoster() {
        ClusterView cluster = view;
        return cluster != null && cluster.current().formed();
    }

    /** Returns the adopted ones. */
    Map<String, JmsHost> adopted() {
        return adopted;
    }

    private @Nullable JmsHost hostOf(String server) {
        return server.equals(own.name()) ? own : adopted.get(server);
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    @Override
    public Link connect(@Nullable String user, @Nullable String password, Link.Handler handler) throws JmsFailure {
        return view == null
                ? own.connect(user, password, handler)
                : RoutingLink.open(to -> own.connect(user, password, to), routes(own.name(), false), handler, blocking);
    }

    @Override
    public Link connect(String server, boolean member, Link.Handler handler) throws JmsFailure {
        RoutingLink.Home home;
        if (server.equals(own.name()) && own.mayOwn()) {
            home = own::connectSoon;
        } else {
            JmsHost host = adopted.get(server);
            JmsServer open = host == null ? null : host.ifOpen();
            if (open == null) {
                throw new JmsFailure(
                        JmsFailure.Code.ELSEWHERE,
                        "the server " + own.name() + " does not have the JMS server " + server + " now");
            }
            home = to -> open.connect(null, null, to);
        }
        return member || view == null
                ? home.connect(handler)
                : RoutingLink.open(home, routes(server, true), handler, blocking);
    }

    @Override
    public String own() {
        return own.name();
    }

    @Override
    public List<String> owner(String server) {
        return addresses(server);
    }

    @Override
    public List<String> members() {
        List<String> all = addresses(own.name());
        ServerStreams own = streams;
        return all.isEmpty() && own != null ? own.addresses() : all;
    }

    /** Returns where members are reached, the one first that is said to own a JMS server. */
    private List<String> addresses(String server) {
        RemoteObjects objects = remote;
        if (objects == null || view == null) {
            return List.of();
        }
        String owner = ownerOf(server);
        return objects.having(KEY).stream()
                .sorted(Comparator.comparing(
                        (Members.Member each) -> !each.name().equals(owner)))
                .flatMap(each -> each.addresses().stream())
                .toList();
    }

    private String ownerOf(String server) {
        LeaseService known = leases;
        Optional<String> owner = known == null
                ? Optional.empty()
                : known.leases().stream()
                        .filter(each -> each.name().equals(JmsHost.leaseOf(server)))
                        .findFirst()
                        .flatMap(LeaseView::owner);
        return owner.orElse(server);
    }

    // ---- recovery of transactions ----------------------------------------------------------------------------------

    /** Connects recovery to a JMS server of this server and to all others that may have branches of its transactions. */
    Link.Connector recoveryOf(JmsHost host) {
        return (user, password, handler) -> {
            List<Link> links = new ArrayList<>();
            boolean done = false;
            try {
                links.add(
                        host == own
                                ? host.connect(user, password, handler)
                                : host.connectIfOpen(user, password, handler));
                for (String each : host.places().all()) {
                    if (!each.equals(host.name())) {
                        links.add(open(each, handler));
                    }
                }
                done = true;
                return links.size() == 1 ? links.get(0) : new RecoveryLink(links);
            } catch (IOException e) {
                throw new JmsFailure(
                        JmsFailure.Code.STORE, "recovery does not know where branches may be: " + e.getMessage(), e);
            } finally {
                if (!done) {
                    links.forEach(Link::close);
                }
            }
        };
    }

    // ---- routes ----------------------------------------------------------------------------------------------------

    private JmsRoutes routes(String home, boolean roaming) {
        return new JmsRoutes(new Reachable(), () -> placement, home, roaming);
    }

    /** The JMS servers of the cluster, for routes. */
    private final class Reachable implements JmsRoutes.Cluster {
        @Override
        public Set<String> roster() {
            return JmsServers.this.roster();
        }

        @Override
        public boolean knowsRoster() {
            return JmsServers.this.knowsRoster();
        }

        @Override
        public boolean isReachable(String server) {
            ClusterView cluster = view;
            return isThere(server)
                    || cluster != null
                            && cluster.current().member(ownerOf(server)).isPresent();
        }

        @Override
        public void hasBranchesAt(String server) throws IOException {
            own.places().add(server);
        }

        @Override
        public Link open(String server, Link.Handler handler) throws JmsFailure {
            return JmsServers.this.open(server, handler);
        }
    }

    /** Opens a link to a JMS server, wherever it is. */
    Link open(String server, Link.Handler handler) throws JmsFailure {
        String origin = LinkAcceptor.MEMBER + UUID.randomUUID().toString();
        MemberLinks network = new MemberLinks(between, () -> addresses(server), server, origin, 0);
        ReconnectingLink.Attempts attempts = to -> {
            JmsHost here = hostOf(server);
            JmsServer open = here == null ? null : here.ifOpen();
            return open == null ? network.attempt(to) : open.connect(null, null, to);
        };
        return ReconnectingLink.open(attempts, handler, "JMS server " + server, origin, MEMBER_TIMEOUT, ticker);
    }

    /** Streams between members. */
    private final class Between implements StreamLink.Streams {
        @Override
        public ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                throws IOException {
            ServerStreams over = streams;
            if (over == null) {
                throw new IOException("this server has no native protocol to reach others by");
            }
            return over.open(address, purpose, greeting, listener);
        }
    }

    @Override
    public void close() {
        ScheduledExecutorService on = looking;
        if (on != null) {
            on.shutdownNow();
        }
        Forwarding forward = forwarding;
        if (forward != null) {
            forward.close();
        }
        adopted.forEach((server, host) -> {
            closeQuietly(recoveries.remove(server));
            host.close();
        });
        adopted.clear();
        own.close();
        stores.close();
    }

    /** Returns what replicates stores; null where stores are files alone. */
    @Nullable
    JmsReplicas replicas() {
        return stores.replicas();
    }
}
