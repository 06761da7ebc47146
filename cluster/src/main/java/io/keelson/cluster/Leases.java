package io.keelson.cluster;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.internal.database.DatabaseBasis;
import io.keelson.cluster.internal.raft.MicroRaftLog;
import io.keelson.cluster.internal.raft.VoterSettings;
import io.keelson.cluster.io.FileDurableLog;
import io.keelson.cluster.io.ProcessTable;
import io.keelson.cluster.lease.ConsensusLog;
import io.keelson.cluster.lease.LeaseMachine;
import io.keelson.cluster.lease.LeaseNode;
import io.keelson.cluster.lease.LeaseRehearsal;
import io.keelson.cluster.lease.LeaseSettings;
import io.keelson.cluster.lease.LeaseTiming;
import io.keelson.cluster.lease.Owner;
import io.keelson.cluster.lease.Voter;
import io.keelson.cluster.lease.VoterDirectory;
import io.keelson.cluster.lease.VoterEntry;
import io.keelson.cluster.membership.GroupLink;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.membership.Roster;
import io.keelson.cluster.membership.Topic;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a server at work: puts the node, its thread, its link on the cluster's channel and what it decides by
 * together. Its methods are called by one thread at a time.
 */
final class Leases {
    /** The log of the leases. */
    static final Topic CONSENSUS = new Topic(3, "consensus");

    /** The voter's log, below the server's own directory: on a disk of the machine that keeps what was synced. */
    private static final String DIRECTORY = "voter";

    /** Handing the lead over takes milliseconds where the other voter is well. */
    private static final Duration HAND_OVER = Duration.ofMillis(600);

    /** Handing the vote on takes two decisions, and the log on the way to its new voter. */
    private static final Duration HAND_ON = Duration.ofSeconds(3);

    /** Delay of the rehearsal: the server has started by then, and its result is not needed yet. */
    private static final Duration REHEARSAL = Duration.ofSeconds(3);

    /** Number of servers of a dynamic cluster that vote first: the same ones however many servers there are. */
    private static final int OF_DYNAMIC = 3;

    /** With fewer voters than that none survives the loss of another, and a vote is not handed on. */
    private static final int LEAST_VOTERS = 3;

    private final ServerIdentity identity;
    private final Ticker ticker;
    private final LeaseSettings settings;
    private final Optional<ServerConnections> connections;
    private final Membership membership;
    private final Random random = new SecureRandom();
    private final LeaseThread thread = new LeaseThread("keelson.leases");
    private final GroupLink link;
    private final ProcessTable processes = ProcessTable.ofThisMachine();
    private final LeaseTiming timing;
    private final LeaseNode node;
    private List<String> first;
    private @Nullable VoterEntry entry;
    private @Nullable ExecutorService jdbc;
    private @Nullable ServerLeases leases;

    /**
     * Takes the configuration; {@link #start} starts.
     *
     * @param dynamic whether the cluster has dynamic servers
     * @throws IllegalArgumentException when it names a voter that is no server of the cluster
     */
    Leases(
            ServerIdentity identity,
            Ticker ticker,
            Membership membership,
            LeaseSettings settings,
            boolean dynamic,
            Optional<ServerConnections> connections) {
        this.identity = identity;
        this.ticker = ticker;
        this.membership = membership;
        this.settings = settings;
        this.connections = connections;
        first = firstVoters(membership.roster(), settings, dynamic);
        timing = new LeaseTiming(settings.leaseDuration().toMillis());
        link = new GroupLink(membership, CONSENSUS);
        Owner self = Owner.of(identity.name(), random.nextLong(), processes.self());
        LeaseMachine machine = settings.migrationBasis() == LeaseSettings.Basis.DATABASE
                ? LeaseMachine.byDatabase(self, timing)
                : new LeaseMachine(self, timing, new TreeSet<>(first));
        node = new LeaseNode(
                self,
                timing,
                ticker,
                thread,
                link,
                machine,
                membership.roster().others(),
                owner -> processes.isGone(owner.mark()));
    }

    /** Begins to work, and gives what others use. */
    LeaseService start() {
        switch (settings.migrationBasis()) {
            case DATABASE -> decideByDatabase();
            case CONSENSUS -> entry = voter();
        }
        VoterEntry votes = entry;
        ServerLeases seen = new ServerLeases(
                node,
                settings,
                membership.view(),
                first,
                !identity.name().equals(membership.roster().adminServer()),
                votes);
        leases = seen;
        node.start();
        if (votes != null) {
            votes.start();
        }
        seen.watch(thread);
        thread.schedule(() -> new LeaseRehearsal(identity.name(), timing, ticker).run(), REHEARSAL.toNanos());
        return seen;
    }

