package io.keelson.cluster.sim;

import java.util.ArrayList;
import java.util.List;

/** What goes wrong, and when. */
final class Nemesis {
    private final Simulation simulation;
    private final World world;
    private int harmed;

    Nemesis(Simulation simulation, World world) {
        this.simulation = simulation;
        this.world = world;
    }

    /** Breaks something every now and then until {@code end}. */
    void run(long end) {
        double[] late = {0, 0.03, 0.3};
        simulation.network.weather(world.chance(0.5) ? 0 : 0.02, late[world.random.nextInt(late.length)]);
        next(end);
    }

    private void next(long end) {
        long when = world.now() + world.between(100, 3_000) * World.MILLI;
        if (when < end) {
            world.at(when, () -> {
                strike();
                next(end);
            });
        }
    }

    private void strike() {
        SimNode victim = any();
        switch (world.random.nextInt(16)) {
            case 0, 1, 2 -> crash(victim, world.between(50, 6_000));
            case 3, 4, 5 -> pause(victim, world.between(50, 6_000));
            case 6 -> suspend(victim, world.between(500, 6_000));
            case 7 -> isolate(victim);
            case 8 -> half();
            case 9 -> oneWay(victim);
            case 10 -> bridge();
            case 11 -> simulation.network.heal();
            case 13, 14 -> slowThenCut(victim);
            case 12 -> jump(victim);
            default -> {
                if (world.chance(0.3)) {
                    everybody();
                } else if (world.chance(0.5)) {
                    breakDisk(victim);
                } else {
                    loseDisk(victim);
                }
            }
        }
    }

    private void crash(SimNode victim, long millis) {
        victim.crash();
        world.after(millis * World.MILLI, () -> {
            if (!victim.isUp()) {
                victim.start();
            }
        });
    }

    private void pause(SimNode victim, long millis) {
        victim.pause();
        world.after(millis * World.MILLI, victim::resume);
    }

    /** The machine sleeps: its monotonic clock stands still, its wall clock does not. */
    private void suspend(SimNode victim, long millis) {
        if (victim.isUp() && !victim.isPaused() && victim.ticker.isQuiet()) {
            victim.pause();
            victim.ticker.suspend();
            world.after(millis * World.MILLI, () -> {
                victim.ticker.resume();
                victim.resume();
            });
        }
    }

    /** Sets the wall clock. A machine that sleeps at the same time would not notice either: that is not promised. */
    private void jump(SimNode victim) {
        if (victim.ticker.isQuiet()) {
            victim.ticker.jump(world.between(-5_000, 5_000));
        }
    }

    private void isolate(SimNode victim) {
        for (SimNode other : simulation.nodes) {
            simulation.network.cut(victim.name(), other.name());
            simulation.network.cut(other.name(), victim.name());
        }
    }

    /** Answers come just in time, and then nothing comes any more: who counts from the answer believes for too long. */
    private void slowThenCut(SimNode victim) {
        simulation.network.slow(victim.name(), world.between(1_000, 1_800) * World.MILLI);
        world.after(world.between(1_800, 3_000) * World.MILLI, () -> {
            simulation.network.slow(victim.name(), 0);
            isolate(victim);
        });
    }

    private void half() {
        List<SimNode> left = new ArrayList<>();
        List<SimNode> right = new ArrayList<>();
        simulation.nodes.forEach(n -> (world.chance(0.5) ? left : right).add(n));
        left.forEach(a -> right.forEach(b -> {
            simulation.network.cut(a.name(), b.name());
            simulation.network.cut(b.name(), a.name());
        }));
    }

    private void oneWay(SimNode victim) {
        boolean deaf = world.chance(0.5);
        for (SimNode other : simulation.nodes) {
            if (deaf) {
                simulation.network.cut(other.name(), victim.name());
            } else {
                simulation.network.cut(victim.name(), other.name());
            }
        }
    }

    /** Two halves that see one server each, and not one another. */
    private void bridge() {
        SimNode between = any();
        List<SimNode> left = new ArrayList<>();
        List<SimNode> right = new ArrayList<>();
        for (SimNode node : simulation.nodes) {
            if (node != between) {
                (world.chance(0.5) ? left : right).add(node);
            }
        }
        left.forEach(a -> right.forEach(b -> {
            simulation.network.cut(a.name(), b.name());
            simulation.network.cut(b.name(), a.name());
        }));
    }

    private void everybody() {
        simulation.nodes.forEach(n -> crash(n, world.between(50, 2_000)));
    }

    /** One voter may lose its directory once, and joins again under another id. */
    private void loseDisk(SimNode victim) {
        if (harmed == 0 && simulation.first.contains(victim.name()) && simulation.allVote(victim)) {
            harmed = simulation.first.size();
            simulation.disksLost++;
            world.history.note(world.now(), victim.name(), "disk lost");
            victim.crash();
            victim.disk.wipe();
            victim.start();
        }
    }

    /** A minority of the voters may lose its disk, when all have one: whoever has not voted yet is as good as lost. */
    private void breakDisk(SimNode victim) {
        if ((harmed + 1) * 2 < simulation.first.size()
                && simulation.first.contains(victim.name())
                && simulation.allVote(victim)) {
            harmed++;
            simulation.disksLost++;
            world.history.note(world.now(), victim.name(), "disk fails");
            victim.disk.breakDown();
        }
    }

    private SimNode any() {
        return simulation.nodes.get(world.random.nextInt(simulation.nodes.size()));
    }
}
