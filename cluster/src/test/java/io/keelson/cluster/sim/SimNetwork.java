package io.keelson.cluster.sim;

import io.keelson.cluster.io.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Messages between servers: late, lost, twice, out of order, and cut off one way or both. */
final class SimNetwork {
    private final World world;
    private final Map<String, SimNode> nodes = new HashMap<>();
    private final TreeSet<String> cuts = new TreeSet<>();
    private final Map<String, Long> slow = new HashMap<>();
    private double loss;
    private double late;
    long delivered;

    SimNetwork(World world) {
        this.world = world;
    }

    void add(SimNode node) {
        nodes.put(node.name(), node);
    }

    void weather(double lossProbability, double lateProbability) {
        loss = lossProbability;
        late = lateProbability;
    }

    void heal() {
        cuts.clear();
        List<String> all = new ArrayList<>(new TreeSet<>(nodes.keySet()));
        all.forEach(a ->
                all.stream().filter(b -> !a.equals(b)).forEach(b -> nodes.get(a).found(b)));
    }

    /** What is sent to a server comes so much later; 0: as usual. */
    void slow(String to, long nanos) {
        slow.put(to, nanos);
    }

    /** What {@code from} sends does not reach {@code to}. */
    void cut(String from, String to) {
        if (!from.equals(to) && cuts.add(from + ">" + to)) {
            world.after(world.between(50, 1_500) * World.MILLI, () -> {
                if (cuts.contains(from + ">" + to)) {
                    nodes.get(to).lost(from);
                }
            });
        }
    }

    /** Everybody notices that a process is gone, sooner or later; or soon. */
    void gone(String name) {
        new TreeSet<>(nodes.keySet())
                .stream()
                        .filter(other -> !other.equals(name))
                        .forEach(other -> world.after(world.between(1, 300) * World.MILLI, () -> {
                            if (!nodes.get(name).isUp()) {
                                nodes.get(other).lost(name);
                            }
                        }));
    }

    void back(String name) {
        new TreeSet<>(nodes.keySet())
                .stream()
                        .filter(other -> !other.equals(name))
                        .forEach(other -> world.after(world.between(1, 300) * World.MILLI, () -> {
                            if (nodes.get(other).isUp() && nodes.get(name).isUp()) {
                                nodes.get(other).found(name);
                                nodes.get(name).found(other);
                            }
                        }));
    }

    Link link(SimNode node) {
        return new Link() {
            @Override
            public String self() {
                return node.name();
            }

            @Override
            public void send(String server, byte[] message) {
                if (node.isUp()) {
                    SimNetwork.this.send(node.name(), server, message);
                }
            }

            @Override
            public void receive(Receiver receiver) {
                node.receiver(receiver);
            }
        };
    }

    private void send(String from, String to, byte[] message) {
        if (!nodes.containsKey(to) || world.chance(loss)) {
            return;
        }
        int copies = world.chance(loss / 4) ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            long delay = slow.getOrDefault(to, 0L) + world.between(100_000, 2 * World.MILLI);
            if (world.chance(late)) {
                delay = world.between(2, 2_500) * World.MILLI;
            }
            world.after(delay, () -> {
                if (!cuts.contains(from + ">" + to)) {
                    delivered++;
                    nodes.get(to).deliver(from, message);
                }
            });
        }
    }
}
