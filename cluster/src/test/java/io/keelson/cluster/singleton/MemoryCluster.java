package io.keelson.cluster.singleton;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Members of one cluster in one JVM: messages arrive at once, views come when a test says so. Thread-safe. */
final class MemoryCluster {
    private final Map<ClusterMember, Wire> wires = new LinkedHashMap<>();
    private long views;

    /** A server's membership; it is in a view from the next {@link #view()} on. */
    synchronized Membership member(ClusterMember member) {
        Map<String, InetSocketAddress> servers = new LinkedHashMap<>();
        for (String server : List.of("AdminServer", "a", "b", "c")) {
            servers.put(server, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + servers.size()));
        }
        Roster roster = new Roster("shop", "cluster-1", member.server(), "AdminServer", servers, 1);
        return new Membership(roster, (expected, listener) -> {
            Wire wire = new Wire(member, listener);
            wires.put(member, wire);
            return wire;
        });
    }

    /** All who are there see one another. */
    synchronized void view() {
        List<ClusterMember> members = List.copyOf(wires.keySet());
        views++;
        wires.values().forEach(wire -> wire.listener.view(views, members.get(0), members, List.of()));
    }

    /** A server is gone; the others see it. */
    synchronized void dies(ClusterMember member) {
        wires.remove(member);
        view();
    }

    /** The process of a server ends; the others are told so, and see it in their view all the same. */
    synchronized void ends(ClusterMember member) {
        wires.remove(member);
        wires.values().forEach(wire -> wire.listener.ended(member));
    }

    static void stop(Membership membership) {
        membership.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
    }

    private synchronized void deliver(ClusterMember from, ClusterMember to, Topic topic, byte[] payload) {
        Wire wire = wires.containsKey(from) ? wires.get(to) : null;
        Channel.Receiver receiver = wire == null ? null : wire.receivers.get(topic);
        if (receiver != null) {
            receiver.delivered(from, payload);
        }
    }

    private final class Wire implements Channel {
        private final ClusterMember self;
        private final Listener listener;
        private final Map<Topic, Receiver> receivers = new HashMap<>();

        Wire(ClusterMember self, Listener listener) {
            this.self = self;
            this.listener = listener;
        }

        @Override
        public void connect() {}

        @Override
        public void close() {}

        @Override
        public ClusterMember self() {
            return self;
        }

        @Override
        public void send(ClusterMember to, Topic topic, byte[] payload) {
            deliver(self, to, topic, payload);
        }

        @Override
        public void receive(Topic topic, Receiver receiver) {
            synchronized (MemoryCluster.this) {
                receivers.put(topic, receiver);
            }
        }
    }
}
