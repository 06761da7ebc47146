package io.keelson.session.replica;

import io.keelson.kernel.spi.ClusterMember;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Servers with sessions, clients that append tokens to them, a network that loses, delays and doubles messages, and faults; all in one thread,
 * from a seed. A fault comes only when the servers' own figures say that every session has its copy, and their views are true: that is
 * when nothing may be lost.
 */
final class SimulatedSessions {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 100 * MILLI;
    /** How long a pause must be to be one that a server notices of itself, and how long it then trusts no absence. */
    private static final long GAP = 1_000 * MILLI;

    private static final long SETTLE = 6_000 * MILLI;
    private static final List<String> SERVERS = List.of("a", "b", "c");

    /** What is planted. */
    enum Flaw {
        NONE,
        /** Requests are answered before the secondary has what they did. */
        EARLY_ACKNOWLEDGEMENT,
        /** The holder of the copy lets a primary of a lower epoch go on. */
        STALE_EPOCH
    }

    private record Task(long at, long number, Runnable run) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /** One request of a client. */
    private static final class Op {
        final Client client;
        final String session;
        final int token;
        final long invoked;
        boolean over;

        Op(Client client, String session, int token, long invoked) {
            this.client = client;
            this.session = session;
            this.token = token;
            this.invoked = invoked;
        }
    }

    /** What a client was told. */
    private record Read(long invoked, long completed, int token, List<Integer> list) {}

    private final class Client {
        final String session;
        final boolean begins;
        Set<String> hints = Set.of();

        Client(String session, boolean begins) {
            this.session = session;
            this.begins = begins;
        }
    }

    private final class Node {
        final ClusterMember member;
        final Map<String, SessionReplica> replicas = new TreeMap<>();
        final Map<String, List<Integer>> objects = new HashMap<>();
        final Map<Long, Op> tickets = new HashMap<>();
        final Map<Long, List<Integer>> inUse = new HashMap<>();
        final Map<Long, List<Integer>> used = new HashMap<>();
        final List<Runnable> inbox = new ArrayList<>();
        final Set<ClusterMember> known = new HashSet<>();
        Surroundings around;
        boolean dead;
        boolean paused;
        boolean leaves;
        boolean fresh = true;
        long lastTick;

        Node(ClusterMember member) {
            this.member = member;
            around = new Surroundings(member, List.of(member), Set.of(), new HashSet<>(SERVERS), now + SETTLE);
            lastTick = now;
            at(now + random.nextLong(TICK), this::tick);
        }

        void run(Runnable task) {
            if (paused) {
                inbox.add(task);
            } else if (!dead) {
                notice();
                task.run();
            }
        }

        /** As the real one does: before anything else happens a server sees that it did not run for a while. */
        void notice() {
            if (now - lastTick > GAP) {
                around = new Surroundings(member, around.members(), around.leaving(), around.expected(), now + SETTLE);
                lastTick = now;
            }
        }

        void tick() {
            if (dead) {
                return;
            }
            run(() -> {
                lastTick = now;
                for (Map.Entry<String, SessionReplica> one : List.copyOf(replicas.entrySet())) {
                    if (one.getValue().active()) {
                        step(one.getKey(), new ReplicaEvent.Tick());
                    } else if (one.getValue().needy()) {
                        step(one.getKey(), new ReplicaEvent.Tend());
                    }
                }
            });
            at(now + TICK, this::tick);
        }

        void view(List<ClusterMember> members) {
            run(() -> {
                Set<ClusterMember> returned = new HashSet<>(members);
                returned.retainAll(known);
                returned.removeAll(around.members());
                known.addAll(members);
                Set<ClusterMember> leaving = new HashSet<>();
                nodes.values().stream().filter(one -> one.leaves).forEach(one -> leaving.add(one.member));
                // It has just come, and has found the others.
                long sureAt = fresh && members.size() > 1 ? now : around.sureAtNanos();
                fresh = fresh && members.size() == 1;
                around = new Surroundings(member, members, leaving, around.expected(), sureAt);
                trace(() -> "view of " + member + ": " + members);
                for (String session : List.copyOf(replicas.keySet())) {
                    step(session, new ReplicaEvent.Viewed(returned));
                }
            });
        }

