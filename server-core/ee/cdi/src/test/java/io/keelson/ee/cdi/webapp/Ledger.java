package io.keelson.ee.cdi.webapp;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Works in transactions, and writes down what happens to them. */
@ApplicationScoped
public class Ledger {
    private final List<String> said = new CopyOnWriteArrayList<>();

    @Inject
    private Event<String> events;

    @Inject
    private UserTransaction user;

    @Inject
    private Open open;

    @Inject
    private Draft draft;

    /** Lives as long as a transaction. */
    @TransactionScoped
    public static class Draft implements Serializable {
        private static final long serialVersionUID = 1L;

        @Inject
        private Ledger ledger;

        private int lines;

        public int add() {
            return ++lines;
        }

        @PreDestroy
        void end() {
            ledger.said().add("draft of " + lines);
        }
    }

    /** Must join. */
    @ApplicationScoped
    public static class Strict {
        @Transactional(TxType.MANDATORY)
        public void join() {
            // Nothing but joins.
        }

        @Transactional(TxType.NEVER)
        public void never() {
            // Nothing.
        }
    }

    public List<String> said() {
        return said;
    }

    @Transactional
    public String work() {
        events.fire("worked");
        draft.add();
        return status() + draft.add();
    }

    @Transactional
    public void fail() {
        events.fire("failed");
        throw new IllegalStateException("unchecked");
    }

    @Transactional
    public void failChecked() throws IOException {
        events.fire("checked");
        throw new IOException("checked");
    }

    @Transactional(rollbackOn = IOException.class)
    public void failListed() throws IOException {
        events.fire("listed");
        throw new IOException("listed");
    }

    @Transactional(dontRollbackOn = IllegalStateException.class)
    public void failSpared() {
        events.fire("spared");
        throw new IllegalStateException("spared");
    }

    /** Tries each kind of use where the container completes transactions, and where it does not. */
    @Transactional
    public String userTransactionWithin() throws Exception {
        return refused(() -> user.begin())
                + refused(() -> user.commit())
                + refused(() -> user.rollback())
                + refused(() -> user.setRollbackOnly())
                + refused(() -> user.getStatus())
                + refused(() -> user.setTransactionTimeout(1))
                + open.begins()
                + refused(() -> user.getStatus());
    }

    private static String refused(Callable what) throws Exception {
        try {
            what.call();
            return "done ";
        } catch (IllegalStateException e) {
            return "refused ";
        }
    }

    /** A use of {@code UserTransaction}. */
    private interface Callable {
        void call() throws Exception;
    }

    /** May complete transactions itself. */
    @ApplicationScoped
    public static class Open {
        @Inject
        private UserTransaction user;

        @Transactional(TxType.NOT_SUPPORTED)
        public String begins() throws Exception {
            user.begin();
            user.commit();
            return "begun ";
        }
    }

    public String outside() throws Exception {
        user.begin();
        try {
            return status();
        } finally {
            user.rollback();
        }
    }

    private static String status() {
        try {
            TransactionSynchronizationRegistry registry = (TransactionSynchronizationRegistry)
                    new InitialContext().lookup("java:comp/TransactionSynchronizationRegistry");
            return registry.getTransactionStatus() == Status.STATUS_ACTIVE ? "active" : "none";
        } catch (NamingException e) {
            return e.toString();
        }
    }

    void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) String what) {
        said.add(what + " committed");
    }

    void rolledBack(@Observes(during = TransactionPhase.AFTER_FAILURE) String what) {
        said.add(what + " rolled back");
    }
}
