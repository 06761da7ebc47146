package io.keelson.cluster.sim;

import io.keelson.cluster.lease.Voter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Has votes replaced by hand, and servers leave in order, while the nemesis is at work. */
final class Replacements {
    private final Simulation simulation;
    private final World world;

    Replacements(Simulation simulation, World world) {
        this.simulation = simulation;
        this.world = world;
    }

    /** Every now and then until {@code end}. */
    void run(long end) {
        long when = world.now() + world.between(500, 3_000) * World.MILLI;
        if (when < end) {
            world.at(when, () -> {
                change();
                run(end);
            });
        }
    }

    private void change() {
        Set<String> voters = known();
        List<String> free = simulation.servers.stream()
                .filter(server -> !voters.contains(server))
                .toList();
        if (voters.isEmpty() || free.isEmpty()) {
            return;
        }
        String by = any(free);
        if (world.chance(0.5)) {
            any(simulation.nodes).replace(any(List.copyOf(voters)), by);
        } else {
            SimNode leaving = any(simulation.nodes);
            if (voters.contains(leaving.name())) {
                leaving.leave(
                        by,
                        () -> world.after(world.between(50, 4_000) * World.MILLI, () -> {
                            if (!leaving.isUp()) {
                                leaving.start();
                            }
                        }));
            }
        }
        simulation.replaced++;
    }

    /** The servers that vote, as some server knows it: an operator may be wrong too. */
    private Set<String> known() {
        Set<String> servers = new TreeSet<>();
        any(simulation.nodes).voters().forEach(voter -> servers.add(Voter.server(voter)));
        return servers;
    }

    private <T> T any(List<T> of) {
        return of.get(world.random.nextInt(of.size()));
    }
}
