package io.keelson.cluster.sim;

import io.keelson.cluster.internal.raft.ElectionState;
import io.keelson.cluster.internal.raft.MicroRaftLog;
import io.keelson.cluster.internal.raft.VoterSettings;
import io.keelson.cluster.io.Link;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.ConsensusLog;
import io.keelson.cluster.lease.LeaseMachine;
import io.keelson.cluster.lease.LeaseNode;
import io.keelson.cluster.lease.LeaseTiming;
import io.keelson.cluster.lease.Owner;
import io.keelson.cluster.lease.Voter;
import io.keelson.cluster.lease.VoterEntry;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A server: its machine's clocks, its disk, its process, and an application that uses leases. */
final class SimNode {
    private final Simulation simulation;
    private final World world;
    private final String name;
    final SimTicker ticker;
    final SimDisk disk;
    private final List<Runnable> backlog = new ArrayList<>();
    private final Map<String, LeaseClaim> claims = new TreeMap<>();
    private final Map<String, Lease> held = new TreeMap<>();
    private Link.Receiver receiver = new Deaf();
    private LeaseNode node;
    private VoterEntry entry;
    private Owner owner;
    private SimTimer timer;
    private long life;
    private boolean up;
    private boolean paused;
    /** The servers of the cluster as its configuration has them. */
    private List<String> roster;

    SimNode(Simulation simulation, World world, String name) {
        this.simulation = simulation;
        this.world = world;
        this.name = name;
        double skew = world.between(-24, 25) / 1_000.0;
        this.ticker = new SimTicker(world, 1 + skew, world.random.nextLong());
        this.disk = new SimDisk(new Random(world.random.nextLong()));
        this.roster = simulation.servers;
    }

    /** Its configuration has these servers from now on. */
    void expect(List<String> servers) {
        roster = List.copyOf(servers);
        if (up) {
            world.history.note(world.now(), name, "expects " + roster);
            node.expect(others());
            entry.expect(simulation.first, others());
        }
    }

    private TreeSet<String> others() {
        TreeSet<String> others = new TreeSet<>(roster);
        others.remove(name);
        return others;
    }

    /** The servers that vote, as far as this one knows. */
    Set<String> votingServers() {
        Set<String> servers = new TreeSet<>();
        if (up) {
            entry.voters().forEach(voter -> servers.add(Voter.server(voter)));
        }
        return servers;
    }

    String name() {
        return name;
    }

    boolean isUp() {
        return up;
    }

    /** Its disk has failed, so what it believes counts no more. */
    boolean isBroken() {
        return disk.isBroken();
    }

    boolean isPaused() {
        return paused;
    }

    String voter() {
        return disk.voter();
    }

    /** The voters that this one's log knows. */
    Set<String> voters() {
        return up && node.basis().orElse(null) instanceof ConsensusLog log ? log.voters() : Set.of();
    }

    /** Returns how far its log goes; empty: it has none that works. */
    Optional<ElectionState> electionState() {
        return up && !isBroken() && voter() != null && node.basis().orElse(null) instanceof MicroRaftLog log
                ? log.electionState()
                : Optional.empty();
    }

    /** The voters that this one knows, itself among them; empty: it does not vote. */
    Set<String> votesAmong() {
        return up && entry.voter().isPresent() ? voters() : Set.of();
    }

    @Override
    public String toString() {
        return name + (up ? " up" : " down") + (paused ? " paused" : "") + " votes as " + voter() + " among " + voters()
                + (node.basis().orElse(null) instanceof ConsensusLog log && log.leads() ? " and leads" : "");
    }

    /** Returns true if a process table would say that this owner is gone. */
    boolean isGone(Owner other) {
        return !up || other.life() != life;
    }

    void start() {
        up = true;
        paused = false;
        life++;
        world.history.note(world.now(), name, "start");
        owner = new Owner(name, life, simulation.machine, life, life);
        Scheduler scheduler = new Own(life);
        TreeSet<String> peers = others();
        LeaseTiming timing = new LeaseTiming(simulation.durationMillis);
        node = new LeaseNode(
                owner,
                timing,
                ticker,
                scheduler,
                simulation.network.link(this),
                simulation.sabotage.over(new LeaseMachine(owner, timing, new TreeSet<>(simulation.first))),
                peers,
                simulation::isGone);
        Random random = new Random(world.random.nextLong());
        LeaseNode mine = node;
        entry = new VoterEntry(
                name,
                simulation.first,
                peers,
                mine,
                scheduler,
                disk,
                random,
                (id, voters, parts) -> new MicroRaftLog(
                        new VoterSettings(
                                id, voters.stream().map(Voter::first).toList(), 10, simulation.snapshotEvery, 4_000),
                        ticker,
                        scheduler,
                        random,
                        disk.open(),
                        parts.applier(),
                        parts.listener(),
                        (voter, message) -> mine.sendLog(Voter.server(voter), message)));
        timer = new SimTimer(world, name, node.records());
        node.start();
        entry.start();
        simulation.names.forEach(lease -> scheduler.schedule(() -> claim(lease), world.between(0, 500) * World.MILLI));
        scheduler.schedule(() -> work(scheduler), 50 * World.MILLI);
        simulation.network.back(name);
    }

