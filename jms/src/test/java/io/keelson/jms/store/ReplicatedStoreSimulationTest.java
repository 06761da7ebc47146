package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.HolderRecord.Holders;
import io.keelson.jms.store.HolderRecord.Outcome;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.store.MessageStore.Put;
import io.keelson.jms.store.MessageStore.Remove;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A log on three servers under random schedules: servers crash and lose what was not sure, are paused, are cut off; answers of the record
 * are lost; a lease may be granted while its old owner believes in it still. Each owner that opens the log has to find all that was
 * acknowledged.
 */
final class ReplicatedStoreSimulationTest {
    private static final int SCHEDULES = 1_000;
    private static final int MANY = 20_000;
    private static final int STEPS = 600;
    private static final List<String> SERVERS = List.of("a", "b", "c");

    private final Logger log = Logger.getLogger("io.keelson.jms.store");
    private final @Nullable Level level = log.getLevel();

    /** What thousands of schedules say is not read by anybody. */
    @BeforeEach
    void quiet() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        log.setLevel(level);
    }

    @Test
    void noOwnerLacksWhatWasAcknowledged() {
        run(1, SCHEDULES);
    }

    @Test
    @Tag("soak")
    void norInManyMore() {
        run(1_000_000, MANY);
    }

    /**
     * A batch that the owner acknowledged alone, while a copy was on its way to be whole, was on its way to it when the record named it:
     * then both crashed, and the copy became the owner.
     */
    @Test
    void noCopyIsNamedThatLacksWhatTheOwnerAcknowledgedAlone() throws IOException {
        new Simulation(1_014_009, true, false).run();
    }

    private void run(long first, int schedules) {
        long taken = 0;
        long acknowledged = 0;
        for (long seed = first; seed < first + schedules; seed++) {
            Simulation simulation = new Simulation(seed, seed % 4 != 0, false);
            try {
                simulation.run();
            } catch (RuntimeException | AssertionError | IOException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            taken += simulation.takeovers;
            acknowledged += simulation.acknowledged;
        }
        assertThat(taken).isGreaterThan(schedules);
        assertThat(acknowledged).isGreaterThan(schedules * 20L);
    }

    /** The checker finds an owner that is opened without being named in the record. */
    @Test
    void anOwnerThatDoesNotAskTheRecordIsFound() {
        boolean found = false;
        for (long seed = 1; seed <= 200 && !found; seed++) {
            try {
                new Simulation(seed, true, true).run();
            } catch (AssertionError e) {
                found = true;
            } catch (RuntimeException | IOException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(found).isTrue();
    }

    /** A disk: what is sure stays, what was given last may be lost in a crash. */
    private static final class Disk implements MessageStore {
        private record Waiting(List<Change> batch, Completion completion) {}

        final Machine machine;
        final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
        long epoch;
        boolean over;

        Disk(Machine machine) {
            this.machine = machine;
        }

        @Override
        public Recovered open(long asked) throws IOException {
            if (asked < machine.epoch) {
                throw new IOException("epoch " + asked + " comes too late");
            }
            machine.epoch = asked;
            epoch = asked;
            machine.disks.add(this);
            return new Recovered(records(), null);
        }

        @Override
        public byte @Nullable [] read(long record) {
            return machine.sure.get(record);
        }

        @Override
        public RecordNumbers records() {
            return RecordNumbers.of(machine.sure.keySet());
        }

        @Override
        public void append(List<Change> batch, Completion completion) {
            if (over) {
                completion.done(new IOException("closed"));
            } else {
                waiting.add(new Waiting(List.copyOf(batch), completion));
            }
        }

        void sync(boolean full) {
            Waiting next = waiting.poll();
            if (next == null) {
                return;
            }
            if (machine.epoch != epoch) {
                next.completion().done(new IOException("it belongs to epoch " + machine.epoch));
            } else if (full && !next.batch().isEmpty()) {
                next.completion().done(new IOException("no space left"));
            } else {
                machine.keep(next.batch());
                next.completion().done(null);
            }
        }

        @Override
        public StoreFigures figures() {
            return new StoreFigures(0, 0, 0, 0, 0, machine.epoch == epoch ? "" : "another owner's");
        }

        @Override
        public void close() {
            while (!waiting.isEmpty()) {
                sync(false);
            }
            over = true;
            machine.disks.remove(this);
        }
    }

    /** A server: what is on its disk, and what runs there. */
    private static final class Machine {
        final String name;
        final SortedMap<Long, byte[]> sure = new TreeMap<>();
        final List<Disk> disks = new ArrayList<>();
        long epoch;
        boolean up = true;
        boolean paused;
        long known;

        @Nullable
        ReplicatedMessageStore owner;

        long ownerEpoch;

        @Nullable
        StoreReplica replica;

        @Nullable
        Wire replicaWire;

        Machine(String name) {
            this.name = name;
        }

        void keep(List<Change> batch) {
            for (Change each : batch) {
                if (each instanceof Put put) {
                    sure.put(put.record(), put.bytes());
                } else {
                    sure.remove(each.record());
                }
            }
        }

        boolean runs() {
            return up && !paused;
        }
    }

    /** A connection of an owner to a replica. Frames are on their way until the simulation delivers them. */
    private final class Wire {
        final Machine from;
        final Machine to;
        final long epoch;
        final ReplicaPeers.Listener listener;
        final ArrayDeque<byte[]> forth = new ArrayDeque<>();
        final ArrayDeque<byte[]> back = new ArrayDeque<>();
        boolean opened;
        boolean cut;
        boolean told;

        Wire(Machine from, Machine to, long epoch, ReplicaPeers.Listener listener) {
            this.from = from;
            this.to = to;
            this.epoch = epoch;
            this.listener = listener;
        }
    }

    private final class Simulation {
        final long seed;
        final Random random;
        final boolean goesOnAlone;
        final boolean planted;
        final Map<String, Machine> machines = new TreeMap<>();
        final List<Wire> wires = new ArrayList<>();
        final ArrayDeque<Runnable> answers = new ArrayDeque<>();
        final Set<Long> kept = new HashSet<>();
        final Set<Long> removing = new HashSet<>();
        final Set<Long> removed = new HashSet<>();
        final Map<Long, Long> pair = new HashMap<>();
        final Set<String> cutOff = new HashSet<>();
        Holders holders = new Holders(1, Set.of("a"));
        long leaseEpoch;
        long now;
        long nextRecord = 1;
        long takeovers;
        long acknowledged;

        Simulation(long seed, boolean goesOnAlone, boolean planted) {
            this.seed = seed;
            this.random = new Random(seed);
            this.goesOnAlone = goesOnAlone;
            this.planted = planted;
            SERVERS.forEach(each -> machines.put(each, new Machine(each)));
        }

        final Ticker ticker = new Ticker() {
            @Override
            public long nanoTime() {
                return now;
            }

            @Override
            public long currentTimeMillis() {
                return now / 1_000_000;
            }
        };

        void run() throws IOException {
            grant(machine("a"));
            for (int step = 0; step < STEPS; step++) {
                step(true);
            }
            heal();
        }

        Machine machine(String name) {
            Machine found = machines.get(name);
            if (found == null) {
                throw new IllegalStateException(name);
            }
            return found;
        }

        Machine any() {
            return machine(SERVERS.get(random.nextInt(SERVERS.size())));
        }

        void step(boolean faults) throws IOException {
            int what = random.nextInt(faults ? 100 : 90);
            now += random.nextInt(faults ? 20 : 4) * 1_000_000L;
            if (what < 18) {
                write();
            } else if (what < 40) {
                turns();
            } else if (what < 60) {
                disks(faults);
            } else if (what < 80) {
                deliver();
            } else if (what < 90) {
                answer();
            } else if (what < 92 && faults) {
                now += 400_000_000L;
            } else if (what < 94) {
                crash(any());
            } else if (what < 95) {
                Machine one = any();
                one.paused = !one.paused;
            } else if (what < 96) {
                String name = any().name;
                if (!cutOff.remove(name)) {
                    cutOff.add(name);
                }
            } else if (what < 97 && !wires.isEmpty()) {
                cut(wires.get(random.nextInt(wires.size())));
            } else if (what < 99) {
                restart(any());
            } else {
                grant(any());
            }
        }

        void heal() throws IOException {
            cutOff.clear();
            machines.values().forEach(each -> {
                each.up = true;
                each.paused = false;
                if (each.ownerEpoch != leaseEpoch) {
                    endOwner(each);
                }
            });
            for (String each : SERVERS) {
                if (holders.servers().contains(each)) {
                    grant(machine(each));
                    break;
                }
            }
            for (int i = 0; i < 3_000; i++) {
                step(false);
            }
            Machine last = machines.values().stream()
                    .filter(each -> each.owner != null && each.ownerEpoch == leaseEpoch)
                    .findFirst()
                    .orElseThrow();
            check(last, "in the end");
            assertThat(holders.servers()).as("a copy in the end").hasSizeGreaterThan(1);
            for (String each : holders.servers()) {
                check(machine(each), "in the end on " + each);
            }
        }

        // ---- what happens

        void write() {
            Machine one = any();
            ReplicatedMessageStore owner = one.owner;
            if (owner == null || !one.runs()) {
                return;
            }
            List<Long> old = kept.stream()
                    .filter(each -> !removing.contains(each))
                    .limit(20)
                    .toList();
            if (!old.isEmpty() && random.nextInt(3) == 0) {
                long record = old.get(random.nextInt(old.size()));
                removing.add(record);
                owner.append(List.of(new Remove(record)), error -> {
                    if (error == null) {
                        removed.add(record);
                        acknowledged++;
                    }
                });
                return;
            }
            long first = nextRecord++;
            long second = nextRecord++;
            pair.put(first, second);
            owner.append(List.of(new Put(first, new byte[] {1}), new Put(second, new byte[] {2})), error -> {
                if (error == null) {
                    kept.add(first);
                    kept.add(second);
                    acknowledged++;
                }
            });
        }

        void turns() {
            Machine one = any();
            if (!one.runs()) {
                return;
            }
            if (one.owner != null) {
                boolean unused = one.owner.turn();
            }
            StoreReplica replica = one.replica;
            for (int i = random.nextInt(4); replica != null && i > 0; i--) {
                boolean unused = replica.turn();
            }
        }

        void disks(boolean faults) {
            Machine one = any();
            if (!one.runs()) {
                return;
            }
            boolean full = faults && random.nextInt(60) == 0;
            for (Disk each : List.copyOf(one.disks)) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    each.sync(full);
                }
            }
        }

        boolean reaches(Machine one, Machine other) {
            return !cutOff.contains(one.name) && !cutOff.contains(other.name);
        }

        void deliver() throws IOException {
            if (wires.isEmpty()) {
                return;
            }
            Wire wire = wires.get(random.nextInt(wires.size()));
            if (wire.cut) {
                if (!wire.told && wire.from.runs()) {
                    wire.told = true;
                    wires.remove(wire);
                    wire.listener.closed("cut");
                }
                return;
            }
            if (!reaches(wire.from, wire.to) || !wire.from.runs() || !wire.to.runs()) {
                return;
            }
            if (!wire.opened) {
                accept(wire);
                return;
            }
            for (int i = random.nextInt(5); i > 0; i--) {
                byte[] frame = wire.forth.poll();
                if (frame != null && wire.to.replicaWire == wire && wire.to.replica != null) {
                    wire.to.replica.received(frame);
                }
                byte[] answered = wire.back.poll();
                if (answered != null) {
                    wire.listener.received(answered);
                }
            }
        }

        void accept(Wire wire) {
            Machine to = wire.to;
            if (to.owner != null || wire.epoch < to.known) {
                cut(wire);
                return;
            }
            endReplica(to);
            StoreReplica made = new StoreReplica("log", wire.epoch, new Disk(to), new ReplicaPeers.Connection() {
                @Override
                public void send(byte[] frame) {
                    wire.back.add(frame);
                }

                @Override
                public void close(String why) {
                    cut(wire);
                }
            });
            try {
                made.open();
            } catch (IOException e) {
                cut(wire);
                return;
            }
            to.known = wire.epoch;
            to.replica = made;
            to.replicaWire = wire;
            wire.opened = true;
            wire.listener.opened(new ReplicaPeers.Connection() {
                @Override
                public void send(byte[] frame) {
                    if (!wire.cut) {
                        wire.forth.add(frame);
                    }
                }

                @Override
                public void close(String why) {
                    cut(wire);
                }
            });
        }

        /** The server ends its replica in good order: its disk is finished with what it was given. */
        void endReplica(Machine on) {
            Wire wire = on.replicaWire;
            if (wire != null) {
                on.replica = null;
                on.replicaWire = null;
                for (Disk each : List.copyOf(on.disks)) {
                    each.close();
                }
                cut(wire);
            }
        }

        void cut(Wire wire) {
            wire.cut = true;
            if (wire.to.replicaWire == wire && wire.to.up) {
                endReplica(wire.to);
            }
        }

        void answer() {
            Runnable next = answers.poll();
            if (next != null) {
                next.run();
            }
        }

        void crash(Machine one) {
            if (!one.up) {
                return;
            }
            one.up = false;
            one.paused = false;
            one.owner = null;
            one.replica = null;
            one.replicaWire = null;
            for (Disk each : one.disks) {
                for (int left = random.nextInt(each.waiting.size() + 1); left > 0 && each.epoch == one.epoch; left--) {
                    one.keep(each.waiting.remove().batch());
                }
                each.waiting.clear();
                each.over = true;
            }
            one.disks.clear();
            for (Wire each : List.copyOf(wires)) {
                if (each.from == one) {
                    wires.remove(each);
                    cut(each);
                } else if (each.to == one) {
                    each.cut = true;
                }
            }
        }

        void restart(Machine one) {
            one.up = true;
            if (one.runs() && one.ownerEpoch != leaseEpoch) {
                endOwner(one);
            }
        }

        /** The lease is granted, whatever the old owner believes. */
        void grant(Machine one) throws IOException {
            if (!one.runs() || cutOff.contains(one.name) || one.owner != null && one.ownerEpoch == leaseEpoch) {
                return;
            }
            long epoch = ++leaseEpoch;
            endOwner(one); // its process is told first that the old lease is over
            endReplica(one);
            one.known = Math.max(one.known, epoch);
            Holders read = holders;
            if (!planted && !read.servers().contains(one.name)) {
                return;
            }
            Holders taken = planted ? new Holders(read.version(), with(read.servers(), one.name)) : read;
            ReplicatedMessageStore made = new ReplicatedMessageStore(
                    "log",
                    new Disk(one),
                    new Record(one, epoch),
                    taken,
                    new Peers(one, epoch),
                    new ReplicaRules(one.name, "a", goesOnAlone, Duration.ofSeconds(2)),
                    ticker);
            made.openUnstarted(epoch);
            one.owner = made;
            one.ownerEpoch = epoch;
            takeovers++;
            check(one, "at its opening with epoch " + epoch);
        }

        void endOwner(Machine one) {
            if (one.owner != null) {
                one.owner = null;
                for (Disk each : List.copyOf(one.disks)) {
                    each.close();
                }
                for (Wire each : List.copyOf(wires)) {
                    if (each.from == one) {
                        wires.remove(each);
                        cut(each);
                    }
                }
            }
        }

        private Set<String> with(Set<String> servers, String more) {
            Set<String> all = new TreeSet<>(servers);
            all.add(more);
            return all;
        }

        void check(Machine one, String when) {
            for (long each : kept) {
                if (!removing.contains(each) && !one.sure.containsKey(each)) {
                    throw new AssertionError("record " + each + " was acknowledged and is missing on " + one.name + " "
                            + when + ", holders " + holders);
                }
            }
            for (long each : removed) {
                if (one.sure.containsKey(each)) {
                    throw new AssertionError("record " + each + " was removed and is back on " + one.name + " " + when);
                }
            }
            pair.forEach((first, second) -> {
                if (!removing.contains(first)
                        && !removing.contains(second)
                        && one.sure.containsKey(first) != one.sure.containsKey(second)) {
                    throw new AssertionError("half of the batch of record " + first + " is on " + one.name);
                }
            });
        }

        final class Record implements HolderRecord {
            final Machine of;
            final long epoch;

            Record(Machine of, long epoch) {
                this.of = of;
                this.epoch = epoch;
            }

            private void later(Runnable answer) {
                answers.add(answer);
            }

            @Override
            public CompletionStage<Outcome> replace(Holders before, Set<String> servers) {
                CompletableFuture<Outcome> done = new CompletableFuture<>();
                Set<String> wanted = Set.copyOf(servers);
                boolean lost = random.nextInt(6) == 0;
                Runnable decide = () -> {
                    Outcome outcome;
                    if (epoch != leaseEpoch) {
                        outcome = new Outcome.Fenced();
                    } else if (before.version() != holders.version()) {
                        outcome = new Outcome.Changed();
                    } else {
                        holders = new Holders(holders.version() + 1, wanted);
                        outcome = new Outcome.Done(holders);
                    }
                    if (!lost) {
                        later(() -> done.complete(outcome));
                    }
                };
                later(decide);
                if (lost) {
                    boolean first = random.nextBoolean();
                    Runnable failing = () -> done.completeExceptionally(new IOException("no majority has answered"));
                    if (first) {
                        answers.addFirst(failing);
                    } else {
                        later(failing);
                    }
                }
                return done;
            }

            @Override
            public CompletionStage<Holders> read() {
                CompletableFuture<Holders> done = new CompletableFuture<>();
                later(() -> {
                    Holders read = holders;
                    later(() -> done.complete(read));
                });
                return done;
            }
        }

        final class Peers implements ReplicaPeers {
            final Machine of;
            final long epoch;

            Peers(Machine of, long epoch) {
                this.of = of;
                this.epoch = epoch;
            }

            @Override
            public List<String> candidates() {
                return SERVERS.stream()
                        .filter(each -> !each.equals(of.name))
                        .filter(each -> machine(each).up && reaches(of, machine(each)))
                        .toList();
            }

            @Override
            public void connect(String server, Listener listener) {
                wires.add(new Wire(of, machine(server), epoch, listener));
            }
        }
    }
}
