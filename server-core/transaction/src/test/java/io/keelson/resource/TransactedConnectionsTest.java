package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.h2.jdbc.JdbcPreparedStatement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections of data sources in transactions, on H2. */
class TransactedConnectionsTest {
    @TempDir
    Path domain;

    private OneServer server;
    private UserTransaction user;
    private TransactionControl control;

    @BeforeEach
    void open() throws Exception {
        server = new OneServer(domain, """
            data-sources:
              one: {url: "jdbc:h2:mem:one-%1$s;DB_CLOSE_DELAY=-1", max-capacity: 2}
              other: {url: "jdbc:h2:mem:other-%1$s;DB_CLOSE_DELAY=-1", max-capacity: 2}
              xa: {url: "jdbc:h2:mem:xa-%1$s;DB_CLOSE_DELAY=-1", global-transactions-protocol: two-phase-commit, max-capacity: 2}
              xa2: {url: "jdbc:h2:mem:xa2-%1$s;DB_CLOSE_DELAY=-1", driver-class: org.h2.jdbcx.JdbcDataSource,
                    global-transactions-protocol: two-phase-commit, max-capacity: 2}
              last: {url: "jdbc:h2:mem:last-%1$s;DB_CLOSE_DELAY=-1", global-transactions-protocol: logging-last-resource, max-capacity: 2}
              emulated: {url: "jdbc:h2:mem:emu-%1$s;DB_CLOSE_DELAY=-1", global-transactions-protocol: emulate-two-phase-commit, \
              max-capacity: 2}
              named: {url: "jdbc:h2:mem:named-%1$s;DB_CLOSE_DELAY=-1;MODE=DB2", max-capacity: 1}
              outside: {url: "jdbc:h2:mem:out-%1$s;DB_CLOSE_DELAY=-1", global-transactions-protocol: none, max-capacity: 2}
            """.formatted(Integer.toHexString(System.identityHashCode(this))));
        user = server.service(UserTransaction.class);
        control = server.service(TransactionControl.class);
        for (String each : new String[] {"one", "other", "xa", "xa2", "last", "emulated", "outside"}) {
            run(each, "create table t(x int)");
        }
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private DataSource source(String name) throws Exception {
        return (DataSource) server.service(Naming.class).context().lookup(name);
    }

    private void run(String name, String sql) throws Exception {
        try (Connection connection = source(name).getConnection();
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            assertThat(rows).isFalse();
        }
    }

    private int rows(String name) throws Exception {
        try (Connection connection = source(name).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from t")) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    /** Each way back from an object of JDBC leads to the handle, which refuses what the transaction decides. */
    @Test
    void nobodyGetsPastTheHandle() throws Exception {
        user.begin();
        try (Connection connection = source("one").getConnection();
                Statement plain = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("select x from t where x = ?");
                CallableStatement called = connection.prepareCall("call 7");
                ResultSet tables = connection.getMetaData().getTables(null, null, "T", null)) {
            prepared.setInt(1, 7);
            assertThat(plain.executeUpdate("insert into t values(7)", Statement.RETURN_GENERATED_KEYS))
                    .isEqualTo(1);
            assertThat(plain.getConnection()).isSameAs(connection);
            assertThat(prepared.getConnection()).isSameAs(connection);
            assertThat(called.getConnection()).isSameAs(connection);
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
            assertThat(tables.next()).isTrue();
            Statement behind = tables.getStatement();
            assertThat(behind == null ? connection : behind.getConnection()).isSameAs(connection);
            try (ResultSet rows = prepared.executeQuery();
                    ResultSet keys = plain.getGeneratedKeys()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
                assertThat(rows.getStatement()).isSameAs(prepared);
                assertThat(keys.getStatement().getConnection()).isSameAs(connection);
                assertThatThrownBy(() -> rows.getStatement().getConnection().commit())
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("the transaction decides");
            }
            assertThat(prepared.unwrap(PreparedStatement.class)).isSameAs(prepared);
            assertThat(prepared.isWrapperFor(JdbcPreparedStatement.class)).isTrue();
            assertThat(prepared.unwrap(JdbcPreparedStatement.class)).isNotNull();
            assertThatThrownBy(() -> plain.executeQuery("nonsense")).isInstanceOf(SQLException.class);
        }
        user.rollback();
        assertThat(rows("one")).isZero();
        assertThat(inUse("one")).isZero();
    }

    private int inUse(String name) {
        return server.runtime(name).active();
    }

    private static <T> T invocation(Callable<T> body) throws Exception {
        return new InvocationContext("shop", TransactedConnectionsTest.class.getClassLoader(), 0).call(body);
    }

    @Test
    void oneConnectionIsUsedInATransaction() throws Exception {
        user.begin();
        try (Connection first = source("one").getConnection();
                Connection second = source("one").getConnection();
                Connection third = source("one").getConnection()) {
            assertThat(first.unwrap(org.h2.jdbc.JdbcConnection.class))
                    .isSameAs(third.unwrap(org.h2.jdbc.JdbcConnection.class));
            assertThat(second.getAutoCommit()).isFalse();
            run("one", "insert into t values (1)");
        }
        assertThat(inUse("one")).as("until the end of the transaction").isEqualTo(1);
        user.rollback();
        assertThat(inUse("one")).isZero();
        assertThat(rows("one")).isZero();
        user.begin();
        run("one", "insert into t values (1)");
        user.commit();
        assertThat(rows("one")).isEqualTo(1);
        assertThat(Files.exists(domain.resolve("servers/one/transactions"))).isFalse();
    }

    @Test
    void theTransactionDecides() throws Exception {
        user.begin();
        try (Connection connection = source("one").getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).hasMessageContaining("the transaction decides");
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
        }
        user.rollback();
    }

    @Test
    void aConnectionTakenBeforeJoinsWithItsStatements() throws Exception {
        invocation(() -> {
            try (Connection connection = source("one").getConnection();
                    PreparedStatement insert = connection.prepareStatement("insert into t values (1)")) {
                user.begin();
                assertThat(insert.executeUpdate()).isEqualTo(1);
                user.rollback();
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            return true;
        });
        assertThat(rows("one")).as("what came after the transaction").isEqualTo(1);
        assertThat(inUse("one")).isZero();
    }

    @Test
    void onePhaseIsForOneResource() throws Exception {
        user.begin();
        run("one", "insert into t values (1)");
        assertThatThrownBy(() -> run("other", "insert into t values (1)"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("one-phase-commit")
                .hasMessageContaining("logging-last-resource");
        user.rollback();
        assertThat(inUse("other")).isZero();
    }

    @Test
    void xaResourcesCommitTogetherOrNot() throws Exception {
        user.begin();
        run("xa", "insert into t values (1)");
        run("xa2", "insert into t values (1)");
        user.commit();
        user.begin();
        run("xa", "insert into t values (2)");
        run("xa2", "insert into t values (2)");
        user.rollback();
        assertThat(rows("xa")).isEqualTo(1);
        assertThat(rows("xa2")).isEqualTo(1);
        assertThat(Files.exists(domain.resolve("servers/one/transactions/decisions.log")))
                .isTrue();
        assertThat(inUse("xa") + inUse("xa2")).isZero();
    }

    @Test
    void theLastResourceKeepsTheDecision() throws Exception {
        for (int i = 0; i < 100; i++) {
            user.begin();
            run("last", "insert into t values (1)");
            run("xa", "insert into t values (1)");
            user.commit();
        }
        assertThat(rows("last")).isEqualTo(100);
        assertThat(rows("xa")).isEqualTo(100);
        assertThat(inUse("last") + inUse("xa")).isZero();
        try (Connection connection = source("last").getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + LastResourceTable.NAME)) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1))
                    .as("decisions that are over go with the next")
                    .isEqualTo(1);
        }
    }

    @Test
    void oneAloneWritesNoDecision() throws Exception {
        user.begin();
        run("last", "insert into t values (1)");
        user.commit();
        assertThatThrownBy(() -> run("last", "delete from " + LastResourceTable.NAME))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void anEmulatedOneCommitsWithOthers() throws Exception {
        user.begin();
        run("emulated", "insert into t values (1)");
        run("xa", "insert into t values (1)");
        user.commit();
        assertThat(rows("emulated")).isEqualTo(1);
        assertThat(rows("xa")).isEqualTo(1);
    }

    @Test
    void oneWithoutTransactionsCommitsByItself() throws Exception {
        user.begin();
        run("outside", "insert into t values (1)");
        user.rollback();
        assertThat(rows("outside")).isEqualTo(1);
    }

    @Test
    void whatARequestForgetsGoesBackToThePool() throws Exception {
        invocation(() -> {
            user.begin();
            run("one", "insert into t values (1)");
            return true;
        });
        assertThat(inUse("one")).isZero();
        assertThat(rows("one")).isZero();
    }

    @Test
    void aStatementThatRunsIsCancelledAtTheTimeOut() throws Exception {
        user.setTransactionTimeout(1);
        user.begin();
        Transaction transaction = control.current();
        try (Connection connection = source("one").getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("insert into t values (1)")).isEqualTo(1);
            assertThatThrownBy(() -> statement.executeQuery(
                            "select count(*) from system_range(1, 1000000) a, system_range(1, 1000000) b"))
                    .isInstanceOf(SQLException.class);
            Awaitility.await().until(() -> transaction.getStatus() == Status.STATUS_ROLLEDBACK);
            assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
        }
        assertThatThrownBy(user::commit).isInstanceOf(RollbackException.class);
        user.setTransactionTimeout(0);
        assertThat(rows("one")).isZero();
        Awaitility.await().until(() -> inUse("one") == 0);
    }

    @Test
    void aTransactionHasItsIsolation() throws Exception {
        int before;
        try (Connection connection = source("one").getConnection()) {
            before = connection.getTransactionIsolation();
        }
        control.begin(Duration.ZERO);
        control.isolation(Connection.TRANSACTION_SERIALIZABLE);
        try (Connection connection = source("one").getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
        control.complete(Completion.COMMIT);
        try (Connection connection = source("one").getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(before);
        }
    }

    // ---- the state of a connection ---------------------------------------------------------------------------------

    @Test
    void anAbortedConnectionIsClosedAndItsPlaceIsFree() throws Exception {
        for (int i = 0; i < 10; i++) {
            Connection connection = source("one").getConnection();
            connection.abort(Runnable::run);
            assertThat(connection.isClosed()).isTrue();
        }
        assertThat(inUse("one")).isZero();
        assertThat(rows("one")).isZero();
    }

    @Test
    void theNextUserHasAConnectionAsItWas() throws Exception {
        run("one", "create schema other_schema");
        int holdability;
        try (Connection connection = source("one").getConnection()) {
            holdability = connection.getHoldability();
            connection.setSchema("OTHER_SCHEMA");
            connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        }
        try (Connection first = source("one").getConnection();
                Connection second = source("one").getConnection()) {
            for (Connection each : new Connection[] {first, second}) {
                assertThat(each.getSchema()).isEqualTo("PUBLIC");
                assertThat(each.getHoldability()).isEqualTo(holdability);
            }
        }
    }

    @Test
    void nothingOfWhatAUserSetsReachesTheNextOne() throws Exception {
        int isolation;
        Object physical;
        try (Connection connection = source("named").getConnection()) {
            isolation = connection.getTransactionIsolation();
            physical = connection.unwrap(org.h2.jdbc.JdbcConnection.class);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setAutoCommit(false);
        }
        try (Connection connection = source("named").getConnection()) {
            assertThat(connection.isReadOnly()).isFalse();
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class)).isSameAs(physical);
        }
    }

