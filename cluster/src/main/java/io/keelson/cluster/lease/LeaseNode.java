package io.keelson.cluster.lease;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Link;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.record.RecordNode;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import io.keelson.kernel.spi.record.ClusterRecords;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A server's leases at work: gives a {@link LeaseMachine} a thread, a link, and the log where this server votes. What
 * happens is handed to the machine one after the other on the {@link Scheduler}'s thread, and what it wants is done there.
 */
public final class LeaseNode implements Link.Receiver {
    private static final byte OF_THE_LOG = 1;
    private static final byte OF_LEASES = 2;
    private static final byte OF_VOTERS = 3;
    private static final byte OF_RECORDS = 4;
    private static final long LOOK_NANOS = 2_000_000;

    private final Owner self;
    private final LeaseTiming timing;
    private final Ticker ticker;
    private final Scheduler scheduler;
    private final Link link;
    private final LeaseStep machine;
    private final Predicate<Owner> isDead;
    /** Those that are known from the configuration, and others that are seen. */
    private final Set<String> peers;

    private Set<String> known;
    private final Set<String> seen = new TreeSet<>();
    private final Map<String, NodeClaim> claims = new ConcurrentHashMap<>();
    private final Observations observations = new Observations();
    private final RecordNode records;
    private volatile @Nullable LeaseBasis basis;
    private BiConsumer<String, byte[]> voters = (from, message) -> {};
    private boolean started;
    private volatile boolean stopped;

    /**
     * The node of a server; {@link #start} starts it.
     *
     * @param machine usually a {@link LeaseMachine}; tests put something between
     * @param peers the other servers that are known from the configuration
     * @param isDead whether this machine's process table proves that an owner's process is gone; must not block
     */
    public LeaseNode(
            Owner self,
            LeaseTiming timing,
            Ticker ticker,
            Scheduler scheduler,
            Link link,
            LeaseStep machine,
            Set<String> peers,
            Predicate<Owner> isDead) {
        this.self = self;
        this.timing = timing;
        this.ticker = ticker;
        this.scheduler = scheduler;
        this.link = link;
        this.machine = machine;
        this.peers = new TreeSet<>(peers);
        this.known = Set.copyOf(peers);
        this.isDead = isDead;
        this.records = new RecordNode(new RecordVoters(), scheduler, ticker);
    }

    /** Returns the records that the voters keep. */
    public ClusterRecords records() {
        return records;
    }

    /**
     * Makes this server decide, as a voter or by a database, with what makes the basis. Called before the start, or later
     * on the node's thread; what it decided by before ends.
     */
    public void decide(Function<Parts, LeaseBasis> maker) {
        LeaseBasis old = basis;
        if (old != null) {
            old.stop();
        }
        LeaseBasis next = maker.apply(
                new Parts(new LeaseApplier(this::step, this::recordsChanged), new LogListener(), this::step));
        basis = next;
        if (started && !stopped) {
            next.start();
        }
    }

    /** Makes this server decide nothing any more; on the node's thread. */
    void decideNoMore() {
        LeaseBasis old = basis;
        basis = null;
        if (old != null) {
            old.stop();
            step(new LeaseEvent.Leadership(false, null));
            peers.forEach(peer -> send(peer, new LeaseMessage.Tell())); // who leads is heard from whoever does
        }
    }

    /** Returns whether another server is seen; on the node's thread. It proves nothing. */
    boolean sees(String server) {
        return seen.contains(server);
    }

    /** Other servers are known from the configuration from now on; any thread. */
    public void expect(Set<String> others) {
        Set<String> now = Set.copyOf(others);
        scheduler.execute(() -> {
            known = now;
            peers.addAll(now);
            peers.removeIf(peer -> !now.contains(peer) && !seen.contains(peer));
        });
    }

    /** Says who takes messages about who votes, on the node's thread; before the start. */
    void voters(BiConsumer<String, byte[]> taker) {
        voters = taker;
    }

