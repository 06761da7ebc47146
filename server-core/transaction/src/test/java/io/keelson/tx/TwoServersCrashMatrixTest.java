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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A superior and a subordinate with stores of their own, each halted at every moment of one transaction: the messages between them, the
 * writes of both logs, the calls of all stores. Each is halted alone, and both in one run (all pairs with {@code -Psoak}). Checked
 * afterwards: the transaction is in all stores or in none, as its beginner was told, and nothing is left in doubt.
 */
class TwoServersCrashMatrixTest {
    private static final String NAME = "t";
    private static final int NEVER = Integer.MAX_VALUE;
    private static final Logger LOG = Logger.getLogger("io.keelson.tx");

    private final Map<String, PropagatedServer> domain = new LinkedHashMap<>();
    private final TreeSet<String> moments = new TreeSet<>();
    private PropagatedServer superior;
    private PropagatedServer subordinate;
    private List<SimulatedStore> used = List.of();
    private int runs;
    private int[] steps = {};

    private enum Shape {
        LOG_DECIDES,
        LAST_RESOURCE_DECIDES,
        SUBORDINATE_DECIDES,
        SUBORDINATE_CALLS_BACK,
        SYNCHRONIZATION_CALLS_BACK,
        SUBORDINATE_REFUSES
    }

