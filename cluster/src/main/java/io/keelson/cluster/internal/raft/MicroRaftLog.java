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
import io.microraft.RaftConfig;
import io.microraft.RaftEndpoint;
import io.microraft.RaftNode;
import io.microraft.RaftNodeStatus;
import io.microraft.RaftRole;
import io.microraft.exception.RaftException;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesRequest;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.InstallSnapshotRequest;
import io.microraft.model.message.InstallSnapshotResponse;
import io.microraft.model.message.PreVoteRequest;
import io.microraft.model.message.PreVoteResponse;
import io.microraft.model.message.RaftMessage;
import io.microraft.model.message.VoteRequest;
import io.microraft.model.message.VoteResponse;
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
import java.util.concurrent.TimeUnit;
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

    private static final int HEARTBEAT_SECONDS = 1;
    private static final int TIMEOUT_SECONDS = 4;

    private final Settings settings;
    private final Scheduler scheduler;
    private final Random random;
    private final RaftClock clock;
    private final Applier applier;
    private final Listener listener;
    private final BiConsumer<String, byte[]> send;
    private final RaftJournal journal;
    private final Standstill standstill;
    private final OwnRemoval removal;
    private final FullMajority majority = new FullMajority();
    private final Set<CompletableFuture<?>> open = new LinkedHashSet<>();
    private volatile @Nullable Life life;
    private volatile boolean ended;
    /** It has been decided, and nothing of MicroRaft runs any more; what it knew can still be asked. */
    private volatile boolean takenOut;

    private boolean leading;
    private boolean looking;
    private @Nullable String leader;

    /**
     * The voter; {@link #start} starts it.
     *
     * @param send sends a message to a voter, by its id; must not block
     */
    public MicroRaftLog(
            Settings settings,
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
        this.standstill = new Standstill(ticker, TIMEOUT_SECONDS * settings.second());
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
                scheduler.execute(() -> handle(to, message));
            }
        } catch (MalformedMessageException e) {
            VotersLog.LOG.refusedMessage(String.valueOf(e.getMessage()));
        }
    }

    private void handle(Life to, RaftMessage message) {
        if (!to.gate.isOpen()) {
            return;
        }
        standstill.got(message);
        if (isAnswer(message) && message.getTerm() < to.node.getTerm().getTerm()) {
            return; // MicroRaft would count it, and take entries for written that have been replaced since
        }
        if (message instanceof AppendEntriesRequest append && removal.isDecidedBy(append)) {
            giveUp(to);
        } else if (message instanceof InstallSnapshotRequest install && goesBehindAChange(install, to.node)) {
            to.node.handle(RaftCodec.heartbeat(install));
            scheduler.execute(() -> drop(install, to));
        } else if (message instanceof InstallSnapshotRequest install
                && standstill.heldUp(install, to.node.getTerm().getTerm(), journal.applied())) {
            to.node.handle(RaftCodec.heartbeat(install));
            scheduler.execute(() -> {
                if (life == to) {
                    beginAnew("it waited for the rest of a snapshot whose sender leads no more");
                }
            });
        } else if (message instanceof PreVoteResponse refusal && tellsOfALaterTerm(refusal, to.node)) {
            to.node.handle(RaftCodec.laterTerm(refusal));
        } else if (message instanceof AppendEntriesRequest append && reachesBack(append, to.node)) {
            trim(append, to.node);
        } else if (message instanceof AppendEntriesRequest append && beginsAtSnapshot(append, to.node)) {
            goOnBehindSnapshot(append, to);
        } else if (FullMajority.counts(message)) {
            count(to, message);
        } else {
            to.node.handle(message);
        }
    }

    private void giveUp(Life to) {
        takenOut = true;
        to.gate.close();
        release("this voter was taken out");
        listener.leads(false, null);
    }

    private void count(Life to, RaftMessage answer) {
        Set<String> voters = ids(to.node.getEffectiveMembers().getVotingMembers());
        majority.admit(answer, to.node.getTerm().getTerm(), settings.self(), voters, journal.flushed())
                .forEach(to.node::handle);
        lookAtHeldLater(to);
    }

    private void lookAtHeldLater(Life to) {
        if (!looking && majority.holds()) {
            looking = true;
            scheduler.schedule(
                    () -> {
                        looking = false;
                        if (life == to && leading) {
                            majority.overdue().forEach(to.node::handle);
                            lookAtHeldLater(to);
                        }
                    },
                    HEARTBEAT_SECONDS * settings.second());
        }
    }

    private static boolean isAnswer(RaftMessage message) {
        return message instanceof AppendEntriesSuccessResponse
                || message instanceof AppendEntriesFailureResponse
                || message instanceof InstallSnapshotResponse
                || message instanceof PreVoteResponse
                || message instanceof VoteResponse;
    }

    /**
     * Whether a voter refused a pre-vote because it is in a later term than the one that was asked for, the next one here.
     * MicroRaft does not take that term over. Of two voters one may have more entries and the other a later term: neither
     * would ever vote for the other.
     */
    private boolean tellsOfALaterTerm(PreVoteResponse answer, RaftNode node) {
        return !answer.isGranted()
                && leader == null
                && !leading
                && answer.getTerm() > node.getTerm().getTerm() + 1;
    }

    /**
     * Whether a request begins before what has been applied here: it was under way for long, or its leader does not know
     * how far this voter is. MicroRaft trips over entries that a snapshot has replaced, and does not answer.
     */
    private boolean reachesBack(AppendEntriesRequest append, RaftNode node) {
        return append.getPreviousLogIndex() < journal.applied()
                && append.getTerm() == node.getTerm().getTerm()
                && !leading;
    }

    /** The request is of this term's leader, which has the same entries as this voter up to what was applied here. */
    private void trim(AppendEntriesRequest append, RaftNode node) {
        long applied = journal.applied();
        if (append.getPreviousLogIndex() + append.getLogEntries().size() < applied) {
            send(append.getSender(), RaftCodec.accepted(new Peer(settings.self()), append));
            node.handle(RaftCodec.heartbeat(append));
        } else {
            node.handle(RaftCodec.behind(append, applied));
        }
    }

    /**
     * Whether a request begins right behind the snapshot from which this voter's entries begin, and there are such that were not decided. MicroRaft refuses
     * it for ever: it looks for the entry at the snapshot, which is there no more.
     */
    private boolean beginsAtSnapshot(AppendEntriesRequest append, RaftNode node) {
        long base = journal.base();
        return base > 0
                && append.getPreviousLogIndex() == base
                && journal.applied() == base
                && journal.last() > base
                && append.getTerm() == node.getTerm().getTerm()
                && !leading;
    }

    /** What this voter has behind it is the same as the leader's, as far as the term of an entry is; what is of another term was never decided. */
    private void goOnBehindSnapshot(AppendEntriesRequest append, Life to) {
        if (append.getLogEntries().isEmpty()) {
            send(append.getSender(), RaftCodec.accepted(new Peer(settings.self()), append));
            to.node.handle(RaftCodec.heartbeat(append));
            return;
        }
        long next = append.getPreviousLogIndex() + 1;
        int term = append.getLogEntries().get(0).getTerm();
        if (journal.has(next, term)) {
            to.node.handle(RaftCodec.behind(append, next));
            return;
        }
        to.node.handle(RaftCodec.heartbeat(append));
        scheduler.execute(() -> {
            try {
                if (life == to && beginsAtSnapshot(append, to.node) && !journal.has(next, term)) {
                    journal.truncateLogEntriesFrom(next);
                    beginAnew("what it wrote from place " + next + " on was never decided");
                }
            } catch (IOException e) {
                halt(e);
            }
        });
    }

    /**
     * Whether a snapshot is of a time before a change of voters that was written here and has not been decided. MicroRaft
     * trips over that when it has the snapshot whole, and is stuck between the two.
     */
    private boolean goesBehindAChange(InstallSnapshotRequest install, RaftNode node) {
        return install.getSnapshotIndex() > journal.applied()
                && install.getGroupMembersView().getLogIndex()
                        < node.getEffectiveMembers().getLogIndex();
    }

    /**
     * What is decided up to the snapshot has no such change, or it comes behind. So either the entries here are the same up to the snapshot, and
     * the leader is told that it needs not send it; or those from the change on are not what was decided, and go.
     */
    private void drop(InstallSnapshotRequest install, Life to) {
        long change = to.node.getEffectiveMembers().getLogIndex();
        long snapshot = install.getSnapshotIndex();
        if (life != to
                || !goesBehindAChange(install, to.node)
                || install.getTerm() != to.node.getTerm().getTerm()) {
            return; // it has been settled meanwhile, or its sender leads no more
        }
        try {
            if (change <= journal.applied()) {
                throw new IllegalStateException("the leader's snapshot at " + snapshot
                        + " does not have the change of voters that was decided at " + change);
            }
            if (journal.has(snapshot, install.getSnapshotTerm())) {
                journal.flush();
                send(install.getSender(), RaftCodec.accepted(new Peer(settings.self()), install));
            } else {
                journal.truncateLogEntriesFrom(Math.min(change, snapshot));
                beginAnew("what it wrote from place " + Math.min(change, snapshot) + " on was never decided");
            }
        } catch (IOException | IllegalStateException e) {
            halt(e);
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
        return now == null ? Set.of() : ids(now.node.getCommittedMembers().getVotingMembers());
    }

    @Override
    public Set<String> followers() {
        Life now = life;
        return now == null || !leading
                ? Set.of()
                : majority.answered(now.node.getTerm().getTerm());
    }

    @Override
    public boolean leads() {
        return leading;
    }

    @Override
    public boolean knowsLeader() {
        return leading || leader != null;
    }

    /** How far this voter's log goes, and who votes by it; empty: it does not run. On the node's thread. */
    public Optional<Standing> standing() {
        Life now = life;
        return now == null
                ? Optional.empty()
                : Optional.of(new Standing(
                        journal.lastTerm(),
                        journal.last(),
                        ids(now.node.getEffectiveMembers().getVotingMembers())));
    }

    /**
     * What decides who can be elected, and by whom.
     *
     * @param term of the last entry
     * @param index of the last entry
     * @param voters by their ids, as the log says, be it decided or not
     */
    public record Standing(int term, long index, Set<String> voters) {
        /** Whether who stands so may vote for who stands as the other. */
        public boolean isWithin(Standing other) {
            return term < other.term || term == other.term && index <= other.index;
        }
    }

    @Override
    public boolean removed() {
        Life now = life;
        return takenOut || now != null && now.node.getStatus() == RaftNodeStatus.TERMINATED;
    }

    @Override
    public boolean established() {
        Life now = life;
        return takenOut || now != null && now.node.getTerm().getTerm() > 0;
    }

    /** What an operator has to know of it is said by the room's own messages; who wants the library's sets its level. */
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
                            follows, leader != null, now.node.getTerm().getTerm())) {
                        beginAnew("it neither heard a leader nor asked for votes");
                    } else {
                        watch(gate);
                    }
                },
                HEARTBEAT_SECONDS * settings.second());
    }

    private boolean votes() {
        Life now = life;
        return now != null
                && ids(now.node.getEffectiveMembers().getVotingMembers()).contains(settings.self());
    }

    /** MicroRaft is left as it is: closing its gate, it neither runs nor sends, and nobody waits for it. */
    private void endLife(String why) {
        Life old = life;
        life = null;
        if (old != null) {
            old.gate.close();
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
        call.on(now.node).whenComplete((ordered, failure) -> {
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

    private static Set<String> ids(Collection<RaftEndpoint> endpoints) {
        return endpoints.stream().map(e -> Peer.of(e).id()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<RaftEndpoint> peers(List<String> ids) {
        return ids.stream().map(id -> (RaftEndpoint) new Peer(id)).toList();
    }

    private interface Call<R> {
        CompletableFuture<Ordered<R>> on(RaftNode node);
    }

    private record Life(RaftNode node, Gate gate) {}

    /**
     * How a voter works. MicroRaft's own times are whole seconds; they pass {@code scale} times as fast.
     *
     * @param self the id under which this server votes
     * @param initial the ids of those who voted first, the same on every voter for ever
     * @param scale how many of MicroRaft's seconds pass in one: 10 makes a heart-beat 100 ms, the time-out of a leader
     *     400 ms, an election 100 ms
     * @param snapshotEvery after how many decided operations the state is written whole
     * @param compactBytes from which size on the log file is written anew
     */
    public record Settings(String self, List<String> initial, int scale, int snapshotEvery, long compactBytes) {
        public static final int SCALE = 10;

        public Settings {
            initial = List.copyOf(initial);
        }

        /** As servers use it. */
        public static Settings of(String self, List<String> initial) {
            return new Settings(self, initial, SCALE, 1_000, 4L << 20);
        }

        /** What MicroRaft takes for a second. */
        long second() {
            return TimeUnit.SECONDS.toNanos(1) / scale;
        }

        RaftConfig config() {
            return RaftConfig.newBuilder()
                    .setLeaderHeartbeatPeriodSecs(HEARTBEAT_SECONDS)
                    .setLeaderHeartbeatTimeoutSecs(TIMEOUT_SECONDS)
                    .setLeaderElectionTimeoutMillis(1_000)
                    .setCommitCountToTakeSnapshot(snapshotEvery)
                    .setMaxPendingLogEntryCount(Math.max(snapshotEvery, 1_000))
                    .setAppendEntriesRequestBatchSize(100)
                    .setTransferSnapshotsFromFollowersEnabled(false)
                    .setRaftNodeReportPublishPeriodSecs(Integer.MAX_VALUE / 1_000)
                    .build();
        }
    }
}
