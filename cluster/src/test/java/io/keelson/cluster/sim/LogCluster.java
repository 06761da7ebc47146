package io.keelson.cluster.sim;

import io.keelson.cluster.internal.raft.MicroRaftLog;
import io.keelson.cluster.internal.raft.VoterSettings;
import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.ConsensusLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Voters of one log in one thread: the state behind it is the list of what was decided. */
final class LogCluster {
    final World world;
    final Map<String, Node> nodes = new TreeMap<>();
    private final Set<String> cuts = new TreeSet<>();
    private final List<String> initial;
    private final int snapshotEvery;
    private double loss;
    /** Hears of each message before it is on its way. */
    Spy spy = (from, to, kind) -> {};

    /** The kinds are those of the codec: 4 a snapshot or a piece of one, 5 asks for a piece. */
    interface Spy {
        void sends(String from, String to, int kind);
    }

    LogCluster(long seed, int size, int snapshotEvery) {
        this.world = new World(seed, new History(false));
        this.snapshotEvery = snapshotEvery;
        this.initial = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            initial.add("v" + i);
        }
        initial.forEach(this::add);
        nodes.values().forEach(Node::start);
    }

    Node add(String id) {
        return add(id, initial);
    }

    /** A voter that takes others for those who voted first, as in a domain to which servers were added. */
    Node add(String id, List<String> first) {
        Node node = new Node(id, first);
        nodes.put(id, node);
        return node;
    }

    Node node(String id) {
        return nodes.get(id);
    }

    void losing(double probability) {
        loss = probability;
    }

    void isolate(Node node) {
        nodes.keySet().forEach(other -> {
            cuts.add(node.id + ">" + other);
            cuts.add(other + ">" + node.id);
        });
    }

    void heal() {
        cuts.clear();
    }

    /** What {@code from} sends does not reach {@code to}. */
    void cut(Node from, Node to) {
        cuts.add(from.id + ">" + to.id);
    }

    /** Lets two voters hear each other, or not. */
    void connect(Node one, Node other, boolean hear) {
        for (String way : List.of(one.id + ">" + other.id, other.id + ">" + one.id)) {
            if (hear) {
                cuts.remove(way);
            } else {
                cuts.add(way);
            }
        }
    }

    void run(double seconds) {
        world.run(world.now() + (long) (seconds * World.SECOND));
    }

    /** Runs until something is so, and returns after how many simulated seconds; fails when it takes too long. */
    double until(String what, double seconds, BooleanSupplier condition) {
        long begin = world.now();
        while (!condition.getAsBoolean()) {
            if (world.now() - begin > seconds * World.SECOND) {
                throw new AssertionError(what + ": not within " + seconds + " simulated seconds: " + nodes.values());
            }
            world.run(world.now() + World.MILLI);
        }
        return (world.now() - begin) / (double) World.SECOND;
    }

    /** Returns who leads by its own word and by that of a majority. */
    Node leader() {
        until("a leader", 10, () -> leaderOrNull() != null);
        return leaderOrNull();
    }

    private Node leaderOrNull() {
        for (Node node : nodes.values()) {
            if (!node.up || node.paused || !node.leads) {
                continue;
            }
            Set<String> voters = node.log.voters();
            long agreeing = nodes.values().stream()
                    .filter(n -> n.up && voters.contains(n.id) && node.id.equals(n.leader))
                    .count();
            if (agreeing * 2 > voters.size()) {
                return node;
            }
        }
        return null;
    }

    List<Node> followers() {
        Node leader = leader();
        return nodes.values().stream().filter(n -> n != leader).toList();
    }

    /** Has something decided, and waits for it. */
    void write(String value) {
        Write write = leader().write(value);
        until("'" + value + "' decided", 5, () -> write.done);
        if (write.failure != null) {
            throw new AssertionError("'" + value + "' was not decided", write.failure);
        }
    }

    private static int kind(byte[] message) {
        try {
            Decoder from = new Decoder(message);
            from.text(1_024);
            return from.bytes(message.length)[1];
        } catch (MalformedMessageException e) {
            throw new AssertionError(e);
        }
    }

    /** A question or a change under way. */
    static final class Write {
        boolean done;
        Throwable failure;
        List<String> answer = List.of();

        boolean succeeded() {
            return done && failure == null;
        }
    }

    /** A voter. */
    final class Node {
        final String id;
        private final List<String> first;
        final SimDisk disk = new SimDisk(new Random(world.random.nextLong()));
        private final SimTicker ticker =
                new SimTicker(world, 1 + world.between(-24, 25) / 1_000.0, world.random.nextLong());
        final List<String> applied = new ArrayList<>();
        private final List<Runnable> backlog = new ArrayList<>();
        MicroRaftLog log;
        boolean up;
        boolean paused;
        boolean leads;
        String leader;
        Exception halted;
        long sent;
        int restores;
        private int life;

        Node(String id, List<String> first) {
            this.id = id;
            this.first = first;
        }

        void start() {
            up = true;
            life++;
            leads = false;
            leader = null;
            halted = null;
            applied.clear();
            Scheduler scheduler = new Own(life);
            log = new MicroRaftLog(
                    new VoterSettings(id, first, 10, snapshotEvery, 2_000),
                    ticker,
                    scheduler,
                    new Random(world.random.nextLong()),
                    disk.open(),
                    new Values(),
                    new Hears(),
                    this::send);
            scheduler.execute(log::start);
        }

        void crash() {
            up = false;
            paused = false;
            life++;
            backlog.clear();
            disk.crash();
        }

        void pause() {
            paused = true;
        }

        void resume() {
            paused = false;
            List<Runnable> waiting = List.copyOf(backlog);
            backlog.clear();
            waiting.forEach(Runnable::run);
        }

        Write write(String value) {
            Write write = new Write();
            soon(() -> log.append(value.getBytes(StandardCharsets.UTF_8)).whenComplete((r, e) -> {
                write.done = true;
                write.failure = e;
            }));
            return write;
        }

        Write read() {
            Write read = new Write();
            soon(() -> log.read(new byte[0]).whenComplete((r, e) -> {
                read.done = true;
                read.failure = e;
                if (e == null) {
                    read.answer = values(r);
                }
            }));
            return read;
        }

        Write change(String voter, boolean votes) {
            Write change = new Write();
            soon(() -> log.change(voter, votes).whenComplete((r, e) -> {
                change.done = true;
                change.failure = e;
                if (e == null) {
                    change.answer = List.copyOf(r);
                }
            }));
            return change;
        }

        Write handOver(String voter) {
            Write hand = new Write();
            soon(() -> log.handOver(voter).whenComplete((r, e) -> {
                hand.done = true;
                hand.failure = e;
            }));
            return hand;
        }

        private void send(String to, byte[] message) {
            sent++;
            spy.sends(id, to, kind(message));
            if (!nodes.containsKey(to) || world.chance(loss)) {
                return;
            }
            world.after(world.between(100_000, 2 * World.MILLI), () -> {
                Node target = nodes.get(to);
                if (target != null && target.up && !cuts.contains(id + ">" + to)) {
                    target.soon(() -> target.log.delivered(message));
                }
            });
        }

        private void soon(Runnable task) {
            if (paused) {
                backlog.add(task);
            } else {
                task.run();
            }
        }

        @Override
        public String toString() {
            return "\n" + id + (up ? " up" : " down") + (paused ? " paused" : "") + (leads ? " leads" : "")
                    + ", leader " + leader + ", halted " + halted + ", voters " + log.voters() + ", applied "
                    + applied.size();
        }

        private final class Own implements Scheduler {
            private final int mine;

            Own(int mine) {
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

        private final class Values implements ConsensusLog.Applier {
            @Override
            public byte[] apply(long index, byte[] operation) {
                applied.add(new String(operation, StandardCharsets.UTF_8));
                return operation;
            }

            @Override
            public byte[] read(byte[] question) {
                return encoded(applied);
            }

            @Override
            public List<byte[]> snapshot() {
                int half = applied.size() / 2;
                return List.of(encoded(applied.subList(0, half)), encoded(applied.subList(half, applied.size())));
            }

            @Override
            public void restore(List<byte[]> pieces) {
                restores++;
                applied.clear();
                pieces.forEach(piece -> applied.addAll(values(piece)));
            }
        }

        private final class Hears implements ConsensusLog.Listener {
            @Override
            public void leads(boolean here, String who) {
                leads = here;
                leader = who;
            }

            @Override
            public void halted(Exception cause) {
                halted = cause;
                leads = false;
            }
        }
    }

    private static byte[] encoded(List<String> values) {
        return new Encoder().list(values, Encoder::text).toBytes();
    }

    private static List<String> values(byte[] bytes) {
        try {
            return new Decoder(bytes).list(1_000_000, d -> d.text(1_000));
        } catch (MalformedMessageException e) {
            throw new AssertionError(e);
        }
    }
}
