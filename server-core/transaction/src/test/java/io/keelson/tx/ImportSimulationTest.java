package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.tx.SimulatedFaults.Crash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Transactions that a system outside coordinates, on a server that crashes at any moment. Checked afterwards: what that system has decided
 * holds in each store, and nothing is in doubt.
 */
class ImportSimulationTest {
    private static final int SHORT = 800;
    private static final int WHOLE = 10_000;
    private static final int MOST_CRASHES = 4;
    private static final Logger LOG = Logger.getLogger("io.keelson.tx");

    /** Decisions of the system outside, by its xid: true to commit. They outlive the server. */
    private final Map<SuperiorXid, Boolean> decided = new LinkedHashMap<>();

    private final Map<SuperiorXid, List<SimulatedStore>> used = new LinkedHashMap<>();
    private SimulatedFaults faults;
    private SimulatedDisk disk;
    private List<SimulatedStore> stores;
    private Transactions transactions;
    private Recovery recovery;
    private Imports imports;

    /** Ten thousand crashes say much. */
    @BeforeEach
    void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        LOG.setLevel(null);
    }

    @Test
    void whatTheOtherSystemDecidesHoldsEverywhere() throws Exception {
        simulate(0, SHORT);
    }

    @Test
    @Tag("whole")
    void whatItDecidesHoldsEverywhereInMoreSchedules() throws Exception {
        simulate(SHORT, WHOLE);
    }

    private void simulate(int first, int end) throws Exception {
        int crashes = 0;
        int committed = 0;
        for (long seed = first; seed < end; seed++) {
            crashes += run(seed);
            committed += decided.containsValue(true) ? 1 : 0;
        }
        assertThat(crashes).as("schedules that crashed").isGreaterThan((end - first) / 2);
        assertThat(committed).as("schedules with a commit").isGreaterThan((end - first) / 2);
    }

    private int run(long seed) throws Exception {
        decided.clear();
        used.clear();
        faults = new SimulatedFaults(seed);
        disk = new SimulatedDisk(faults);
        stores = List.of(
                new SimulatedStore("a", false, faults),
                new SimulatedStore("b", false, faults),
                new SimulatedStore("c", false, faults));
        start();
        int crashes = work(seed);
        faults.failing(0);
        faults.revive();
        disk.full = false;
        restart();
        resolve();
        for (int i = 0; i < 3; i++) {
            boolean clear = recovery.pass();
            assertThat(clear || i < 2)
                    .as("seed %d: %s", seed, recovery.inDoubt())
                    .isTrue();
        }
        assertThat(imports.recover()).as("seed %d", seed).isEmpty();
        check(seed);
        return crashes;
    }

    private void start() {
        HandTicker ticker = new HandTicker();
        ServerLog log = new ServerLog("one", new LogPlace.InFile(null, () -> disk));
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
        recovery = new Recovery(log::decisions, transactions::runs, transactions.heuristics());
        stores.forEach(recovery::add);
        imports = new Imports(
                transactions,
                log::decisions,
                () -> {
                    boolean unused = recovery.pass();
                },
                () -> {});
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
                transaction(new SuperiorXid(7, new byte[] {(byte) seed, (byte) number++}, new byte[0]));
                if (faults.random.nextBoolean()) {
                    boolean unused = recovery.pass();
                    resolve();
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
            } catch (ServerLog.LogUnavailableException full) {
                assertThat(full.getMessage()).contains("No space left");
            }
        }
        return Math.min(crashes, 1);
    }

    /** The other system does its work in two pieces, asks for a vote, and decides. */
    private void transaction(SuperiorXid xid) {
        List<SimulatedStore> takes = new ArrayList<>();
        try {
            for (int piece = 0; piece < 2; piece++) {
                imports.enter(xid, Duration.ZERO);
                try {
                    for (SimulatedStore each : stores) {
                        if (faults.random.nextInt(4) == 0 && !takes.contains(each)) {
                            takes.add(each);
                            transactions.required().enlist(each.name(), each.xa(xid.toString()));
                        }
                    }
                } finally {
                    imports.leave(xid);
                }
            }
            used.put(xid, takes);
            boolean yes = imports.prepare(xid) == XAResource.XA_OK;
            if (yes) {
                decided.put(xid, faults.random.nextInt(4) > 0);
                tell(xid);
            }
        } catch (Exception e) { // it votes no, or is not there: the other system rolls back
            decided.putIfAbsent(xid, false);
        }
    }

    /** Tells the decision until it is heard, as long as this server lives. */
    private void tell(Xid xid) throws XAException {
        try {
            if (decided.getOrDefault(SuperiorXid.of(xid), false)) {
                imports.commit(xid, false);
            } else {
                imports.rollback(xid);
            }
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_RMFAIL && e.errorCode != XAException.XAER_NOTA) {
                throw e;
            }
        }
    }

    private void resolve() {
        try {
            for (Xid each : imports.recover()) {
                tell(each);
            }
        } catch (XAException e) {
            assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL);
        }
    }

    private void check(long seed) {
        used.forEach((xid, takes) -> {
            long there = takes.stream()
                    .filter(each -> each.committed.contains(xid.toString()))
                    .count();
            assertThat(there)
                    .as("seed %d, transaction %s, decided: %s", seed, xid, decided.get(xid))
                    .isEqualTo(decided.getOrDefault(xid, false) ? takes.size() : 0L);
        });
        for (SimulatedStore each : stores) {
            assertThat(each.inDoubt())
                    .as("seed %d, in doubt in %s", seed, each.name())
                    .isZero();
        }
    }
}