    /** Sends a message about who votes. */
    void sendVoters(String server, byte[] message) {
        link.send(server, headed(OF_VOTERS, message));
    }

    /** Begins to work. */
    public void start() {
        link.receive(this);
        scheduler.execute(() -> {
            started = true;
            LeaseBasis mine = basis;
            if (mine != null) {
                mine.start();
            }
            peers.forEach(peer -> send(peer, new LeaseMessage.Tell()));
            tick();
        });
    }

    /**
     * Gives everything back, and waits until that is decided; called on another thread, before {@link #stop}.
     *
     * @return how many leases could not be given back in that time
     */
    public int releaseAll(Duration longest) throws InterruptedException {
        List<NodeClaim> all = List.copyOf(claims.values());
        CountDownLatch left = new CountDownLatch(all.size());
        all.forEach(claim -> claim.release().thenRun(left::countDown));
        return left.await(longest.toNanos(), TimeUnit.NANOSECONDS) ? 0 : (int) left.getCount();
    }

    /** Ends everything at once: what is held is lost, and nothing is released. Called on the node's thread. */
    public void stop() {
        stopped = true;
        records.stop();
        for (NodeClaim claim : claims.values()) {
            claim.lost(LeaseLoss.STOPPED);
            claim.gone();
        }
        claims.clear();
        LeaseBasis mine = basis;
        if (mine != null) {
            mine.stop();
        }
    }

    /** Does the same as {@link LeaseService#claim}. */
    public LeaseClaim claim(String name, LeaseListener listener) {
        if (name.isEmpty() || name.length() > LeaseService.LONGEST_NAME) {
            throw new IllegalArgumentException("a lease needs a name of 1 to " + LeaseService.LONGEST_NAME
                    + " characters, not of " + name.length());
        }
        if (stopped) {
            throw new IllegalStateException("the lease '" + name + "' cannot be claimed: this server stops");
        }
        NodeClaim claim = new NodeClaim(name, listener, () -> scheduler.execute(() -> unclaim(name)));
        if (claims.putIfAbsent(name, claim) != null) {
            throw new IllegalStateException("this server claims the lease '" + name + "' already");
        }
        scheduler.execute(() -> step(new LeaseEvent.Claimed(name)));
        return claim;
    }

    /** Does the same as {@link LeaseService#leases}. */
    public List<LeaseView> leases() {
        return observations.leases();
    }

    /** The server that leads the voters; empty: none is known here. */
    public Optional<String> leader() {
        return observations.leader();
    }

    /** Returns who came to lead, the latest last. */
    public List<LeaseStatus.Election> elections() {
        return observations.elections();
    }

    @Override
    public void delivered(String from, byte[] message) {
        if (message.length > 0 && message[0] == OF_THE_LOG) {
            LeaseBasis mine = basis;
            if (mine != null) {
                mine.delivered(tail(message));
            }
        } else if (message.length > 0 && message[0] == OF_LEASES) {
            scheduler.execute(() -> deliver(from, tail(message)));
        } else if (message.length > 0 && message[0] == OF_VOTERS) {
            scheduler.execute(() -> voters.accept(from, tail(message)));
        } else if (message.length > 0 && message[0] == OF_RECORDS) {
            scheduler.execute(() -> deliverRecords(from, tail(message)));
        } else {
            LeaseLog.LOG.refusedMessage(from, "is of no kind that is known here");
        }
    }

    @Override
    public void lost(String server) {
        scheduler.execute(() -> {
            seen.remove(server);
            if (!known.contains(server)) {
                peers.remove(server);
            }
            step(new LeaseEvent.Lost(server));
            records.lost(server);
        });
    }

    @Override
    public void found(String server) {
        scheduler.execute(() -> {
            if (!server.equals(self.server())) {
                peers.add(server);
                seen.add(server);
                step(new LeaseEvent.Found(server));
            }
        });
    }

    /** Sends a message of the log to another voter's server. */
    public void sendLog(String server, byte[] message) {
        link.send(server, headed(OF_THE_LOG, message));
    }

