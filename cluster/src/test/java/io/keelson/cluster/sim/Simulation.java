package io.keelson.cluster.sim;

import io.keelson.cluster.internal.raft.ElectionState;
import io.keelson.cluster.lease.Owner;
import io.keelson.cluster.lease.Voter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One schedule: some servers, an application on each, and a nemesis. */
final class Simulation {
    static final long TROUBLE = 20 * World.SECOND;
    static final long PEACE = 12 * World.SECOND;
    /** A voter too many is only taken out when all have been seen for five seconds. */
    static final long PEACE_OF_VOTERS = 20 * World.SECOND;

    final List<String> servers = new ArrayList<>();
    final List<String> first;
    final List<String> voters;
    final List<String> names = List.of("poller", "timer");
    final List<SimNode> nodes = new ArrayList<>();
    final String machine;
    final long durationMillis = 2_000;
    final int snapshotEvery;
    final Sabotage sabotage;
    final SimNetwork network;
    int grants;
    int replaced;
    int disksLost;
    private boolean lost;
    private final World world;
    private final FencedRegister register = new FencedRegister();

    /** Votes are replaced and handed on, or servers come and go: five servers, of which three vote first. */
    private final boolean replacing;

    private final boolean scaling;

    /** Whoever owns the timer counts it up in the records. */
    boolean ticking;

    private Simulation(long seed, Sabotage sabotage, boolean replacing, boolean scaling, History history) {
        this.replacing = replacing;
        this.scaling = scaling;
        this.world = new World(seed, history);
        this.sabotage = sabotage;
        this.network = new SimNetwork(world);
        int size = replacing ? 5 : 3 + world.random.nextInt(3);
        for (int i = 1; i <= size; i++) {
            servers.add("s" + i);
        }
        first = Voter.initial(replacing ? servers.subList(0, 3) : servers);
        voters = first.stream().map(Voter::first).toList();
        machine = world.chance(0.5) ? "one machine" : "";
        snapshotEvery = world.chance(0.5) ? 10 : 1_000;
        servers.forEach(name -> nodes.add(new SimNode(this, world, name)));
        nodes.forEach(network::add);
    }

    /** Runs a schedule and returns what it showed. */
    static Outcome run(long seed, Sabotage sabotage, boolean keepsLines) {
        return run(seed, sabotage, false, false, keepsLines);
    }

    /** Runs a schedule in which servers leave the cluster and come to it meanwhile. */
    static Outcome scaling(long seed, boolean keepsLines) {
        return run(seed, Sabotage.NONE, true, true, keepsLines);
    }

    /** Runs a schedule in which votes are replaced and handed on meanwhile. */
    static Outcome replacing(long seed, boolean keepsLines) {
        return run(seed, Sabotage.NONE, true, false, keepsLines);
    }

    /** Runs a schedule with a timer. */
    static Outcome ticking(long seed, boolean keepsLines) {
        History history = new History(keepsLines);
        Simulation simulation = new Simulation(seed, Sabotage.NONE, false, false, history);
        simulation.ticking = true;
        return simulation.outcome(seed);
    }

    private static Outcome run(long seed, Sabotage sabotage, boolean replacing, boolean scaling, boolean keepsLines) {
        History history = new History(keepsLines);
        return new Simulation(seed, sabotage, replacing, scaling, history).outcome(seed);
    }

    private Outcome outcome(long seed) {
        run();
        return new Outcome(
                seed,
                world.history,
                grants,
                replaced,
                lost,
                network.delivered,
                nodes.stream().mapToLong(n -> n.disk.lostRecords).sum());
    }

    private void run() {
        nodes.forEach(SimNode::start);
        new Nemesis(this, world).run(TROUBLE);
        Comings comings = new Comings(this, world);
        if (scaling) {
            comings.run(TROUBLE);
        } else if (replacing) {
            new Replacements(this, world).run(TROUBLE);
        }
        world.run(TROUBLE);
        network.weather(0, 0);
        network.heal();
        world.run(TROUBLE + 6 * World.SECOND); // what sleeps or is down comes back by itself
        network.heal();
        if (scaling) {
            comings.peace(12 * World.SECOND);
        }
        world.run(end());
        names.forEach(this::checkLife);
        if (replacing && !lost) {
            checkVoters();
        }
    }

    private long end() {
        return TROUBLE + (scaling ? 2 * PEACE_OF_VOTERS : replacing ? PEACE_OF_VOTERS : PEACE);
    }

    /** Three vote in the end, all that do know the same of it, and nobody else believes that it votes. */
    private void checkVoters() {
        Set<Set<String>> views = new HashSet<>();
        nodes.stream().filter(n -> !n.isBroken()).forEach(n -> views.add(n.votesAmong()));
        views.remove(Set.of()); // who does not vote
        Set<String> voters = views.isEmpty() ? Set.of() : views.iterator().next();
        if (views.size() != 1 || voters.size() != first.size()) {
            world.history.violation(world.now(), "voters", "not three, or not agreed: " + nodes);
        }
    }

    /** When all is well again, somebody gets each name. */
    private void checkLife(String name) {
        boolean owned = world.history.lastHold(name) > end() - 3 * World.SECOND;
        if (!owned && !isLost()) {
            world.history.violation(world.now(), "life", "nobody has " + name + " though all is well again: " + nodes);
        }
    }

    /**
     * Loss of the group: disks were lost, and no log that is left can win an election any more. Its voter would need a majority of
     * those who vote by it, with logs that go no further. It may be that only a change of voters that nobody knows to be decided is in
     * the way: who alone could tell is gone.
     */
    private boolean isLost() {
        Map<String, ElectionState> left = new TreeMap<>();
        nodes.forEach(n -> n.electionState().ifPresent(electionState -> left.put(n.voter(), electionState)));
        boolean none = left.entrySet().stream().noneMatch(one -> canWin(one.getKey(), one.getValue(), left));
        lost = none && disksLost > 0;
        return lost;
    }

    private static boolean canWin(String id, ElectionState electionState, Map<String, ElectionState> left) {
        Set<String> voters = electionState.voters();
        long granted = voters.stream()
                .filter(left::containsKey)
                .filter(voter -> left.get(voter).isWithin(electionState))
                .count();
        return voters.contains(id) && granted * 2 > voters.size();
    }

    /** Returns true if each of the first voters has joined, as one of them knows it: only then can one be lost. */
    boolean allVote(SimNode witness) {
        return nodes.stream()
                .filter(n -> first.contains(n.name()))
                .allMatch(n -> n.voter() != null && witness.voters().contains(n.voter()));
    }

    /** An effect under a lease, on its way to where it lands. */
    void write(String server, String lease, long epoch) {
        long delay = world.chance(0.1) ? world.between(1, 4_000) * World.MILLI : World.MILLI;
        world.after(delay, () -> {
            if (register.admit(lease, epoch) || sabotage == Sabotage.ACCEPT_STALE) {
                world.history.accept(world.now(), server, lease, epoch);
            }
        });
    }

    void everybodyBelieves(String lease) {
        nodes.forEach(node -> node.believe(lease));
    }

    boolean isGone(Owner owner) {
        return nodes.stream().filter(n -> n.name().equals(owner.server())).allMatch(n -> n.isGone(owner));
    }

    /** What a schedule showed. */
    record Outcome(
            long seed, History history, int grants, int replaced, boolean lost, long messages, long recordsLost) {}
}
