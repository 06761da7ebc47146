package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.transaction.TransactionPropagation.Entered;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Transactions that go through three servers, also back to one that they come from, while servers crash and messages are lost. Checked
 * afterwards: each is in all stores that it was to write, or in none, as its beginner was told; and nothing is in doubt.
 */
class PropagationSimulationTest {
    private static final int TRANSACTIONS = 4;
    private static final int DEEPEST = 3;
    private static final Logger LOG = Logger.getLogger("io.keelson.tx");

    private final Map<String, PropagatedServer> domain = new LinkedHashMap<>();
    private final Map<String, List<SimulatedStore>> used = new LinkedHashMap<>();
    private final Map<String, Boolean> told = new LinkedHashMap<>();
    /** Servers whose threads wait for the calls of the present transaction. */
    private final Set<PropagatedServer> calling = new HashSet<>();

    private Random random;
    private SimulatedFaults wire;
    private int deaths;
    private int spread;

    @BeforeEach
    void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        LOG.setLevel(null);
    }

    @Test
    void eachTransactionIsEverywhereOrNowhere() {
        simulate(0, 1_000);
    }

    @Test
    @Tag("soak")
    void eachOfManyTransactionsIsEverywhereOrNowhere() {
        simulate(1_000, 10_000);
    }

    private void simulate(int first, int schedules) {
        int committed = 0;
        for (long seed = first; seed < first + schedules; seed++) {
            run(seed);
            committed += told.containsValue(true) ? 1 : 0;
        }
        assertThat(deaths).as("servers that died").isGreaterThan(schedules / 4);
        assertThat(committed).as("schedules with a commit").isGreaterThan(schedules / 2);
        assertThat(spread).as("transactions in stores of several servers").isGreaterThan(schedules);
    }

    private void run(long seed) {
        domain.clear();
        used.clear();
        told.clear();
        random = new Random(seed);
        wire = new SimulatedFaults(seed);
        for (String each : List.of("a", "b", "c")) {
            domain.put(each, new PropagatedServer(each, domain, wire, seed * 3 + domain.size()));
        }
        wire.failing(random.nextInt(3) == 0 ? 0.05 : 0);
        for (int number = 0; number < TRANSACTIONS; number++) {
            for (PropagatedServer each : domain.values()) {
                if (each.dead && random.nextBoolean()) {
                    each.restart();
                }
                if (!each.dead && random.nextInt(3) == 0) {
                    each.faults.crashAfter(1 + random.nextInt(60));
                }
                each.faults.failing(random.nextInt(4) == 0 ? 0.05 : 0);
            }
            String name = "t" + number;
            used.put(name, new ArrayList<>());
            PropagatedServer first = random(null);
            calling.clear();
            Boolean outcome = first.dead ? null : first.apart(() -> transaction(first, name));
            if (outcome != null) {
                told.put(name, outcome);
            }
            for (PropagatedServer each : domain.values()) {
                if (!each.dead && random.nextInt(3) == 0) {
                    settle(each);
                }
            }
        }
        end(seed);
    }

    private PropagatedServer random(@Nullable PropagatedServer but) {
        List<PropagatedServer> all = new ArrayList<>(domain.values());
        all.remove(but);
        return all.get(random.nextInt(all.size()));
    }

    /** Returns what its beginner is told: committed, rolled back; null where that is not known. */
    private @Nullable Boolean transaction(PropagatedServer at, String name) {
        ServerTransaction begun;
        try {
            begun = at.transactions.begin(Duration.ZERO, null);
            work(at, name, 0);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        try {
            if (random.nextInt(4) == 0) {
                begun.rollback();
                return false;
            }
            begun.commit();
            return true;
        } catch (RollbackException | HeuristicRollbackException e) {
            return false;
        } catch (HeuristicMixedException | SystemException e) {
            return null;
        }
    }

    /** Writes and calls in the thread's transaction. */
    private void work(PropagatedServer at, String name, int depth) {
        boolean outermost = calling.add(at);
        for (SimulatedStore each : at.stores) {
            if (random.nextInt(3) == 0 && !used.get(name).contains(each)) {
                try {
                    at.transactions.required().enlist(each.name(), each.xa(name));
                    used.get(name).add(each);
                } catch (RollbackException | SystemException | IllegalStateException e) {
                    at.transactions.required().tryMark(e);
                }
            }
        }
        for (int calls = depth < DEEPEST ? random.nextInt(3) : 0; calls > 0; calls--) {
            call(at, random(at), name, depth + 1);
        }
        if (outermost) {
            calling.remove(at);
        }
    }

    private void call(PropagatedServer from, PropagatedServer to, String name, int depth) {
        if (to.dead && !calling.contains(to) && random.nextBoolean()) {
            to.restart(); // what it did in this transaction before is lost
        } else if (!to.dead && random.nextInt(50) == 0) {
            to.ticker.advance(Duration.ofMinutes(1));
            to.apart(() -> {
                to.transactions.expireLate();
                return true;
            });
        }
        byte[] context;
        try {
            context = from.propagation.leaving();
        } catch (IllegalStateException e) { // its log cannot be opened
            return;
        }
        if (context == null) {
            return;
        }
        boolean reached = !to.dead && !wire.fails();
        byte[] answer = reached ? to.apart(() -> served(to, context, name, depth)) : null;
        from.faults.step();
        boolean refused = answer != null && answer.length == 0;
        boolean lost = reached && !refused && (answer == null || wire.fails());
        from.propagation.returned(lost || refused ? null : answer, lost);
    }

    private byte[] served(PropagatedServer at, byte[] context, String name, int depth) {
        Entered entered;
        try {
            entered = at.propagation.arrived(context);
        } catch (IllegalStateException e) {
            return new byte[0];
        }
        try {
            work(at, name, depth);
            if (random.nextInt(20) == 0) {
                at.transactions.required().tryMark(new IllegalStateException("the bean failed"));
            }
        } finally {
            if (!at.dead) {
                context = entered.left();
            }
        }
        return context;
    }

    /** Has a server ask and recover once, as its threads do from time to time. */
    private void settle(PropagatedServer server) {
        server.apart(() -> {
            try {
                server.propagation.ask();
                return server.recovery.pass();
            } catch (IllegalStateException e) { // the log cannot be opened now
                return false;
            }
        });
    }

    private void end(long seed) {
        wire.failing(0);
        for (PropagatedServer each : domain.values()) {
            each.faults.failing(0);
            deaths += each.dead ? 1 : 0;
            each.restart();
        }
        for (int i = 0; i < 4; i++) {
            domain.values().forEach(this::settle);
        }
        for (PropagatedServer each : domain.values()) {
            assertThat(each.recovery.inDoubt())
                    .as("seed %d, server %s", seed, each.name)
                    .isEmpty();
            assertThat(each.imports.prepared())
                    .as("seed %d, server %s", seed, each.name)
                    .isEmpty();
            each.stores.forEach(store -> assertThat(store.inDoubt())
                    .as("seed %d, in doubt in %s", seed, store.name())
                    .isZero());
        }
        used.forEach((name, stores) -> check(seed, name, stores));
        domain.values().forEach(PropagatedServer::end);
    }

    private void check(long seed, String name, List<SimulatedStore> stores) {
        long there =
                stores.stream().filter(each -> each.committed.contains(name)).count();
        Boolean outcome = told.get(name);
        String as = "seed " + seed + ", transaction " + name + " in "
                + stores.stream().map(SimulatedStore::name).toList() + ", told: " + outcome;
        if (outcome == null) {
            assertThat(there).as(as).isIn(0L, (long) stores.size());
        } else {
            assertThat(there).as(as).isEqualTo(outcome ? stores.size() : 0L);
        }
        spread += stores.stream().map(each -> each.name().charAt(0)).distinct().count() > 1 ? 1 : 0;
    }
}
