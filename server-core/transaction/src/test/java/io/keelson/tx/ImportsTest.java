package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportsTest {
    private static final Xid XID = new SuperiorXid(7, new byte[] {1, 2}, new byte[] {3});

    @TempDir
    Path directory;

    private final HandTicker ticker = new HandTicker();
    private final List<String> calls = new ArrayList<>();
    private ServerLog log;
    private Transactions transactions;
    private TransactionControl control;
    private Imports imports;

    @BeforeEach
    void open() {
        log = new ServerLog("one", LogPlace.file(directory.resolve("decisions.log")));
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
        control = new ServerTransactionControl(transactions, resource -> () -> {});
        imports = new Imports(transactions, log::existing, () -> {}, () -> {});
    }

    @AfterEach
    void close() {
        assertThat(transactions.running()).isEmpty();
        transactions.close();
        log.close();
    }

    private TestResource work(String name) throws Exception {
        TestResource resource = new TestResource(name, calls);
        imports.enter(XID, Duration.ZERO);
        transactions.required().enlist(name, resource);
        imports.leave(XID);
        assertThat(control.current()).isNull();
        return resource;
    }

    private static void fails(ThrowingCallable call, int code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(code));
    }

    @Test
    void severalPiecesOfWorkAreOneTransactionThatCommitsInTwoPhases() throws Exception {
        TestResource one = work("one");
        TestResource two = work("two");
        assertThat(imports.prepare(XID)).isEqualTo(XAResource.XA_OK);
        assertThat(imports.recover()).containsExactly(XID);
        fails(() -> imports.prepare(XID), XAException.XAER_PROTO);
        fails(() -> imports.commit(XID, true), XAException.XAER_PROTO);
        assertThatThrownBy(() -> imports.enter(XID, Duration.ZERO))
                .isInstanceOf(InvalidTransactionException.class)
                .hasMessageContaining("is prepared");
        ticker.advance(Duration.ofHours(1));
        transactions.expireLate(); // what is prepared waits for the other system, however long
        imports.commit(XID, false);
        assertThat(one.committed + two.committed).isEqualTo(2);
        assertThat(imports.recover()).isEmpty();
        fails(() -> imports.commit(XID, false), XAException.XAER_NOTA);
        fails(() -> imports.rollback(XID), XAException.XAER_NOTA);
    }

    @Test
    void onePhaseAndRollbackNeedNoPrepare() throws Exception {
        TestResource one = work("one");
        fails(() -> imports.commit(XID, false), XAException.XAER_PROTO);
        imports.commit(XID, true);
        assertThat(one.committed).isEqualTo(1);
        TestResource other = work("other");
        imports.rollback(XID);
        assertThat(other.committed).isZero();
        assertThat(calls).contains("one.commit-one-phase", "other.rollback");
    }

    @Test
    void whatDidNothingIsOverOnceItIsPrepared() throws Exception {
        imports.enter(XID, Duration.ZERO);
        imports.leave(XID);
        assertThat(imports.prepare(XID)).isEqualTo(XAResource.XA_RDONLY);
        fails(() -> imports.commit(XID, false), XAException.XAER_NOTA);
        assertThat(log.exists()).isFalse();
    }

    @Test
    void aVoteOfNoRollsBackEverywhere() throws Exception {
        TestResource one = work("one");
        work("two").failures.put("prepare", XAException.XA_RBINTEGRITY);
        fails(() -> imports.prepare(XID), XAException.XA_RBROLLBACK);
        assertThat(one.committed).isZero();
        assertThat(calls).contains("one.rollback");
        assertThat(imports.recover()).isEmpty();
        fails(() -> imports.commit(XID, false), XAException.XAER_NOTA);
    }

    @Test
    void synchronizationsRunInTheTransactionWhoeverPrepares() throws Exception {
        imports.enter(XID, Duration.ZERO);
        Transaction imported = control.current();
        imported.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                calls.add("before, current: " + (control.current() == imported));
            }

            @Override
            public void afterCompletion(int status) {
                calls.add("after " + StatusNames.of(status));
            }
        });
        imports.leave(XID);
        work("one");
        Transaction own = control.begin(Duration.ZERO);
        assertThat(imports.prepare(XID)).isEqualTo(XAResource.XA_OK);
        assertThat(control.current()).isSameAs(own);
        imports.commit(XID, false);
        assertThat(control.current()).isSameAs(own);
        control.complete(Completion.ROLLBACK);
        assertThat(calls).startsWith("one.start", "before, current: true").endsWith("after committed");
    }

    @Test
    void oneThreadAtATimeWorksInIt() throws Exception {
        imports.enter(XID, Duration.ZERO);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            assertThatThrownBy(() -> imports.enter(XID, Duration.ZERO)).isInstanceOf(IllegalStateException.class);
            fails(() -> imports.prepare(XID), XAException.XAER_PROTO);
            fails(() -> imports.rollback(XID), XAException.XAER_PROTO);
        });
        other.get(30, TimeUnit.SECONDS);
        assertThatThrownBy(() -> imports.enter(XID, Duration.ZERO)).isInstanceOf(NotSupportedException.class);
        imports.leave(XID);
        imports.rollback(XID);
    }

    @Test
    void itsTimeEndsBeforeItIsPrepared() throws Exception {
        TestResource one = new TestResource("one", calls);
        imports.enter(XID, Duration.ofSeconds(5));
        transactions.required().enlist("one", one);
        imports.leave(XID);
        ticker.advance(Duration.ofSeconds(6));
        transactions.expireLate();
        assertThat(calls).contains("one.rollback");
        fails(() -> imports.prepare(XID), XAException.XAER_NOTA);
        assertThat(one.committed).isZero();
    }

    /** The coordinator is elsewhere, so that a resource without a prepare could break its promise. */
    @Test
    void resourcesThatCannotPrepareAreRefusedInTwoPhases() throws Exception {
        List<String> ends = new ArrayList<>();
        imports.enter(XID, Duration.ZERO);
        control.enlist(new AloneResource(ends));
        imports.leave(XID);
        fails(() -> imports.prepare(XID), XAException.XA_RBROLLBACK);
        imports.enter(XID, Duration.ZERO);
        control.enlist(new AloneResource(ends));
        imports.leave(XID);
        imports.commit(XID, true);
        assertThat(ends).containsExactly("rollback", "commit");
    }
}