    /**
     * Hands the lead of the voters to one of these servers, where this one leads and one of them votes, and waits until it
     * is known who leads; called on another thread, before a stop, so that nobody has to notice that the leader is gone.
     */
    public void handLeadTo(Set<String> servers, Duration longest) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        scheduler.execute(() -> {
            if (basis instanceof ConsensusLog log && log.leads()) {
                log.voters().stream()
                        .filter(voter -> servers.contains(Voter.server(voter)))
                        .findFirst()
                        .ifPresentOrElse(
                                next -> log.handOver(next).whenComplete((nothing, failure) -> awaitLeader(done)),
                                done::countDown);
            } else {
                done.countDown();
            }
        });
        // Where it is not done in time the others elect one when this one is gone.
        boolean ignored = done.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Counts {@code known} down as soon as another server leads, or this node stops. A lease that is given back
     * afterwards goes to the right leader at once.
     */
    private void awaitLeader(CountDownLatch known) {
        boolean another = leader().filter(l -> !l.equals(self.server())).isPresent();
        if (another || stopped) {
            known.countDown();
        } else {
            scheduler.schedule(() -> awaitLeader(known), LOOK_NANOS);
        }
    }

    /** Returns what this server decides by; empty: it only asks others. */
    public Optional<LeaseBasis> basis() {
        return Optional.ofNullable(basis);
    }

    private void unclaim(String name) {
        NodeClaim claim = claims.get(name);
        HeldLease held = claim == null ? null : claim.held();
        if (held != null) {
            held.giveUp();
        }
        step(new LeaseEvent.Unclaimed(name));
    }

    private void tick() {
        if (!stopped) {
            step(new LeaseEvent.Tick());
            scheduler.schedule(this::tick, timing.tickNanos());
        }
    }

    private void deliver(String from, byte[] message) {
        try {
            step(new LeaseEvent.Delivered(from, LeaseCodec.message(message)));
        } catch (MalformedMessageException e) {
            LeaseLog.LOG.refusedMessage(from, String.valueOf(e.getMessage()));
        }
    }

    private void deliverRecords(String from, byte[] message) {
        try {
            records.delivered(from, message);
        } catch (MalformedMessageException e) {
            LeaseLog.LOG.refusedMessage(from, String.valueOf(e.getMessage()));
        }
    }

    private void recordsChanged(String table, long version) {
        records.applied(table, version, basis instanceof ConsensusLog log && log.leads());
    }

    private void step(LeaseEvent event) {
        if (stopped) {
            return;
        }
        try {
            observations.saw(event, basis != null, ticker.currentTimeMillis());
            for (LeaseAction action : machine.step(event, Moment.of(ticker))) {
                perform(action);
            }
        } catch (RuntimeException e) {
            LeaseLog.LOG.taskFailed(e); // callers are futures and a library: neither would report it
        }
    }

    private void perform(LeaseAction action) {
        if (action instanceof LeaseAction.Send send) {
            send(send.to(), send.message());
        } else if (action instanceof LeaseAction.Broadcast broadcast) {
            peers.forEach(peer -> send(peer, broadcast.message()));
        } else if (action instanceof LeaseAction.Propose propose) {
            propose(propose);
        } else if (action instanceof LeaseAction.Grant grant) {
            grant(grant);
        } else if (action instanceof LeaseAction.Extend extend) {
            extend(extend);
        } else if (action instanceof LeaseAction.Lose lose) {
            lose(lose);
        } else if (action instanceof LeaseAction.Gone gone) {
            NodeClaim claim = claims.remove(gone.name());
            if (claim != null) {
                claim.gone();
            }
        } else if (action instanceof LeaseAction.Prove prove) {
            if (isDead.test(prove.owner())) {
                step(new LeaseEvent.ProvenDead(prove.owner()));
            }
        } else if (action instanceof LeaseAction.RefuseEpoch refuse) {
            LeaseLog.LOG.epochFell(refuse.name(), refuse.epoch(), refuse.seen());
        }
    }