        void step(String session, ReplicaEvent event) {
            SessionReplica replica = replicas.computeIfAbsent(session, id -> new SessionReplica(id, false, around));
            boolean stale = flaw == Flaw.STALE_EPOCH;
            for (ReplicaAction action : replica.step(event, around, now)) {
                trace(() -> member + " " + session + " " + action);
                if (action instanceof ReplicaAction.Send send) {
                    ReplicaMessage message = send.message();
                    if (stale
                            && message instanceof ReplicaMessage.Stale
                            && event instanceof ReplicaEvent.Heard heard
                            && heard.message() instanceof ReplicaMessage.Update update) {
                        message = new ReplicaMessage.Have(update.epoch(), update.version());
                    }
                    transmit(this, send.to(), session, message);
                } else if (action instanceof ReplicaAction.Serve serve) {
                    served(session, serve);
                } else if (action instanceof ReplicaAction.Confirmed done) {
                    confirmed(session, done.ticket());
                } else if (action instanceof ReplicaAction.Retire) {
                    at(now + random.nextLong(MILLI), () -> run(() -> retire(session)));
                } else if (action instanceof ReplicaAction.Release) {
                    objects.remove(session);
                } else if (action instanceof ReplicaAction.Absent none) {
                    absent(session, none.ticket());
                } else if (action instanceof ReplicaAction.Unreachable away) {
                    failed(away.ticket());
                } else if (action instanceof ReplicaAction.Superseded lost) {
                    failed(lost.ticket());
                } else if (action instanceof ReplicaAction.Discarded discarded) {
                    problem(session + ": " + discarded);
                }
            }
            if (replica.blank(Long.MAX_VALUE)) {
                replicas.remove(session);
            }
        }

        /** As the real one: an object goes when nobody uses it. */
        void retire(String session) {
            List<Integer> object = objects.get(session);
            if (object == null || inUse.values().stream().noneMatch(one -> one == object)) {
                objects.remove(session);
                step(session, new ReplicaEvent.Retired(null));
            }
        }

        void served(String session, ReplicaAction.Serve serve) {
            Op op = tickets.get(serve.ticket());
            if (op == null) {
                throw new IllegalStateException("served twice: " + serve);
            }
            List<Integer> object = objects.computeIfAbsent(session, id -> tokens(serve.image()));
            use(session, serve.ticket(), object, op);
        }

        void use(String session, long ticket, List<Integer> object, Op op) {
            object.add(op.token);
            inUse.put(ticket, object);
            used.put(ticket, List.copyOf(object));
            at(now + random.nextLong(5 * MILLI), () -> run(() -> ended(session, ticket, object)));
        }

        void ended(String session, long ticket, List<Integer> object) {
            if (flaw == Flaw.EARLY_ACKNOWLEDGEMENT) {
                confirmed(session, ticket);
            }
            inUse.remove(ticket);
            if (objects.get(session) == object) {
                step(session, new ReplicaEvent.Changed(ticket, delta(object)));
            } else {
                failed(ticket);
            }
        }

        void confirmed(String session, long ticket) {
            Op op = tickets.remove(ticket);
            if (op != null) {
                SessionReplica replica = replicas.get(session);
                Set<String> where = new HashSet<>(Set.of(member.server()));
                if (replica != null) {
                    replica.secondary().ifPresent(other -> where.add(other.server()));
                }
                List<Integer> list = used.remove(ticket);
                answer(op, () -> acknowledged(op, list, where));
            }
        }

        void absent(String session, long ticket) {
            Op op = tickets.remove(ticket);
            if (op != null) {
                answer(op, () -> problem(session + " is said not to exist by " + member));
            }
        }

