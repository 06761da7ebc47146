package io.keelson.cluster.internal.raft;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.DurableLog;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.ConsensusLog;
import io.microraft.MembershipChangeMode;
import io.microraft.Ordered;
import io.microraft.QueryPolicy;
import io.microraft.RaftEndpoint;
import io.microraft.RaftNode;
import io.microraft.RaftNodeStatus;
import io.microraft.RaftRole;
import io.microraft.exception.RaftException;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.InstallSnapshotRequest;
import io.microraft.model.message.PreVoteRequest;
import io.microraft.model.message.RaftMessage;
import io.microraft.model.message.VoteRequest;
import io.microraft.persistence.RestoredRaftState;
import io.microraft.report.RaftGroupMembers;
import io.microraft.report.RaftNodeReport;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ConsensusLog} over MicroRaft 0.7; docs/adr/0009-microraft.md says which of its habits are kept away from the
 * leases, and {@code ConsensusLogContractTest} holds each.
 *
 * <p>What goes in or out passes a {@link Gate}. When the journal fails the gate closes for good: nothing of MicroRaft runs
 * or is sent any more. When this voter cannot be brought into step (see {@link RaftJournal}) the gate of that life closes,
 * and another life begins from the journal, which is what a restart of the server would do. So it does when it waits for a leader
 * that is gone (see {@link #watch}).
 */
public final class MicroRaftLog implements ConsensusLog {
    /** Kept here, or its level would go with it. */
    private static final Logger LIBRARY = Logger.getLogger("io.microraft");

    private final VoterSettings settings;
    private final Scheduler scheduler;
    private final Random random;
    private final RaftClock clock;
    private final Applier applier;
    private final Listener listener;
    private final BiConsumer<String, byte[]> send;
    private final RaftJournal journal;
    private final Standstill standstill;
    private final OwnRemoval removal;
    private final Reception reception;
    private final Set<CompletableFuture<?>> open = new LinkedHashSet<>();
    private volatile @Nullable Life life;
    private volatile boolean ended;
    /** Decided; nothing of MicroRaft runs any more, and what it knew can still be asked. */
    private volatile boolean takenOut;

    private boolean leading;
    private @Nullable String leader;

    /**
     * The voter; {@link #start} starts it.
     *
     * @param send sends a message to a voter, by its id; must not block
     */
    public MicroRaftLog(
            VoterSettings settings,
            Ticker ticker,
            Scheduler scheduler,
            Random random,
            DurableLog log,
            Applier applier,
            Listener listener,
            BiConsumer<String, byte[]> send) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.random = random;
        this.clock = new RaftClock(ticker, settings.scale());
        this.applier = applier;
        this.listener = listener;
        this.send = send;
        this.journal = new RaftJournal(log, settings.compactBytes(), this::halt);
        this.removal = new OwnRemoval(settings.self(), journal);
        this.standstill = new Standstill(ticker, settings.timeout());
        this.reception = new Reception(
                settings.self(), scheduler, settings.heartbeat(), journal, removal, standstill, new Received());
    }

    @Override
    public void start() {
        quieten();
        try {
            journal.recover();
            takenOut = removal.isDecidedHere();
            if (!takenOut) {
                begin();
            }
        } catch (IOException | IllegalStateException e) {
            halt(e);
        }
    }

    @Override
    public void stop() {
        if (!ended) {
            ended = true;
            endLife("this voter stops");
            journal.close();
        }
    }

    /** A server may vote under another id than before: what was meant for its former one is not for it. */
    @Override
    public void delivered(byte[] bytes) {
        Life to = life;
        if (to == null) {
            return;
        }
        try {
            Decoder from = new Decoder(bytes);
            String target = from.text(RaftModels.LONGEST_ID);
            RaftMessage message = RaftCodec.decode(from.bytes(bytes.length));
            from.end();
            if (target.equals(settings.self()) && !isFromAFormerLeader(message)) {
                scheduler.execute(() -> reception.handle(to, message));
            }
        } catch (MalformedMessageException e) {
            VotersLog.LOG.refusedMessage(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public CompletionStage<byte[]> append(byte[] operation) {
        return run(node -> node.replicate(new Operation.Change(operation)), MicroRaftLog::bytes);
    }

    @Override
    public CompletionStage<byte[]> read(byte[] question) {
        return run(
                node -> node.query(
                        new Operation.Question(question), QueryPolicy.LINEARIZABLE, Optional.empty(), Optional.empty()),
                MicroRaftLog::bytes);
    }

    @Override
    public CompletionStage<Set<String>> change(String voter, boolean votes) {
        MembershipChangeMode mode =
                votes ? MembershipChangeMode.ADD_OR_PROMOTE_TO_FOLLOWER : MembershipChangeMode.REMOVE_MEMBER;
        return run(
                node -> node.changeMembership(
                        new Peer(voter), mode, node.getCommittedMembers().getLogIndex()),
                members -> ids(((RaftGroupMembers) members).getVotingMembers()));
    }

    @Override
    public CompletionStage<?> handOver(String voter) {
        return run(node -> node.transferLeadership(new Peer(voter)), done -> true);
    }

    @Override
    public Set<String> voters() {
        Life now = life;
        return now == null ? Set.of() : ids(now.node().getCommittedMembers().getVotingMembers());
    }

    @Override
    public Set<String> followers() {
        Life now = life;
        return now == null || !leading
                ? Set.of()
                : reception.answered(now.node().getTerm().getTerm());
    }

    @Override
    public boolean leads() {
        return leading;
    }

    @Override
    public boolean knowsLeader() {
        return leading || leader != null;
    }

    /** Returns how far this voter's log goes, and who votes by it; empty: it does not run. On the node's thread. */
    public Optional<ElectionState> electionState() {
        Life now = life;
        return now == null
                ? Optional.empty()
                : Optional.of(new ElectionState(
                        journal.lastTerm(),
                        journal.last(),
                        ids(now.node().getEffectiveMembers().getVotingMembers())));
    }

    @Override
    public boolean removed() {
        Life now = life;
        return takenOut || now != null && now.node().getStatus() == RaftNodeStatus.TERMINATED;
    }

    @Override
    public boolean established() {
        Life now = life;
        return takenOut || now != null && now.node().getTerm().getTerm() > 0;
    }

    /**
     * Limits the library's own log to severe messages, unless its level is set. The room's own messages tell an
     * operator what there is to know of it.
     */
    private static void quieten() {
        if (LIBRARY.getLevel() == null) {
            LIBRARY.setLevel(Level.SEVERE);
        }
    }

    private void begin() {
        Gate gate = new Gate(scheduler, settings.scale());
        RaftNode.RaftNodeBuilder builder = RaftNode.newBuilder()
                .setGroupId(RaftCodec.GROUP)
                .setConfig(settings.config())
                .setExecutor(gate)
                .setTransport(new RaftTransport(gate, this::send))
                .setStateMachine(new AppliedState(applier, this::applied))
                .setStore(journal)
                .setRandom(random)
                .setClock(clock)
                .setRaftNodeReportListener(report -> {
                    if (gate.isOpen()) {
                        reported(report);
                    }
                });
        Optional<RestoredRaftState> restored = journal.restored();
        if (restored.isEmpty() || restored.get().getSnapshotEntry() == null) {
            applier.restore(List.of()); // everything is applied again, from the first entry on
        }
        if (restored.isPresent()) {
            builder.setRestoredState(restored.get());
        } else {
            builder.setLocalEndpoint(new Peer(settings.self())).setInitialGroupMembers(peers(settings.initial()));
        }
        RaftNode node = builder.build();
        life = new Life(node, gate);
        standstill.begin();
        node.start();
        watch(gate);
    }

    /** A voter that neither hears a leader nor asks for votes begins anew. */
    private void watch(Gate gate) {
        scheduler.schedule(
                () -> {
                    Life now = life;
                    if (!gate.isOpen() || now == null) {
                        return;
                    }
                    boolean follows = !leading && votes();
                    if (standstill.waits(
                            follows, leader != null, now.node().getTerm().getTerm())) {
                        beginAnew("it neither heard a leader nor asked for votes");
                    } else {
                        watch(gate);
                    }
                },
                settings.heartbeat());
    }

    private boolean votes() {
        Life now = life;
        return now != null
                && ids(now.node().getEffectiveMembers().getVotingMembers()).contains(settings.self());
    }

    /** MicroRaft is left as it is: closing its gate, it neither runs nor sends, and nobody waits for it. */
    private void endLife(String why) {
        Life old = life;
        life = null;
        if (old != null) {
            old.gate().close();
        }
        release(why);
    }

    private void release(String why) {
        leading = false;
        leader = null;
        List<CompletableFuture<?>> waiting = List.copyOf(open);
        open.clear();
        waiting.forEach(future -> future.completeExceptionally(new Undecided(why, null, null)));
    }

    private void halt(Exception cause) {
        if (!ended) {
            ended = true;
            endLife("this voter has stopped: " + cause.getMessage());
            journal.close();
            scheduler.execute(() -> listener.halted(cause));
        }
    }

    private void applied(long index) {
        try {
            journal.applied(index);
        } catch (IOException e) {
            // The journal has called halt: the gate is closed, and what MicroRaft makes of this turn is not sent.
        }
    }

    private void send(RaftEndpoint to, RaftMessage message) {
        if ((message instanceof PreVoteRequest || message instanceof VoteRequest) && !votes()) {
            return; // it would count its own vote: with a minority of the voters it would be a majority
        }
        standstill.sends(message);
        if (message instanceof AppendEntriesFailureResponse refusal && standstill.refuses(refusal)) {
            scheduler.execute(() -> beginAnew("it does not get beyond place " + refusal.getExpectedNextIndex()));
        }
        String id = Peer.of(to).id();
        send.accept(id, new Encoder().text(id).bytes(RaftCodec.encode(message)).toBytes());
    }

    /** Pieces of snapshots are taken from leaders only; MicroRaft asks who leads, and there may be nobody. */
    private static boolean isFromAFormerLeader(RaftMessage message) {
        return message instanceof InstallSnapshotRequest install && !install.isSenderLeader();
    }

    private void beginAnew(String why) {
        if (!ended && !takenOut) {
            VotersLog.LOG.beganAnew(settings.self(), why);
            endLife("this voter begins anew from its log");
            listener.leads(false, null);
            try {
                journal.flush(); // the next life takes all that is there for durable
                begin();
            } catch (IOException | IllegalStateException e) {
                halt(e);
            }
        }
    }

    private void reported(RaftNodeReport report) {
        boolean leads = report.getRole() == RaftRole.LEADER && report.getStatus() != RaftNodeStatus.TERMINATED;
        RaftEndpoint known = report.getTerm().getLeaderEndpoint();
        String id = known == null ? null : Peer.of(known).id();
        if (leads != leading || !Objects.equals(id, leader)) {
            leading = leads;
            leader = id;
            listener.leads(leads, id);
        }
    }

    private <R, T> CompletionStage<T> run(Call<R> call, Function<Object, T> result) {
        Life now = life;
        CompletableFuture<T> future = new CompletableFuture<>();
        if (now == null) {
            future.completeExceptionally(new Undecided("this voter does not run", null, null));
            return future;
        }
        open.add(future);
        call.on(now.node()).whenComplete((ordered, failure) -> {
            open.remove(future);
            if (failure != null) {
                future.completeExceptionally(undecided(failure));
            } else {
                future.complete(result.apply(ordered.getResult()));
            }
        });
        return future;
    }

    private static Undecided undecided(Throwable failure) {
        String known = null;
        if (failure instanceof RaftException raft && raft.getLeader() != null) {
            known = Peer.of(raft.getLeader()).id();
        }
        return new Undecided("not decided: " + failure, known, failure);
    }

    private static byte[] bytes(Object result) {
        return (byte[]) result;
    }

    static Set<String> ids(Collection<RaftEndpoint> endpoints) {
        return endpoints.stream().map(e -> Peer.of(e).id()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<RaftEndpoint> peers(List<String> ids) {
        return ids.stream().map(id -> (RaftEndpoint) new Peer(id)).toList();
    }

    /** This voter as the reception sees it: sends answers, and ends a life. */
    private final class Received implements Reception.Voter {
        @Override
        public boolean isNow(Life to) {
            return life == to;
        }

        @Override
        public boolean leads() {
            return leading;
        }

        @Override
        public boolean knowsLeader() {
            return MicroRaftLog.this.knowsLeader();
        }

        @Override
        public void send(RaftEndpoint to, RaftMessage message) {
            MicroRaftLog.this.send(to, message);
        }

        @Override
        public void beginAnew(String why) {
            MicroRaftLog.this.beginAnew(why);
        }

        @Override
        public void takenOut(Life to) {
            takenOut = true;
            to.gate().close();
            release("this voter was taken out");
            listener.leads(false, null);
        }

        @Override
        public void halt(Exception cause) {
            MicroRaftLog.this.halt(cause);
        }
    }

    private interface Call<R> {
        CompletableFuture<Ordered<R>> on(RaftNode node);
    }
}
