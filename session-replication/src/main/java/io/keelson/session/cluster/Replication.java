package io.keelson.session.cluster;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Membership;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.replica.ReplicatedGroup;
import io.keelson.kernel.spi.replica.ReplicatedObjects;
import io.keelson.remoting.ServerStreams;
import io.keelson.session.forward.Passage;
import io.keelson.session.link.CompressionRules;
import io.keelson.session.link.LinkRuntime;
import io.keelson.session.link.Links;
import io.keelson.session.replica.ClusterSnapshot;
import io.keelson.session.replica.Remnant;
import io.keelson.session.replica.ReplicaAction;
import io.keelson.session.replica.ReplicaEvent;
import io.keelson.session.replica.ReplicaMessage;
import io.keelson.session.replica.Rules;
import io.keelson.session.replica.SessionReplica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of this server's applications and the copies that it keeps for others: lets the machines run and does what they say. A
 * session's bytes are copied by the thread that has them: no thread carries all of them. Thread-safe.
 */
public final class Replication {
    private final Membership membership;
    private final Ticker ticker;
    private final ClusterKnowledge knowledge;
    private final Map<String, Slots> applications = new ConcurrentHashMap<>();
    private final Tickets tickets = new Tickets();
    private final ScheduledExecutorService thread = Threads.scheduler("keelson.sessions");
    private final ClusterView.Subscription views;
    private final ReplicaMessaging others;
    private final UnresponsiveMembers unresponsive;
    private final Housekeeping housekeeping;
    private final LeavingServer leavingServer;
    private volatile @Nullable Passage passage;

    /** Owner of an application's session objects. Called under a session's lock; must not block. */
    interface Objects {
        /**
         * The session is to go: call {@link Replication#step} with {@link ReplicaEvent.Retired} when nobody uses its object.
         *
         * @return false where there is none
         */
        boolean retire(Slot slot);

        /** Its object is of no use any more. */
        void release(Slot slot);
    }

    /** For a server that takes part in a cluster; before it joins. */
    public Replication(Membership membership, Duration failureTimeout, Rules rules, Ticker ticker) {
        this.membership = membership;
        this.ticker = ticker;
        knowledge = new ClusterKnowledge(
                membership.group().self(), rules, membership.roster().adminServer(), failureTimeout, ticker.nanoTime());
        others = new ReplicaMessaging(membership, new Ears());
        unresponsive = new UnresponsiveMembers(knowledge, others, ticker);
        housekeeping = new Housekeeping(this, membership, knowledge, unresponsive, applications.values(), ticker);
        leavingServer = new LeavingServer(
                this, membership.group().self(), knowledge, others, applications.values(), thread, ticker);
        views = membership.view().subscribe(new Views());
        housekeeping.start(thread);
    }

    /** The domain says something else of the servers from now on: some have come, others are none of the cluster any more. */
    public void rules(Rules next) {
        knowledge.rules(next);
    }

    /** Sends over direct connections too, where there are any; before the membership starts. */
    public void connect(ServerStreams streams, boolean secureOnly, CompressionRules compression) {
        others.connect(streams, secureOnly, compression, ticker);
    }

    /** Takes requests to where their sessions are, from now on, where these would else go from server to server. */
    public void passOn(Passage way) {
        passage = way;
    }

    HttpExchange arrived(HttpExchange exchange) {
        Passage way = passage;
        return way == null ? exchange : way.arrived(exchange);
    }

    /** Returns whether a request has been taken to the server that has its session. */
    boolean passedOn(HttpExchange exchange, Slots of, String session) {
        Passage way = passage;
        Slot slot = way == null ? null : of.byId.get(session);
        if (way == null || slot == null) {
            return false;
        }
        long now = ticker.nanoTime();
        String host = slot.host(knowledge.at(now), now).orElse(null);
        boolean taken = host != null && way.take(exchange, host);
        if (taken) {
            of.passedOn.increment();
        }
        return taken;
    }

    Set<String> expected() {
        return snapshot().expected();
    }

    ClusterSnapshot snapshot() {
        return knowledge.at(ticker.nanoTime());
    }

    /** Opens groups of objects of other rooms. */
    public ReplicatedObjects objects() {
        return new ReplicatedObjects() {
            @Override
            public boolean available() {
                return true;
            }

            @Override
            public ReplicatedGroup open(String name, ReplicatedGroup.Holder holder) {
                return new ObjectGroup(Replication.this, name, holder);
            }
        };
    }

    Slots of(String application) {
        return applications.computeIfAbsent(application, Slots::new);
    }

