package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.SimulatedSessions.Flaw;
import io.keelson.session.replica.SimulatedSessions.Kind;
import io.keelson.session.replica.SimulatedSessions.Op;
import io.keelson.session.replica.TokenList.Prefix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run of a server in {@link SimulatedSessions}: does for its sessions' machines what the real one does. */
final class SimulatedServer {
    private static final long TICK = 100 * SimulatedSessions.MILLI;
    /** How long a pause must be to be one that a server notices of itself, and how long it then trusts no absence. */
    private static final long GAP = 1_000 * SimulatedSessions.MILLI;

    /** How often a request asks again whose session has gone when its thread runs. */
    private static final int MOST_TRIES = 20;

    /** After how long without an answer a member of the view counts as silent. */
    private static final long SILENCE = 4_000 * SimulatedSessions.MILLI;

    private static final long SETTLE = 6_000 * SimulatedSessions.MILLI;

    final ClusterMember member;
    ClusterSnapshot around;
    boolean dead;
    boolean paused;
    /** Since when it is paused. */
    long pausedAt;
    /** True if there has been another view, with it in it, while it was paused. */
    boolean missed;

    boolean leaves;
    /** How often its connections have ended. */
    int connections;
    /** True if it has said to the others that it leaves. */
    boolean says;

    private final SimulatedSessions world;
    private final Map<String, SessionReplica> replicas = new TreeMap<>();
    private final Map<String, TokenList> objects = new HashMap<>();
    private final Map<Long, Op> tickets = new HashMap<>();
    private final Map<Long, TokenList> inUse = new HashMap<>();
    private final Map<Long, Prefix> used = new HashMap<>();
    private final List<Runnable> inbox = new ArrayList<>();
    private final Set<ClusterMember> known = new HashSet<>();
    private boolean fresh = true;
    private long lastTick;
    /** True if it has noticed that it did not run, and asks the others whether they have its view. */
    private boolean doubts;

    private int question;
    private List<ClusterMember> asked = List.of();
    private final Set<ClusterMember> silent = new HashSet<>();

