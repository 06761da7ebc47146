package io.keelson.cluster.singleton;

import static io.keelson.cluster.singleton.Fixtures.member;
import static io.keelson.cluster.singleton.Fixtures.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Servers that come, go, fail and hang, from seeds. The lease is an ideal one: one holder at a time, epochs that grow, freed
 * some time after its holder is gone. What is shown is that a service comes to work where it can, and nowhere without its
 * lease.
 */
class SingletonSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("keelson.simulations", 400);
    private static final String NAME = "s";

    private static final class Node {
        final ClusterMember member;
        final SingletonMachine machine;
        final Deque<Event> inbox = new ArrayDeque<>();
        boolean running = true;
        boolean claims;
        boolean deployed = true;
        long working;

        Node(ClusterMember member) {
            this.member = member;
            machine = new SingletonMachine(member);
        }
    }

    private static final class World {
        final Random random;
        final SingletonSettings settings;
        final Map<String, Node> nodes = new LinkedHashMap<>();
        final StringBuilder trace = new StringBuilder();
        ClusterMember holder;
        long epoch;
        long freeAt;
        long now;
        int runs;
        int activations;
        double failing = 0.2;
        double hanging = 0.1;

        final String application;
        int redeployments;

        World(long seed) {
            random = new Random(seed);
            application = random.nextBoolean() ? "shop" : null;
            String preferred = random.nextBoolean() ? "b" : null;
            settings = settings(preferred, random.nextBoolean());
            for (String server : List.of("a", "b", "c")) {
                start(server);
            }
        }

        void start(String server) {
            Node node = new Node(member(server, ++runs));
            nodes.put(server, node);
            note("start " + node.member);
            step(node, new Event.Offered(NAME, settings, application));
            step(node, new Event.Running(true));
            view();
        }

        void view() {
            List<ClusterMember> members =
                    nodes.values().stream().map(node -> node.member).toList();
            nodes.values().forEach(node -> node.inbox.add(new Event.Viewed(members)));
        }

        void crash(Node node) {
            note("crash " + node.member);
            nodes.remove(node.member.server());
            if (node.member.equals(holder)) {
                freeAt = now + random.nextInt(2_000) * 1_000_000L;
                holder = null;
            }
            view();
        }

        void step(Node node, Event event) {
            for (Action action : node.machine.step(event, now, now / 1_000_000)) {
                act(node, action);
            }
        }

        void act(Node node, Action action) {
            if (action instanceof Action.Claim) {
                node.claims = true;
            } else if (action instanceof Action.Release) {
                node.claims = false;
                if (node.member.equals(holder)) {
                    holder = null;
                    note(node.member + " releases " + epoch);
                }
                node.inbox.add(new Event.Released(NAME));
            } else if (action instanceof Action.Activate activate) {
                boolean held = node.member.equals(holder) && activate.epoch() == epoch;
                boolean lostSince = node.inbox.stream()
                        .anyMatch(event -> event instanceof Event.Lost lost && lost.epoch() == activate.epoch());
                must(held || lostSince, node.member + " activates without a lease");
                activations++;
                node.working = activate.epoch();
                outcome(node, activate.epoch());
            } else if (action instanceof Action.Deactivate deactivate) {
                node.working = 0;
                node.inbox.add(new Event.Deactivated(NAME, deactivate.epoch()));
            } else if (action instanceof Action.Tell tell) {
                tell(node, tell);
            }
        }

        void outcome(Node node, long turn) {
            double dice = random.nextDouble();
            if (dice < failing) {
                node.working = 0;
                node.inbox.add(new Event.Failed(NAME, turn, "on purpose"));
            } else if (dice >= failing + hanging) {
                node.inbox.add(new Event.Activated(NAME, turn));
            } // else it hangs
        }

        void tell(Node node, Action.Tell tell) {
            for (Node other : nodes.values()) {
                if (other != node
                        && (tell.to() == null || tell.to().equals(other.member))
                        && random.nextDouble() > 0.1) {
                    try {
                        other.inbox.add(
                                new Event.Heard(node.member, NoticeCodec.read(NoticeCodec.write(tell.notice()))));
                    } catch (io.keelson.cluster.io.MalformedMessageException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }

        void grant() {
            if (holder != null || now < freeAt) {
                return;
            }
            List<Node> claiming =
                    nodes.values().stream().filter(node -> node.claims).toList();
            if (!claiming.isEmpty()) {
                Node next = claiming.get(random.nextInt(claiming.size()));
                holder = next.member;
                epoch++;
                note("grant " + epoch + " to " + holder);
                next.inbox.add(new Event.Granted(NAME, epoch));
            }
        }

        void lose() {
            Node node = holder == null ? null : nodes.get(holder.server());
            if (node != null) {
                note(holder + " loses " + epoch);
                holder = null;
                freeAt = now + 100_000_000L;
                node.inbox.add(new Event.Lost(NAME, epoch, "lost"));
            }
        }

        /** Takes the service away, or brings it again: a server waits until the one is done before it begins the other. */
        void redeploy(Node node) {
            if (node.deployed) {
                note("undeploy on " + node.member);
                node.deployed = false;
                step(node, new Event.Withdrawn(NAME));
            } else {
                if (node.machine.hangs(NAME)) {
                    step(node, new Event.Abandoned(NAME));
                }
                if (!node.machine.has(NAME) && !node.claims) {
                    note("deploy on " + node.member);
                    node.deployed = true;
                    redeployments++;
                    step(node, new Event.Offered(NAME, settings, application));
                }
            }
        }

        Optional<Node> any() {
            List<Node> all = new ArrayList<>(nodes.values());
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
        }

        void turn() {
            now += random.nextInt(100_000_000);
            int dice = random.nextInt(100);
            if (dice < 70) {
                any().filter(node -> !node.inbox.isEmpty()).ifPresent(node -> step(node, node.inbox.remove()));
            } else if (dice < 80) {
                any().ifPresent(node -> step(node, new Event.Tick()));
            } else if (dice < 90) {
                grant();
            } else if (dice < 92) {
                any().ifPresent(this::crash);
            } else if (dice < 95) {
                String server = List.of("a", "b", "c").get(random.nextInt(3));
                if (!nodes.containsKey(server)) {
                    start(server);
                }
            } else if (dice < 96) {
                lose();
            } else if (dice < 98) {
                any().filter(node -> application != null).ifPresent(this::redeploy);
            } else {
                any().ifPresent(node -> step(node, new Event.Wished(NAME, anyMember(), "test")));
            }
        }

        private ClusterMember anyMember() {
            List<Node> all = List.copyOf(nodes.values());
            return all.get(random.nextInt(all.size())).member;
        }

        /** All servers run, nothing fails any more: then the service has to work somewhere, and on one server only. */
        void settle() {
            failing = 0;
            hanging = 0;
            for (String server : List.of("a", "b", "c")) {
                Node old = nodes.get(server);
                if (old != null) {
                    crash(old); // a run that hangs or has used up its attempts is none that could have it
                }
                start(server);
            }
            for (int round = 0; round < 300; round++) {
                now += 100_000_000L;
                grant();
                for (Node node : nodes.values()) {
                    while (!node.inbox.isEmpty()) {
                        step(node, node.inbox.remove());
                    }
                    step(node, new Event.Tick());
                }
            }
            List<String> working = nodes.values().stream()
                    .filter(node -> node.working != 0)
                    .map(node -> node.member.server())
                    .toList();
            nodes.values()
                    .forEach(node -> must(
                            node.machine.offered().containsKey(NAME)
                                    && node.machine.application(NAME).equals(Optional.ofNullable(application)),
                            node.member + " does not know whose it is"));
            must(working.size() == 1, "works on " + working);
            must(holder != null && holder.server().equals(working.get(0)), "the lease is " + holder + "'s");
            TreeSet<String> owners = new TreeSet<>();
            nodes.values()
                    .forEach(node -> owners.add(
                            Optional.ofNullable(node.machine.known(NAME).last())
                                    .map(Turn::toString)
                                    .orElse("none")));
            must(owners.size() == 1, "the servers know different things: " + owners);
        }

        void must(boolean holds, String otherwise) {
            if (!holds) {
                throw new AssertionError(otherwise + "\n" + trace);
            }
        }

        void note(String what) {
            trace.append(now / 1_000_000).append(' ').append(what).append('\n');
        }
    }

    @Test
    void theServiceComesToWorkWhereItCanAndNowhereWithoutItsLease() {
        long activations = 0;
        long redeployments = 0;
        for (long seed = 0; seed < SCHEDULES; seed++) {
            World world = new World(seed);
            try {
                for (int i = 0; i < 300; i++) {
                    world.turn();
                }
                world.settle();
            } catch (AssertionError | RuntimeException e) {
                fail("seed " + seed, e);
            }
            activations += world.activations;
            redeployments += world.redeployments;
        }
        assertThat(redeployments).isGreaterThan(SCHEDULES / 2);
        assertThat(activations).isGreaterThan(SCHEDULES * 2L);
    }
}
