package io.keelson.session.infinispan;

import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.grid.GridFounder.Plan;
import io.keelson.session.grid.GridMembers;
import io.keelson.session.grid.OwnGrid;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Servers with a grid in one JVM: real threads, real time, the real Infinispan; the cluster's channel is a thread for each receiver. A
 * test cuts the wire and makes the views. Thread-safe; {@code lock} guards {@code wires}, {@code sides}, {@code muted} and {@code views}.
 */
public final class MemoryCluster implements AutoCloseable {
    /** How long a test waits for what has to come. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private final int owners;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ClusterMember, Wire> wires = new LinkedHashMap<>();
    private final Map<ClusterMember, Integer> sides = new HashMap<>();
    private final Set<ClusterMember> muted = new HashSet<>();
    private final List<Server> servers = new ArrayList<>();
    private long views;

    /** Makes it, without servers. */
    public MemoryCluster(int owners) {
        this.owners = owners;
    }

    /** One server; it has a grid once that is opened. */
    public final class Server {
        final ClusterMember member;

        /** The cluster as this server sees it. */
        public final Membership membership;

        final GridMembers members;
        final EmbeddedGrid grid;

        Server(String name) {
            member = new ClusterMember(name, UUID.randomUUID().toString().replace("-", ""));
            Map<String, InetSocketAddress> all = new LinkedHashMap<>();
            for (String server : List.of("AdminServer", "a", "b", "c", "d")) {
                all.put(server, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + all.size()));
            }
            Roster roster = new Roster("shop", "cluster-1", name, "AdminServer", all, 1);
            membership = new Membership(roster, (expected, listener) -> new Wire(member, listener));
            members = new GridMembers(membership, OwnGrid.GRID, Duration.ofSeconds(3), Ticker.system());
            grid = new EmbeddedGrid(
                    members, new Plan(owners, Duration.ofSeconds(20), Duration.ofSeconds(1)), failure -> {});
        }

        void ready() {
            grid.awaitReady(PATIENCE);
        }

        /** Its process has ended; what is left of it here is alone, and ends without waiting for others. */
        void dies() {
            lock.lock();
            try {
                Wire wire = wires.remove(member);
                sides.remove(member);
                if (wire != null) {
                    wire.listener.view(++views, member, List.of(member), List.of());
                }
            } finally {
                lock.unlock();
            }
            view(false);
        }

        /** Leaves in good order. */
        void leaves() {
            grid.leave(PATIENCE);
            dies();
        }
    }

    /** A server that has come, and opens no grid yet. */
    public Server comes(String name) {
        Server server = new Server(name);
        servers.add(server);
        view(false);
        return server;
    }

    Server opens(String name) {
        Server server = comes(name);
        server.grid.open();
        return server;
    }

    /** From now on these are on one side, and all others on another. */
    void cut(Server... apart) {
        lock.lock();
        try {
            for (Server each : apart) {
                sides.put(each.member, 1);
            }
        } finally {
            lock.unlock();
        }
        view(false);
    }

    /** From now on nothing passes between these and all others, which nobody is told yet: {@link #tell}. */
    public void divide(Server... apart) {
        lock.lock();
        try {
            for (Server each : apart) {
                sides.put(each.member, 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** From now on each of these is alone, which nobody is told yet. */
    public void scatter(Server... apart) {
        lock.lock();
        try {
            for (int i = 0; i < apart.length; i++) {
                sides.put(apart[i].member, i + 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells one side who is left on it, as its failure detection does some time after a cut. */
    public void tell(Server... side) {
        lock.lock();
        try {
            views++;
            for (Server each : side) {
                Wire wire = wires.get(each.member);
                List<ClusterMember> members = side(side(each.member));
                if (wire != null) {
                    wire.listener.view(views, members.get(0), members, List.of());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Is in the view of all, and nothing that it says arrives. */
    void mute(Server silent) {
        lock.lock();
        try {
            muted.add(silent.member);
        } finally {
            lock.unlock();
        }
    }

    /** The others go on without it, and it hears nothing of that: as one that does not run. */
    void forget(Server paused) {
        lock.lock();
        try {
            sides.put(paused.member, 1);
            views++;
            List<ClusterMember> rest = side(0);
            wires.forEach((member, wire) -> {
                if (rest.contains(member)) {
                    wire.listener.view(views, rest.get(0), rest, List.of());
                }
            });
        } finally {
            lock.unlock();
        }
    }

    /** All see one another again; returns when all have heard it. */
    public void heal() {
        lock.lock();
        try {
            sides.clear();
            muted.clear();
        } finally {
            lock.unlock();
        }
        view(true);
        for (Server each : servers) {
            await().atMost(PATIENCE)
                    .until(() -> each.membership.view().current().number() == views);
        }
    }

    private int side(ClusterMember member) {
        return sides.getOrDefault(member, 0);
    }

    private List<ClusterMember> side(int number) {
        return wires.keySet().stream().filter(one -> side(one) == number).toList();
    }

    private void view(boolean merge) {
        lock.lock();
        try {
            views++;
            wires.forEach((member, wire) -> {
                List<ClusterMember> members = side(side(member));
                wire.listener.view(
                        views,
                        members.get(0),
                        members,
                        merge ? List.of(members.subList(0, 1), members.subList(1, members.size())) : List.of());
            });
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws InterruptedException {
        Set<ClusterMember> there;
        lock.lock();
        try {
            there = Set.copyOf(wires.keySet());
        } finally {
            lock.unlock();
        }
        List<Thread> closing = new ArrayList<>();
        for (Server server : servers) {
            Thread thread = new Thread(() -> {
                server.grid.close();
                server.membership.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
            });
            thread.start();
            closing.add(thread);
            if (there.contains(server.member)) {
                thread.join();
            }
        }
        for (Thread thread : closing) {
            thread.join();
        }
        for (Wire wire : List.copyOf(wires.values())) {
            wire.thread.shutdownNow();
            wire.thread.awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    private final class Wire implements Channel {
        private final ClusterMember self;
        private final Listener listener;
        private final Map<Topic, Receiver> receivers = new ConcurrentHashMap<>();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        Wire(ClusterMember self, Listener listener) {
            this.self = self;
            this.listener = listener;
            lock.lock();
            try {
                wires.put(self, this);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void connect() {
            // there is nothing to connect to: views come from the test
        }

        @Override
        public void close() {
            thread.shutdown();
        }

        @Override
        public ClusterMember self() {
            return self;
        }

        @Override
        public void send(ClusterMember to, Topic topic, byte[] payload) {
            lock.lock();
            try {
                Wire target = wires.containsKey(self) && !muted.contains(self) && side(self) == side(to)
                        ? wires.get(to)
                        : null;
                if (target != null && !target.thread.isShutdown()) {
                    target.thread.execute(() -> target.arrive(self, topic, payload));
                }
            } finally {
                lock.unlock();
            }
        }

        private void arrive(ClusterMember from, Topic topic, byte[] payload) {
            Receiver receiver = receivers.get(topic);
            if (receiver != null) {
                receiver.delivered(from, payload);
            }
        }

        @Override
        public void receive(Topic topic, Receiver receiver) {
            receivers.put(topic, receiver);
        }
    }
}
