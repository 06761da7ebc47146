package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.TokenList.Prefix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Servers with sessions, clients that append tokens to them, a network that loses, delays and doubles messages, and faults; all in one
 * thread, from a seed. A fault comes only when the servers' own figures say that every session has its copy, and their views are true:
 * that is when nothing may be lost, or no more than they say.
 */
final class SimulatedSessions {
    static final long MILLI = 1_000_000;
    static final List<String> SERVERS = List.of("a", "b", "c");
    static final List<String> SESSIONS = List.of("s", "t");
    /** After how long servers that do not hear one another go on without. */
    private static final long PATIENCE = 3_000 * MILLI;

    /** After how long a client gives up. */
    private static final long TIMEOUT = 8_000 * MILLI;

    /** What happens. */
    enum Kind {
        /** Crashes, pauses and orderly stops: nothing that was acknowledged may be lost. */
        FAULTS,
        /** The same, where requests do not wait for the secondary: not more may be lost than the lag said. */
        ASYNCHRONOUS,
        /** The network is cut in two: what was acknowledged and lost must be counted exactly. */
        PARTITIONS,
        /**
         * The same, and clients reach one side only until the figures are well again: what that acknowledged is kept, whoever is the
         * primary on the other one.
         */
        ONE_SIDED,
        /** No faults; each request goes to another server than the one before. */
        ALTERNATING,
        /**
         * Restarts in good order and nothing else: a server takes no more requests, ends those that it has, hands its sessions over and
         * goes. What is said arrives, in its order, now and then late, but for what is on its way when connections end. Views come to
         * each at a time of its own. Every request is to be answered.
         */
        ORDERLY,
        /**
         * The faults of {@link #FAULTS}, and: sessions that are ended, ways between two servers that carry nothing for a while, though
         * nobody is taken out of a view for it, and servers that stay after they have begun to leave.
         */
        ROUGH,
        /**
         * Ways between two servers that carry nothing for longer than a failure takes to be noticed, though nobody is taken out of a
         * view: every request is to be answered.
         */
        BRIDGED;

        static Kind of(long seed) {
            return switch ((int) (seed % 4)) {
                case 2 -> ASYNCHRONOUS;
                case 3 -> PARTITIONS;
                default -> FAULTS;
            };
        }
    }

    /** What is planted. */
    enum Flaw {
        NONE,
        /** Requests are answered before the secondary has what they did. */
        EARLY_ACKNOWLEDGEMENT,
        /** The holder of the copy lets a primary of a lower epoch go on. */
        STALE_EPOCH,
        /** Of what is discarded one update is not counted. */
        UNCOUNTED,
        /** The lag is said to be nothing. */
        UNDERSTATED_LAG,
        /** Who did not run for a while trusts its view all the same. */
        HASTY_TRUST,
        /** Has the holder of a copy of what has ended not hear of that, so that it says that it has. */
        FORGOTTEN_END
    }

    private record Task(long at, long number, Runnable run) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /** One request of a client. */
    static final class Op {
        final Client client;
        final String session;
        final int token;
        final long invoked;
        /** True if it ends the session. */
        final boolean ends;
        /** True if a server has taken it to another one. */
        boolean passedOn;
        /** How often its session was gone again when its thread ran. */
        int tries;

        boolean over;

        Op(Client client, int token, long invoked, boolean ends) {
            this.client = client;
            this.ends = ends;
            session = client.session;
            this.token = token;
            this.invoked = invoked;
        }
    }

    private static final class Client {
        final String session;
        final boolean begins;
        /** The servers that have the session, as its last answer said: the primary first. */
        List<String> hints = List.of();

        Client(String session, boolean begins) {
            this.session = session;
            this.begins = begins;
        }
    }

    private final SplittableRandom random;
    /** The one of words about views, so that these change nothing else of a schedule. */
    private final SplittableRandom words;

    private final Kind kind;
    private final Flaw flaw;
    /** Copies of b go to c, and those of c to b, where they are chosen and it is there. */
    private final Rules rules;

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final Map<String, SimulatedServer> servers = new TreeMap<>();
    private final Map<String, SessionHistory> histories = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final @Nullable StringBuilder trace;
    /** On which side of a partition a server is; all on the same: there is none. */
    private Map<String, Boolean> sides = Map.of();