        void failed(long ticket) {
            Op op = tickets.remove(ticket);
            if (op != null) {
                answer(op, () -> next(op.client, 20 * MILLI + random.nextLong(300 * MILLI)));
            }
        }

        long exposed() {
            return replicas.values().stream().filter(SessionReplica::exposed).count();
        }
    }

    private final Random random;
    private final Flaw flaw;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, List<Read>> reads = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final @Nullable StringBuilder trace;
    private long now;
    private long numbers;
    private int runs;
    private int tokens;
    private boolean ending;
    private int faults;
    private int answers;

    SimulatedSessions(long seed, Flaw flaw, boolean tracing) {
        random = new Random(seed);
        this.flaw = flaw;
        trace = tracing ? new StringBuilder() : null;
    }

    /** Runs so many milliseconds with faults, then lets everything come together; returns what is wrong. */
    List<String> run(int millis) {
        SERVERS.forEach(this::start);
        for (String session : List.of("s", "t")) {
            reads.put(session, new ArrayList<>());
            next(new Client(session, true), 200 * MILLI);
        }
        at(500 * MILLI, this::fault);
        until(millis * MILLI);
        ending = true;
        until(now + 3_000 * MILLI);
        SERVERS.forEach(server -> {
            Node node = nodes.get(server);
            if (node.dead) {
                start(server);
            }
        });
        until(now + 20_000 * MILLI);
        for (String session : reads.keySet()) {
            finish(session);
        }
        return problems;
    }

    String trace() {
        return String.valueOf(trace);
    }

    int faults() {
        return faults;
    }

    int answers() {
        return answers;
    }

    private void finish(String session) {
        List<Read> all = reads.get(session);
        if (all.isEmpty()) {
            return;
        }
        // The first one may be answered together with others that are still under way; the second is the last of all.
        boolean first = asked(session);
        if (!first || !asked(session)) {
            problem(session + " is never served again");
            return;
        }
        check(session, all);
    }

    private boolean asked(String session) {
        List<Read> all = reads.get(session);
        int before = all.size();
        Client last = new Client(session, false);
        for (int i = 0; i < 5 && all.size() == before; i++) {
            ask(last);
            until(now + 10_000 * MILLI);
        }
        return all.size() > before;
    }

    /** Acknowledged tokens are in the last list, none twice, and each read is a prefix of those that were asked for after it. */
    private void check(String session, List<Read> all) {
        List<Integer> list = all.get(all.size() - 1).list();
        if (new HashSet<>(list).size() != list.size()) {
            problem(session + " has a token twice: " + list);
        }
        for (Read read : all) {
            if (!list.contains(read.token())) {
                problem(session + " lost " + read.token() + ", which was acknowledged: " + list);
            }
        }
        for (Read read : all) {
            // Each is a prefix of the last one, so that of two the shorter is a prefix of the longer.
            if (!list.subList(0, Math.min(list.size(), read.list().size())).equals(read.list())) {
                problem(session + ": " + read.list() + " was read, and at the end " + list);
            }
        }
        List<Read> asked =
                all.stream().sorted(Comparator.comparingLong(Read::invoked)).toList();
        int told = 0;
        int longest = 0;
        for (Read read : asked) { // `all` is in the order of the answers
            while (told < all.size() && all.get(told).completed() < read.invoked()) {
                longest = Math.max(longest, all.get(told++).list().size());
            }
            if (read.list().size() < longest) {
                problem(session + ": " + read.list() + " was read after " + longest + " tokens");
            }
        }
    }

    // ---- clients ---------------------------------------------------------------------------------------------------

    private void next(Client client, long within) {
        if (!ending) {
            at(now + random.nextLong(within) + 1, () -> ask(client));
        }
    }

