package io.keelson.ee.jpa.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ee.jpa.fixture.FakeTransactions;
import io.keelson.ee.jpa.model.Book;
import io.keelson.ee.jpa.provider.HibernatePlatform;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.SynchronizationType;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.TypedQuery;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contexts of a unit of Hibernate, on transactions that write nothing by themselves: connections commit each statement. */
class ContextsTest {
    private static final FakeTransactions TRANSACTIONS = new FakeTransactions();
    private static EntityManagerFactory factory;

    private final UnitContexts contexts = new UnitContexts("shop", () -> factory, TRANSACTIONS);
    private final EntityManager manager = scoped(SynchronizationType.SYNCHRONIZED);

    @BeforeAll
    static void build() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:contexts;DB_CLOSE_DELAY=-1");
        factory = new PersistenceConfiguration("shop")
                .managedClass(Book.class)
                .transactionType(PersistenceUnitTransactionType.JTA)
                .property("jakarta.persistence.jtaDataSource", database)
                .property("hibernate.transaction.jta.platform", new HibernatePlatform(TRANSACTIONS, TRANSACTIONS))
                .provider("org.hibernate.jpa.HibernatePersistenceProvider")
                .property("hibernate.generate_statistics", true)
                .property("jakarta.persistence.schema-generation.database.action", "drop-and-create")
                .createEntityManagerFactory();
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    @BeforeEach
    void noTransaction() {
        factory.unwrap(SessionFactory.class).getStatistics().clear();
    }

    private EntityManager scoped(SynchronizationType type) {
        return new TransactionScopedEntityManager(contexts, Map.of(), type);
    }

    private Book stored(String title) {
        TRANSACTIONS.begin();
        Book book = new Book(title);
        manager.persist(book);
        TRANSACTIONS.commit();
        return book;
    }

    private static long open() {
        var statistics = factory.unwrap(SessionFactory.class).getStatistics();
        return statistics.getSessionOpenCount() - statistics.getSessionCloseCount();
    }

    @Test
    void aTransactionHasOneContextWhoeverAsks() {
        TRANSACTIONS.begin();
        Book book = new Book("one");
        manager.persist(book);

        assertThat(scoped(SynchronizationType.SYNCHRONIZED).contains(book)).isTrue();
        assertThat(manager.find(Book.class, book.id())).isSameAs(book);
        assertThat(open()).isEqualTo(1);
        TRANSACTIONS.commit();
        assertThat(open()).isZero();
        assertThat(manager.find(Book.class, book.id()).title()).isEqualTo("one");
    }

    @Test
    void whatIsFoundWithoutATransactionIsDetached() {
        Book book = stored("two");

        Book found = manager.find(Book.class, book.id());
        TypedQuery<Book> query = manager.createQuery("from Book where title = :title", Book.class)
                .setParameter("title", "two");
        Book queried = query.getSingleResult();

        assertThat(found).isNotSameAs(queried);
        assertThat(manager.contains(queried)).isFalse();
        assertThat(query.getResultList()).hasSize(1); // once more, with the same parameter
        assertThat(query.getResultStream().map(Book::title)).containsExactly("two");
        assertThat(open()).isZero();
    }

    @Test
    void aQueryWithoutATransactionBecomesANamedOne() {
        stored("named");
        stored("named");
        factory.addNamedQuery(
                "one",
                manager.createQuery("from Book where title = 'named'", Book.class)
                        .setMaxResults(1));
        factory.addNamedQuery("native", manager.createNativeQuery("select 7"));

        assertThat(manager.createNamedQuery("one", Book.class).getResultList()).hasSize(1);
        assertThat(manager.createNamedQuery("native").getSingleResult()).isEqualTo(7);
    }

    @Test
    void theProvidersOwnMethodsOfAQueryCloseItsEntityManagerToo() {
        stored("own");
        var query = (org.hibernate.query.Query<Book>) manager.createQuery("from Book where title = :title", Book.class)
                .setParameter("title", "own");

        assertThat(query.list()).hasSize(1);
        assertThat(query.uniqueResult().title()).isEqualTo("own");
        assertThat(query.stream().map(Book::title)).containsExactly("own");
        assertThat(open()).isZero();
    }