    private boolean parted;
    /** Who was cut off from the others last; empty: nobody. */
    private String cutOff = "";
    /** Whether clients reach that one only (true), or the others only; null: all. */
    private @Nullable Boolean reached;
    /** Ways from one server to another one that carry nothing, and until when. */
    private final Map<String, Long> cuts = new HashMap<>();

    private long now;
    private long numbers;
    private int runs;
    private int tokens;
    private boolean ending;
    private int open;
    /** Requests in the order in which they were asked, those that were answered long ago left out. */
    private final Deque<Op> asked = new ArrayDeque<>();

    /** When the last message of a server to another one arrives: none overtakes where all is in order. */
    private final Map<String, Long> arrivals = new HashMap<>();

    private int faults;
    private int turn;
    private int moves;
    private int passedOn;
    private int turnedAway;

    SimulatedSessions(long seed, Kind kind, Flaw flaw, boolean tracing) {
        random = new SplittableRandom(seed);
        words = new SplittableRandom(~seed);
        this.kind = kind;
        this.flaw = flaw;
        rules = new Rules(
                Map.of("a", Place.ANYWHERE, "b", new Place("1", null, null), "c", new Place("2", null, null)), false);
        trace = tracing ? new StringBuilder() : null;
    }

    /** Runs so many milliseconds with faults, then lets everything come together; returns what is wrong. */
    List<String> run(int millis) {
        SERVERS.forEach(this::start);
        for (String session : SESSIONS) {
            histories.put(session, new SessionHistory(session));
            next(new Client(session, true), 200 * MILLI);
        }
        after(500 * MILLI, this::fault);
        after(TIMEOUT, this::timeOut);
        until(millis * MILLI);
        ending = true;
        for (int i = 0; i < 300 && (parted || !calm()); i++) {
            until(now + 100 * MILLI);
        }
        histories.forEach(this::finish);
        return problems;
    }

    String trace() {
        return String.valueOf(trace);
    }

    int faults() {
        return faults;
    }

    /** Returns how often a session was handed over to a server that asked for it. */
    int moves() {
        return moves;
    }

    /** Returns how many requests were taken to where the session is. */
    int passedOn() {
        return passedOn;
    }

    /** Returns how many requests were told that what they did is lost. */
    int turnedAway() {
        return turnedAway;
    }

    void moved() {
        moves++;
    }

    void lost() {
        turnedAway++;
    }

    int answers() {
        return histories.values().stream().mapToInt(SessionHistory::answers).sum();
    }

    private boolean calm() {
        return open == 0 && settled() && servers.values().stream().allMatch(one -> !one.dead && one.idle());
    }

    private void finish(String session, SessionHistory history) {
        if (history.answers() > 0) {
            // The first one may be answered together with others that are still under way; the second is the last of
            // all.
            boolean first = asked(session, history);
            boolean last = first && asked(session, history);
            // One that believes to be the primary hears that it is not from what it sends: who asked it was not the
            // last one, nor was
            // who was overtaken.
            for (int i = 0; i < 5 && last && history.disturbed(); i++) {
                last = asked(session, history);
            }
            if (!last && !history.mayHaveEnded()) {
                problem(session + " is never served again");
            } else {
                history.check(kind == Kind.PARTITIONS || kind == Kind.ONE_SIDED, this::problem);
            }
        }
    }

    private boolean asked(String session, SessionHistory history) {
        int before = history.heard();
        history.asked();
        Client last = new Client(session, false);
        for (int i = 0; i < 500 && (history.heard() == before || !calm()); i++) {
            if (i % 100 == 0) {
                ask(last);
            }
            until(now + 100 * MILLI);
        }
        return history.heard() > before;
    }

    // ---- clients ---------------------------------------------------------------------------------------------------

    private void next(Client client, long soon) {
        if (!ending) {
            within(soon, () -> ask(client));
        }
    }