    private void ask(Client client) {
        if (ending && client.begins) {
            return;
        }
        String target = SERVERS.get(random.nextInt(SERVERS.size()));
        if (random.nextInt(10) < 7 && !client.hints.isEmpty()) {
            List<String> ordered = client.hints.stream().sorted().toList();
            target = ordered.get(random.nextInt(ordered.size()));
        }
        Node node = nodes.get(target);
        if (node.dead || node.leaves) {
            next(client, 50 * MILLI);
            return;
        }
        Op op = new Op(client, client.session, ++tokens, now);
        at(now + 8_000 * MILLI, () -> {
            if (!op.over) {
                op.over = true;
                next(client, 100 * MILLI);
            }
        });
        boolean begin = client.begins && reads.get(client.session).isEmpty();
        String session = client.session;
        at(
                now + random.nextLong(MILLI),
                () -> node.run(() -> {
                    long ticket = ++numbers;
                    node.tickets.put(ticket, op);
                    if (begin && nodes.values().stream().noneMatch(one -> one.replicas.containsKey(session))) {
                        List<Integer> object = new ArrayList<>();
                        node.objects.put(session, object);
                        node.step(session, new ReplicaEvent.Created());
                        node.use(session, ticket, object, op);
                    } else if (begin) {
                        node.tickets.remove(ticket);
                        op.over = true;
                        next(client, 100 * MILLI);
                    } else {
                        node.step(session, new ReplicaEvent.Requested(ticket, client.hints));
                    }
                }));
    }

    private void answer(Op op, Runnable told) {
        at(now + random.nextLong(MILLI), () -> {
            if (!op.over) {
                op.over = true;
                told.run();
            }
        });
    }

    private void acknowledged(Op op, List<Integer> list, Set<String> where) {
        List<Read> all = reads.get(op.session);
        all.add(new Read(op.invoked, now, op.token, list));
        answers++;
        op.client.hints = where;
        next(op.client, 100 * MILLI);
        if (all.size() == 1) {
            Client second = new Client(op.session, false);
            second.hints = where;
            next(second, 100 * MILLI);
        }
    }

    // ---- network and faults ----------------------------------------------------------------------------------------

