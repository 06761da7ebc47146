package io.keelson.cluster.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what the listeners of a member's names hear: two members with their threads, and views as the test says. */
@Timeout(60)
class TreeNamesTest {
    private static final ClusterMember FIRST = new ClusterMember("a", "0".repeat(32));
    private static final ClusterMember SECOND = new ClusterMember("b", "0".repeat(32));

    private final Map<ClusterMember, Wire> wires = new ConcurrentHashMap<>();
    private final List<Membership> memberships = new ArrayList<>();
    private final Map<ClusterMember, TreeNames> names = new ConcurrentHashMap<>();
    private final Map<ClusterMember, List<String>> heard = new ConcurrentHashMap<>();
    private long views;

    @BeforeEach
    void open() {
        for (ClusterMember member : List.of(FIRST, SECOND)) {
            Map<String, InetSocketAddress> servers = Map.of(
                    "a", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                    "b", new InetSocketAddress(InetAddress.getLoopbackAddress(), 2));
            Roster roster = new Roster("shop", "cluster-1", member.server(), "a", servers, 1);
            Membership membership = new Membership(roster, (expected, listener) -> {
                Wire wire = new Wire(member, listener);
                wires.put(member, wire);
                return wire;
            });
            memberships.add(membership);
            TreeNames own = new TreeNames(membership, Ticker.system(), new Text(), Duration.ofSeconds(10));
            names.put(member, own);
            List<String> said = Collections.synchronizedList(new ArrayList<>());
            heard.put(member, said);
            own.listen((kind, entry) -> said.add(kind + " " + entry.name() + " of " + entry.member()));
            membership.start();
        }
    }

    @AfterEach
    void close() {
        memberships.forEach(one -> one.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5))));
    }

    private void view(ClusterMember... members) {
        views++;
        for (ClusterMember member : members) {
            wires.get(member).listener.view(views, members[0], List.of(members), List.of());
        }
    }

    @Test
    void whatLosesAtAMergeIsToldAsLostAndAsNothingElse() throws Exception {
        view(FIRST);
        view(SECOND);
        names.get(FIRST).bind("orders", "of a", null, false);
        names.get(SECOND).bind("orders", "of b", null, false);
        names.get(SECOND).bind("other", "of b", null, false);
        await().untilAsserted(
                        () -> assertThat(heard.get(SECOND)).containsExactly("BOUND orders of b", "BOUND other of b"));
        heard.get(SECOND).clear();
        view(FIRST, SECOND);
        await().untilAsserted(() -> assertThat(heard.get(SECOND)).contains("LOST orders of a"));
        names.get(FIRST).bind("last", "of a", null, false);
        await().untilAsserted(() -> assertThat(heard.get(SECOND)).contains("BOUND last of a"));
        assertThat(heard.get(SECOND)).containsExactly("LOST orders of a", "BOUND last of a");
        assertThat(heard.get(FIRST)).containsExactly("BOUND orders of a", "BOUND other of b", "BOUND last of a");
    }

    /** Members of one view hear one another; others do not. */
    private final class Wire implements Channel {
        private final ClusterMember self;
        private final Listener listener;
        private final Map<Topic, Receiver> receivers = Collections.synchronizedMap(new HashMap<>());

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
            Receiver receiver = wires.get(to).receivers.get(topic);
            if (receiver != null) {
                receiver.delivered(self, payload);
            }
        }

        @Override
        public void receive(Topic topic, Receiver receiver) {
            receivers.put(topic, receiver);
        }
    }

    private static final class Text implements ValueCodec {
        @Override
        public byte[] encode(Object value, Fence fence) {
            return value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void release(Object value) {
            // nothing can be called
        }

        @Override
        public Object decode(byte[] bytes, ClassLoader loader) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
