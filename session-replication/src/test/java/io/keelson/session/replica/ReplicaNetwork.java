package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Three servers with a machine each for one session, and what is on its way between them, which a test delivers message by message. */
final class ReplicaNetwork {
    static final long MILLI = 1_000_000;
    /** After how long without an answer a server counts as silent. */
    private static final long SILENCE = 4_000 * MILLI;

    static final Delta CHANGE = new Delta(new byte[0], Map.of());
    private static final Rules RULES = new Rules(Map.of(), false);

    final ClusterMember a = member("a", 1);
    final ClusterMember b = member("b", 2);
    final ClusterMember c = member("c", 3);
    final Map<ClusterMember, SessionReplica> replicas = new HashMap<>();
    final Deque<Sent> network = new ArrayDeque<>();
    final List<ReplicaAction> told = new ArrayList<>();
    private final Map<ClusterMember, ClusterSnapshot> around = new HashMap<>();
    private final Set<List<ClusterMember>> cuts = new HashSet<>();
    private long now = 10_000 * MILLI;

    record Sent(ClusterMember from, ClusterMember to, ReplicaMessage message) {}

    private static ClusterMember member(String server, int run) {
        return new ClusterMember(server, String.format("%08x", run) + "0".repeat(24));
    }

    /** From now on a server sees those. */
    void sees(ClusterMember self, ClusterMember... members) {
        sees(self, Set.of(), members);
    }

    /** From now on a server sees those, some of which leave. */
    void sees(ClusterMember self, Set<ClusterMember> leaving, ClusterMember... members) {
        around.put(self, new ClusterSnapshot(self, List.of(members), leaving, RULES, 0));
        replicas.computeIfAbsent(self, one -> new SessionReplica("s", false, around.get(one)));
    }

    /** A server has not run for a while, and does not trust its view for the next 8 seconds. */
    void paused(ClusterMember self) {
        ClusterSnapshot before = around.get(self);
        around.put(
                self,
                new ClusterSnapshot(self, before.members(), before.leaving(), RULES, now + 8 * ReplicaState.SECOND));
    }

    /** Nothing comes from one to another any more, which nobody is told. */
    void cut(ClusterMember from, ClusterMember to) {
        cuts.add(List.of(from, to));
    }

    void heal() {
        cuts.clear();
    }

    /** Has crashed. */
    void gone(ClusterMember member) {
        replicas.remove(member);
        network.removeIf(sent -> sent.from().equals(member));
    }

    SessionReplica at(ClusterMember member) {
        return replicas.get(member);
    }

    void step(ClusterMember at, ReplicaEvent event) {
        for (ReplicaAction action : replicas.get(at).step(event, around.get(at), now)) {
            if (action instanceof ReplicaAction.Send send) {
                if (!cuts.contains(List.of(at, send.to()))) {
                    network.add(new Sent(at, send.to(), send.message()));
                }
            } else if (action instanceof ReplicaAction.Unheard unheard) {
                if (now - unheard.sinceNanos() >= SILENCE) {
                    around.put(at, around.get(at).withSilent(Set.of(unheard.member())));
                }
            } else if (action instanceof ReplicaAction.Retire) {
                step(at, new ReplicaEvent.Retired(null));
            } else {
                told.add(action);
            }
        }
    }

    void hear(ClusterMember from, ClusterMember at, ReplicaMessage message) {
        if (message instanceof ReplicaMessage.Have || message instanceof ReplicaMessage.Found) {
            around.put(at, around.get(at).withSilent(Set.of()));
        }
        step(at, new ReplicaEvent.Heard(from, message));
    }

    /** A request changes the session and is about to end. */
    void change(ClusterMember at, long ticket) {
        step(at, new ReplicaEvent.Changed(ticket, CHANGE));
    }

    private void deliver(Sent sent) {
        if (replicas.containsKey(sent.to())) {
            hear(sent.from(), sent.to(), sent.message());
        }
    }

    /** Delivers what is on its way and fits, in its order; what is sent then stays on its way. */
    void deliver(Predicate<Sent> which) {
        take(which).forEach(this::deliver);
    }

    /** Takes what fits from the network: it is lost, or comes later. */
    List<Sent> take(Predicate<Sent> which) {
        List<Sent> chosen = network.stream().filter(which).toList();
        network.removeAll(chosen);
        return chosen;
    }

    /** Delivers the first that is on its way from one to another. */
    void deliverFirst(ClusterMember from, ClusterMember to) {
        Sent first = network.stream()
                .filter(sent -> sent.from().equals(from) && sent.to().equals(to))
                .findFirst()
                .orElseThrow();
        network.remove(first);
        deliver(first);
    }

    void deliverAll() {
        while (!network.isEmpty()) {
            deliver(network.remove());
        }
    }

    /** Delivers all that is said between two, until they are silent; the rest stays on its way. */
    void deliverBetween(ClusterMember one, ClusterMember other) {
        Set<ClusterMember> both = Set.of(one, other);
        while (network.stream().anyMatch(sent -> both.contains(sent.from()) && both.contains(sent.to()))) {
            deliver(sent -> both.contains(sent.from()) && both.contains(sent.to()));
        }
    }

    /** Lets the time pass: each server has its tick at a moment of its own. */
    void pass(int millis, ClusterMember... ticking) {
        for (int i = 0; i < millis; i += 100) {
            for (ClusterMember each : ticking) {
                wait(100 / ticking.length);
                step(each, at(each).needy() ? new ReplicaEvent.Tend() : new ReplicaEvent.Tick());
                deliverAll();
            }
        }
    }

    /** Time passes, and nothing happens. */
    void wait(int millis) {
        now += millis * MILLI;
    }

    boolean served(long ticket) {
        return told.stream().anyMatch(one -> one instanceof ReplicaAction.Serve serve && serve.ticket() == ticket);
    }

    boolean confirmed(long ticket) {
        return told.contains(new ReplicaAction.Confirmed(ticket));
    }

    List<ClusterMember> primaries() {
        return replicas.entrySet().stream()
                .filter(one -> one.getValue().holding() == Holding.PRIMARY)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    long discarded() {
        return told.stream()
                .filter(ReplicaAction.Discarded.class::isInstance)
                .mapToLong(one -> ((ReplicaAction.Discarded) one).updates())
                .sum();
    }
}
