package io.keelson.cluster.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Scales the cluster while the nemesis is at work: the servers that are none of the first end, in order or not, and leave the roster;
 * others hear of that at different times. Later they come again.
 */
final class Comings {
    private static final long HEARD = 2_000;

    private final Simulation simulation;
    private final World world;
    private final List<String> roster;

    Comings(Simulation simulation, World world) {
        this.simulation = simulation;
        this.world = world;
        this.roster = new ArrayList<>(simulation.servers);
    }

    /** Every now and then until {@code end}. */
    void run(long end) {
        long when = world.now() + world.between(500, 4_000) * World.MILLI;
        if (when < end) {
            world.at(when, () -> {
                change();
                run(end);
            });
        }
    }

    private void change() {
        String last = roster.get(roster.size() - 1);
        if (roster.size() > simulation.first.size() && world.chance(0.6)) {
            go(last, () -> {});
        } else if (roster.size() < simulation.servers.size()) {
            roster.add(simulation.servers.get(roster.size()));
            tell();
            SimNode fresh = simulation.nodes.get(roster.size() - 1);
            world.after(world.between(50, HEARD) * World.MILLI, () -> {
                if (!fresh.isUp()) {
                    fresh.start();
                }
            });
        }
        simulation.replaced++;
    }

    /**
     * All come back, and then the last ones go one after the other until only the first are left; there is time for the vote of each to
     * go too.
     */
    void peace(long pause) {
        roster.clear();
        roster.addAll(simulation.servers);
        tell();
        simulation.nodes.stream().filter(node -> !node.isUp()).forEach(SimNode::start);
        world.after(pause, () -> down(pause));
    }

    private void down(long pause) {
        if (roster.size() > simulation.first.size()) {
            go(roster.get(roster.size() - 1), () -> world.after(pause, () -> down(pause)));
        }
    }

    private void go(String server, Runnable then) {
        SimNode node = simulation.nodes.get(simulation.servers.indexOf(server));
        roster.remove(server);
        Runnable gone = () -> {
            tell();
            then.run();
        };
        Optional<String> successor = successor(node);
        if (!node.isUp() || node.isPaused() || successor.isEmpty()) {
            node.crash();
            gone.run();
        } else {
            node.leave(successor.get(), gone);
        }
    }

    /** As a server chooses who votes in its place; empty: it does not vote, or nobody can. */
    private Optional<String> successor(SimNode leaving) {
        Set<String> voting = leaving.votingServers();
        if (!voting.contains(leaving.name())) {
            return Optional.empty();
        }
        return simulation.servers.stream()
                .filter(server -> !voting.contains(server) && roster.contains(server))
                .findFirst();
    }

    private void tell() {
        List<String> now = List.copyOf(roster);
        for (SimNode node : simulation.nodes) {
            world.after(world.between(0, HEARD) * World.MILLI, () -> node.expect(now));
        }
    }
}