    SimulatedServer(SimulatedSessions world, ClusterMember member) {
        this.world = world;
        this.member = member;
        around = new ClusterSnapshot(member, List.of(member), Set.of(), world.rules(), world.now() + SETTLE);
        lastTick = world.now();
        world.within(TICK, this::tick);
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    void run(Runnable task) {
        if (paused) {
            inbox.add(task);
        } else if (!dead) {
            notice();
            task.run();
        }
    }

    /** As the real one does: before anything else happens a server sees that it did not run for a while. */
    private void notice() {
        if (world.now() - lastTick > GAP && world.flaw() != Flaw.HASTY_TRUST) {
            around = new ClusterSnapshot(
                    member, around.members(), around.leaving(), around.silent(), around.rules(), world.now() + SETTLE);
            lastTick = world.now();
            doubts = true;
            question++; // what was asked before says nothing
        }
    }

    /** Asks all others of its view whether it is theirs, as the real one does. */
    private void ask() {
        int number = ++question;
        asked = around.members();
        silent.clear();
        silent.addAll(around.others());
        for (ClusterMember other : around.others()) {
            world.word(this, other, there -> {
                List<ClusterMember> view = there.around.members();
                world.word(there, member, self -> self.answered(number, other, view));
            });
        }
    }

    private void answered(int number, ClusterMember by, List<ClusterMember> view) {
        if (number == question
                && doubts
                && view.equals(asked)
                && around.members().equals(asked)) {
            silent.remove(by);
            if (silent.isEmpty()) {
                doubts = false;
                long sureAt = Math.min(world.now(), around.sureAtNanos());
                around = new ClusterSnapshot(
                        member, around.members(), around.leaving(), around.silent(), around.rules(), sureAt);
                world.trace(() -> member + " trusts its view");
            }
        }
    }

    private void tick() {
        if (dead) {
            return;
        }
        run(() -> {
            lastTick = world.now();
            doubts &= !around.sure(lastTick);
            if (doubts) {
                ask();
            }
            around.silent()
                    .forEach(other -> world.transmit(
                            this, other, SimulatedSessions.SESSIONS.get(0), new ReplicaMessage.Find(lastTick)));
            for (String session : SimulatedSessions.SESSIONS) {
                SessionReplica replica = replicas.get(session);
                if (replica != null && replica.active()) {
                    step(session, new ReplicaEvent.Tick());
                } else if (replica != null && replica.needy()) {
                    step(session, new ReplicaEvent.Tend());
                }
            }
        });
        world.after(TICK, this::tick);
    }

    /** Runs again, and does what has come meanwhile. */
    void resume(boolean seesNobody) {
        paused = false;
        if (seesNobody) {
            view(List.of(member));
        }
        List<Runnable> missed = List.copyOf(inbox);
        inbox.clear();
        missed.forEach(task -> world.within(SimulatedSessions.MILLI, () -> run(task)));
    }

    void view(List<ClusterMember> members) {
        run(() -> {
            Set<ClusterMember> returned = new HashSet<>(members);
            returned.retainAll(known);
            returned.removeAll(around.members());
            known.addAll(members);
            // It has just come, and has found the others.
            long sureAt = fresh && members.size() > 1 ? world.now() : around.sureAtNanos();
            fresh = fresh && members.size() == 1;
            Set<ClusterMember> silent = new HashSet<>(around.silent());
            silent.retainAll(members);
            around = new ClusterSnapshot(member, members, world.leaving(), silent, around.rules(), sureAt);
            world.trace(() -> "view of " + member + ": " + members);
            for (String session : SimulatedSessions.SESSIONS) {
                if (replicas.containsKey(session)) {
                    step(session, new ReplicaEvent.Viewed(returned));
                }
            }
        });
    }

    /** What was sent to a member may be lost. */
    void cut(ClusterMember to, String session) {
        run(() -> {
            if (replicas.containsKey(session)) {
                step(session, new ReplicaEvent.Cut(to));
            }
        });
    }

    void leave(boolean leaving) {
        run(() -> List.copyOf(replicas.keySet()).forEach(session -> step(session, new ReplicaEvent.Leave(leaving))));
    }

    // ---- the machines ----------------------------------------------------------------------------------------------

    private void step(String session, ReplicaEvent event) {
        SessionReplica replica = replicas.get(session);
        if (replica == null) {
            replica = new SessionReplica(session, world.kind() == Kind.ASYNCHRONOUS, around);
            replicas.put(session, replica);
        }
        Image had = replica.image();
        for (ReplicaAction action : replica.step(event, around, world.now())) {
            world.trace(() -> member + " " + session + " " + action);
            if (action instanceof ReplicaAction.Discarded discarded) {
                world.discarded(session, discarded.updates(), had);
            }
            act(session, event, action);
        }
        if (replica.blank(Long.MAX_VALUE)) {
            replicas.remove(session);
        }
    }

    private void act(String session, ReplicaEvent event, ReplicaAction action) {
        if (action instanceof ReplicaAction.Send send) {
            world.transmit(this, send.to(), session, message(event, send.message()));
        } else if (action instanceof ReplicaAction.Serve serve) {
            served(session, serve);
        } else if (action instanceof ReplicaAction.Confirmed done) {
            confirmed(session, done.ticket());
        } else if (action instanceof ReplicaAction.Retire) {
            world.within(SimulatedSessions.MILLI, () -> run(() -> retire(session)));
        } else if (action instanceof ReplicaAction.Release release) {
            objects.remove(session);
            if (release.moved() && !leaves) {
                world.moved();
            }
        } else if (action instanceof ReplicaAction.Absent none) {
            Op op = tickets.remove(none.ticket());
            if (op != null) {
                if (op.ends && used.containsKey(none.ticket())) {
                    throw new IllegalStateException("what was served is not there: " + none);
                }
                world.absent(op, member);
            }
        } else if (action instanceof ReplicaAction.Unreachable away) {
            if (world.kind() == Kind.ORDERLY) {
                world.problem(member + " turns a request of " + session + " away: " + away.why());
            }
            failed(away.ticket());
        } else if (action instanceof ReplicaAction.Unheard unheard) {
            if (world.now() - unheard.sinceNanos() >= SILENCE && world.now() - around.sureAtNanos() >= SILENCE) {
                silent(unheard.member(), true);
            }
        } else if (action instanceof ReplicaAction.Superseded lost) {
            world.lost();
            failed(lost.ticket());
        }
    }

    private ReplicaMessage message(ReplicaEvent event, ReplicaMessage message) {
        boolean planted = world.flaw() == Flaw.STALE_EPOCH
                && message instanceof ReplicaMessage.Stale
                && event instanceof ReplicaEvent.Heard heard
                && heard.message() instanceof ReplicaMessage.Update;
        if (!planted) {
            return message;
        }
        ReplicaMessage.Update update = (ReplicaMessage.Update) ((ReplicaEvent.Heard) event).message();
        return new ReplicaMessage.Have(update.epoch(), update.version());
    }

    void hear(ClusterMember from, String session, ReplicaMessage message) {
        if (world.flaw() == Flaw.FORGOTTEN_END && message instanceof ReplicaMessage.Remove end) {
            world.transmit(this, from, session, new ReplicaMessage.Have(end.epoch(), end.version()));
            return;
        }
        run(() -> {
            if (message instanceof ReplicaMessage.Have || message instanceof ReplicaMessage.Found) {
                silent(from, false);
            }
            step(session, new ReplicaEvent.Heard(from, message));
        });
    }

    private void silent(ClusterMember other, boolean so) {
        Set<ClusterMember> silent = new HashSet<>(around.silent());
        if (around.members().contains(other) && (so ? silent.add(other) : silent.remove(other))) {
            world.trace(() -> member + (so ? " does not hear " : " hears ") + other);
            around = around.withSilent(silent);
        }
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    /** Returns where a request of a session is taken to; null: it is served here. */
    @Nullable
    ClusterMember host(String session) {
        SessionReplica replica = replicas.get(session);
        return replica == null ? null : replica.host(around, world.now()).orElse(null);
    }

    void ask(long ticket, Op op, Set<String> hints) {
        tickets.put(ticket, op);
        step(op.session, new ReplicaEvent.Requested(ticket, hints));
    }

    void create(long ticket, Op op) {
        tickets.put(ticket, op);
        TokenList object = new TokenList();
        objects.put(op.session, object);
        step(op.session, new ReplicaEvent.Created());
        use(ticket, object, op);
    }

    private void served(String session, ReplicaAction.Serve serve) {
        Op op = tickets.get(serve.ticket());
        if (op == null) {
            throw new IllegalStateException("served twice: " + serve);
        }
        if (world.kind() == Kind.ORDERLY) {
            world.within(SimulatedSessions.MILLI, () -> run(() -> woken(session, serve.ticket(), op)));
            return;
        }
        use(serve.ticket(), objects.computeIfAbsent(session, id -> new TokenList(serve.image())), op);
    }

    /** As the real one: the request's thread runs some time after the answer, and asks again where the session has gone meanwhile. */
    private void woken(String session, long ticket, Op op) {
        SessionReplica replica = replicas.get(session);
        if (replica != null && replica.holding() == ReplicaMessage.Holding.PRIMARY && !replica.goes()) {
            Image image = replica.image();
            use(ticket, objects.computeIfAbsent(session, id -> new TokenList(image)), op);
        } else if (++op.tries >= MOST_TRIES) {
            world.problem(session + " moves from server to server, " + op.token);
            failed(ticket);
        } else {
            world.trace(() -> member + " asks again for " + op.token);
            step(session, new ReplicaEvent.Requested(ticket, Set.of()));
        }
    }

    private void use(long ticket, TokenList object, Op op) {
        inUse.put(ticket, object);
        if (!appendsLast() && !op.ends) {
            append(ticket, object, op);
        }
        world.within(5 * SimulatedSessions.MILLI, () -> run(() -> ended(op, ticket, object)));
    }

    /** Returns true if a token is of one update, as losses are counted: else one of another request at the same time has it too. */
    private boolean appendsLast() {
        return world.kind() != Kind.FAULTS && world.kind() != Kind.ROUGH;
    }

    private void append(long ticket, TokenList object, Op op) {
        object.add(op.token);
        used.put(ticket, object.prefix());
    }

    private void ended(Op op, long ticket, TokenList object) {
        String session = op.session;
        if (op.ends) {
            end(op, ticket, object);
            return;
        }
        if (appendsLast()) {
            append(ticket, object, op);
        }
        if (world.flaw() == Flaw.EARLY_ACKNOWLEDGEMENT) {
            confirmed(session, ticket);
        }
        inUse.remove(ticket);
        if (objects.get(session) == object) {
            step(session, new ReplicaEvent.Changed(ticket, object.delta()));
        } else {
            world.lost();
            failed(ticket);
        }
    }

    /** As the real one: the object goes, and the request waits until nobody has a copy. */
    private void end(Op op, long ticket, TokenList object) {
        inUse.remove(ticket);
        used.remove(ticket);
        if (objects.get(op.session) == object) {
            world.ends(op);
            objects.remove(op.session);
            step(op.session, new ReplicaEvent.Ended());
            step(op.session, new ReplicaEvent.Settled(ticket));
        } else {
            failed(ticket);
        }
    }

    private void confirmed(String session, long ticket) {
        Op op = tickets.remove(ticket);
        if (op != null && op.ends) {
            world.ended(op);
        } else if (op != null) {
            SessionReplica replica = replicas.get(session);
            List<String> where = new ArrayList<>(List.of(member.server()));
            if (replica != null) {
                replica.secondary().ifPresent(other -> where.add(other.server()));
            }
            Prefix list = used.remove(ticket);
            world.acknowledged(op, list, where);
        }
    }

    private void failed(long ticket) {
        used.remove(ticket);
        Op op = tickets.remove(ticket);
        if (op != null) {
            if (op.ends) {
                world.notEnded(op);
            }
            world.answer(op, () -> world.again(op));
        }
    }

    /** As the real one: an object goes when nobody uses it. */
    private void retire(String session) {
        TokenList object = objects.get(session);
        if (object == null || inUse.values().stream().noneMatch(one -> one == object)) {
            objects.remove(session);
            step(session, new ReplicaEvent.Retired(null));
        }
    }

    // ---- what is seen of it ----------------------------------------------------------------------------------------

    boolean has(String session) {
        return replicas.containsKey(session);
    }

    /** Returns how many updates it says that would be lost with it. */
    long behind(String session) {
        SessionReplica replica = replicas.get(session);
        return replica == null ? 0 : replica.behind();
    }

    boolean exposed() {
        return replicas.values().stream().anyMatch(SessionReplica::exposed);
    }

    boolean holds() {
        return replicas.values().stream()
                .anyMatch(one -> one.holding() == ReplicaMessage.Holding.PRIMARY
                        || one.holding() == ReplicaMessage.Holding.BACKUP
                        || one.ending());
    }

    /** Returns what it has of a session. */
    Prefix image(String session) {
        SessionReplica replica = replicas.get(session);
        return new TokenList(replica == null ? Image.EMPTY : replica.image()).prefix();
    }

    /** Returns true if it sees those, all that was asked of it is answered, and nothing is on its way. */
    boolean settled(List<ClusterMember> present) {
        return !paused
                && around.members().equals(present)
                && around.sure(world.now())
                && replicas.values().stream().noneMatch(SessionReplica::exposed);
    }

    /** Returns true if a request is here. */
    boolean serves() {
        return !tickets.isEmpty();
    }

    /** Returns true if nothing is on its way. */
    boolean idle() {
        return replicas.values().stream().noneMatch(SessionReplica::active);
    }
}
