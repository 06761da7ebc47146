package io.keelson.ejb.invocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.keelson.ejb.fixture.TestBean;
import jakarta.ejb.ApplicationException;
import jakarta.ejb.EJBException;
import jakarta.ejb.EJBTransactionRequiredException;
import jakarta.ejb.EJBTransactionRolledbackException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.ejb.TransactionRequiredLocalException;
import jakarta.ejb.TransactionRolledbackLocalException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.TransactionRolledbackException;
import java.rmi.RemoteException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of Enterprise Beans 4.0 Core, 9.3.1 and 9.3.2, row by row. */
class ExceptionTableTest {
    /** A checked exception. */
    static class Checked extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** An application exception that rolls back, and so do its subclasses. */
    @ApplicationException(rollback = true)
    static class RollsBack extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Inherits its rule. */
    static class RollsBackToo extends RollsBack {
        private static final long serialVersionUID = 1L;
    }

    /** An application exception whose rule is its own alone. */
    @ApplicationException(inherited = false)
    static class Alone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A system exception therefore. */
    static class Child extends Alone {
        private static final long serialVersionUID = 1L;
    }

    /** A bean whose methods throw what they are given. */
    @Stateless
    static class Thrower {
        public Object required(Throwable thrown) throws Throwable {
            throw thrown;
        }

        @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
        public Object requiresNew(Throwable thrown) throws Throwable {
            throw thrown;
        }

        @TransactionAttribute(TransactionAttributeType.MANDATORY)
        public Object mandatory(Throwable thrown) throws Throwable {
            throw thrown;
        }

        @TransactionAttribute(TransactionAttributeType.SUPPORTS)
        public Object supports(Throwable thrown) throws Throwable {
            throw thrown;
        }

        @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
        public Object notSupported(Throwable thrown) throws Throwable {
            throw thrown;
        }

        @TransactionAttribute(TransactionAttributeType.NEVER)
        public Object never(Throwable thrown) throws Throwable {
            throw thrown;
        }
    }

    private static Arguments row(
            String method,
            boolean clientHasOne,
            ClientKind client,
            Supplier<Throwable> thrown,
            Class<?> seen,
            String clientsTransaction,
            String own,
            boolean discarded) {
        return Arguments.of(method, clientHasOne, client, thrown, seen, clientsTransaction, own, discarded);
    }

