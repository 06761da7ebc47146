package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Servers that want one session at the same moment, message by message. */
class SeekersTest {
    private static final long MILLI = 1_000_000;
    private static final Rules RULES = new Rules(Map.of(), false);

    private final ClusterMember a = member("a", 1);
    private final ClusterMember b = member("b", 2);
    private final ClusterMember c = member("c", 3);
    private final Map<ClusterMember, SessionReplica> replicas = new HashMap<>();
    private final Map<ClusterMember, Surroundings> around = new HashMap<>();
    private final Deque<Sent> network = new ArrayDeque<>();
    private final List<ReplicaAction> told = new ArrayList<>();
    private long now = 10_000 * MILLI;

    private record Sent(ClusterMember from, ClusterMember to, ReplicaMessage message) {}

    private static ClusterMember member(String server, int run) {
        return new ClusterMember(server, String.format("%08x", run) + "0".repeat(24));
    }

    private void sees(ClusterMember self, ClusterMember... members) {
        around.put(self, new Surroundings(self, List.of(members), Set.of(), RULES, 0));
        replicas.computeIfAbsent(self, one -> new SessionReplica("s", false, around.get(one)));
    }

    private void step(ClusterMember at, ReplicaEvent event) {
        for (ReplicaAction action : replicas.get(at).step(event, around.get(at), now)) {
            if (action instanceof ReplicaAction.Send send) {
                network.add(new Sent(at, send.to(), send.message()));
            } else if (action instanceof ReplicaAction.Retire) {
                step(at, new ReplicaEvent.Retired(null));
            } else {
                told.add(action);
            }
        }
    }

    private void deliver(Sent sent) {
        if (replicas.containsKey(sent.to())) {
            step(sent.to(), new ReplicaEvent.Heard(sent.from(), sent.message()));
        }
    }

    /** Delivers what is on its way and fits, in its order; what is sent then stays on its way. */
    private void deliver(Predicate<Sent> which) {
        List<Sent> chosen = network.stream().filter(which).toList();
        network.removeAll(chosen);
        chosen.forEach(this::deliver);
    }

    private void deliverAll() {
        while (!network.isEmpty()) {
            deliver(network.remove());
        }
    }

    private boolean served(long ticket) {
        return told.stream().anyMatch(one -> one instanceof ReplicaAction.Serve serve && serve.ticket() == ticket);
    }

    /** Lets the time pass: each server has its tick at a moment of its own. */
    private void pass(int millis) {
        for (int i = 0; i < millis; i += 100) {
            for (ClusterMember each : List.of(b, c)) {
                now += 50 * MILLI;
                step(each, new ReplicaEvent.Tick());
                deliverAll();
            }
        }
    }

    /** b has the copy of what a had, which has gone; requests want it on b and on c. c has just asked b for it when b asks c. */
    @Test
    void ofTwoThatWantItAtOnceOneHasIt() {
        sees(b, a, b, c);
        sees(c, a, b, c);
        step(b, new ReplicaEvent.Heard(a, new ReplicaMessage.Whole(1, 7, 1, Image.EMPTY, Lineage.NONE.then(1, a, 0))));
        network.clear();
        sees(b, b, c);
        sees(c, b, c);

        step(c, new ReplicaEvent.Requested(1, Set.of("a", "b")));
        deliver(sent -> sent.to().equals(b)); // Find
        deliver(sent -> sent.message() instanceof Found found && found.holding() == Holding.BACKUP);
        assertThat(network).singleElement().extracting(Sent::message).isInstanceOf(ReplicaMessage.Take.class);
        step(b, new ReplicaEvent.Requested(2, Set.of("a", "b")));
        deliver(sent -> sent.from().equals(b)); // Find, while c waits for what it has asked for
        deliverAll();
        pass(1_000);
        assertThat(told).noneMatch(ReplicaAction.Unreachable.class::isInstance);
        assertThat(served(1)).as("on c").isTrue();
        assertThat(served(2)).as("on b").isTrue();
        assertThat(replicas.values().stream().filter(one -> one.holding() == Holding.PRIMARY))
                .hasSize(1);
    }

    /** What b hands over to c is lost with the connection, as it was when a server closed those of streams before it handed over; both ask then. */
    @Test
    void whatIsLostOnItsWayIsHandedOverAgain() {
        sees(b, b, c);
        sees(c, b, c);
        step(b, new ReplicaEvent.Created());
        step(b, new ReplicaEvent.Changed(1, new Delta(new byte[0], Map.of())));
        deliverAll();
        step(c, new ReplicaEvent.Requested(2, Set.of("b", "c")));
        deliver(sent -> sent.to().equals(b)); // Find
        deliver(sent -> sent.to().equals(c)); // Found
        deliver(sent -> sent.to().equals(b)); // Take
        assertThat(network).singleElement().extracting(Sent::message).isInstanceOf(ReplicaMessage.Handed.class);
        network.clear();
        now += 1_050 * MILLI;
        pass(1_000);
        assertThat(told).noneMatch(ReplicaAction.Unreachable.class::isInstance);
        assertThat(served(2)).isTrue();
    }

    /** What a request has waited for is said. */
    @Test
    void whoIsTurnedAwayHearsWhy() {
        sees(b, a, b);
        step(b, new ReplicaEvent.Requested(1, Set.of("a")));
        for (int i = 0; i < 51; i++) {
            now += 100 * MILLI;
            step(b, new ReplicaEvent.Tick());
        }
        assertThat(told)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReplicaAction.Unreachable.class,
                        away -> assertThat(away.why()).contains("(no answer of a)"));
    }
}