    @BeforeEach
    void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        LOG.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource
    void eachMomentOfEitherServerLeavesItEverywhereOrNowhere(Shape shape) {
        int[] steps = undisturbed(shape);
        for (int i = 1; i <= steps[0]; i++) {
            run(shape, i, NEVER);
        }
        for (int j = 1; j <= steps[1]; j++) {
            run(shape, NEVER, j);
        }
        assertThat(moments).contains(expected(shape));
        // Of the pairs those of which each moment is in one, and another choice for each shape.
        for (int i = 1; i <= steps[0]; i++) {
            run(shape, i, 1 + (i * 7 + shape.ordinal()) % steps[1]);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("soak")
    void eachPairOfMomentsLeavesItEverywhereOrNowhere(Shape shape) {
        int[] steps = undisturbed(shape);
        for (int i = 1; i <= steps[0]; i++) {
            for (int j = 1; j <= steps[1]; j++) {
                run(shape, i, j);
            }
        }
        assertThat(runs).isGreaterThan(steps[0] * steps[1]);
    }

    /** Returns how many moments each of the servers has. */
    private int[] undisturbed(Shape shape) {
        run(shape, NEVER, NEVER);
        assertThat(there()).isEqualTo(shape == Shape.SUBORDINATE_REFUSES ? 0 : used.size());
        return steps;
    }

    private static String[] expected(Shape shape) {
        List<String> expected = new ArrayList<>(
                switch (shape) {
                    case SUBORDINATE_REFUSES -> List.of("s: before ROLLBACK to t", "s: after ROLLBACK to t");
                    case SUBORDINATE_DECIDES ->
                        List.of(
                                "s: before COMMIT_ONE_PHASE to t",
                                "s: after COMMIT_ONE_PHASE to t",
                                "t: before force",
                                "t: after force",
                                "t: before the answer to COMMIT_ONE_PHASE",
                                "t: after commit t1",
                                "t: before commit t2");
                    default ->
                        List.of(
                                "s: before PREPARE to t",
                                "t: after prepare t2",
                                "t: before force",
                                "t: after force",
                                "t: before the answer to PREPARE",
                                "s: after PREPARE to t",
                                "s: before COMMIT to t",
                                "s: after COMMIT to t",
                                "t: after commit t1",
                                "t: before commit t2",
                                "t: before the answer to COMMIT");
                });
        if (shape == Shape.SYNCHRONIZATION_CALLS_BACK) {
            expected.addAll(List.of(
                    "s: before BEFORE_COMPLETION to t",
                    "t: before the answer to BEFORE_COMPLETION_INTERPOSED",
                    "s: after BEFORE_COMPLETION_INTERPOSED to t",
                    "s: before commit s2"));
        }
        if (shape == Shape.LOG_DECIDES
                || shape == Shape.SUBORDINATE_CALLS_BACK
                || shape == Shape.SYNCHRONIZATION_CALLS_BACK) {
            expected.addAll(List.of("s: before force", "s: after force", "s: before commit s1", "s: after commit s1"));
        } else if (shape == Shape.LAST_RESOURCE_DECIDES) {
            expected.addAll(List.of("s: before commit s0", "s: after commit s0"));
        }
        return expected.toArray(String[]::new);
    }

    /** Runs a transaction, has the servers that died come back, and checks what is there. */
    private void run(Shape shape, int haltSuperior, int haltSubordinate) {
        domain.clear();
        SimulatedFaults wire = new SimulatedFaults(0);
        int seed = runs++;
        superior = new PropagatedServer("s", domain, wire, seed);
        subordinate = new PropagatedServer("t", domain, wire, seed + 1);
        domain.put("s", superior);
        domain.put("t", subordinate);
        used = new ArrayList<>();
        superior.faults.crashAfter(haltSuperior);
        subordinate.faults.crashAfter(haltSubordinate);

        Boolean told = superior.apart(() -> transaction(shape));
        steps = new int[] {superior.faults.steps(), subordinate.faults.steps()};

        String as = shape + ", s halted " + moment(superior) + ", t halted " + moment(subordinate) + ", told " + told;
        // What lives goes on alone for a while, then the other one is back.
        List<PropagatedServer> dead = new ArrayList<>();
        for (PropagatedServer each : domain.values()) {
            each.faults.crashAfter(NEVER);
            if (each.dead) {
                dead.add(each);
            } else {
                settle(each);
            }
        }
        dead.forEach(PropagatedServer::restart);
        for (int i = 0; i < 4; i++) {
            domain.values().forEach(this::settle);
        }
        check(as, told);
        domain.values().forEach(PropagatedServer::end);
    }

    private String moment(PropagatedServer server) {
        if (!server.dead) {
            return "never";
        }
        String moment = server.faults.died();
        moments.add(server.name + ": " + moment);
        return moment;
    }

    private long there() {
        return used.stream().filter(each -> each.committed.contains(NAME)).count();
    }

    private void check(String as, @Nullable Boolean told) {
        for (PropagatedServer each : domain.values()) {
            assertThat(each.recovery.inDoubt()).as(as).isEmpty();
            assertThat(each.imports.prepared()).as(as).isEmpty();
            assertThat(each.log().open())
                    .as("%s, decisions of %s", as, each.name)
                    .isEmpty();
            assertThat(each.last.inDoubt()).as(as).isZero();
            each.stores.forEach(store -> assertThat(store.inDoubt())
                    .as("%s, in doubt in %s", as, store.name())
                    .isZero());
        }
        if (told == null) {
            assertThat(there()).as(as).isIn(0L, (long) used.size());
        } else {
            assertThat(there()).as(as).isEqualTo(told ? used.size() : 0L);
        }
    }

    private @Nullable Boolean transaction(Shape shape) {
        try {
            ServerTransaction begun = superior.transactions.begin(Duration.ZERO, null);
            if (shape == Shape.LAST_RESOURCE_DECIDES) {
                used.add(superior.last);
                begun.enlist(superior.last.local(NAME));
            } else if (shape != Shape.SUBORDINATE_DECIDES) {
                write(superior, 0);
            }
            boolean called = call(superior, subordinate, () -> {
                write(subordinate, 0);
                if (shape == Shape.SYNCHRONIZATION_CALLS_BACK) {
                    subordinate.transactions.required().interpose(new CallingBack());
                    return;
                }
                write(subordinate, 1);
                if (shape == Shape.SUBORDINATE_REFUSES) {
                    boolean unused =
                            subordinate.transactions.required().tryMark(new IllegalStateException("the bean failed"));
                } else if (shape == Shape.SUBORDINATE_CALLS_BACK) {
                    boolean back = call(subordinate, superior, () -> write(superior, 1));
                    assertThat(back || superior.dead || subordinate.dead).isTrue();
                }
            });
            if (!called) {
                begun.rollback();
                return false;
            }
            begun.commit();
            return true;
        } catch (RollbackException | HeuristicRollbackException e) {
            return false;
        } catch (HeuristicMixedException | SystemException e) {
            return null;
        } catch (jakarta.transaction.NotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes at the subordinate and at the superior when that is about to complete. */
    private final class CallingBack implements Synchronization {
        @Override
        public void beforeCompletion() {
            write(subordinate, 1);
            boolean unused = call(subordinate, superior, () -> write(superior, 1));
        }

        @Override
        public void afterCompletion(int status) {}
    }

    private void write(PropagatedServer at, int store) {
        SimulatedStore to = at.stores.get(store);
        try {
            at.transactions.required().enlist(to.name(), to.xa(NAME));
        } catch (RollbackException | SystemException e) {
            throw new IllegalStateException(e);
        }
        used.add(to);
    }

    /** Calls another server in the thread's transaction; returns false where that did not succeed. */
    private boolean call(PropagatedServer from, PropagatedServer to, Runnable work) {
        byte[] context = from.propagation.leaving();
        if (context == null || to.dead) {
            return false;
        }
        byte[] answer = to.apart(() -> {
            Entered entered = to.propagation.arrived(context, null);
            work.run();
            to.faults.step("before the answer to the call");
            return entered.left();
        });
        from.faults.step("after the call");
        from.propagation.returned(answer, answer == null);
        return answer != null;
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
}
