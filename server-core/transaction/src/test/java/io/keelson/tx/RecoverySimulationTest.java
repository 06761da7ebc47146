package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.tx.SimulatedFaults.Crash;
import jakarta.transaction.RollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Servers that crash at any moment of a commit and of recovery, on stores that survive them, checked afterwards: each transaction is
 * everywhere
 * or nowhere, as was acknowledged, and none is in doubt.
 */
class RecoverySimulationTest {
    private static final int SHORT = 800;
    private static final int WHOLE = 10_000;
    private static final int MOST_CRASHES = 4;
    private static final Logger LOG = Logger.getLogger("io.keelson.tx");

    /** How a transaction ended for whoever asked for its commit; null: nobody heard. */
    private final Map<String, Boolean> acknowledged = new LinkedHashMap<>();

    private final Map<String, List<SimulatedStore>> used = new LinkedHashMap<>();
    private SimulatedFaults faults;
    private SimulatedDisk disk;
    private LogPlace place;
    private List<SimulatedStore> stores;
    private SimulatedStore last;
    private Transactions transactions;
    private ServerLog log;
    private Recovery recovery;
    private Recovery namesake;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTransactionIsEverywhereOrNowhere(boolean inDatabase) {
        simulate(0, SHORT, inDatabase);
    }

    @Tag("whole")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyOneOfMoreTransactionsIsEverywhereOrNowhere(boolean inDatabase) {
        simulate(SHORT, WHOLE, inDatabase);
    }

    private void simulate(int first, int end, boolean inDatabase) {
        int crashes = 0;
        for (long seed = first; seed < end; seed++) {
            crashes += run(seed, inDatabase);
        }
        assertThat(crashes).as("schedules that crashed").isGreaterThan((end - first) / 2);
    }

    /** Ten thousand crashes say much. */
    @BeforeEach
    void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        LOG.setLevel(null);
    }

    private int run(long seed, boolean inDatabase) {
        acknowledged.clear();
        used.clear();
        faults = new SimulatedFaults(seed);
        disk = new SimulatedDisk(faults);
        place = inDatabase ? new SimulatedLogTable(faults) : new LogPlace.InFile(null, () -> disk);
        stores = List.of(
                new SimulatedStore("a", false, faults),
                new SimulatedStore("b", false, faults),
                new SimulatedStore("c", false, faults));
        last = new SimulatedStore("last", true, faults);
        SimulatedDisk otherDisk = new SimulatedDisk(faults);
        ServerLog otherLog = new ServerLog("one", new LogPlace.InFile(null, () -> otherDisk));
        start();
        Transactions others = transactions(otherLog);
        namesake = new Recovery(otherLog::decisions, others::runs, others.heuristics());
        stores.forEach(namesake::add);
        int crashes = work(seed);
        faults.failing(0);
        faults.revive();
        disk.full = false;
        restart();
        for (int i = 0; i < 3; i++) {
            boolean clear = recovery.pass();
            assertThat(clear || i < 2)
                    .as("seed %d: %s", seed, recovery.inDoubt())
                    .isTrue();
        }
        check(seed);
        return crashes;
    }

    private Transactions transactions(ServerLog of) {
        HandTicker ticker = new HandTicker();
        return new Transactions(
                ticker, of::ids, of::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
    }

    private void start() {
        log = new ServerLog("one", place);
        transactions = transactions(log);
        recovery = new Recovery(log::decisions, transactions::runs, transactions.heuristics());
        stores.forEach(recovery::add);
        recovery.add(last);
    }

    private void restart() {
        ServerTransaction unused = transactions.suspend();
        transactions.abandon();
        disk.crash();
        start();
    }

    private int work(long seed) {
        int crashes = 0;
        int number = 0;
        faults.crashAfter(1 + faults.random.nextInt(40));
        faults.failing(faults.random.nextInt(3) == 0 ? 0.05 : 0);
        while (number < 4) {
            try {
                disk.full = faults.random.nextInt(10) == 0;
                transaction("t" + seed + "-" + number++);
                if (faults.random.nextBoolean()) {
                    pass(recovery);
                    pass(namesake);
                }
            } catch (Crash e) {
                crashes++;
                faults.revive();
                faults.failing(0);
                disk.full = false;
                restart();
                if (crashes < MOST_CRASHES) {
                    faults.crashAfter(1 + faults.random.nextInt(40));
                }
            }
        }
        return Math.min(crashes, 1);
    }

    private static void pass(Recovery of) {
        try {
            of.pass();
        } catch (ServerLog.LogUnavailableException full) {
            assertThat(full.getMessage()).containsAnyOf("No space left", SimulatedLogTable.RESET);
        }
    }

    private void transaction(String name) {
        List<SimulatedStore> takes = new ArrayList<>();
        try {
            ServerTransaction begun = transactions.begin(Duration.ZERO, null);
            for (SimulatedStore each : stores) {
                if (faults.random.nextInt(4) > 0) {
                    takes.add(each);
                    begun.enlist(each.name(), each.xa(name));
                }
            }
            if (faults.random.nextInt(3) == 0) {
                takes.add(last);
                begun.enlist(last.local(name));
            }
            used.put(name, takes);
            begun.commit();
            acknowledged.put(name, true);
        } catch (RollbackException e) {
            acknowledged.put(name, false);
        } catch (Exception e) { // in doubt, or no log: nobody was told an outcome
            ServerTransaction unused = transactions.suspend();
        }
    }

    private void check(long seed) {
        used.forEach((name, takes) -> {
            long there =
                    takes.stream().filter(each -> each.committed.contains(name)).count();
            assertThat(there)
                    .as(
                            "seed %d, transaction %s of %s",
                            seed, name, takes.stream().map(SimulatedStore::name).toList())
                    .isIn(0L, (long) takes.size());
            Boolean outcome = acknowledged.get(name);
            if (outcome != null) {
                assertThat(there > 0 || takes.isEmpty())
                        .as("seed %d, transaction %s, acknowledged as committed: %s", seed, name, outcome)
                        .isEqualTo(outcome || takes.isEmpty());
            }
        });
        for (SimulatedStore each : stores) {
            assertThat(each.inDoubt())
                    .as("seed %d, in doubt in %s", seed, each.name())
                    .isZero();
        }
    }
}
