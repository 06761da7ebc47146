package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionsTest {
    @TempDir
    Path directory;

    private final HandTicker ticker = new HandTicker();
    private final List<String> calls = new ArrayList<>();
    private ServerLog log;
    private Transactions transactions;
    private JtaTransactionManager manager;
    private UserTransaction user;
    private JtaSynchronizationRegistry registry;
    private TransactionControl control;

    @BeforeEach
    void open() {
        log = new ServerLog("one", LogPlace.file(directory.resolve("decisions.log")));
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
        manager = new JtaTransactionManager(transactions);
        user = new JtaUserTransaction(manager);
        registry = new JtaSynchronizationRegistry(transactions);
        control = new ServerTransactionControl(transactions, resource -> () -> {});
    }

    @AfterEach
    void close() {
        assertThat(transactions.running()).isEmpty();
        transactions.close();
        log.close();
        assertThat(InvocationContext.current()).as("what stays on the thread").isNull();
    }

    private Synchronization recording(String name) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                calls.add(name + " before");
            }

            @Override
            public void afterCompletion(int status) {
                calls.add(name + " after " + StatusNames.of(status));
            }
        };
    }

    private TestResource resource(String name) {
        return new TestResource(name, calls);
    }

    private void enlist(TestResource... resources) throws Exception {
        for (TestResource each : resources) {
            assertThat(transactions.required().enlistResource(each)).isTrue();
        }
    }

    // ---- the thread ------------------------------------------------------------------------------------------------

    @Test
    void aThreadHasOneTransactionAtATime() throws Exception {
        assertThat(user.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThatThrownBy(user::commit).isInstanceOf(IllegalStateException.class);
        user.begin();
        assertThat(user.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        assertThatThrownBy(user::begin)
                .isInstanceOf(NotSupportedException.class)
                .hasMessageContaining("do not nest");
        user.commit();
        assertThat(user.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void aSuspendedTransactionIsResumed() throws Exception {
        Transaction first = control.begin(Duration.ZERO);
        assertThat(control.suspend()).isSameAs(first);
        assertThat(control.current()).isNull();
        Transaction second = control.begin(Duration.ZERO);
        assertThatThrownBy(() -> control.resume(first)).isInstanceOf(IllegalStateException.class);
        control.complete(Completion.COMMIT);
        control.resume(first);
        assertThat(control.current()).isSameAs(first);
        control.complete(Completion.ROLLBACK);
        assertThatThrownBy(() -> control.resume(second)).isInstanceOf(InvalidTransactionException.class);
        assertThatThrownBy(() -> manager.resume(null)).isInstanceOf(InvalidTransactionException.class);
    }

    @Test
    void contextsWithinAnInvocationShareItsTransaction() throws Exception {
        InvocationContext outer = new InvocationContext("shop", getClass().getClassLoader(), 1);
        InvocationContext inner = new InvocationContext("stock", getClass().getClassLoader(), 1);
        outer.call(() -> {
            inner.call(() -> control.begin(Duration.ZERO));
            assertThat(control.current()).isNotNull();
            assertThat(control.whose(control.current()).application()).isEqualTo("stock");
            assertThat(outer.copy().call(() -> control.current()))
                    .as("the same thread")
                    .isNotNull();
            control.complete(Completion.COMMIT);
            return inner.call(() -> assertThat(control.current() == null).isTrue());
        });
    }

    @Test
    void whatAnInvocationForgetsIsRolledBack() throws Exception {
        TestResource resource = resource("a");
        InvocationContext context = new InvocationContext("shop", getClass().getClassLoader(), 1);
        context.call(() -> {
            user.begin();
            enlist(resource);
            return true;
        });
        assertThat(calls).containsExactly("a.start", "a.end", "a.rollback");
        assertThat(transactions.counts().forgottenCount()).isEqualTo(1);
        assertThat(control.current()).isNull();
    }

    @Test
    void stacksOfBeginComeBackAfterOneWasForgotten() throws Exception {
        assertThat(begunWithStack()).isTrue();
        for (int i = 1; i < BeginStacks.FIRST; i++) {
            assertThat(begunWithStack()).isTrue();
        }
        assertThat(begunWithStack()).isFalse();
        new InvocationContext("shop", getClass().getClassLoader(), 1).call(() -> {
            user.begin();
            return true;
        });
        assertThat(begunWithStack()).isTrue();
    }

    private boolean begunWithStack() throws Exception {
        return new InvocationContext("shop", getClass().getClassLoader(), 1).call(() -> {
            user.begin();
            boolean kept = transactions.required().begun() != null;
            user.commit();
            return kept;
        });
    }

    @Test
    void aTimeOutOfTheThreadDoesNotOutliveItsInvocation() throws Exception {
        InvocationContext context = new InvocationContext("shop", getClass().getClassLoader(), 1);
        context.call(() -> {
            user.setTransactionTimeout(5);
            user.begin();
            assertThat(control.remaining(control.current())).isEqualTo(Duration.ofSeconds(5));
            user.commit();
            return true;
        });
        context.call(() -> {
            user.begin();
            assertThat(control.remaining(control.current())).isEqualTo(Duration.ofSeconds(30));
            user.rollback();
            return true;
        });
        assertThatThrownBy(() -> user.setTransactionTimeout(-1)).isInstanceOf(SystemException.class);
    }

    @Test
    void userTransactionIsRefusedWhereTheContainerCompletes() throws Exception {
        assertThat(control.allowUserTransaction(false)).isTrue();
        assertThatThrownBy(user::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not allowed");
        assertThat(control.allowUserTransaction(true)).isFalse();
        user.begin();
        user.rollback();
    }

    // ---- synchronizations ------------------------------------------------------------------------------------------

    @Test
    void interposedSynchronizationsAreInside() throws Exception {
        manager.begin();
        registry.registerInterposedSynchronization(recording("inner"));
        manager.getTransaction().registerSynchronization(recording("outer"));
        enlist(resource("a"));
        manager.commit();
        assertThat(calls)
                .containsExactly(
                        "a.start",
                        "outer before",
                        "inner before",
                        "a.end",
                        "a.commit-one-phase",
                        "inner after committed",
                        "outer after committed");
    }

    /** A provider of persistence writes then what it has kept, and looks for the transaction before it does. */
    @Test
    void aSynchronizationRunsWithTheTransactionBeforeItsCompletion() throws Exception {
        manager.begin();
        Object key = registry.getTransactionKey();
        registry.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                calls.add("same " + key.equals(registry.getTransactionKey()));
                calls.add(StatusNames.of(registry.getTransactionStatus()));
            }

            @Override
            public void afterCompletion(int status) {
                // only what comes before is looked at
            }
        });
        manager.commit();
        assertThat(calls).containsExactly("same true", "active");
        assertThat(registry.getTransactionKey()).isNull();
    }

    @Test
    void aSynchronizationThatFailsRollsBack() throws Exception {
        manager.begin();
        manager.getTransaction().registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                throw new IllegalArgumentException("no stock");
            }

            @Override
            public void afterCompletion(int status) {
                calls.add("after " + StatusNames.of(status));
            }
        });
        enlist(resource("a"));
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("no stock")
                .hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(calls).containsExactly("a.start", "a.end", "a.rollback", "after rolled-back");
    }

    @Test
    void resourcesOfTheRegistryBelongToTheTransaction() throws Exception {
        assertThat(registry.getTransactionKey()).isNull();
        assertThatThrownBy(() -> registry.getResource("k")).isInstanceOf(IllegalStateException.class);
        manager.begin();
        Object key = registry.getTransactionKey();
        registry.putResource("k", "v");
        assertThat(registry.getResource("k")).isEqualTo("v");
        Transaction first = manager.suspend();
        manager.begin();
        assertThat(registry.getTransactionKey()).isNotEqualTo(key);
        assertThat(registry.getResource("k")).isNull();
        manager.rollback();
        manager.resume(first);
        assertThat(registry.getRollbackOnly()).isFalse();
        registry.setRollbackOnly();
        assertThat(registry.getRollbackOnly()).isTrue();
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
    }

    // ---- resources -------------------------------------------------------------------------------------------------

    @Test
    void oneResourceOpensNoLogForItsCommit() throws Exception {
        manager.begin();
        manager.commit();
        assertThat(Files.exists(directory.resolve("decisions.log"))).isFalse();
    }

    @Test
    void severalResourcesCommitInTwoPhases() throws Exception {
        TestResource a = resource("a");
        TestResource b = resource("b");
        manager.begin();
        enlist(a, b);
        manager.commit();
        assertThat(calls)
                .containsExactly(
                        "a.start", "b.start", "a.end", "b.end", "a.prepare", "b.prepare", "a.commit", "b.commit");
        assertThat(log.decisions().open()).isEmpty();
    }

    @Test
    void oneThatRefusesToPrepareRollsBackTheOthers() throws Exception {
        TestResource a = resource("a");
        TestResource b = resource("b");
        b.failures.put("prepare", XAException.XA_RBINTEGRITY);
        manager.begin();
        enlist(a, b);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasCauseInstanceOf(XAException.class);
        assertThat(calls).endsWith("a.prepare", "b.prepare", "a.rollback");
        assertThat(a.inDoubt()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "XA_HEURCOM,,0",
        "XA_HEURRB,jakarta.transaction.HeuristicRollbackException,1",
        "XA_HEURMIX,jakarta.transaction.HeuristicMixedException,1",
        "XA_HEURHAZ,jakarta.transaction.HeuristicMixedException,1",
        "XA_RBROLLBACK,jakarta.transaction.RollbackException,0",
        "XAER_RMERR,jakarta.transaction.RollbackException,0",
        "XAER_NOTA,jakarta.transaction.RollbackException,0",
        "XAER_RMFAIL,jakarta.transaction.HeuristicMixedException,1"
    })
    void theAnswerToAOnePhaseCommitIsTold(String code, String exception, int heuristics) throws Exception {
        TestResource a = resource("a");
        a.failures.put("commit-one-phase", XAException.class.getField(code).getInt(null));
        assertCommit(exception, heuristics, a);
    }

    @ParameterizedTest
    @CsvSource({
        "XA_HEURCOM,,0,0",
        "XA_HEURRB,jakarta.transaction.HeuristicMixedException,1,0",
        "XA_HEURMIX,jakarta.transaction.HeuristicMixedException,1,0",
        "XAER_RMERR,jakarta.transaction.HeuristicMixedException,1,0",
        "XAER_NOTA,,0,0",
        "XAER_RMFAIL,,0,1",
        "XA_RETRY,,0,1"
    })
    void theAnswerToACommitAfterTheDecisionIsTold(String code, String exception, int heuristics, int open)
            throws Exception {
        TestResource b = resource("b");
        b.failures.put("commit", XAException.class.getField(code).getInt(null));
        assertCommit(exception, heuristics, resource("a"), b);
        assertThat(log.decisions().open()).as("what recovery has to follow").hasSize(open);
    }

    @Test
    void allRolledBackByThemselvesIsAHeuristicRollback() throws Exception {
        TestResource a = resource("a");
        TestResource b = resource("b");
        a.failures.put("commit", XAException.XA_HEURRB);
        b.failures.put("commit", XAException.XA_HEURRB);
        assertCommit(HeuristicRollbackException.class.getName(), 2, a, b);
    }

    private void assertCommit(String exception, int heuristics, TestResource... resources) throws Exception {
        manager.begin();
        enlist(resources);
        if (exception == null) {
            manager.commit();
        } else {
            assertThatThrownBy(manager::commit).isInstanceOf(Class.forName(exception));
        }
        assertThat(transactions.heuristics().all()).hasSize(heuristics);
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void aDelistedResourceComesBack() throws Exception {
        TestResource a = resource("a");
        manager.begin();
        enlist(a);
        assertThat(manager.getTransaction().delistResource(a, XAResource.TMSUCCESS))
                .isTrue();
        enlist(a);
        assertThat(manager.getTransaction().delistResource(a, XAResource.TMSUSPEND))
                .isTrue();
        enlist(a);
        manager.commit();
        assertThat(calls)
                .containsExactly("a.start", "a.end", "a.join", "a.end", "a.resume", "a.end", "a.commit-one-phase");
    }

    @Test
    void delistingAsFailedMarksForRollback() throws Exception {
        TestResource a = resource("a");
        manager.begin();
        enlist(a);
        assertThat(manager.getTransaction().delistResource(a, XAResource.TMFAIL))
                .isTrue();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThatThrownBy(() -> enlist(resource("b"))).isInstanceOf(RollbackException.class);
        manager.rollback();
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    @Test
    void whatTakesTooLongIsRolledBack() throws Exception {
        TestResource a = resource("a");
        manager.begin();
        enlist(a);
        ticker.advance(Duration.ofSeconds(29));
        transactions.expireLate();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        ticker.advance(Duration.ofSeconds(1));
        transactions.expireLate();
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_ROLLEDBACK);
        assertThat(calls).containsExactly("a.start", "a.end", "a.rollback");
        assertThatThrownBy(manager::commit)
                .isInstanceOf(RollbackException.class)
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(transactions.counts().timedOutCount()).isEqualTo(1);
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void aCommitThatComesTooLateIsRefused() throws Exception {
        manager.setTransactionTimeout(1);
        manager.begin();
        enlist(resource("a"));
        ticker.advance(Duration.ofSeconds(2));
        assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
        manager.setTransactionTimeout(0);
    }

    @Test
    void aResourceOfAllKindsMayNotKnowItsCommit() throws Exception {
        TestResource a = resource("a");
        a.failures.put("commit-one-phase", XAException.XAER_RMFAIL);
        manager.begin();
        enlist(a);
        assertThatThrownBy(manager::commit)
                .isInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("nobody knows");
    }
}