    private void ask(Client client) {
        if (ending && client.begins) {
            return;
        }
        String target = SERVERS.get(random.nextInt(SERVERS.size()));
        if (kind == Kind.ALTERNATING) {
            target = SERVERS.get(turn++ % SERVERS.size());
        } else if (kind == Kind.ORDERLY && random.nextInt(10) < 9 && !client.hints.isEmpty()) {
            target = balanced(client.hints);
        } else if (random.nextInt(10) < 7 && !client.hints.isEmpty()) {
            List<String> ordered = client.hints.stream().sorted().toList();
            target = ordered.get(random.nextInt(ordered.size()));
        }
        SimulatedServer server = servers.get(target);
        if (server.dead || server.leaves || !reaches(target)) {
            next(client, 100 * MILLI);
            return;
        }
        boolean ends =
                kind == Kind.ROUGH && !ending && histories.get(client.session).answers() > 5 && random.nextInt(60) == 0;
        Op op = new Op(client, ++tokens, now, ends);
        open++;
        asked.add(op);
        within(MILLI, () -> server.run(() -> arrive(server, op)));
    }

    private boolean reaches(String target) {
        if (reached != null && !parted && settled()) {
            reached = null;
        }
        return reached == null || reached == target.equals(cutOff);
    }

    /** As a balancer does: the first server that the client names and that takes requests. */
    private String balanced(List<String> hints) {
        return hints.stream()
                .filter(hint -> !servers.get(hint).dead && !servers.get(hint).leaves)
                .findFirst()
                .orElse(SERVERS.get(random.nextInt(SERVERS.size())));
    }

    private void arrive(SimulatedServer server, Op op) {
        ClusterMember host = op.passedOn ? null : server.host(op.session);
        if (host != null) {
            op.passedOn = true;
            passedOn++;
            trace(() -> server.member + " takes " + op.token + " to " + host);
            within(MILLI, () -> {
                SimulatedServer there = servers.get(host.server());
                if (kind == Kind.ORDERLY && there.leaves) {
                    over(op, () -> next(op.client, 100 * MILLI)); // its doors are closed: the request is refused
                } else if (there.member.equals(host) && !apart(server.member.server(), host.server())) {
                    there.run(() -> arrive(there, op));
                }
            });
            return;
        }
        long ticket = ++numbers;
        boolean begin = op.client.begins && histories.get(op.session).answers() == 0;
        if (!begin) {
            server.ask(ticket, op, Set.copyOf(op.client.hints));
        } else if (servers.values().stream().noneMatch(one -> one.has(op.session))) {
            server.create(ticket, op);
        } else {
            over(op, () -> next(op.client, 100 * MILLI));
        }
    }

    private void timeOut() {
        while (!asked.isEmpty() && (asked.peek().over || now - asked.peek().invoked >= TIMEOUT)) {
            Op op = asked.remove();
            over(op, () -> {
                if (kind == Kind.ORDERLY || kind == Kind.BRIDGED) {
                    problem(op.session + " " + op.token + " is not answered");
                }
                next(op.client, 100 * MILLI);
            });
        }
        after(500 * MILLI, this::timeOut);
    }

    private void over(Op op, Runnable then) {
        if (!op.over) {
            op.over = true;
            open--;
            then.run();
        }
    }

    void answer(Op op, Runnable told) {
        within(MILLI, () -> over(op, told));
    }

    void again(Op op) {
        next(op.client, 300 * MILLI);
    }

    /** A request is about to end its session. */
    void ends(Op op) {
        trace(() -> op.session + " is to be ended by " + op.token);
        histories.get(op.session).ends(op.token);
    }

    /** A server says that the session has ended, as that request asked. */
    void ended(Op op) {
        answer(op, () -> histories.get(op.session).ended(now));
    }

    /** A request that was to end the session hears that it has not. */
    void notEnded(Op op) {
        histories.get(op.session).notEnded(op.token);
    }

    /** A server says that there is no such session. */
    void absent(Op op, ClusterMember by) {
        trace(() -> op.session + " is said by " + by + " not to be there, to " + op.token);
        answer(op, () -> {
            histories.get(op.session).absent(now, () -> problem(op.session + " is said not to exist by " + by));
            next(op.client, 400 * MILLI);
        });
    }

    /** A server says that what a request did is kept. */
    void acknowledged(Op op, Prefix list, List<String> where) {
        SessionHistory history = histories.get(op.session);
        history.acknowledged(op.token);
        trace(() -> op.session + " keeps " + op.token);
        answer(op, () -> {
            history.answered(op.invoked, now, list);
            op.client.hints = where;
            next(op.client, 250 * MILLI);
            if (history.answers() == 1) {
                Client second = new Client(op.session, false);
                second.hints = where;
                next(second, 250 * MILLI);
            }
        });
    }

