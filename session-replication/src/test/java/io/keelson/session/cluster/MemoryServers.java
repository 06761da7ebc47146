package io.keelson.session.cluster;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.link.CompressionRules;
import io.keelson.session.replica.Place;
import io.keelson.session.replica.Rules;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Servers with replicated sessions in one JVM: real threads, real time, messages by a thread for each receiver, which a test can hold
 * back. A view comes when a server comes or goes. Thread-safe; {@code lock} guards {@code wires}.
 */
final class MemoryServers implements AutoCloseable {
    static final List<String> NAMES = List.of("a", "b", "c");

    private final Map<String, Place> places = new HashMap<>();
    private final boolean copyRequired;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ClusterMember, Wire> wires = new LinkedHashMap<>();
    private final List<Server> servers = new ArrayList<>();
    /** Held by a test while nothing is to arrive. */
    final ReentrantLock air = new ReentrantLock();

    /** Of servers that start from now on; so long that a test that stands still is not taken for a pause. */
    volatile Duration failureTimeout = Duration.ofSeconds(60);

    /** Of servers that start from now on. */
    volatile CompressionRules compression = CompressionRules.NONE;

    private final Map<ClusterMember, List<byte[]>> strangers = new ConcurrentHashMap<>();
    private long views;

    private final @Nullable MemoryStreams streams;
    /** Messages about sessions that went through the channel. */
    final AtomicLong throughChannel = new AtomicLong();

    MemoryServers(boolean copyRequired) {
        this(copyRequired, null);
    }

    /** Servers that connect directly too. */
    MemoryServers(boolean copyRequired, @Nullable MemoryStreams streams) {
        this.copyRequired = copyRequired;
        this.streams = streams;
        NAMES.forEach(name -> places.put(name, Place.ANYWHERE));
    }

    void place(String server, Place place) {
        places.put(server, place);
    }

    /** One server. */
    final class Server {
        final ClusterMember member;
        final Membership membership;
        final Replication replication;

        Server(String name) {
            member = new ClusterMember(name, String.format("%032x", servers.size() + 1));
            Map<String, InetSocketAddress> all = new LinkedHashMap<>();
            for (String server : List.of("AdminServer", "a", "b", "c")) {
                all.put(server, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + all.size()));
            }
            Roster roster = new Roster("shop", "cluster-1", name, "AdminServer", all, 1);
            membership = new Membership(roster, (expected, listener) -> new Wire(member, listener));
            replication = new Replication(membership, failureTimeout, new Rules(places, copyRequired), Ticker.system());
            if (streams != null) {
                replication.connect(streams.of(name), false, compression);
            }
        }

        /** Its process has ended. */
        void dies() {
            lock.lock();
            try {
                wires.remove(member);
            } finally {
                lock.unlock();
            }
            view();
        }

        ReplicationRuntime state() {
            return replication.state().get(0);
        }
    }

    Server start(String name) {
        Server server = new Server(name);
        servers.add(server);
        view();
        return server;
    }

    /** A member of another build, which understands nothing. */
    ClusterMember stranger(String name) {
        ClusterMember member = new ClusterMember(name, "f".repeat(32));
        Channel.Listener listener = (Channel.Listener) Proxy.newProxyInstance(
                Channel.Listener.class.getClassLoader(),
                new Class<?>[] {Channel.Listener.class},
                (proxy, method, arguments) -> null);
        Wire wire = new Wire(member, listener);
        List<byte[]> heard = new CopyOnWriteArrayList<>();
        strangers.put(member, heard);
        wire.receive(ReplicaMessaging.SESSIONS, (from, payload) -> heard.add(payload));
        view();
        return member;
    }

    /** A stranger says something about sessions to a member. */
    void says(ClusterMember stranger, ClusterMember to, byte[] message) {
        Wire wire;
        lock.lock();
        try {
            wire = Objects.requireNonNull(wires.get(stranger));
        } finally {
            lock.unlock();
        }
        wire.send(to, ReplicaMessaging.SESSIONS, message);
    }

    /** Returns what a stranger has been told of sessions. */
    List<byte[]> heard(ClusterMember stranger) {
        return Objects.requireNonNull(strangers.get(stranger));
    }

    private void view() {
        lock.lock();
        try {
            List<ClusterMember> members = List.copyOf(wires.keySet());
            views++;
            wires.values().forEach(wire -> wire.listener.view(views, members.get(0), members, List.of()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        for (Server server : servers) {
            server.replication.end();
            server.membership.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
        }
        lock.lock();
        try {
            wires.values().forEach(wire -> wire.thread.shutdownNow());
        } finally {
            lock.unlock();
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
                Wire target = wires.containsKey(self) ? wires.get(to) : null;
                throughChannel.addAndGet(topic == ReplicaMessaging.SESSIONS ? 1 : 0);
                if (target != null && !target.thread.isShutdown()) {
                    target.thread.execute(() -> target.arrive(self, topic, payload));
                }
            } finally {
                lock.unlock();
            }
        }

        private void arrive(ClusterMember from, Topic topic, byte[] payload) {
            air.lock();
            try {
                Receiver receiver = receivers.get(topic);
                if (receiver != null) {
                    receiver.delivered(from, payload);
                }
            } finally {
                air.unlock();
            }
        }

        @Override
        public void receive(Topic topic, Receiver receiver) {
            receivers.put(topic, receiver);
        }
    }
}
