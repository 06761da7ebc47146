package io.keelson.resource;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.resource.DataSourceRuntime.State;
import io.keelson.resource.internal.PoolSettings;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A data source over H2 in memory, by a driver that can be cut off. */
class ManagedDataSourceTest {
    private static final String URL = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1";

    private final ScheduledExecutorService leakWatch = Threads.scheduler("test: leaks");
    private final AtomicBoolean away = new AtomicBoolean();
    private final List<ManagedDataSource> made = new ArrayList<>();

    /** The first connection of a JVM takes the driver a while. */
    @BeforeAll
    static void warmUp() throws SQLException {
        java.sql.DriverManager.getConnection("jdbc:h2:mem:warm").close();
    }

    @AfterEach
    void close() {
        made.forEach(ManagedDataSource::close);
        leakWatch.shutdownNow();
    }

    /** H2's driver, or none while the database is away. */
    private class CutDriver implements Driver {
        private final Driver h2 = new org.h2.Driver();

        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            if (away.get()) {
                throw new SQLException("planted: nobody there");
            }
            return h2.connect(url, info);
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:h2:");
        }

        @Override
        public java.sql.DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new java.sql.DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("test");
        }
    }

    private static PoolSettings pool(int min, int max) {
        return pool(min, max, Duration.ofSeconds(10));
    }

    private static PoolSettings pool(int min, int max, Duration patience) {
        return new PoolSettings(
                min,
                max,
                patience,
                Duration.ofMinutes(1),
                Duration.ZERO,
                Duration.ZERO,
                null,
                null,
                "TRANSACTION_SERIALIZABLE");
    }

    private ManagedDataSource source(Plan plan, Supplier<Connector> making) {
        ManagedDataSource source = new ManagedDataSource(
                new ManagedDataSource.Identity("orders", List.of("jdbc/orders"), null, "jdbc:h2:mem:x"),
                plan,
                making,
                Ticker.system(),
                leakWatch,
                null);
        made.add(source);
        return source;
    }

    private ManagedDataSource source(Plan plan) {
        String url = String.format(URL, "t" + System.identityHashCode(this));
        return source(plan, () -> Connector.of(new CutDriver(), url, new Properties()));
    }

    /** Returns the plan of a data source at which somebody is to wait in vain. */
    private static Plan impatient(int max) {
        return new Plan(
                pool(0, max, Duration.ofMillis(1500)), 0, Duration.ZERO, Duration.ZERO, Protocol.ONE_PHASE_COMMIT);
    }

    private static Plan plan(int min, int max) {
        return new Plan(pool(min, max), 0, Duration.ZERO, Duration.ZERO, Protocol.ONE_PHASE_COMMIT);
    }

    @Test
    void givesConnectionsAndTakesThemBack() throws Exception {
        ManagedDataSource source = source(plan(0, 2));
        assertThat(source.runtime().state()).isEqualTo(State.IDLE);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select 7")) {
            rows.next();
            assertThat(rows.getInt(1)).isEqualTo(7);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(source.runtime().active()).isEqualTo(1);
        }
        DataSourceRuntime runtime = source.runtime();
        assertThat(runtime.state()).isEqualTo(State.RUNNING);
        assertThat(runtime.active()).isZero();
        assertThat(runtime.idle()).isEqualTo(1);
        assertThat(runtime.created()).isEqualTo(1);
        assertThat(runtime.maximum()).isEqualTo(2);
        assertThat(runtime.jndiNames()).containsExactly("jdbc/orders");
    }

    @Test
    void whoWaitsTooLongIsToldAndCounted() throws Exception {
        ManagedDataSource source = source(impatient(1));
        try (Connection held = source.getConnection()) {
            assertThatThrownBy(source::getConnection).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(held.isClosed()).isFalse();
        }
        assertThat(source.runtime().timeouts()).isEqualTo(1);
        assertThat(source.runtime().state()).isEqualTo(State.RUNNING); // the pool is full, the database is there
        source.getConnection().close();
    }

    @Test
    void makesItsFirstConnectionsWhenItStarts() {
        ManagedDataSource source =
                source(new Plan(pool(0, 5), 3, Duration.ZERO, Duration.ZERO, Protocol.ONE_PHASE_COMMIT));
        source.start();
        await().until(() -> source.runtime().idle() == 3 && source.runtime().active() == 0);
    }

    @Test
    void aDatabaseThatIsAwayIsFoundWhenItIsBack() throws Exception {
        away.set(true);
        ManagedDataSource source = source(impatient(2));
        source.start();
        await().until(() -> source.runtime().state() == State.UNREACHABLE);
        assertThat(source.runtime().lastFailure()).isEqualTo("planted: nobody there");
        assertThat(source.runtime().failures()).isPositive();
        assertThatThrownBy(source::getConnection)
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("cannot reach jdbc:h2:mem:x: planted: nobody there");
        away.set(false);
        source.apply(plan(0, 2));
        await().atMost(20, SECONDS).until(() -> source.runtime().state() == State.RUNNING);
        source.getConnection().close();
    }

    @Test
    void aDatabaseThatGoesIsNoticedByTheNextUse() throws Exception {
        ManagedDataSource source = source(impatient(2));
        source.getConnection().close();
        away.set(true);
        try (Connection kept = source.getConnection()) {
            assertThatThrownBy(source::getConnection).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(source.runtime().state()).isEqualTo(State.UNREACHABLE);
            assertThat(kept.isValid(1)).isTrue();
        }
        source.getConnection().close(); // what still lies idle is given out
        away.set(false);
        await().atMost(20, SECONDS).until(() -> source.runtime().state() == State.RUNNING);
    }

    /** Its start finds all connections in use: that says nothing about the database. */
    @Test
    void aPoolThatIsBusyWhileItStartsIsNotAway() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        FutureTask<Thread> starting = new FutureTask<>(Thread::currentThread);
        String url = String.format(URL, "s" + System.identityHashCode(this));
        CutDriver driver = new CutDriver() {
            @Override
            public Connection connect(String of, Properties info) throws SQLException {
                if (Thread.currentThread().getName().startsWith("keelson.resource: start of ")) {
                    starting.run();
                    awaitUnchecked(taken);
                }
                return super.connect(of, info);
            }
        };
        ManagedDataSource source = source(impatient(2), () -> Connector.of(driver, url, new Properties()));
        source.start();
        try (Connection first = source.getConnection();
                Connection second = source.getConnection()) {
            taken.countDown();
            starting.get(20, SECONDS).join(20_000);
            assertThat(starting.get().isAlive()).isFalse();
            assertThat(source.runtime().state()).isEqualTo(State.RUNNING);
            assertThat(first.isValid(1) && second.isValid(1)).isTrue();
        }
    }

    private static void awaitUnchecked(CountDownLatch latch) throws SQLException {
        try {
            if (!latch.await(20, SECONDS)) {
                throw new SQLException("planted: nobody took the connections");
            }
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }

    /** A database that is back is found even while users hold all connections. */
    @Test
    void aPoolThatIsBusyIsFoundBack() throws Exception {
        ManagedDataSource source = source(impatient(2));
        try (Connection first = source.getConnection()) {
            away.set(true);
            assertThatThrownBy(source::getConnection).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(source.runtime().state()).isEqualTo(State.UNREACHABLE);
            away.set(false);
            try (Connection second = awaitConnection(source)) {
                await().atMost(20, SECONDS).until(() -> source.runtime().state() == State.RUNNING);
                assertThat(first.isValid(1) && second.isValid(1)).isTrue();
            }
        }
    }

    private static Connection awaitConnection(ManagedDataSource source) {
        return await().atMost(20, SECONDS)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(source::getConnection, found -> true);
    }

    @Test
    void whatCannotBeMadeSaysWhy() {
        ManagedDataSource source = source(plan(0, 2), () -> {
            throw new IllegalArgumentException("there is no driver org.example.Driver");
        });
        source.start();
        assertThat(source.runtime().state()).isEqualTo(State.BROKEN);
        assertThatThrownBy(source::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("there is no driver org.example.Driver");
        assertThat(source.runtime().lastFailure()).contains("org.example.Driver");
    }

    @Test
    void suspendingLetsWorkEnd() throws Exception {
        ManagedDataSource source = source(plan(0, 2));
        Connection working = source.getConnection();
        FutureTask<Boolean> suspending = new FutureTask<>(() -> {
            source.suspend(Deadline.in(Ticker.system(), Duration.ofSeconds(30)));
            return working.isClosed();
        });
        Threads.daemon("test: suspends", suspending).start();
        await().until(() -> source.runtime().state() == State.SUSPENDED);
        assertThatThrownBy(source::getConnection).hasMessageContaining("is suspended");
        assertThat(working.isValid(1)).isTrue();
        assertThat(suspending.isDone()).isFalse();
        working.close();
        assertThat(suspending.get(10, SECONDS)).isTrue();
        source.resume();
        source.getConnection().close();
    }

    @Test
    void theServerItselfHasConnectionsUntilItIsClosed() throws Exception {
        ManagedDataSource source = source(plan(0, 2));
        source.serverConnection().close();
        source.suspend(Deadline.in(Ticker.system(), Duration.ofSeconds(30)));
        assertThatThrownBy(source::getConnection).hasMessageContaining("is suspended");
        try (Connection own = source.serverConnection()) {
            assertThat(own.isValid(1)).isTrue();
        }
        source.close();
        assertThatThrownBy(source::serverConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("is closed");
    }

    @Test
    void suspendingEndsAtItsDeadlineAndClosingCutsOff() throws Exception {
        ManagedDataSource source = source(plan(0, 2));
        Connection working = source.getConnection();
        source.suspend(Deadline.in(Ticker.system(), Duration.ZERO));
        source.close();
        assertThatThrownBy(() -> working.createStatement().execute("select 1")).isInstanceOf(SQLException.class);
        assertThat(source.runtime().state()).isEqualTo(State.CLOSED);
        assertThatThrownBy(source::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessageContaining("is closed");
        source.close(); // once more does nothing
        source.resume();
        assertThat(source.runtime().state()).isEqualTo(State.CLOSED);
    }

    @Test
    void reportsWhoHoldsAConnectionForTooLong() throws Exception {
        ManagedDataSource source =
                source(new Plan(pool(0, 3), 0, Duration.ZERO, Duration.ofMillis(50), Protocol.ONE_PHASE_COMMIT));
        source.getConnection().close(); // in time
        try (Connection held = source.getConnection()) {
            await().until(() -> source.runtime().leaks() == 1);
            assertThat(held.isValid(1)).isTrue();
        }
    }

    @Test
    void limitsStatements() throws Exception {
        ManagedDataSource source =
                source(new Plan(pool(0, 2), 0, Duration.ofMillis(1500), Duration.ZERO, Protocol.ONE_PHASE_COMMIT));
        try (Connection connection = source.getConnection();
                Statement plain = connection.createStatement();
                Statement prepared = connection.prepareStatement("select 1")) {
            assertThat(plain.getQueryTimeout()).isEqualTo(2);
            assertThat(prepared.getQueryTimeout()).isEqualTo(2);
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            assertThat(connection.isWrapperFor(Connection.class)).isTrue();
            assertThat(java.util.Set.of(connection)).contains(connection);
            assertThatThrownBy(() -> connection.createStatement().execute("nonsense"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void sizesChangeWhileItRuns() throws Exception {
        ManagedDataSource source = source(impatient(1));
        try (Connection one = source.getConnection()) {
            assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
            source.apply(plan(0, 2));
            assertThat(source.maximum()).isEqualTo(2);
            source.getConnection().close();
            source.apply(plan(2, 2));
            source.apply(impatient(1));
            assertThat(one.isValid(1)).isTrue();
        }
        assertThatThrownBy(() -> source.getConnection("other", "user")).hasMessageContaining("configuration");
    }

    @Test
    void itsThreadsBelongToTheServer() throws Exception {
        ManagedDataSource source = source(plan(2, 2));
        Thread.currentThread().setContextClassLoader(new ClassLoader() {});
        try {
            source.getConnection().close();
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
        AtomicInteger found = new AtomicInteger();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("keelson.resource: orders"))
                .forEach(thread -> {
                    found.incrementAndGet();
                    assertThat(thread.getContextClassLoader()).isEqualTo(Threads.class.getClassLoader());
                    assertThat(thread.isDaemon()).isTrue();
                });
        assertThat(found.get()).isPositive();
        assertThat(source.unwrap(DataSource.class)).isSameAs(source);
        assertThatThrownBy(() -> source.unwrap(String.class)).isInstanceOf(SQLException.class);
    }

    @Test
    void urlsAreShownWithoutSecrets() {
        assertThat(Connector.shown("jdbc:postgresql://db/orders?user=a&password=b"))
                .isEqualTo("jdbc:postgresql://db/orders");
        assertThat(Connector.shown("jdbc:sqlserver://db;password=b")).isEqualTo("jdbc:sqlserver://db");
        assertThat(Connector.shown("jdbc:mysql://a:secret@db/x")).isEqualTo("jdbc:mysql://db/x");
        assertThat(Connector.shown("jdbc:oracle:thin:scott/tiger@//db:1521/x")).doesNotContain("tiger");
    }
}