    // ---- events ----------------------------------------------------------------------------------------------------

    /** A question of a request; its answer comes through the future, on any thread. */
    CompletableFuture<Answer> ask(Slot slot, LongFunction<ReplicaEvent> event) {
        return ask(slot, event, () -> true);
    }

    /**
     * Does the same as {@link #ask(Slot, LongFunction)}, if a condition holds then, which is asked under the session's lock; else it is
     * lost.
     */
    CompletableFuture<Answer> ask(Slot slot, LongFunction<ReplicaEvent> event, BooleanSupplier condition) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        long ticket = tickets.issue(answer);
        Turn turn = new Turn();
        Slot now = slot;
        while (!asked(now, ticket, event, condition, turn)) {
            now = slot(slot.application, slot.session);
        }
        turn.end();
        return answer;
    }

    /** Returns whether the slot was there to be asked. */
    private boolean asked(
            Slot slot, long ticket, LongFunction<ReplicaEvent> event, BooleanSupplier condition, Turn turn) {
        slot.lock.lock();
        try {
            if (slot.gone) {
                return false;
            }
            if (!condition.getAsBoolean()) {
                tickets.answer(ticket, new Answer.Lost(), turn);
            } else {
                stepped(slot, event.apply(ticket), turn);
            }
            return true;
        } finally {
            slot.lock.unlock();
        }
    }

    /** The place of a session, made where there is none. */
    Slot slot(String application, String session) {
        Slots of = of(application);
        return of.byId.computeIfAbsent(session, id -> {
            Remnant ended = of.ended.remove(id);
            SessionReplica replica = ended == null
                    ? new SessionReplica(id, of.asynchronous, snapshot())
                    : new SessionReplica(id, of.asynchronous, snapshot(), ended);
            return new Slot(application, id, replica);
        });
    }

    /**
     * Lets an event through to a session's machine, and does what it says.
     *
     * @return the place of the machine that took it: one that was empty may have been taken away meanwhile, and another is in its place
     */
    Slot step(Slot slot, ReplicaEvent event) {
        return step(slot, event, new Turn());
    }

    private Slot step(Slot slot, ReplicaEvent event, Turn turn) {
        Slot now = slot;
        while (!stepped(now, event, turn)) {
            now = slot(slot.application, slot.session);
        }
        turn.end();
        return now;
    }

    private boolean stepped(Slot slot, ReplicaEvent event, Turn turn) {
        Slots of = of(slot.application);
        slot.lock.lock();
        try {
            if (slot.gone) {
                return false;
            }
            long now = ticker.nanoTime();
            ClusterSnapshot around = knowledge.at(now);
            List<ReplicaAction> actions = slot.replica.step(event, around, now);
            slot.moves.note(slot.replica, event, around, ticker);
            for (ReplicaAction action : actions) {
                act(of, slot, action, turn);
            }
            if (slot.replica.active()) {
                of.active.add(slot);
            } else {
                of.active.remove(slot);
            }
            if (slot.replica.blank(Slots.REMEMBERED)) {
                of.forget(slot);
            }
            return true;
        } finally {
            slot.lock.unlock();
        }
    }

    private void act(Slots of, Slot slot, ReplicaAction action, Turn turn) {
        if (action instanceof ReplicaAction.Send send) {
            if (!turn.answers(send)) {
                others.send(slot, send.to(), send.message());
            }
        } else if (action instanceof ReplicaAction.Serve serve) {
            tickets.answer(serve.ticket(), new Answer.Served(), turn);
        } else if (action instanceof ReplicaAction.Confirmed done) {
            tickets.answer(done.ticket(), new Answer.Kept(), turn);
        } else if (action instanceof ReplicaAction.Superseded lost) {
            tickets.answer(lost.ticket(), new Answer.Lost(), turn);
        } else if (action instanceof ReplicaAction.Absent none) {
            tickets.answer(none.ticket(), new Answer.Absent(), turn);
        } else if (action instanceof ReplicaAction.Unreachable away) {
            tickets.answer(away.ticket(), new Answer.Unreachable(away.why()), turn);
        } else if (action instanceof ReplicaAction.Retire) {
            Objects objects = of.objects;
            if (objects == null || !objects.retire(slot)) {
                turn.later(() -> step(slot, new ReplicaEvent.Retired(null)));
            }
        } else if (action instanceof ReplicaAction.Release release) {
            if (release.moved()) {
                of.moves.increment();
                of.moved = true;
            }
            Objects objects = of.objects;
            if (objects != null) {
                objects.release(slot);
            }
        } else if (action instanceof ReplicaAction.Discarded discarded) {
            of.discarded.add(discarded.updates());
            ReplicationLog.LOG.discarded(of.application, discarded.updates());
        } else if (action instanceof ReplicaAction.Unheard unheard) {
            unresponsive.unheard(unheard, slot);
        }
    }

    /** Hears the messages of other servers. */
    private final class Ears implements ReplicaMessaging.Listener {
        @Override
        public void leaving(ClusterMember from, boolean leaves) {
            knowledge.leaving(from, leaves);
        }

        @Override
        public void foreign(ClusterMember from, int version) {
            if (knowledge.foreign(from, ticker.nanoTime())) {
                Links.foreign(from.server(), version, ReplicaCodec.VERSION);
                all(new ReplicaEvent.Viewed(Set.of()));
            }
        }

        @Override
        public void heard(ClusterMember from, String application, String session, ReplicaMessage message) {
            unresponsive.heard(from, message);
            step(slot(application, session), new ReplicaEvent.Heard(from, message));
        }

        @Override
        public boolean had(ClusterMember from, String application, String session, ReplicaMessage message) {
            unresponsive.heard(from, message);
            Turn turn = Turn.asked(from, message);
            step(slot(application, session), new ReplicaEvent.Heard(from, message), turn);
            return turn.had();
        }

        @Override
        public void had(Slot slot, ClusterMember by, long epoch, long version) {
            unresponsive.answered(by);
            step(slot, new ReplicaEvent.Heard(by, new ReplicaMessage.Have(epoch, version)));
        }

        @Override
        public void cut(Slot slot, ClusterMember to) {
            step(slot, new ReplicaEvent.Cut(to));
        }
    }

    /** Hears of changes of the view, on the cluster's thread. */
    private final class Views implements ClusterView.Listener {
        @Override
        public void changed(ClusterView.View now, ClusterView.Change change) {
            Set<ClusterMember> returned = knowledge.viewed(now, ticker.nanoTime());
            // Who joins hears in which version this server speaks, and whether it leaves.
            others.say(leavingServer.leaving() ? snapshot().others() : joined(change), leavingServer.leaving());
            all(new ReplicaEvent.Viewed(returned));
        }

        private List<ClusterMember> joined(ClusterView.Change change) {
            List<ClusterMember> joined = new ArrayList<>(change.joined());
            change.parts().forEach(joined::addAll);
            joined.remove(membership.group().self());
            return joined;
        }

        /** Its sessions go on at once: the view comes later. */
        @Override
        public void ended(ClusterMember member) {
            if (knowledge.ended(member, ticker.nanoTime())) {
                all(new ReplicaEvent.Viewed(Set.of()));
            }
        }
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    /** Returns whether this server did not run for a while and does not know yet whether the others have gone on without it. */
    boolean doubts() {
        return knowledge.doubtsSince(ticker.nanoTime()) != 0;
    }

    /** Does what time does every few seconds. */
    void sweep(long now) {
        housekeeping.sweep(now);
    }

    // ---- the server comes and goes ---------------------------------------------------------------------------------

    /** This server takes sessions, for the first time or again. */
    public void stay() {
        leavingServer.stay();
    }

    /** Hands all sessions over to others, at most until the deadline. */
    public void leave(Deadline deadline) {
        leavingServer.leave(deadline);
    }

    /** Lets an event through to the machines of all sessions. */
    void all(ReplicaEvent event) {
        // Who comes back may have a copy of what has ended meanwhile, and is told.
        boolean told = event instanceof ReplicaEvent.Viewed view
                && (!view.returned().isEmpty() || !snapshot().sure(ticker.nanoTime()));
        for (Slots of : applications.values()) {
            if (told) {
                of.ended.keySet().forEach(id -> slot(of.application, id));
            }
            of.byId.values().forEach(slot -> step(slot, event));
        }
    }

    /** Ends the threads; nothing is replicated any more. */
    public void end() {
        views.close();
        others.end();
        Passage way = passage;
        if (way != null) {
            way.close();
        }
        thread.shutdownNow();
        tickets.end();
    }

    // ---- management ------------------------------------------------------------------------------------------------

    /** The direct connections on which this server sends. */
    public List<LinkRuntime> links() {
        return others.links();
    }

    /** Returns how it is, by application. */
    public List<ReplicationRuntime> state() {
        return applications.values().stream()
                .map(of -> of.state(ticker.nanoTime()))
                .toList();
    }
}