    private void propose(LeaseAction.Propose propose) {
        LeaseBasis mine = basis;
        if (mine == null) {
            step(new LeaseEvent.NotDecided(propose.ticket()));
            return;
        }
        mine.append(LeaseCodec.encode(propose.command())).whenComplete((bytes, failure) -> {
            if (failure != null) {
                step(new LeaseEvent.NotDecided(propose.ticket()));
                return;
            }
            try {
                step(new LeaseEvent.Decided(propose.ticket(), LeaseCodec.result(bytes)));
            } catch (MalformedMessageException e) {
                LeaseLog.LOG.taskFailed(e);
            }
        });
    }

    private void grant(LeaseAction.Grant grant) {
        NodeClaim claim = claims.get(grant.name());
        if (claim == null) {
            return;
        }
        LeaseLog.LOG.granted(grant.name(), grant.epoch());
        claim.granted(new HeldLease(
                grant.name(),
                self.server(),
                grant.epoch(),
                Duration.ofMillis(timing.durationMillis()),
                grant.term(),
                ticker));
    }

    private void extend(LeaseAction.Extend extend) {
        NodeClaim claim = claims.get(extend.name());
        HeldLease held = claim == null ? null : claim.held();
        if (held != null && !held.extend(extend.term())) {
            step(new LeaseEvent.Doubted(extend.name(), extend.epoch()));
        }
    }

    private void lose(LeaseAction.Lose lose) {
        if (lose.why() == LeaseLoss.RELEASED) {
            LeaseLog.LOG.released(lose.name(), lose.epoch());
        } else {
            LeaseLog.LOG.lost(lose.name(), lose.epoch(), lose.why());
        }
        NodeClaim claim = claims.get(lose.name());
        if (claim != null) {
            claim.lost(lose.why());
        }
    }

    private void send(String to, LeaseMessage message) {
        link.send(to, headed(OF_LEASES, LeaseCodec.encode(message)));
    }

    private static byte[] headed(byte kind, byte[] message) {
        byte[] all = new byte[message.length + 1];
        all[0] = kind;
        System.arraycopy(message, 0, all, 1, message.length);
        return all;
    }

    private static byte[] tail(byte[] message) {
        return Arrays.copyOfRange(message, 1, message.length);
    }

    /**
     * Parts with which a basis is made.
     *
     * @param applier the table, for a log that decides about it
     * @param listener who hears of leaders
     * @param events the machine, for what else it has to know; on the node's thread
     */
    public record Parts(ConsensusLog.Applier applier, ConsensusLog.Listener listener, Consumer<LeaseEvent> events) {}

    /** The voters as records see them. */
    private final class RecordVoters implements RecordNode.Voters {
        @Override
        public String self() {
            return self.server();
        }

        @Override
        public Optional<String> leader() {
            return LeaseNode.this.leader();
        }

        @Override
        public CompletionStage<byte[]> decide(byte[] change) {
            return basis instanceof ConsensusLog log ? log.append(change) : notHere();
        }

        @Override
        public CompletionStage<byte[]> ask(byte[] question) {
            return basis instanceof ConsensusLog log ? log.read(question) : notHere();
        }

        private CompletionStage<byte[]> notHere() {
            return CompletableFuture.failedFuture(new ConsensusLog.Undecided("this server does not vote", null, null));
        }

        @Override
        public void send(String server, byte[] message) {
            link.send(server, headed(OF_RECORDS, message));
        }

        @Override
        public Set<String> others() {
            return Set.copyOf(peers);
        }
    }

    private final class LogListener implements ConsensusLog.Listener {
        @Override
        public void leads(boolean here, @Nullable String leader) {
            if (leader != null) {
                LeaseLog.LOG.leads(leader);
            }
            step(new LeaseEvent.Leadership(here, leader == null ? null : Voter.server(leader)));
        }

        @Override
        public void halted(Exception cause) {
            LeaseLog.LOG.voterHalted(cause, String.valueOf(cause.getMessage()));
            step(new LeaseEvent.Leadership(false, null));
        }
    }
}