    /** H2 cannot clear an entry: such a connection is not given out again. */
    @Test
    void clientInformationIsThatOfOneUser() throws Exception {
        try (Connection connection = source("named").getConnection()) {
            assertThat(connection.getClientInfo("ApplicationName")).isNull();
            connection.setClientInfo("ApplicationName", "first");
            Properties both = new Properties();
            both.setProperty("ApplicationName", "second");
            both.setProperty("ClientUser", "ada");
            connection.setClientInfo(both);
            assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("second");
        }
        try (Connection connection = source("named").getConnection()) {
            assertThat(connection.getClientInfo("ApplicationName")).isNull();
            assertThat(connection.getClientInfo("ClientUser")).isNull();
        }
    }

    @Test
    void unwrappingAConnectionKeepsTheGuard() throws Exception {
        try (Connection connection = source("one").getConnection()) {
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            assertThat(connection.isWrapperFor(org.h2.jdbc.JdbcConnection.class))
                    .isTrue();
            assertThat(connection.getMetaData().getConnection()).isNotNull();
        }
    }

    @Test
    void aClosedConnectionIsRefused() throws Exception {
        Connection connection = source("one").getConnection();
        connection.close();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThatThrownBy(connection::createStatement).hasMessageContaining("is closed");
        assertThatThrownBy(() -> connection.setClientInfo("ApplicationName", "x"))
                .isInstanceOf(SQLException.class);
        assertThat(inUse("one")).isZero();
    }
}
