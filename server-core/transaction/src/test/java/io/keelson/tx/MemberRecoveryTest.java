package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.tx.SimulatedFaults.Crash;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests who may open a server's log, and recover by it: the server, or another member while it is gone. */
class MemberRecoveryTest {
    private static final String LEASE = "transactions/one";

    @TempDir
    Path domain;

    private final SimulatedFaults faults = new SimulatedFaults(1);
    private final SimulatedStore first = new SimulatedStore("a", false, faults);
    private final SimulatedStore second = new SimulatedStore("b", false, faults);
    private final SharedLeases leases = new SharedLeases();
    private final Set<String> missing = new HashSet<>();
    private final AtomicBoolean automatic = new AtomicBoolean(true);
    private final HandTicker ticker = new HandTicker();
    private final Heuristics heuristics = new Heuristics(ticker);
    private ServerLog log;
    private Transactions transactions;
    private MemberRecovery members;

    private Path logOf(String server) {
        return domain.resolve(server).resolve("decisions.log");
    }

    /** The server whose log it is: what its ownership does with the lease. */
    private void startsOne() {
        LeaseService own = leases.of("one");
        log = new ServerLog("one", LogPlace.file(logOf("one")));
        ServerLog opened = log;
        log.leased(() -> {});
        var unused = own.claim(LEASE, new LeaseListener() {
            @Override
            public void granted(Lease lease) {
                opened.granted(new Tenure(lease.epoch(), lease::stillMine));
            }

            @Override
            public void lost(Lease lease, LeaseLoss why) {}
        });
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), heuristics, Runnable::run);
    }

    private void startsTwo() {
        Recovery own = new Recovery(() -> null, number -> false, heuristics);
        own.add(first);
        own.add(second);
        members = new MemberRecovery(
                leases.of("two"),
                () -> Set.copyOf(missing),
                server -> LogPlace.file(logOf(server)),
                automatic::get,
                own::by);
    }

    @AfterEach
    void stop() {
        if (members != null) {
            members.close();
        }
        if (transactions != null) {
            ServerTransaction unused = transactions.suspend();
            transactions.abandon();
            log.close();
        }
    }

    private ServerTransaction begun() throws Exception {
        ServerTransaction begun = transactions.begin(Duration.ZERO, null);
        begun.enlist("a", first.xa("t"));
        begun.enlist("b", second.xa("t"));
        return begun;
    }

    /** Commits, and the process ends at a step. */
    private void crashesAt(int step) throws Exception {
        ServerTransaction begun = begun();
        faults.crashAfter(step);
        assertThatThrownBy(begun::commit).isInstanceOf(Crash.class);
        faults.revive();
        ServerTransaction unused = transactions.suspend();
        transactions.abandon();
        log.close();
    }

    private void looks(int times) {
        for (int i = 0; i < times; i++) {
            members.look();
        }
    }

    @Test
    void aMemberRecoversByTheLogOfAServerThatIsGone() throws Exception {
        for (int step = 1; step <= 8; step++) {
            startsOne();
            boolean commits;
            try {
                crashesAt(step);
                commits = first.inDoubt() + second.inDoubt() < 2 && !first.committed.isEmpty();
            } catch (AssertionError e) { // so many steps does a commit not have
                assertThat(step).isGreaterThan(6);
                break;
            }
            startsTwo();
            missing.add("one");
            looks(2);
            assertThat(leases.holder(LEASE)).as("the server may live").contains("one");
            leases.expire(LEASE);
            looks(2);
            assertThat(first.inDoubt() + second.inDoubt())
                    .as("after step %d", step)
                    .isZero();
            assertThat(first.committed).as("after step %d", step).isEqualTo(second.committed);
            assertThat(!commits || first.committed.contains("t")).isTrue();
            assertThat(leases.holder(LEASE)).as("it gives the lease back").isEmpty();
            missing.clear();
            looks(1);
            first.committed.clear();
            second.committed.clear();
        }
    }

    @Test
    void aServerThatWasPausedDecidesNothingAnyMore() throws Exception {
        startsOne();
        ServerTransaction begun = begun();
        leases.expire(LEASE);
        assertThatThrownBy(begun::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("the lease of it has ended");
        assertThat(first.committed).isEmpty();
        assertThat(first.inDoubt() + second.inDoubt()).isZero();
    }

    @Test
    void whatIsWrittenWhileTheLeaseEndsIsLeftToWhoeverHasItNow() throws Exception {
        SimulatedDisk disk = new SimulatedDisk(faults);
        AtomicBoolean held = new AtomicBoolean(true);
        LogFile pausing = disk.pausing(() -> held.set(false));
        FileDecisions decisions = FileDecisions.open(pausing, "one", new Tenure(1, held::get));
        TransactionIds ids = decisions.ids("one");
        disk.pauses = true;
        assertThatThrownBy(() -> decisions.commit(new Decisions.Decision(ids.id(1), java.util.List.of())))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(Decisions.NotDecidedException.class)
                .hasMessageContaining("ended while it was written");
    }

    @Test
    void aTransactionOfAnEarlierEpochIsNotDecided() throws Exception {
        startsOne();
        ServerTransaction begun = begun();
        leases.expire(LEASE);
        log.lost();
        var unused = leases.of("one").claim(LEASE, new LeaseListener() {
            @Override
            public void granted(Lease lease) {
                log.granted(new Tenure(lease.epoch(), lease::stillMine));
            }

            @Override
            public void lost(Lease lease, LeaseLoss why) {}
        });
        assertThatThrownBy(() -> begun.enlist("c", new SimulatedStore("c", false, faults).xa("t")))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("takes no more resources");
        assertThatThrownBy(begun::commit).isInstanceOf(RollbackException.class);
        ServerTransaction other = begun();
        other.commit();
        assertThat(first.committed).containsExactly("t");
    }

    @Test
    void anOldCopyOfALogRecoversNothing() throws Exception {
        startsOne();
        begun().commit();
        Path kept = domain.resolve("kept");
        log.close();
        Files.copy(logOf("one"), kept);
        leases.expire(LEASE);
        startsOne(); // opens it under the next epoch
        begun().commit();
        log.close();
        leases.expire(LEASE);
        Files.copy(kept, logOf("one"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        startsTwo();
        missing.add("one");
        looks(3);
        assertThat(leases.holder(LEASE))
                .as("it holds the lease and does nothing")
                .contains("two");
        assertThat(Files.mismatch(kept, logOf("one")))
                .as("the copy is as it was")
                .isEqualTo(-1);
    }

    @Test
    void aDirectoryThatWasCopiedForAnotherServerIsRefused() throws Exception {
        startsOne();
        begun().commit();
        log.close();
        Files.createDirectories(domain.resolve("two"));
        Files.copy(logOf("one"), logOf("two"));
        ServerLog other = new ServerLog("two", LogPlace.file(logOf("two")));
        assertThatThrownBy(other::decisions)
                .isInstanceOf(ServerLog.LogUnavailableException.class)
                .hasMessageContaining("must not be copied for another one");
        other.close();
    }

    @Test
    void aLogThatIsOpenIsLeftAlone() throws Exception {
        startsOne();
        ServerTransaction running = begun(); // its process lives, though nobody sees it
        leases.expire(LEASE);
        startsTwo();
        missing.add("one");
        looks(3);
        assertThat(first.inDoubt()).isZero();
        running.rollback();
    }

    @Test
    void manualRecoveryWaitsForAnOperator() throws Exception {
        startsOne();
        crashesAt(3);
        leases.expire(LEASE);
        automatic.set(false);
        startsTwo();
        missing.add("one");
        looks(2);
        assertThat(first.inDoubt()).isEqualTo(1);
        assertThat(members.recover("nobody")).isFalse();
        assertThat(members.recover("one")).isTrue();
        looks(1);
        assertThat(first.inDoubt()).isZero();
    }

    @Test
    void theServerHasItsLogBackWhenItIsThereAgain() throws Exception {
        startsOne();
        crashesAt(3);
        leases.expire(LEASE);
        second.away = true;
        first.away = true;
        startsTwo();
        missing.add("one");
        looks(2);
        assertThat(leases.holder(LEASE)).contains("two");
        startsOne();
        missing.clear();
        looks(1);
        first.away = false;
        second.away = false;
        assertThat(leases.holder(LEASE)).contains("one");
        begun().commit();
        assertThat(first.committed).containsExactly("t");
    }

    @Test
    void aServerThatCameBackAndWentAgainBetweenTwoLooksIsRecoveredOnceMore() throws Exception {
        startsOne();
        crashesAt(3);
        leases.expire(LEASE);
        startsTwo();
        missing.add("one");
        looks(3);
        assertThat(first.inDoubt() + second.inDoubt()).isZero();
        assertThat(leases.holder(LEASE)).as("it gives the lease back").isEmpty();

        startsOne();
        members.returned("one");
        crashesAt(3);
        leases.expire(LEASE);
        assertThat(first.inDoubt() + second.inDoubt()).isPositive();
        looks(3);
        assertThat(first.inDoubt() + second.inDoubt()).isZero();
    }
}
