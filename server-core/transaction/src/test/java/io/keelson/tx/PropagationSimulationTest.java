package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.transaction.TransactionPropagation.Entered;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
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
 * afterwards: each is in all stores that it was to write, or in none, as its beginner was told; nothing is in doubt. Synchronizations of
 * all servers were called before any store was asked to complete, registered ones before interposed ones.
 */
class PropagationSimulationTest {
    private static final int TRANSACTIONS = 4;
    private static final int DEEPEST = 3;
    private static final Logger LOG = Logger.getLogger("io.keelson.tx");

    private static final int SHORT = 60;
    private static final int WHOLE = 1_000;
    private final Map<String, PropagatedServer> domain = new LinkedHashMap<>();
    private final Map<String, List<SimulatedStore>> used = new LinkedHashMap<>();
    private final Map<String, Boolean> told = new LinkedHashMap<>();
    /** Servers whose threads wait for the calls of the present transaction. */
    private final Set<PropagatedServer> calling = new HashSet<>();

    private final List<String> wrong = new ArrayList<>();

    private Random random;
    private SimulatedFaults wire;
    private final Map<String, List<Callback>> callbacks = new LinkedHashMap<>();
    /** Of which domain each is, by addresses. */
    private Map<String, OwnName> servers =
            Map.of("a", new OwnName("a", "here"), "b", new OwnName("b", "here"), "c", new OwnName("c", "here"));

