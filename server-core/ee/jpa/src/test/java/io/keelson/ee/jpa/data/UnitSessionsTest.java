package io.keelson.ee.jpa.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ee.jpa.cache.ClusterCaches;
import io.keelson.ee.jpa.context.UnitContexts;
import io.keelson.ee.jpa.fixture.FakeTransactions;
import io.keelson.ee.jpa.model.Book;
import io.keelson.ee.jpa.provider.HibernatePlatform;
import io.keelson.ee.jpa.provider.UnitEnvironment;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.RollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.SharedSessionContract;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.query.MutationQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The sessions of a unit of Hibernate, without CDI, on transactions that write nothing by themselves: connections commit each statement.
 */
class UnitSessionsTest {
    private static final FakeTransactions TRANSACTIONS = new FakeTransactions();
    private static EntityManagerFactory factory;
    private static Method opening;

    private final UnitSessions sessions = sessions(TRANSACTIONS);
    private final StatelessSession session = (StatelessSession) sessions.session(opening);

    @BeforeAll
    static void build() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:sessions;DB_CLOSE_DELAY=-1");
        factory = new PersistenceConfiguration("shop")
                .managedClass(Book.class)
                .transactionType(PersistenceUnitTransactionType.JTA)
                .property("jakarta.persistence.jtaDataSource", database)
                .property("hibernate.transaction.jta.platform", new HibernatePlatform(TRANSACTIONS, TRANSACTIONS))
                .provider("org.hibernate.jpa.HibernatePersistenceProvider")
                .property("jakarta.persistence.schema-generation.database.action", "drop-and-create")
                .createEntityManagerFactory();
        opening = SessionFactory.class.getMethod("openStatelessSession");
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    private static UnitSessions sessions(TransactionManager transactions) {
        return new UnitSessions(
                new UnitContexts("shop", () -> factory, TRANSACTIONS),
                new UnitEnvironment(
                        transactions,
                        TRANSACTIONS,
                        () -> null,
                        () -> null,
                        new ClusterCaches(Optional.empty(), Optional.empty())));
    }

    /** The fake transactions, of which one operation fails. */
    private static TransactionManager failing(String operation, Exception failure) {
        return (TransactionManager) Proxy.newProxyInstance(
                UnitSessionsTest.class.getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(operation)) {
                        throw failure;
                    }
                    return method.invoke(TRANSACTIONS, arguments);
                });
    }

    private StatelessSession behind() {
        return (StatelessSession) session.unwrap(SharedSessionContractImplementor.class);
    }

    @Test
    void aTransactionHasOneSessionAndClosesIt() {
        TRANSACTIONS.begin();
        StatelessSession first = behind();
        assertThat(behind()).isSameAs(first);
        session.close();
        assertThat(first.isOpen()).isTrue();
        TRANSACTIONS.commit();

        assertThat(first.isOpen()).isFalse();
        assertThat(session.isOpen()).isTrue();
        TRANSACTIONS.begin();
        assertThat(behind()).isNotSameAs(first);
        TRANSACTIONS.rollback();
    }

    @Test
    void aWriteWithoutATransactionBeginsAndEndsOne() throws Throwable {
        StatelessSession used = (StatelessSession) sessions.write(() -> {
            assertThat(TRANSACTIONS.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
            return sessions.ofTransaction(opening);
        });

        assertThat(used.isOpen()).isFalse();
        assertThat(TRANSACTIONS.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void aWriteThatFailsIsRolledBackAndFailsWithItsOwnFailure() {
        IllegalArgumentException failure = new IllegalArgumentException("not so");

        assertThatThrownBy(() -> sessions.write(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(TRANSACTIONS.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);

        UnitSessions broken = sessions(failing("rollback", new SystemException("no log")));
        assertThatThrownBy(() -> broken.write(() -> {
                    throw failure;
                }))
                .isSameAs(failure)
                .hasSuppressedException(new SystemException("no log"));
        TRANSACTIONS.rollback();
    }

    @Test
    void aWriteThatIsMarkedForRollbackSaysSo() {
        assertThatThrownBy(() -> sessions.write(() -> {
                    TRANSACTIONS.setRollbackOnly();
                    return null;
                }))
                .isInstanceOf(RollbackException.class)
                .hasMessage("what a repository of the unit 'shop' wrote was marked for rollback");
        assertThat(TRANSACTIONS.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void aTransactionThatDoesNotBeginOrCommitIsAFailureOfPersistence() {
        UnitSessions nested = sessions(failing("begin", new NotSupportedException("nested")));
        assertThatThrownBy(() -> nested.write(() -> null))
                .isInstanceOf(PersistenceException.class)
                .hasMessage("a repository of the unit 'shop' cannot begin a transaction for what it writes: nested");

        UnitSessions refused =
                sessions(failing("commit", new jakarta.transaction.RollbackException("the database refused")));
        assertThatThrownBy(() -> refused.write(() -> null))
                .isInstanceOf(RollbackException.class)
                .hasMessage("what a repository of the unit 'shop' wrote was not committed: the database refused");
        TRANSACTIONS.rollback();
    }

    @Test
    void withoutARequestABriefCallHasASessionOfItsOwn() throws Throwable {
        Call unwrap = new Call(
                SharedSessionContract.class.getMethod("unwrap", Class.class),
                new Object[] {SharedSessionContractImplementor.class});

        assertThat(((StatelessSession) sessions.outside(opening, unwrap, true)).isOpen())
                .isFalse();
        StatelessSession kept = (StatelessSession) sessions.outside(opening, unwrap, false);
        assertThat(kept.isOpen()).isTrue();
        kept.close();
    }

    @Test
    void aQueryWithoutATransactionWritesInOneEachTime() {
        Book book = new Book("old");
        session.insert(book);
        MutationQuery query = session.createMutationQuery("update Book set title = :title where title = :old");

        assertThat(query.setParameter("old", "old").setParameter("title", "older"))
                .isSameAs(query)
                .isEqualTo(query);
        assertThat(query.executeUpdate()).isEqualTo(1);
        assertThat(query.executeUpdate()).isZero();
        TRANSACTIONS.begin();
        query.setParameter("old", "older").setParameter("title", "oldest");
        assertThat(query.executeUpdate()).isEqualTo(1);
        TRANSACTIONS.commit();
        assertThat(session.createSelectionQuery("select title from Book where title like 'old%'", String.class)
                        .getSingleResult())
                .isEqualTo("oldest");
    }

    @Test
    void aWrongQueryIsRefusedWhenItIsMade() {
        assertThatThrownBy(() -> session.createMutationQuery("delete from Nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Nothing");
    }
}