    private void transmit(Node from, ClusterMember to, String session, ReplicaMessage message) {
        int copies = random.nextInt(100) == 0 ? 0 : random.nextInt(50) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            long delay = random.nextInt(50) == 0 ? random.nextLong(400 * MILLI) : random.nextLong(2 * MILLI);
            at(now + delay, () -> {
                Node target = nodes.get(to.server());
                if (target != null && target.member.equals(to)) {
                    target.run(() -> target.step(session, new ReplicaEvent.Heard(from.member, message)));
                }
            });
        }
    }

    private void start(String server) {
        Node node = new Node(new ClusterMember(server, String.format("%08x", ++runs) + "0".repeat(24)));
        nodes.put(server, node);
        trace(() -> "start " + node.member);
        spread(200 * MILLI);
    }

    private List<ClusterMember> present() {
        return nodes.values().stream()
                .filter(node -> !node.dead && !node.paused)
                .map(node -> node.member)
                .toList();
    }

    /** Tells all who are there of each other, each some time soon. */
    private void spread(long within) {
        for (Node node : nodes.values()) {
            at(now + random.nextLong(within), () -> {
                if (!node.dead && !node.paused) {
                    node.view(present());
                }
            });
        }
    }

    private boolean settled() {
        List<ClusterMember> present = present();
        return nodes.values().stream()
                .filter(node -> !node.dead)
                .allMatch(node -> !node.paused
                        && node.around.members().equals(present)
                        && node.around.sure(now)
                        && node.exposed() == 0);
    }

    private void fault() {
        at(now + 100 * MILLI + random.nextLong(900 * MILLI), () -> {
            if (!ending) {
                fault();
            }
        });
        List<Node> alive = nodes.values().stream().filter(node -> !node.dead).toList();
        if (alive.size() < 2 || !settled()) {
            return;
        }
        faults++;
        Node victim = alive.get(random.nextInt(alive.size()));
        switch (random.nextInt(4)) {
            case 0, 1 -> crash(victim);
            case 2 -> pause(victim, random.nextLong(6_000 * MILLI));
            default -> {
                if (nodes.values().stream().anyMatch(one -> one.leaves && !one.dead)) {
                    crash(victim);
                } else {
                    leave(victim);
                }
            }
        }
    }

    private void crash(Node victim) {
        trace(() -> "crash " + victim.member);
        victim.dead = true;
        spread(250 * MILLI);
        revive(victim);
    }

    private void revive(Node victim) {
        at(now + 500 * MILLI + random.nextLong(4_000 * MILLI), () -> {
            if (victim.dead && nodes.get(victim.member.server()) == victim) {
                start(victim.member.server());
            }
        });
    }

    private void pause(Node victim, long nanos) {
        trace(() -> "pause " + victim.member + " for " + nanos / MILLI);
        victim.paused = true;
        long patience = 3_000 * MILLI;
        if (nanos > patience) {
            at(now + patience, () -> spread(250 * MILLI));
        }
        at(now + nanos, () -> {
            trace(() -> "resume " + victim.member);
            victim.paused = false;
            if (random.nextBoolean() && nanos > patience) {
                victim.view(List.of(victim.member));
            }
            List<Runnable> missed = List.copyOf(victim.inbox);
            victim.inbox.clear();
            missed.forEach(task -> at(now + random.nextLong(MILLI), () -> victim.run(task)));
            at(now + random.nextLong(3_000 * MILLI), () -> spread(200 * MILLI));
        });
    }

    private void leave(Node victim) {
        trace(() -> "leave " + victim.member);
        victim.leaves = true;
        spread(50 * MILLI);
        at(
                now + 60 * MILLI,
                () -> victim.run(() -> List.copyOf(victim.replicas.keySet())
                        .forEach(session -> victim.step(session, new ReplicaEvent.Leave(true)))));
        gone(victim, now + 10_000 * MILLI);
    }

    private void gone(Node victim, long deadline) {
        at(now + 200 * MILLI, () -> {
            if (victim.dead) {
                return;
            }
            boolean holds = victim.replicas.values().stream()
                    .anyMatch(one -> one.holding() == ReplicaMessage.Holding.PRIMARY
                            || one.holding() == ReplicaMessage.Holding.BACKUP);
            if (!holds) {
                trace(() -> "gone " + victim.member);
                victim.dead = true;
                spread(100 * MILLI);
                revive(victim);
            } else if (now > deadline) {
                if (present().size() > 1) {
                    problem(victim.member + " cannot leave");
                }
                victim.leaves = false; // the last one stays: it would take the sessions with it
                spread(50 * MILLI);
            } else {
                gone(victim, deadline);
            }
        });
    }

    // ----------------------------------------------------------------------------------------------------------------

    private void at(long time, Runnable task) {
        tasks.add(new Task(time, ++numbers, task));
    }

    private void until(long end) {
        while (!tasks.isEmpty() && tasks.peek().at() <= end) {
            Task task = tasks.remove();
            now = task.at();
            task.run().run();
        }
        now = end;
    }

    private void problem(String what) {
        trace(() -> "PROBLEM " + what);
        problems.add(what);
    }

    private void trace(Supplier<String> line) {
        if (trace != null) {
            trace.append(now / 1_000).append(' ').append(line.get()).append('\n');
        }
    }

    private static List<Integer> tokens(Image image) {
        List<Integer> list = new ArrayList<>();
        byte[] bytes = image.attributes().get("list");
        if (bytes != null) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                list.add(buffer.getInt());
            }
        }
        return list;
    }

    private static Delta delta(List<Integer> object) {
        ByteBuffer buffer = ByteBuffer.allocate(object.size() * 4);
        object.forEach(buffer::putInt);
        return new Delta(new byte[0], Map.of("list", buffer.array()));
    }
}