    /** Returns the records that the voters keep; none where a database decides. */
    ClusterRecords records() {
        return settings.migrationBasis() == LeaseSettings.Basis.CONSENSUS ? node.records() : new NoRecords();
    }

    private VoterEntry voter() {
        VoterDirectory kept = new VoterDirectory(identity.directory().resolve(DIRECTORY));
        return new VoterEntry(
                identity.name(),
                first,
                membership.roster().others(),
                node,
                thread,
                kept,
                random,
                (id, voters, parts) -> log(id, voters, new FileDurableLog(kept.log()), parts));
    }

    private ConsensusLog log(String id, List<String> voters, FileDurableLog records, LeaseNode.Parts parts) {
        return new MicroRaftLog(
                VoterSettings.of(id, voters.stream().map(Voter::first).toList()),
                ticker,
                thread,
                random,
                records,
                parts.applier(),
                parts.listener(),
                (voter, message) -> node.sendLog(Voter.server(voter), message));
    }

    private void decideByDatabase() {
        String name = Objects.requireNonNull(settings.leaseDataSource());
        ExecutorService own = Threads.scheduler("keelson.leases.jdbc", Duration.ofMinutes(2));
        jdbc = own;
        DataSource source = new NamedDataSource(connections, name);
        node.decide(parts -> new DatabaseBasis(source::getConnection, settings.leaseTable(), thread, own, parts));
    }

    /** Other servers are in the cluster from now on. Called by one thread at a time. */
    void expect(Roster next, boolean dynamic) {
        first = firstVoters(next, settings, dynamic);
        node.expect(next.others());
        VoterEntry votes = entry;
        if (votes != null) {
            votes.expect(first, next.others());
        }
        ServerLeases seen = leases;
        if (seen != null) {
            seen.first(first);
        }
    }

    /**
     * The servers that vote first: those that are named, else the admin server and the first of the others. Those of a dynamic cluster
     * stay the same while it is scaled.
     *
     * @throws IllegalArgumentException when one is named that is no server of the cluster
     */
    static List<String> firstVoters(Roster roster, LeaseSettings settings, boolean dynamic) {
        Set<String> servers = roster.servers().keySet();
        List<String> wanted = settings.leaseVoters();
        if (wanted.isEmpty()) {
            List<String> ordered = new ArrayList<>(servers);
            if (ordered.remove(roster.adminServer())) {
                ordered.add(0, roster.adminServer());
            }
            return Voter.initial(dynamic && ordered.size() > OF_DYNAMIC ? ordered.subList(0, OF_DYNAMIC) : ordered);
        }
        for (String voter : wanted) {
            if (!servers.contains(voter)) {
                throw new IllegalArgumentException("clusters." + roster.cluster() + ".lease-voters names '" + voter
                        + "', which is no server of the cluster: " + String.join(", ", servers));
            }
        }
        return wanted;
    }

    /** Lets another voter lead, where this one does: nobody has to find out that the leader is gone. */
    void handLeadOver(Deadline deadline) throws InterruptedException {
        ServerLeases seen = leases;
        if (seen != null && entry != null) {
            Set<String> present = new TreeSet<>(seen.present());
            present.remove(identity.name());
            node.handLeadTo(present, shorter(deadline.remaining(), HAND_OVER));
        }
    }

    /** Has another server vote in this one's place, where there is one. Who comes back does not vote again. */
    private void handVoteOn(Deadline deadline) throws InterruptedException {
        ServerLeases seen = leases;
        VoterEntry votes = entry;
        if (seen == null
                || votes == null
                || votes.voter().isEmpty()
                || seen.voters().size() < LEAST_VOTERS) {
            return;
        }
        Optional<String> next = seen.successor();
        if (next.isPresent()) {
            CountDownLatch done = new CountDownLatch(1);
            votes.leave(next.get()).thenRun(done::countDown);
            if (!done.await(shorter(deadline.remaining(), HAND_ON).toNanos(), TimeUnit.NANOSECONDS)) {
                LeasesLog.LOG.voteNotHandedOn(next.get());
            }
        }
    }

    /** Gives everything back and ends. */
    void stop(Deadline deadline) throws InterruptedException {
        handLeadOver(deadline); // where nobody suspended the server before
        int left = node.releaseAll(deadline.remaining());
        if (left > 0) {
            LeasesLog.LOG.notReleased(left);
        }
        handVoteOn(deadline); // last: nobody waits for it
        CountDownLatch ended = new CountDownLatch(1);
        thread.execute(() -> {
            node.stop();
            ended.countDown();
        });
        boolean orderly = ended.await(2, TimeUnit.SECONDS);
        link.close();
        if (!thread.close() || !orderly) {
            LeasesLog.LOG.notEnded();
        }
        ExecutorService statements = jdbc;
        if (statements != null) {
            statements.shutdownNow();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