    /** kill -9, or the machine's power. */
    void crash() {
        if (up) {
            world.history.note(world.now(), name, "crash");
            up = false;
            life++;
            receiver = new Deaf();
            backlog.clear();
            claims.clear();
            held.clear();
            disk.crash();
            simulation.network.gone(name);
        }
    }

    /** Somebody asks this server to have a vote replaced. */
    void replace(String server, String by) {
        if (up && !paused) {
            world.history.note(world.now(), name, "asked to replace " + server + " by " + by);
            entry.replace(server, by);
        }
    }

    /** Ends in order: hands its vote on and waits for that, but not for long. */
    void leave(String by, Runnable ended) {
        if (up && !paused) {
            world.history.note(world.now(), name, "leaves, and " + by + " votes");
            long mine = life;
            Runnable end = () -> {
                if (life == mine && up) {
                    crash();
                    ended.run();
                }
            };
            entry.leave(by).thenRun(() -> world.after(0, end));
            world.after(2 * World.SECOND, end);
        }
    }

    void pause() {
        if (up && !paused) {
            world.history.note(world.now(), name, "pause");
            paused = true;
        }
    }

    void resume() {
        if (up && paused) {
            world.history.note(world.now(), name, "resume");
            paused = false;
            List<Runnable> waiting = List.copyOf(backlog);
            backlog.clear();
            waiting.forEach(this::run);
        }
    }

    void deliver(String from, byte[] message) {
        soon(() -> receiver.delivered(from, message));
    }

    void lost(String server) {
        soon(() -> receiver.lost(server));
    }

    void found(String server) {
        soon(() -> receiver.found(server));
    }

    void receiver(Link.Receiver taker) {
        receiver = taker;
    }

    /** Says which leases this server believes in now, by its own clocks: what its code would act on if it ran. */
    void believe(String lease) {
        Lease mine = held.get(lease);
        if (up && !paused && mine != null && mine.stillMine()) {
            world.history.hold(world.now(), name, lease, mine.epoch());
        }
    }

    private void claim(String lease) {
        if (!claims.containsKey(lease)) {
            claims.put(lease, node.claim(lease, new Listener(lease)));
        }
    }

    private void work(Scheduler scheduler) {
        for (String lease : List.copyOf(held.keySet())) {
            Lease mine = held.get(lease);
            if (mine != null && (simulation.sabotage == Sabotage.SKIP_CHECK || mine.stillMine())) {
                world.history.hold(world.now(), name, lease, mine.epoch());
                simulation.write(name, lease, mine.epoch());
                if (simulation.ticking && lease.equals("timer")) {
                    timer.tick(mine);
                }
                if (world.chance(0.01)) {
                    release(lease, scheduler);
                }
            }
        }
        scheduler.schedule(() -> work(scheduler), world.between(30, 120) * World.MILLI);
    }

    private void release(String lease, Scheduler scheduler) {
        world.history.note(world.now(), name, "release", lease, held.get(lease).epoch());
        held.remove(lease);
        LeaseClaim claim = claims.get(lease);
        claim.release().thenRun(() -> {
            claims.remove(lease);
            scheduler.schedule(() -> claim(lease), world.between(10, 3_000) * World.MILLI);
        });
    }

    private void soon(Runnable task) {
        if (!up) {
            return;
        }
        if (paused) {
            backlog.add(task);
        } else {
            run(task);
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | AssertionError e) {
            world.history.violation(world.now(), "error", name + ": " + e);
        }
    }

    /** This life's thread; what it left behind never runs. */
    private final class Own implements Scheduler {
        private final long mine;

        Own(long mine) {
            this.mine = mine;
        }

        @Override
        public void execute(Runnable task) {
            world.after(0, () -> inThisLife(task));
        }

        @Override
        public void schedule(Runnable task, long nanos) {
            world.after(ticker.real(nanos), () -> inThisLife(task));
        }

        private void inThisLife(Runnable task) {
            if (mine == life) {
                soon(task);
            }
        }
    }

    private final class Listener implements LeaseListener {
        private final String lease;

        Listener(String lease) {
            this.lease = lease;
        }

        @Override
        public void granted(Lease granted) {
            world.history.note(world.now(), name, "grant", lease, granted.epoch());
            held.put(lease, granted);
            simulation.grants++;
            if (granted.stillMine()) {
                world.history.hold(world.now(), name, lease, granted.epoch());
            }
            simulation.everybodyBelieves(lease);
        }

        @Override
        public void lost(Lease ended, LeaseLoss why) {
            world.history.note(world.now(), name, "lost " + why, lease, ended.epoch());
            held.remove(lease, ended);
        }
    }

    private static final class Deaf implements Link.Receiver {
        @Override
        public void delivered(String from, byte[] message) {}

        @Override
        public void lost(String server) {}

        @Override
        public void found(String server) {}
    }
}
