package io.keelson.admin.change;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A domain in one thread, from a seed: an admin server and managed ones that crash and lose what they had not synced, disks that
 * fail, messages that are lost, doubled and overtake one another. Operators activate; some servers refuse, or fail when they apply.
 *
 * <p>It checks while it runs, and {@link #settle} checks at the end; what is wrong is thrown as an AssertionError.
 */
final class SimulatedDomain {
    private static final String ADMIN = "admin";
    private static final List<String> SERVERS = List.of(ADMIN, "s1", "s2", "s3");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What a domain does wrong, so that the checks can show that they find it. */
    enum Sabotage {
        NONE,
        /** The admin server tells servers before the revision is durable. */
        COMMIT_BEFORE_SYNC,
        /** A refusal is taken for a yes. */
        IGNORED_REFUSAL,
        /** A server that heard nothing for long runs what it prepared. */
        DECIDES_ALONE,
        /** A server starts with what it had only prepared. */
        STARTS_WITH_PREPARED,
        /** A revision that may be on the disk is called aborted. */
        UNSURE_IS_ABORTED,
        /** A server runs what is decided without keeping it. */
        NOT_KEPT
    }

    /** A disk: a write is durable when it was synced; at a crash those that were not may be there or not. */
    private static final class Disk<T> {
        T durable;
        final List<T> written = new ArrayList<>();

        Disk(T first) {
            durable = first;
        }

        void crash(Random random) {
            int survive = written.isEmpty() ? 0 : random.nextInt(written.size() + 1);
            if (survive > 0) {
                durable = written.get(survive - 1);
            }
            written.clear();
        }
    }

    private final class Node {
        final String name;
        final Disk<Participant.Kept> disk = new Disk<>(new Participant.Kept(first, null));

        @Nullable
        Participant participant;

        final List<Participant.Action> todo = new ArrayList<>();
        Proposal running = first;
        boolean failed;

        Node(String name) {
            this.name = name;
        }
    }

    private record Wire(String from, String to, Message message) {}

    private final Random random;
    private final Sabotage sabotage;
    private final Proposal first = new Proposal(1, "id-1", "first");
    private final Disk<Proposal> revisions = new Disk<>(first);
    private final Map<String, Node> nodes = new TreeMap<>();
    private final List<Wire> wires = new ArrayList<>();
    private final List<Coordinator.Action.Store> stores = new ArrayList<>();
    private final Set<String> cut = new TreeSet<>();
    private final Set<String> durableEver = new HashSet<>(Set.of("id-1"));
    private final Set<String> aborted = new HashSet<>();
    private final Set<String> mustAbort = new HashSet<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> storeAsked = new HashSet<>();
    private final StringBuilder trace = new StringBuilder();
    private @Nullable Coordinator coordinator;
    private boolean calm;
    private long now;
    private int attempts;
    private int runs;
    private int starts;
    private int commits;
    private int aborts;
    private int caughtUp;

    SimulatedDomain(long seed, Sabotage sabotage) {
        random = new Random(seed);
        this.sabotage = sabotage;
        now = random.nextLong(); // a clock without a meaning, which may also be about to pass from positive to negative
        SERVERS.forEach(name -> nodes.put(name, new Node(name)));
        SERVERS.forEach(this::start);
    }

    /** A schedule of so many steps. */
    SimulatedDomain run(int steps) {
        for (int i = 0; i < steps; i++) {
            now += random.nextInt(200) * 1_000_000L;
            int dice = random.nextInt(100);
            if (dice < 50) {
                deliver();
            } else if (dice < 68) {
                work();
            } else if (dice < 74) {
                store();
            } else if (dice < 82) {
                tick();
            } else if (dice < 88) {
                begin();
            } else if (dice < 92) {
                crash(SERVERS.get(random.nextInt(SERVERS.size())));
            } else if (dice < 97) {
                SERVERS.forEach(this::start);
            } else {
                cut.clear();
                SERVERS.stream()
                        .filter(s -> !s.equals(ADMIN) && random.nextInt(3) == 0)
                        .forEach(cut::add);
                note("cut " + cut);
            }
        }
        return this;
    }

    // ---- processes -------------------------------------------------------------------------------------------------

    private void start(String name) {
        Node node = nodes.get(name);
        if (node.participant != null) {
            return;
        }
        Participant.Kept kept = node.disk.durable;
        if (sabotage == Sabotage.STARTS_WITH_PREPARED && kept.prepared() != null) {
            kept = new Participant.Kept(kept.prepared(), null);
        }
        note("start " + name + " with " + kept);
        node.participant = new Participant(kept, name + "-" + ++starts);
        node.failed = false;
        runs(node, kept.installed(), true);
        if (name.equals(ADMIN)) {
            coordinator = new Coordinator(revisions.durable, Set.copyOf(SERVERS), PATIENCE, "run-" + ++runs);
        }
    }

    private void crash(String name) {
        Node node = nodes.get(name);
        if (node.participant == null) {
            return;
        }
        note("crash " + name);
        node.participant = null;
        node.todo.clear();
        node.disk.crash(random);
        if (name.equals(ADMIN)) {
            coordinator = null;
            begun.clear();
            stores.clear();
            revisions.crash(random);
            nowDurable(revisions.durable);
        }
    }

    private void nowDurable(Proposal proposal) {
        must(!aborted.contains(proposal.id()), proposal + " was called aborted and is found on the disk");
        must(!mustAbort.contains(proposal.id()), proposal + " was refused before it was decided, and is decided");
        durableEver.add(proposal.id());
    }

    private void runs(Node node, Proposal proposal, boolean start) {
        must(durableEver.contains(proposal.id()), node.name + " runs " + proposal + ", which was never decided");
        must(
                proposal.number() >= node.running.number(),
                node.name + " goes back from " + node.running + " to " + proposal);
        if (start) {
            must(
                    node.running.number() <= proposal.number(),
                    node.name + " forgot " + node.running + " and starts with " + proposal);
        }
        node.running = proposal;
    }

    // ---- what servers do -------------------------------------------------------------------------------------------

    private void step(Node node, Participant.Event event) {
        if (node.participant == null) {
            return;
        }
        for (Participant.Action action : node.participant.step(event, now)) {
            if (action instanceof Participant.Action.Send send) {
                send(node.name, "", send.message());
            } else {
                if (action instanceof Participant.Action.Keep keep) {
                    node.disk.written.add(keep.kept());
                }
                node.todo.add(action);
            }
        }
    }

    private void work() {
        List<Node> busy = nodes.values().stream()
                .filter(n -> n.participant != null && !n.todo.isEmpty())
                .toList();
        if (!busy.isEmpty()) {
            work(busy.get(random.nextInt(busy.size())));
        }
    }

    private void work(Node node) {
        Participant.Action action = node.todo.remove(0);
        if (action instanceof Participant.Action.Check check) {
            boolean refuses = check.proposal().text().contains("bad:" + node.name);
            step(node, new Participant.Event.Checked(refuses ? "it does not suit" : null));
        } else if (action instanceof Participant.Action.Keep keep) {
            boolean fails = !calm && random.nextInt(20) == 0;
            if (sabotage == Sabotage.NOT_KEPT) {
                node.disk.written.clear();
            } else if (fails) {
                if (random.nextBoolean()) {
                    node.disk.durable = keep.kept(); // there all the same, but nobody knows
                }
                node.disk.written.clear();
            } else {
                node.disk.durable = keep.kept();
                node.disk.written.clear();
            }
            note(node.name + (fails ? " could not keep " : " keeps ") + keep.kept());
            step(node, new Participant.Event.Stored(fails ? "disk full" : null));
        } else if (action instanceof Participant.Action.Apply apply) {
            runs(node, apply.proposal(), false);
            boolean fails = apply.proposal().text().contains("fails:" + node.name);
            node.failed = fails;
            step(
                    node,
                    new Participant.Event.Applied(
                            fails ? new Result.NotApplied("a subsystem failed") : new Result.Applied()));
        }
    }

    private void send(String from, String to, Message message) {
        wires.add(new Wire(from, to, message));
    }

    private void deliver() {
        if (!wires.isEmpty()) {
            deliver(wires.remove(random.nextInt(wires.size())));
        }
    }

    private void deliver(Wire wire) {
        boolean toAdmin = wire.to().isEmpty();
        String server = toAdmin ? wire.from() : wire.to();
        boolean local = server.equals(ADMIN);
        boolean dead = toAdmin ? coordinator == null : nodes.get(server).participant == null;
        boolean lost = !calm && !local && random.nextInt(20) == 0;
        if (dead || cut.contains(server) || lost) {
            note("lost " + wire);
            if (!toAdmin && random.nextBoolean()) {
                step(new Coordinator.Event.Unreachable(server));
            }
            return;
        }
        if (!calm && random.nextInt(20) == 0) {
            wires.add(wire);
        }
        note(wire.toString());
        if (toAdmin) {
            step(new Coordinator.Event.Received(server, heard(wire.message())));
        } else {
            step(nodes.get(server), new Participant.Event.Received(wire.message()));
        }
    }

    private Message heard(Message message) {
        if (message instanceof Message.Refused refused) {
            if (begun.contains(refused.id()) && !storeAsked.contains(refused.id())) {
                mustAbort.add(refused.id());
            }
            if (sabotage == Sabotage.IGNORED_REFUSAL) {
                return new Message.Prepared(refused.id());
            }
        }
        return message;
    }

    // ---- what the admin server does --------------------------------------------------------------------------------

    private void begin() {
        if (coordinator == null) {
            return;
        }
        String text = switch (random.nextInt(5)) {
            case 0 -> "bad:" + SERVERS.get(random.nextInt(SERVERS.size()));
            case 1 -> "fails:" + SERVERS.get(random.nextInt(SERVERS.size()));
            default -> "good";
        };
        Proposal proposal = new Proposal(coordinator.decided().number() + 1, "id-" + (++attempts + 1), text);
        note("begin " + proposal + ' ' + text);
        begun.add(proposal.id());
        step(new Coordinator.Event.Begin(proposal, Set.copyOf(SERVERS)));
    }

    private void step(Coordinator.Event event) {
        if (coordinator == null) {
            return;
        }
        for (Coordinator.Action action : coordinator.step(event, now)) {
            if (action instanceof Coordinator.Action.Send send) {
                if (send.message() instanceof Message.Commit) {
                    caughtUp++;
                }
                send("", send.to(), send.message());
            } else if (action instanceof Coordinator.Action.Store store) {
                storeAsked.add(store.proposal().id());
                revisions.written.add(store.proposal());
                stores.add(store);
                if (sabotage == Sabotage.COMMIT_BEFORE_SYNC) {
                    step(new Coordinator.Event.Stored(store.proposal().id()));
                }
            } else if (action instanceof Coordinator.Action.Committed committed) {
                note("committed " + committed.proposal());
                must(begun.remove(committed.proposal().id()), committed.proposal() + " was answered twice");
                commits++;
            } else if (action instanceof Coordinator.Action.Aborted over) {
                note("aborted " + over);
                must(begun.remove(over.id()), over.id() + " was answered twice");
                must(!durableEver.contains(over.id()), over.id() + " is decided and called aborted");
                aborted.add(over.id());
                aborts++;
            }
        }
    }

    private void store() {
        if (stores.isEmpty()) {
            return;
        }
        Proposal proposal = stores.remove(0).proposal();
        int dice = calm ? 9 : random.nextInt(12);
        // Where an earlier write of it may be there, nobody can say that nothing is left.
        if (dice == 0 && revisions.written.indexOf(proposal) == revisions.written.lastIndexOf(proposal)) {
            revisions.written.remove(proposal); // nothing of it is left
            note("the revision " + proposal + " could not be written");
            step(new Coordinator.Event.StoreFailed(proposal.id(), true, "disk full"));
        } else if (dice <= 1) {
            note("whether the revision " + proposal + " is on the disk is not known");
            step(new Coordinator.Event.StoreFailed(
                    proposal.id(), sabotage == Sabotage.UNSURE_IS_ABORTED, "input/output error"));
        } else {
            note("durable " + proposal);
            revisions.durable = proposal;
            revisions.written.clear();
            nowDurable(proposal);
            step(new Coordinator.Event.Stored(proposal.id()));
        }
    }

    private void tick() {
        now += 1_000_000_000L;
        step(new Coordinator.Event.Tick());
        nodes.values().forEach(node -> {
            Proposal prepared = node.participant == null ? null : node.participant.prepared();
            if (sabotage == Sabotage.DECIDES_ALONE && prepared != null && random.nextInt(3) == 0) {
                step(
                        node,
                        new Participant.Event.Received(
                                new Message.Commit(prepared, new Message.Telling("alone", 0, null))));
            }
            step(node, new Participant.Event.Tick());
        });
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Heals everything, lets all messages arrive, and checks what must then hold. */
    SimulatedDomain settle() {
        calm = true;
        cut.clear();
        SERVERS.forEach(this::start);
        note("calm");
        for (int round = 0; round < 20; round++) {
            boolean moved = true;
            while (moved) {
                moved = false;
                while (!wires.isEmpty()) {
                    deliver(wires.remove(0));
                    moved = true;
                }
                for (Node node : nodes.values()) {
                    while (!node.todo.isEmpty()) {
                        work(node);
                        moved = true;
                    }
                }
                while (!stores.isEmpty()) {
                    store();
                    moved = true;
                }
            }
            tick();
        }
        Proposal newest = revisions.durable;
        must(coordinator != null && !coordinator.busy(), "an activation never ends");
        must(begun.isEmpty(), "never answered: " + begun);
        must(coordinator.decided().is(newest), "the admin server takes " + coordinator.decided() + " for the newest");
        nodes.values().forEach(node -> {
            must(node.participant.installed().is(newest), node.name + " has " + node.participant.installed());
            must(node.disk.durable.installed().is(newest), node.name + " keeps " + node.disk.durable);
            must(node.participant.prepared() == null, node.name + " still waits for " + node.participant.prepared());
            must(node.running.is(newest), node.name + " runs " + node.running);
            Result result = coordinator.results().get(node.name);
            must(result != null, "nobody knows what became of " + newest + " on " + node.name);
            must(
                    node.failed == result instanceof Result.NotApplied,
                    node.name + " is marked " + result + ", failed: " + node.failed);
        });
        return this;
    }

    private void must(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise + "\n" + trace);
        }
    }

    private void note(String what) {
        trace.append(TimeUnit.NANOSECONDS.toMillis(now))
                .append(' ')
                .append(what)
                .append('\n');
    }

    /** All that happened, as text. */
    String trace() {
        return trace.toString();
    }

    int commits() {
        return commits;
    }

    int aborts() {
        return aborts;
    }

    /** Returns how often a server was told a decision. */
    int told() {
        return caughtUp;
    }
}