    /**
     * A server says that so many updates are lost of what it had, as another one has gone on beside it: which then has something that it
     * had not.
     */
    void discarded(String session, long updates, Image had) {
        if (kind == Kind.FAULTS
                || kind == Kind.ALTERNATING
                || kind == Kind.ORDERLY
                || kind == Kind.ROUGH
                || kind == Kind.BRIDGED) {
            problem(session + ": " + updates + " updates are said to be lost");
        }
        Prefix lost = new TokenList(had).prefix();
        if (servers.values().stream().allMatch(one -> lost.startsWith(one.image(session)))) {
            problem(session + ": " + updates + " updates are lost of " + lost + ", and nobody has anything else");
        }
        histories.get(session).discarded(flaw == Flaw.UNCOUNTED ? updates - 1 : updates);
    }

    // ---- network ---------------------------------------------------------------------------------------------------

    void transmit(SimulatedServer from, ClusterMember to, String session, ReplicaMessage message) {
        if (kind == Kind.ORDERLY) {
            long delay = 1 + random.nextLong(random.nextInt(100) == 0 ? 200 * MILLI : MILLI);
            String way = from.member + " " + to;
            long arrival = Math.max(now + delay, arrivals.getOrDefault(way, 0L) + 1);
            arrivals.put(way, arrival);
            int connections = from.connections + servers.get(to.server()).connections;
            after(arrival - now, () -> {
                SimulatedServer target = servers.get(to.server());
                if (from.connections + target.connections != connections) {
                    trace(() -> "lost from " + from.member + " to " + to + ": " + message);
                    from.cut(to, session);
                } else if (target.member.equals(to)) {
                    target.hear(from.member, session, message);
                }
            });
            return;
        }
        boolean apart = apart(from.member.server(), to.server());
        long silent = cuts.getOrDefault(way(from.member.server(), to.server()), now) - now;
        if (silent > 0) {
            // The channel says it again, the connection's end is told by nobody yet.
            if (message instanceof ReplicaMessage.Announce) {
                after(silent, () -> transmit(from, to, session, message));
            }
            return;
        }
        // Those that see one another again lose nothing of what they say about it: the channel repeats it.
        boolean lost = apart || !(message instanceof ReplicaMessage.Announce) && random.nextInt(100) == 0;
        // A connection that broke: its end is told to who sends, also where all had arrived.
        if (lost ? random.nextBoolean() : random.nextInt(100) == 0) {
            within(5 * MILLI, () -> from.cut(to, session));
        }
        int copies = lost ? 0 : random.nextInt(50) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            long delay = random.nextInt(50) == 0 ? 400 * MILLI : 2 * MILLI;
            within(delay, () -> {
                SimulatedServer target = servers.get(to.server());
                if (target.member.equals(to) && !apart(from.member.server(), to.server())) {
                    target.hear(from.member, session, message);
                }
            });
        }
    }

    /** A word of the cluster's own: about views. It may get lost, come late, and is not heard from who is not seen. */
    void word(SimulatedServer from, ClusterMember to, Consumer<SimulatedServer> heard) {
        long delay = words.nextInt(20) == 0 ? 400 * MILLI : 2 * MILLI;
        boolean lost = words.nextInt(20) == 0
                || apart(from.member.server(), to.server())
                || cuts.getOrDefault(way(from.member.server(), to.server()), now) > now;
        if (!lost && from.around.members().contains(to)) {
            after(1 + words.nextLong(delay), () -> {
                SimulatedServer target = servers.get(to.server());
                if (target.member.equals(to) && !apart(from.member.server(), to.server())) {
                    target.run(() -> heard.accept(target));
                }
            });
        }
    }

    private boolean apart(String one, String other) {
        return sides.getOrDefault(one, true) != (boolean) sides.getOrDefault(other, true);
    }

    private static String way(String from, String to) {
        return from + ' ' + to;
    }

    private void start(String server) {
        SimulatedServer next =
                new SimulatedServer(this, new ClusterMember(server, String.format("%08x", ++runs) + "0".repeat(24)));
        servers.put(server, next);
        trace(() -> "start " + next.member);
        spread(200 * MILLI);
    }

    private List<ClusterMember> present(String seenBy) {
        return servers.values().stream()
                .filter(one -> !one.dead && !expelled(one) && !apart(one.member.server(), seenBy))
                .map(one -> one.member)
                .toList();
    }

    /** Returns true if the others have lost patience with a server that does not run: until then it stays in their view. */
    private boolean expelled(SimulatedServer server) {
        return server.paused && now - server.pausedAt >= PATIENCE;
    }

    Set<ClusterMember> leaving() {
        return servers.values().stream()
                .filter(one -> kind == Kind.ORDERLY ? one.says : one.leaves)
                .map(one -> one.member)
                .collect(Collectors.toSet());
    }

    /** Tells all who are there of each other, each some time soon. */
    private void spread(long soon) {
        for (SimulatedServer server : servers.values()) {
            within(soon, () -> {
                if (server.paused) {
                    server.missed |= !expelled(server);
                } else if (!server.dead) {
                    server.view(present(server.member.server()));
                }
            });
        }
    }

    private boolean settled() {
        return servers.values().stream()
                .filter(one -> !one.dead)
                .allMatch(one -> one.settled(present(one.member.server())));
    }

    // ---- faults ----------------------------------------------------------------------------------------------------

    private void fault() {
        after(100 * MILLI + random.nextLong(900 * MILLI), () -> {
            if (!ending) {
                fault();
            }
        });
        List<SimulatedServer> alive =
                servers.values().stream().filter(one -> !one.dead).toList();
        if (kind == Kind.ALTERNATING || alive.size() < 2 || parted || !settled()) {
            return;
        }
        if (kind == Kind.ORDERLY
                && (alive.size() < SERVERS.size() || alive.stream().anyMatch(one -> one.leaves))) {
            return; // one after the other
        }
        if (kind == Kind.BRIDGED && cuts.values().stream().anyMatch(until -> until > now)) {
            return; // one way at a time
        }
        faults++;
        SimulatedServer victim = alive.get(random.nextInt(alive.size()));
        if (kind == Kind.PARTITIONS || kind == Kind.ONE_SIDED) {
            part(victim);
            return;
        }
        if (kind == Kind.BRIDGED) {
            silence(victim, alive);
            return;
        }
        switch (kind == Kind.ORDERLY ? 3 : random.nextInt(kind == Kind.ROUGH ? 8 : 4)) {
            case 4, 5 -> silence(victim, alive);
            case 6 -> leaveOrStay(victim);
            case 0, 1, 7 -> crash(victim);
            case 2 -> pause(victim, random.nextLong(6_000 * MILLI));
            default -> {
                if (servers.values().stream().anyMatch(one -> one.leaves && !one.dead)) {
                    crash(victim);
                } else {
                    leave(victim);
                }
            }
        }
    }

    private void crash(SimulatedServer victim) {
        trace(() -> "crash " + victim.member);
        if (kind == Kind.ASYNCHRONOUS && flaw != Flaw.UNDERSTATED_LAG) {
            histories.forEach((session, history) -> history.mayLose(victim.behind(session)));
        }
        victim.dead = true;
        spread(250 * MILLI);
        revive(victim);
    }

    private void revive(SimulatedServer victim) {
        after(500 * MILLI + random.nextLong(4_000 * MILLI), () -> {
            if (victim.dead && servers.get(victim.member.server()) == victim) {
                start(victim.member.server());
            }
        });
    }

    private void pause(SimulatedServer victim, long nanos) {
        trace(() -> "pause " + victim.member + " for " + nanos / MILLI);
        victim.paused = true;
        victim.pausedAt = now;
        if (nanos > PATIENCE) {
            after(PATIENCE, () -> spread(250 * MILLI));
        }
        after(nanos, () -> {
            trace(() -> "resume " + victim.member);
            victim.resume(random.nextBoolean() && nanos > PATIENCE);
            if (victim.missed) {
                victim.missed = false;
                within(MILLI, () -> victim.view(present(victim.member.server())));
            }
            after(random.nextLong(3_000 * MILLI), () -> spread(200 * MILLI));
        });
    }

    /** One server does not hear the others any more; each side goes on, until they do. */
    private void part(SimulatedServer victim) {
        long nanos = random.nextLong(9_000 * MILLI);
        trace(() -> "part " + victim.member + " from the others for " + nanos / MILLI);
        parted = true;
        cutOff = victim.member.server();
        if (kind == Kind.ONE_SIDED) {
            reached = random.nextBoolean();
        }
        Map<String, Boolean> cut = new HashMap<>();
        cut.put(victim.member.server(), false);
        sides = cut;
        if (nanos > PATIENCE) {
            after(PATIENCE, () -> spread(250 * MILLI));
        }
        after(nanos, () -> {
            trace(() -> "together again");
            sides = Map.of();
            long soon = random.nextLong(3_000 * MILLI);
            after(soon, () -> spread(200 * MILLI));
            after(soon + 200 * MILLI, () -> parted = false);
        });
    }

    /** One server hears nothing of another one, or nor does that of it, and for so short that both stay in the view. */
    private void silence(SimulatedServer victim, List<SimulatedServer> alive) {
        SimulatedServer other = alive.get(random.nextInt(alive.size()));
        long until = now + random.nextLong((kind == Kind.BRIDGED ? 12_000 : 2_500) * MILLI);
        boolean both = random.nextBoolean();
        trace(() -> "nothing comes from " + victim.member + " to " + other.member + (both ? " and back" : "") + " for "
                + (until - now) / MILLI);
        cuts.put(way(victim.member.server(), other.member.server()), until);
        if (both) {
            cuts.put(way(other.member.server(), victim.member.server()), until);
        }
    }

    private void leaveOrStay(SimulatedServer victim) {
        if (servers.values().stream().anyMatch(one -> one.leaves && !one.dead)) {
            return;
        }
        leave(victim);
        after(60 * MILLI + random.nextLong(random.nextBoolean() ? 10 * MILLI : 400 * MILLI), () -> {
            if (!victim.dead && victim.leaves) {
                trace(() -> "stays " + victim.member);
                stay(victim);
            }
        });
    }

    private void stay(SimulatedServer victim) {
        victim.says = false;
        victim.leaves = false;
        victim.leave(false);
        spread(50 * MILLI);
    }

    private void leave(SimulatedServer victim) {
        trace(() -> "leave " + victim.member);
        victim.leaves = true;
        if (kind == Kind.ORDERLY) {
            // Once in a while its connections end meanwhile, and what is on its way over them is lost.
            if (random.nextInt(3) == 0) {
                within(10 * MILLI, () -> victim.connections++);
            }
            drained(victim);
            return;
        }
        spread(50 * MILLI);
        after(60 * MILLI, () -> victim.leave(true));
        gone(victim, now + 10_000 * MILLI);
    }

    /** Takes no more requests; when those that it has are answered it says that it leaves, and does. */
    private void drained(SimulatedServer victim) {
        within(5 * MILLI, () -> {
            if (victim.serves()) {
                drained(victim);
                return;
            }
            trace(() -> "drained " + victim.member);
            victim.says = true;
            spread(2 * MILLI);
            after(3 * MILLI, () -> victim.leave(true));
            gone(victim, now + 10_000 * MILLI);
        });
    }

    private void gone(SimulatedServer victim, long deadline) {
        after(200 * MILLI, () -> {
            if (victim.dead || !victim.leaves) {
                return;
            }
            if (!victim.holds() && (kind != Kind.ORDERLY || !victim.serves())) {
                trace(() -> "gone " + victim.member);
                victim.dead = true;
                spread(100 * MILLI);
                revive(victim);
            } else if (now > deadline) {
                if (present(victim.member.server()).size() > 1) {
                    problem(victim.member + " cannot leave");
                }
                stay(victim); // it is the last one, and would take the sessions with it
            } else {
                gone(victim, deadline);
            }
        });
    }

    // ----------------------------------------------------------------------------------------------------------------

    Rules rules() {
        return rules;
    }

    Kind kind() {
        return kind;
    }

    Flaw flaw() {
        return flaw;
    }

    long now() {
        return now;
    }

    void after(long nanos, Runnable task) {
        tasks.add(new Task(now + nanos, ++numbers, task));
    }

    /** Some time soon. */
    void within(long nanos, Runnable task) {
        after(random.nextLong(nanos) + 1, task);
    }

    private void until(long end) {
        while (!tasks.isEmpty() && tasks.peek().at() <= end) {
            Task task = tasks.remove();
            now = task.at();
            task.run().run();
        }
        now = end;
    }

    void problem(String what) {
        trace(() -> "PROBLEM " + what);
        problems.add(what);
    }

    void trace(Supplier<String> line) {
        if (trace != null) {
            trace.append(now / 1_000).append(' ').append(line.get()).append('\n');
        }
    }
}
