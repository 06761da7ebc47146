package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.Decisions.NotDecidedException;
import io.keelson.tx.Decisions.Prepared;
import io.keelson.tx.UnreliableConnections.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transaction logs in a database: what is kept, who may write, and what a database does that is away or loses answers. */
@Timeout(120)
abstract class JdbcLogContractTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @TempDir
    Path files;

    final String prefix = "tx" + NUMBERS.incrementAndGet();
    private UnreliableConnections database;

    abstract DataSource source() throws Exception;

    @BeforeEach
    void connect() throws Exception {
        database = new UnreliableConnections(source());
    }

    private JdbcLogs logs(String domain) {
        return new JdbcLogs(
                domain,
                new JdbcLogSettings("jdbc/logs", prefix, Duration.ofSeconds(5)),
                () -> Optional.of(name -> database.open()));
    }

    private LogPlace place() {
        return logs("shop").of("one");
    }

    private FileDecisions open(LogPlace place, Tenure tenure) throws IOException {
        return FileDecisions.open(place.open(tenure), "one", tenure);
    }

    private static Decision decision(FileDecisions of, long number) {
        TransactionId id = of.ids("one").id(number);
        return new Decision(id, List.of(new Prepared("a", new BranchXid(id, new byte[] {1}))));
    }

    private static Set<TransactionId> kept(FileDecisions of) {
        return of.open().stream().map(Decision::id).collect(Collectors.toSet());
    }

    private Set<TransactionId> keptAnew() throws IOException {
        try (FileDecisions opened = open(place(), Tenure.UNLIMITED)) {
            return kept(opened);
        }
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    @Test
    void decisionsAndTheirEndsAreThereForTheNextOpening() throws Exception {
        assertThat(place().isThere()).isFalse();
        Decision stays;
        Decision goes;
        try (FileDecisions log = open(place(), Tenure.UNLIMITED)) {
            stays = decision(log, 1);
            goes = decision(log, 2);
            log.commit(stays);
            log.commit(goes);
            log.lastResource("last");
            log.over(goes.id());
        }
        assertThat(place().isThere()).isTrue();
        try (FileDecisions again = open(place(), Tenure.UNLIMITED)) {
            assertThat(again.open()).containsExactly(stays);
            assertThat(again.lastResources()).containsExactly("last");
            assertThat(again.epoch()).isEqualTo(2);
        }
    }

    @Test
    void aServerWhoseLogWasOpenedByAnotherWritesNothing() throws Exception {
        FileDecisions paused = open(place(), new Tenure(1, () -> true)); // its clock has stood still
        Decision before = decision(paused, 1);
        paused.commit(before);
        Tenure later = new Tenure(3, () -> true); // the lease was granted once between, and nothing opened then
        FileDecisions taker = FileDecisions.take(place().open(later), "one", later);
        assertThatThrownBy(() -> paused.commit(decision(paused, 2)))
                .isInstanceOf(NotDecidedException.class)
                .hasMessageContaining("'shop/one' in the database of the data source 'jdbc/logs'")
                .hasMessageContaining("another server has opened it meanwhile");
        assertThatThrownBy(() -> paused.commit(decision(paused, 3))).isInstanceOf(NotDecidedException.class);
        assertThat(paused.isStale()).as("it is not opened again by itself").isFalse();
        assertThat(paused.halted()).isNotNull();
        paused.close();
        assertThat(kept(taker)).containsExactly(before.id());
        taker.over(before.id());
        taker.close();
        assertThat(keptAnew()).isEmpty();
    }

    @Test
    void whoeverLosesTheLeaseWhileItOpensTheLogLeavesItToItsOwner() throws Exception {
        FileDecisions owner = open(place(), Tenure.UNLIMITED);
        assertThatThrownBy(() -> place().open(new Tenure(1, () -> false)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the lease of the log has ended");
        Decision decided = decision(owner, 1);
        owner.commit(decided);
        owner.close();
        assertThat(keptAnew()).containsExactly(decided.id());
    }

    @Test
    void aDecisionIsRefusedWhileTheDatabaseIsAwayAndTheNextIsKept() throws Exception {
        try (FileDecisions log = open(place(), Tenure.UNLIMITED)) {
            Decision before = decision(log, 1);
            log.commit(before);
            database.away = true;
            assertThatThrownBy(() -> log.commit(decision(log, 2)))
                    .isInstanceOf(NotDecidedException.class)
                    .hasMessageContaining("could not be written through: connection refused");
            log.over(before.id());
            database.away = false;
            Decision after = decision(log, 3);
            log.commit(after);
            assertThat(kept(log)).containsExactly(after.id());
        }
        assertThat(keptAnew()).hasSize(1);
    }

    /** The cut takes the row away again, where it is there. */
    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"ANSWER_LOST", "REQUEST_LOST"})
    void aDecisionWhoseAnswerIsLostIsTakenBack(Fate fate) throws Exception {
        Decision after;
        try (FileDecisions log = open(place(), Tenure.UNLIMITED)) {
            database.next(fate);
            assertThatThrownBy(() -> log.commit(decision(log, 1))).isInstanceOf(NotDecidedException.class);
            after = decision(log, 2);
            log.commit(after);
        }
        assertThat(keptAnew()).containsExactly(after.id());
    }

    /** Nobody can know, and the log says so by being opened again. */
    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"ANSWER_LOST_AND_AWAY", "REQUEST_LOST_AND_AWAY"})
    void aDecisionOfWhichNobodyKnowsIsReadWhenTheDatabaseIsBack(Fate fate) throws Exception {
        ServerLog log = new ServerLog("one", place());
        FileDecisions first = log.decisions();
        Decision decided = decision(first, 1);
        database.next(fate);
        assertThatThrownBy(() -> first.commit(decided))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NotDecidedException.class);
        assertThat(first.isStale()).isTrue();
        assertThatThrownBy(log::existing)
                .as("recovery decides nothing until it has read the log")
                .isInstanceOf(ServerLog.LogUnavailableException.class)
                .hasMessageContaining("connection refused");
        database.away = false;
        FileDecisions second = log.decisions();
        assertThat(second).isNotSameAs(first);
        assertThat(kept(second).contains(decided.id())).isEqualTo(fate == Fate.ANSWER_LOST_AND_AWAY);
        second.commit(decision(second, 2));
        assertThatThrownBy(() -> second.commit(new Decision(first.ids("one").id(3), List.of())))
                .isInstanceOf(NotDecidedException.class)
                .hasMessageContaining("was begun before the log was opened again");
        log.close();
    }

    /** Threads decide together while commits of the database fail: each knows of its own decision. */
    @Test
    void whatWasDecidedIsThereAndWhatWasNotIsNot() throws Exception {
        long seed = Long.getLong("keelson.log.seed", 20261129L);
        Random random = new Random(seed);
        ServerLog log = new ServerLog("one", place());
        FileDecisions unused = log.decisions();
        AtomicInteger lost = new AtomicInteger();
        database.fates = () -> {
            synchronized (random) {
                int fate = random.nextInt(8);
                if (fate < 2) {
                    lost.incrementAndGet();
                }
                return fate == 0 ? Fate.ANSWER_LOST : fate == 1 ? Fate.REQUEST_LOST : Fate.DONE;
            }
        };
        Set<TransactionId> decided = ConcurrentHashMap.newKeySet();
        Set<TransactionId> refused = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Future<Integer>> all = new ArrayList<>();
            for (int thread = 0; thread < 6; thread++) {
                int from = thread * 1000;
                Callable<Integer> work = () -> {
                    for (int i = 1; i <= 30; i++) {
                        decide(log, from + i, decided, refused);
                    }
                    return from;
                };
                all.add(threads.submit(work));
            }
            for (Future<Integer> each : all) {
                assertThat(each.get()).isNotNegative();
            }
        } finally {
            threads.shutdownNow();
        }
        database.fates = () -> Fate.DONE;
        log.close();
        assertThat(lost.get()).as("lost commits, seed %d", seed).isPositive();
        assertThat(decided).as("seed %d", seed).isNotEmpty();
        Set<TransactionId> there = keptAnew();
        assertThat(there).as("seed %d", seed).containsAll(decided).doesNotContainAnyElementsOf(refused);
    }

    private static void decide(ServerLog log, int number, Set<TransactionId> decided, Set<TransactionId> refused) {
        try {
            FileDecisions now = log.decisions();
            Decision next = decision(now, number);
            try {
                now.commit(next);
                assertThat(decided.add(next.id())).isTrue();
            } catch (NotDecidedException e) {
                assertThat(refused.add(next.id())).isTrue();
            } catch (IOException e) { // nobody knows
                assertThat(now.halted()).isNotNull();
            }
        } catch (ServerLog.LogUnavailableException e) {
            assertThat(e).hasMessageContaining("cannot be opened");
        }
    }

    @Test
    void aLogThatHasBecomeLongIsWrittenAnew() throws Exception {
        try (FileDecisions log = open(place(), Tenure.UNLIMITED)) {
            List<Prepared> many = new ArrayList<>();
            TransactionId id = log.ids("one").id(1);
            for (int i = 0; i < 5_000; i++) {
                many.add(new Prepared("a resource with a long name", new BranchXid(id, new byte[64])));
            }
            for (int i = 0; i < 3; i++) {
                log.keep(new Decision(id, many));
            }
            assertThat(count("select log_length from " + prefix + "_logs")).isGreaterThan(1 << 20);
            log.over(id);
            assertThat(count("select log_length from " + prefix + "_logs")).isLessThan(1000);
            assertThat(count("select count(*) from " + prefix + "_log_records")).isOne();
            log.commit(decision(log, 2));
        }
        assertThat(keptAnew()).hasSize(1);
    }

    @Test
    void serversOfTheSameNameInOtherDomainsHaveLogsOfTheirOwn() throws Exception {
        try (FileDecisions shop = open(place(), Tenure.UNLIMITED);
                FileDecisions bank = open(logs("bank").of("one"), Tenure.UNLIMITED)) {
            shop.commit(decision(shop, 1));
            assertThat(bank.open()).isEmpty();
            assertThat(bank.log()).isNotEqualTo(shop.log());
            bank.commit(decision(bank, 1));
        }
    }

    @Test
    void aLogOfWhichRowsAreMissingIsRefused() throws Exception {
        try (FileDecisions log = open(place(), Tenure.UNLIMITED)) {
            log.commit(decision(log, 1));
            log.commit(decision(log, 2));
        }
        execute("delete from " + prefix + "_log_records where record_offset = "
                + "(select least_offset from (select min(record_offset) as least_offset from " + prefix
                + "_log_records where record_offset > 0) as all_records)");
        assertThatThrownBy(() -> open(place(), Tenure.UNLIMITED))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("are missing");
    }

    @Test
    void theFileOfAServerIsMovedIntoTheDatabaseOnce() throws Exception {
        Path file = files.resolve("decisions.log");
        Decision decided;
        try (FileDecisions log = FileDecisions.open(LogFile.on(file), "one", Tenure.UNLIMITED)) {
            decided = decision(log, 1);
            log.commit(decided);
        }
        try (FileDecisions log = open(logs("shop").own("one", file), Tenure.UNLIMITED)) {
            assertThat(kept(log)).containsExactly(decided.id());
            log.over(decided.id());
        }
        assertThat(file).doesNotExist();
        Files.copy(files.resolve("decisions.log.moved"), file);
        try (FileDecisions log = open(logs("shop").own("one", file), Tenure.UNLIMITED)) {
            assertThat(log.open()).as("the database has a log by now").isEmpty();
        }
    }

    /** Without any directory that the two share. */
    @Test
    void aMemberRecoversByTheLogOfAServerThatIsGone() throws Exception {
        SimulatedFaults faults = new SimulatedFaults(1);
        SimulatedStore first = new SimulatedStore("a", false, faults);
        SimulatedStore second = new SimulatedStore("b", false, faults);
        HandTicker ticker = new HandTicker();
        Heuristics heuristics = new Heuristics(ticker);
        SharedLeases leases = new SharedLeases();
        AtomicBoolean held = new AtomicBoolean(true);
        var unused = leases.of("one").claim(MemberRecovery.leaseOf("one"), new Unheard());
        ServerLog log = new ServerLog("one", place());
        log.granted(new Tenure(1, held::get));
        Transactions transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), heuristics, Runnable::run);
        ServerTransaction begun = transactions.begin(Duration.ZERO, null);
        begun.enlist("a", first.xa("t"));
        begun.enlist("b", second.xa("t"));
        faults.crashAfter(5); // prepare takes four steps
        assertThatThrownBy(begun::commit).isInstanceOf(SimulatedFaults.Crash.class);
        faults.revive();
        ServerTransaction ended = transactions.suspend();
        transactions.abandon();
        assertThat(first.inDoubt() + second.inDoubt()).isEqualTo(2);

        leases.expire(MemberRecovery.leaseOf("one")); // the owner has not noticed
        Recovery own = new Recovery(() -> null, number -> false, heuristics);
        own.add(first);
        own.add(second);
        MemberRecovery members = new MemberRecovery(
                leases.of("two"), () -> Set.of("one", "never-had-a-log"), logs("shop")::of, () -> true, own::by);
        database.away = true;
        members.look();
        assertThat(first.inDoubt()).as("its log cannot be asked").isOne();
        database.away = false;
        members.look();
        members.look();
        assertThat(first.inDoubt() + second.inDoubt()).isZero();
        assertThat(first.committed).containsExactly("t");
        assertThat(second.committed).containsExactly("t");
        assertThat(leases.holder(MemberRecovery.leaseOf("one"))).isEmpty();
        FileDecisions paused = log.decisions();
        assertThatThrownBy(() -> paused.commit(decision(paused, 7))).isInstanceOf(NotDecidedException.class);
        members.close();
        log.close();
        assertThat(keptAnew()).isEmpty();
    }

    /** Hears of nothing: the owner is paused. */
    private static final class Unheard implements LeaseListener {
        @Override
        public void granted(Lease lease) {}

        @Override
        public void lost(Lease lease, LeaseLoss why) {}
    }
}