    private int deaths;
    private int spread;
    private int calledBefore;
    private int calledLast;
    private int finished;

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
        simulate(0, SHORT);
    }

    @Test
    @Tag("whole")
    void eachOfMoreTransactionsIsEverywhereOrNowhere() {
        simulate(SHORT, WHOLE - SHORT);
    }

    /** Two of the servers have the same name. */
    @Test
    void eachTransactionOfTwoDomainsIsEverywhereOrNowhere() {
        twoDomains();
        simulate(0, SHORT);
    }

    @Test
    @Tag("whole")
    void eachOfMoreTransactionsOfTwoDomainsIsEverywhereOrNowhere() {
        twoDomains();
        simulate(SHORT, WHOLE - SHORT);
    }

    private void twoDomains() {
        servers = Map.of("a", new OwnName("s", "one"), "b", new OwnName("s", "two"), "c", new OwnName("t", "two"));
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
        assertThat(calledBefore)
                .as("synchronizations of committed transactions")
                .isGreaterThan(schedules);
        if (domains() == 1) {
            assertThat(finished).as("servers that others recovered").isGreaterThan(schedules / 20);
        }
        assertThat(calledLast).as("interposed ones among them").isGreaterThan(schedules / 4);
    }

    private void run(long seed) {
        domain.clear();
        used.clear();
        told.clear();
        callbacks.clear();
        random = new Random(seed);
        wire = new SimulatedFaults(seed);
        for (String each : List.of("a", "b", "c")) {
            domain.put(each, new PropagatedServer(each, servers.get(each), domain, wire, seed * 3 + domain.size()));
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
            callbacks.put(name, new ArrayList<>());
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
            calling.add(at);
            begun.commit();
            return true;
        } catch (RollbackException | HeuristicRollbackException e) {
            return false;
        } catch (HeuristicMixedException | SystemException e) {
            return null;
        } finally {
            calling.remove(at);
        }
    }

    /** What is called before the completion: it writes, calls other servers, or marks the transaction for rollback. */
    private final class Callback implements Synchronization {
        private final PropagatedServer at;
        private final String name;
        private final boolean interposed;
        private final int depth;
        private int called;

        Callback(PropagatedServer at, String name, boolean interposed, int depth) {
            this.at = at;
            this.name = name;
            this.interposed = interposed;
            this.depth = depth;
        }

        @Override
        public void beforeCompletion() {
            if (at.dead) {
                return;
            }
            called++;
            for (PropagatedServer each : domain.values()) {
                boolean late = each.last.completing.contains(name)
                        || each.stores.stream().anyMatch(store -> store.completing.contains(name));
                if (late) {
                    wrong.add("called when a store of " + each.name + " was completing " + name);
                }
            }
            List<Callback> all = callbacks.get(name);
            if (interposed && all.stream().noneMatch(each -> each != this && each.interposed && each.called > 0)) {
                all.stream()
                        .filter(each -> !each.interposed && each.called == 0 && !each.at.dead)
                        .findFirst()
                        .ifPresent(each ->
                                wrong.add("interposed of " + at.name + " before a registered one of " + each.at.name));
            }
            work(at, name, depth + 1);
            if (random.nextInt(20) == 0) {
                boolean unused =
                        at.transactions.required().tryMark(new IllegalStateException("refused before completion"));
            }
        }

        @Override
        public void afterCompletion(int status) {}
    }

    private void register(PropagatedServer at, String name, int depth) {
        boolean interposed = random.nextBoolean();
        Callback callback = new Callback(at, name, interposed, depth);
        try {
            if (interposed) {
                at.transactions.required().interpose(callback);
            } else {
                at.transactions.required().registerSynchronization(callback);
            }
            callbacks.get(name).add(callback);
        } catch (RollbackException | IllegalStateException e) { // it is marked, or over
            boolean unused = at.transactions.required().tryMark(e);
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
        if (depth == 0 && random.nextInt(4) == 0) {
            enlistLast(at, name);
        }
        if (depth < DEEPEST && random.nextInt(3) == 0) {
            register(at, name, depth);
        }
        for (int calls = depth < DEEPEST ? random.nextInt(3) : 0; calls > 0; calls--) {
            call(at, random(at), name, depth + 1);
        }
        if (outermost) {
            calling.remove(at);
        }
    }

    private void enlistLast(PropagatedServer at, String name) {
        try {
            at.transactions.required().enlist(at.last.local(name));
            used.get(name).add(at.last);
        } catch (RollbackException | SystemException | IllegalStateException e) {
            boolean unused = at.transactions.required().tryMark(e);
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
        byte[] answer = reached ? to.apart(() -> served(to, from.domainSeenBy(to), context, name, depth)) : null;
        from.faults.step();
        boolean refused = answer != null && answer.length == 0;
        boolean lost = reached && !refused && (answer == null || wire.fails());
        from.propagation.returned(lost || refused ? null : answer, lost);
    }

    private byte[] served(PropagatedServer at, @Nullable String callers, byte[] context, String name, int depth) {
        Entered entered;
        try {
            entered = at.propagation.arrived(context, callers);
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
        for (PropagatedServer each : domain.values()) {
            if (each.dead && !server.dead && random.nextInt(3) == 0) {
                server.apart(() -> {
                    server.take(each);
                    return true;
                });
            }
        }
        server.apart(() -> {
            try {
                server.propagation.ask();
                boolean clear = server.recovery.pass();
                for (PropagatedServer each : domain.values()) {
                    if (each.takenBy == server) {
                        each.passTaken();
                    }
                }
                return clear;
            } catch (IllegalStateException e) { // the log cannot be opened now
                return false;
            }
        });
    }

    /** A log whose disk has failed takes no decisions until its user is started again. */
    private void restartAfterItsDiskFailed(PropagatedServer server) {
        PropagatedServer user = server.dead ? server.takenBy : server;
        if (server.disk.condition() == LogFile.Condition.FAILED && user != null && !user.dead) {
            user.restart();
        }
    }

    /** Has members finish what the dead ones have left. */
    private void finishForTheDead(long seed) {
        domain.values().forEach(this::restartAfterItsDiskFailed);
        List<PropagatedServer> living =
                domain.values().stream().filter(each -> !each.dead).toList();
        for (PropagatedServer each : domain.values()) {
            if (each.dead) {
                PropagatedServer taker = living.get(random.nextInt(living.size()));
                taker.apart(() -> {
                    taker.take(each);
                    return true;
                });
            }
        }
        for (int i = 0; i < 6; i++) {
            living.forEach(this::settle);
        }
        for (PropagatedServer each : domain.values()) {
            if (!each.dead) {
                continue;
            }
            finished++;
            assertThat(each.isLogTaken())
                    .as("seed %d, %s has a log and nobody has taken it", seed, each.name)
                    .isTrue();
            each.all()
                    .forEach(store -> assertThat(store.inDoubt())
                            .as("seed %d, in doubt in %s of %s: %s", seed, store.name(), each.name, each.unresolved())
                            .isZero());
        }
    }

    private long domains() {
        return servers.values().stream().map(OwnName::domain).distinct().count();
    }

    private void end(long seed) {
        wire.failing(0);
        boolean anyLives = false;
        for (PropagatedServer each : domain.values()) {
            each.faults.failing(0);
            each.faults.crashAfter(Integer.MAX_VALUE);
            deaths += each.dead ? 1 : 0;
            anyLives |= !each.dead;
        }
        if (anyLives && random.nextBoolean() && domains() == 1) {
            finishForTheDead(seed);
        }
        domain.values().forEach(PropagatedServer::restart);
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
            assertThat(each.last.inDoubt())
                    .as("seed %d, decisions in the last resource of %s", seed, each.name)
                    .isZero();
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
        assertThat(wrong).as("seed %d", seed).isEmpty();
        if (Boolean.TRUE.equals(outcome)) {
            for (Callback each : callbacks.get(name)) {
                assertThat(each.called)
                        .as("seed %d, transaction %s, synchronization of %s", seed, name, each.at.name)
                        .isEqualTo(1);
                calledBefore++;
                calledLast += each.interposed ? 1 : 0;
            }
        }
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