    static Stream<Arguments> rows() {
        Supplier<Throwable> checked = Checked::new;
        Supplier<Throwable> rollsBack = RollsBackToo::new;
        Supplier<Throwable> system = IllegalArgumentException::new;
        Supplier<Throwable> error = () -> new AssertionError("planted");
        Supplier<Throwable> child = Child::new;
        Supplier<Throwable> remote = () -> new RemoteException("planted");
        return Stream.of(
                // the method runs in the client's transaction
                row("required", true, ClientKind.LOCAL, checked, Checked.class, "active", "", false),
                row("required", true, ClientKind.LOCAL, rollsBack, RollsBackToo.class, "marked", "", false),
                row("required", true, ClientKind.LOCAL, Alone::new, Alone.class, "active", "", false),
                row(
                        "required",
                        true,
                        ClientKind.LOCAL,
                        child,
                        EJBTransactionRolledbackException.class,
                        "marked",
                        "",
                        true),
                row(
                        "required",
                        true,
                        ClientKind.LOCAL,
                        system,
                        EJBTransactionRolledbackException.class,
                        "marked",
                        "",
                        true),
                row(
                        "required",
                        true,
                        ClientKind.REMOTE,
                        error,
                        EJBTransactionRolledbackException.class,
                        "marked",
                        "",
                        true),
                row("required", true, ClientKind.RMI, system, TransactionRolledbackException.class, "marked", "", true),
                row(
                        "required",
                        true,
                        ClientKind.LOCAL_COMPONENT,
                        system,
                        TransactionRolledbackLocalException.class,
                        "marked",
                        "",
                        true),
                row(
                        "mandatory",
                        true,
                        ClientKind.LOCAL,
                        system,
                        EJBTransactionRolledbackException.class,
                        "marked",
                        "",
                        true),
                row(
                        "supports",
                        true,
                        ClientKind.LOCAL,
                        system,
                        EJBTransactionRolledbackException.class,
                        "marked",
                        "",
                        true),
                row(
                        "supports",
                        true,
                        ClientKind.LOCAL,
                        remote,
                        EJBTransactionRolledbackException.class,
                        "marked",
                        "",
                        true),
                // the container began a transaction
                row("required", false, ClientKind.LOCAL, checked, Checked.class, "none", "1 committed", false),
                row("required", false, ClientKind.LOCAL, rollsBack, RollsBackToo.class, "none", "1 rolled back", false),
                row("required", false, ClientKind.LOCAL, system, EJBException.class, "none", "1 rolled back", true),
                row("required", false, ClientKind.RMI, system, RemoteException.class, "none", "1 rolled back", true),
                row("requiresNew", true, ClientKind.LOCAL, system, EJBException.class, "active", "2 rolled back", true),
                row("requiresNew", true, ClientKind.LOCAL, checked, Checked.class, "active", "2 committed", false),
                // no transaction
                row("notSupported", true, ClientKind.LOCAL, system, EJBException.class, "active", "", true),
                row("notSupported", true, ClientKind.LOCAL, rollsBack, RollsBackToo.class, "active", "", false),
                row("never", false, ClientKind.RMI, system, RemoteException.class, "none", "", true),
                row("supports", false, ClientKind.LOCAL, checked, Checked.class, "none", "", false),
                // refused before the method
                row("never", true, ClientKind.LOCAL, checked, EJBException.class, "active", "", false),
                row("never", true, ClientKind.RMI, checked, RemoteException.class, "active", "", false),
                row(
                        "mandatory",
                        false,
                        ClientKind.LOCAL,
                        checked,
                        EJBTransactionRequiredException.class,
                        "none",
                        "",
                        false),
                row("mandatory", false, ClientKind.RMI, checked, TransactionRequiredException.class, "none", "", false),
                row(
                        "mandatory",
                        false,
                        ClientKind.LOCAL_COMPONENT,
                        checked,
                        TransactionRequiredLocalException.class,
                        "none",
                        "",
                        false));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theClientSeesWhatTheTableSays(
            String method,
            boolean clientHasOne,
            ClientKind client,
            Supplier<Throwable> thrown,
            Class<?> seen,
            String clientsTransaction,
            String own,
            boolean discarded)
            throws Exception {
        TestBean bean = TestBean.of(Thrower.class);
        if (clientHasOne) {
            bean.transactions.begin();
        }

        Throwable caught = catchThrowable(() -> bean.call(client, null, method, thrown.get()));

        assertThat(caught).isExactlyInstanceOf(seen);
        int status = bean.transactions.getStatus();
        assertThat(
                        status == Status.STATUS_ACTIVE
                                ? "active"
                                : status == Status.STATUS_MARKED_ROLLBACK ? "marked" : "none")
                .isEqualTo(clientsTransaction);
        assertThat(String.join(",", bean.transactions.outcomes())).isEqualTo(own);
        assertThat(bean.instances.discarded.get()).isEqualTo(discarded ? 1 : 0);
        assertThat(bean.logged).hasSize(discarded ? 1 : 0);
    }

    /** A bean with transactions of its own. */
    @Stateless
    @TransactionManagement(TransactionManagementType.BEAN)
    static class Own {
        public boolean sees(io.keelson.ejb.fixture.OneThreadTransactions transactions) {
            return transactions.getTransaction() != null;
        }

        public void forgets(io.keelson.ejb.fixture.OneThreadTransactions transactions) {
            transactions.begin();
        }

        public void fails() {
            throw new IllegalStateException("planted");
        }
    }

    @Test
    void aBeanWithItsOwnTransactionsNeverSeesTheClients() throws Throwable {
        TestBean bean = TestBean.of(Own.class);
        bean.transactions.begin();

        assertThat(bean.call("sees", bean.transactions)).isEqualTo(false);
        assertThat(bean.transactions.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
    }

    @Test
    void aTransactionThatIsLeftOpenIsRolledBackAndTheInstanceGoes() {
        TestBean bean = TestBean.of(Own.class);

        Throwable caught = catchThrowable(() -> bean.call("forgets", bean.transactions));

        assertThat(caught).isInstanceOf(EJBException.class).hasMessageContaining("did not end it");
        assertThat(bean.transactions.outcomes()).containsExactly("1 rolled back");
        assertThat(bean.instances.discarded).hasValue(1);
    }

    @Test
    void itsSystemExceptionsLeaveTheClientsTransactionAlone() {
        TestBean bean = TestBean.of(Own.class);
        bean.transactions.begin();

        assertThat(catchThrowable(() -> bean.call("fails"))).isExactlyInstanceOf(EJBException.class);
        assertThat(bean.transactions.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
    }
}
