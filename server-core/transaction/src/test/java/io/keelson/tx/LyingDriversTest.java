package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** XA drivers that answer what they must not. Nothing is committed in one resource and rolled back in another by that. */
class LyingDriversTest {
    private final HandTicker ticker = new HandTicker();
    private final SimulatedFaults faults = new SimulatedFaults(1);
    private final SimulatedDisk disk = new SimulatedDisk(faults);
    private final SimulatedStore good = new SimulatedStore("good", false, faults);
    private final SimulatedStore bad = new SimulatedStore("bad", false, faults);
    private Transactions transactions;
    private ServerLog log;

    @BeforeEach
    void start() {
        log = new ServerLog("one", new LogPlace.InFile(null, () -> disk));
        transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(30), new Heuristics(ticker), Runnable::run);
    }

    /** A resource that prepares in its own way. */
    private static class Odd implements XAResource {
        private final XAResource of;

        Odd(XAResource of) {
            this.of = of;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            of.commit(xid, onePhase);
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            of.end(xid, flags);
        }

        @Override
        public void forget(Xid xid) throws XAException {
            of.forget(xid);
        }

        @Override
        public int getTransactionTimeout() throws XAException {
            return of.getTransactionTimeout();
        }

        @Override
        public boolean isSameRM(XAResource other) throws XAException {
            return other == this;
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            return of.prepare(xid);
        }

        @Override
        public Xid[] recover(int flag) throws XAException {
            return of.recover(flag);
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            of.rollback(xid);
        }

        @Override
        public boolean setTransactionTimeout(int seconds) throws XAException {
            return of.setTransactionTimeout(seconds);
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            of.start(xid, flags);
        }
    }

    private List<String> committed() {
        List<String> all = new ArrayList<>(good.committed);
        all.addAll(bad.committed);
        return all;
    }

    private void commit(XAResource odd) throws Exception {
        ServerTransaction begun = transactions.begin(Duration.ZERO, null);
        begun.enlist("good", good.xa("work"));
        begun.enlist("bad", odd);
        begun.commit();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, XAException.XA_RBROLLBACK, XAException.XAER_RMERR, XAException.XAER_PROTO, 4711, -4711})
    void whateverPrepareThrowsRollsBack(int code) {
        XAResource odd = new Odd(bad.xa("work")) {
            @Override
            public int prepare(Xid xid) throws XAException {
                throw new XAException(code);
            }
        };

        assertThatThrownBy(() -> commit(odd)).isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(committed()).isEmpty();
    }

    @Test
    void aRuntimeExceptionInPrepareRollsBack() {
        XAResource odd = new Odd(bad.xa("work")) {
            @Override
            public int prepare(Xid xid) {
                throw new IllegalStateException("a bug of the driver");
            }
        };

        assertThatThrownBy(() -> commit(odd)).isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(committed()).isEmpty();
    }

    @Test
    void aRuntimeExceptionInCommitIsRecovered() throws Exception {
        boolean[] once = {true};
        XAResource odd = new Odd(bad.xa("work")) {
            @Override
            public void commit(Xid xid, boolean onePhase) throws XAException {
                if (once[0]) {
                    once[0] = false;
                    throw new IllegalStateException("a bug of the driver");
                }
                super.commit(xid, onePhase);
            }
        };
        try {
            commit(odd);
        } catch (jakarta.transaction.SystemException inDoubt) {
            assertThat(inDoubt).hasMessageContaining("bad");
        }

        Recovery recovery = new Recovery(log::decisions, transactions::runs, transactions.heuristics());
        recovery.add(good);
        recovery.add(bad);
        assertThat(recovery.pass()).isTrue();
        assertThat(good.committed).containsExactly("work");
        assertThat(bad.committed).containsExactly("work");
    }

    /** The bad store, whose recovery lists its branches in its own way at first. */
    private RecoverableResource recovered(Callable<Xid[]> listing, boolean[] lies) {
        return new RecoverableResource() {
            @Override
            public String name() {
                return bad.name();
            }

            @Override
            public boolean keepsDecisions() {
                return false;
            }

            @Override
            public Session open() throws Exception {
                Session session = bad.open();
                return new Session() {
                    @Override
                    public XAResource branches() {
                        return new Odd(bad.xa("recovery")) {
                            @Override
                            public Xid[] recover(int flag) throws XAException {
                                if (!lies[0]) {
                                    return super.recover(flag);
                                }
                                try {
                                    return listing.call();
                                } catch (XAException | RuntimeException e) {
                                    throw e;
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        };
                    }

                    @Override
                    public List<CommitDecision> decided() throws Exception {
                        return session.decided();
                    }

                    @Override
                    public boolean refuse(TransactionId undecided) throws Exception {
                        return session.refuse(undecided);
                    }

                    @Override
                    public void forget(Collection<TransactionId> over) throws Exception {
                        session.forget(over);
                    }

                    @Override
                    public void close() throws Exception {
                        session.close();
                    }
                };
            }
        };
    }

    static List<Callable<Xid[]>> listings() {
        Xid nonsense = new Xid() {
            @Override
            public int getFormatId() {
                return TransactionIds.FORMAT;
            }

            @Override
            public byte[] getGlobalTransactionId() {
                return new byte[200];
            }

            @Override
            public byte[] getBranchQualifier() {
                return new byte[0];
            }
        };
        return List.of(
                () -> {
                    throw new XAException(XAException.XAER_RMFAIL);
                },
                () -> {
                    throw new XAException(4711);
                },
                () -> {
                    throw new IllegalStateException("a bug of the driver");
                },
                () -> new Xid[] {null},
                () -> new Xid[] {nonsense});
    }

    @ParameterizedTest
    @MethodSource("listings")
    void aResourceThatCannotListItsBranchesChangesNothingElsewhere(Callable<Xid[]> listing) throws Exception {
        XAResource odd = new Odd(bad.xa("work")) {
            @Override
            public void commit(Xid xid, boolean onePhase) throws XAException {
                throw new XAException(XAException.XAER_RMFAIL);
            }
        };
        try {
            commit(odd);
        } catch (jakarta.transaction.SystemException inDoubt) {
            assertThat(inDoubt).hasMessageContaining("bad");
        }
        boolean[] lies = {true};
        Recovery recovery = new Recovery(log::decisions, transactions::runs, transactions.heuristics());
        recovery.add(recovered(listing, lies));
        recovery.add(good);

        assertThat(recovery.pass()).isFalse();
        assertThat(good.committed).containsExactly("work");
        assertThat(bad.committed).isEmpty();
        assertThat(bad.inDoubt()).isEqualTo(1);
        lies[0] = false;
        assertThat(recovery.pass()).isTrue();
        assertThat(bad.committed).containsExactly("work");
        assertThat(transactions.heuristics().all()).isEmpty();
    }

    /** Between the listing of the resource's branches and the look into the log a transaction is decided, and its commit there fails. */
    @Test
    void aDecisionThatIsMadeWhileRecoveryLooksWaitsForTheResource() throws Exception {
        boolean[] lies = {true};
        Recovery recovery = new Recovery(log::decisions, transactions::runs, transactions.heuristics());
        recovery.add(recovered(
                () -> {
                    lies[0] = false;
                    commit(new Odd(bad.xa("work")) {
                        @Override
                        public void commit(Xid xid, boolean onePhase) throws XAException {
                            throw new XAException(XAException.XAER_RMFAIL);
                        }
                    });
                    return new Xid[0];
                },
                lies));
        recovery.add(good);

        assertThat(recovery.pass()).isFalse();
        assertThat(recovery.pass()).isTrue();
        assertThat(good.committed).containsExactly("work");
        assertThat(bad.committed).containsExactly("work");
    }
}