    @Test
    void aWrongQueryIsRefusedWhenItIsMade() {
        assertThatThrownBy(() -> manager.createQuery("from Bok", Book.class))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(open()).isZero();
    }

    @Test
    void whatNeedsATransactionSaysSo() {
        Book book = stored("three");

        assertThatThrownBy(() -> manager.persist(new Book("x")))
                .isInstanceOf(TransactionRequiredException.class)
                .hasMessageContaining("the unit 'shop' was called to persist without a transaction");
        assertThatThrownBy(() -> manager.merge(book)).isInstanceOf(TransactionRequiredException.class);
        assertThatThrownBy(() -> manager.remove(book)).isInstanceOf(TransactionRequiredException.class);
        assertThatThrownBy(() -> manager.refresh(book)).isInstanceOf(TransactionRequiredException.class);
        assertThatThrownBy(manager::flush).isInstanceOf(TransactionRequiredException.class);
        assertThatThrownBy(manager::joinTransaction).isInstanceOf(TransactionRequiredException.class);
        assertThatThrownBy(() -> manager.find(Book.class, book.id(), LockModeType.PESSIMISTIC_WRITE))
                .isInstanceOf(TransactionRequiredException.class);
        assertThat(open()).isZero();
    }

    @Test
    void theContainerClosesAndTheContainerCommits() {
        assertThatThrownBy(manager::close).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(manager::getTransaction).isInstanceOf(IllegalStateException.class);
        assertThat(manager.isOpen()).isTrue();
        assertThat(manager.getEntityManagerFactory()).isSameAs(factory);
    }

    @Test
    void anUnsynchronizedContextWritesWhenItHasJoined() {
        EntityManager unsynchronized = scoped(SynchronizationType.UNSYNCHRONIZED);
        TRANSACTIONS.begin();
        Book lost = new Book("lost");
        unsynchronized.persist(lost);
        assertThat(unsynchronized.isJoinedToTransaction()).isFalse();
        assertThatThrownBy(() -> manager.contains(lost))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("an unsynchronized persistence context of the unit 'shop'");
        TRANSACTIONS.commit();
        assertThat(titled("lost")).isZero();

        TRANSACTIONS.begin();
        unsynchronized.persist(new Book("kept"));
        unsynchronized.joinTransaction();
        TRANSACTIONS.commit();
        assertThat(titled("kept")).isEqualTo(1);
    }

    private long titled(String title) {
        return manager.createQuery("select count(b) from Book b where b.title = :title", Long.class)
                .setParameter("title", title)
                .getSingleResult();
    }

    @Test
    void anExtendedContextKeepsItsEntitiesOverTransactions() {
        ExtendedEntityManager extended =
                ExtendedEntityManager.open(contexts, Map.of(), SynchronizationType.SYNCHRONIZED);
        Book book = new Book("four");
        extended.persist(book); // written with the next transaction
        assertThat(titled("four")).isZero();
        TRANSACTIONS.begin();
        extended.join();
        assertThat(manager.contains(book)).isTrue(); // others take part in it
        TRANSACTIONS.commit();
        assertThat(extended.contains(book)).isTrue();
        assertThat(titled("four")).isEqualTo(1);

        TRANSACTIONS.begin();
        manager.find(Book.class, book.id());
        assertThatThrownBy(extended::join)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already has a persistence context of the unit 'shop'");
        TRANSACTIONS.rollback();
        extended.end();
        assertThat(open()).isZero();
    }

    @Test
    void aViewHasTheProvidersOwnMethods() {
        Session session = (Session) EntityManagerView.of(Session.class, manager);
        TRANSACTIONS.begin();
        Book book = new Book("five");
        session.persist(book);

        assertThat(session.isDirty()).isTrue();
        assertThat(manager.contains(book)).isTrue();
        TRANSACTIONS.rollback();
        assertThatThrownBy(session::close).isInstanceOf(IllegalStateException.class);
    }
}
