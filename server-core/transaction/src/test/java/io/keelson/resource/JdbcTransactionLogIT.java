package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.naming.Naming;
import jakarta.transaction.RollbackException;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose transaction log is in a database that goes away. */
@Timeout(120)
class JdbcTransactionLogIT {
    @TempDir
    Path directory;

    private Server database;
    private OneServer server;

    @BeforeEach
    void start() throws Exception {
        startDatabase(0);
        server = new OneServer(directory.resolve("domain"), yaml("jdbc/logs"));
        for (String each : new String[] {"a", "b"}) {
            execute(each, "create table t(x int)");
        }
    }

    private void startDatabase(int port) throws SQLException {
        database = Server.createTcpServer(
                        "-tcpPort",
                        Integer.toString(port),
                        "-ifNotExists",
                        "-baseDir",
                        directory.resolve("h2").toString())
                .start();
    }

    private String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/./logs";
    }

    private String yaml(String log) {
        return """
                transactions: {log: jdbc, log-data-source: %3$s, log-write-timeout: 2s}
                data-sources:
                  logs: {url: "%1$s", jndi-names: [jdbc/logs], user: sa, connection-reserve-timeout: 2s}
                  a: {url: "jdbc:h2:mem:logged-a-%2$s;DB_CLOSE_DELAY=-1", global-transactions-protocol: two-phase-commit}
                  b: {url: "jdbc:h2:mem:logged-b-%2$s;DB_CLOSE_DELAY=-1", global-transactions-protocol: two-phase-commit}
                """.formatted(url(), Integer.toHexString(System.identityHashCode(this)), log);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        database.stop();
    }

    private DataSource source(String name) throws Exception {
        return (DataSource) server.service(Naming.class).context().lookup(name);
    }

    private void execute(String name, String sql) throws Exception {
        try (Connection connection = source(name).getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private long rows(String name) throws Exception {
        try (Connection connection = source(name).getConnection()) {
            return count(connection, "select count(*) from t");
        }
    }

    private UserTransaction begun() throws Exception {
        UserTransaction user = server.service(UserTransaction.class);
        user.begin();
        execute("a", "insert into t values(1)");
        execute("b", "insert into t values(1)");
        return user;
    }

    @Test
    void decisionsAreInTheDatabaseAndInNoFile() throws Exception {
        begun().commit();
        assertThat(rows("a")).isOne();
        assertThat(rows("b")).isOne();
        try (Connection connection = DriverManager.getConnection(url(), "sa", "")) {
            assertThat(count(connection, "select count(*) from keelson_transaction_log_records"))
                    .isGreaterThan(1);
            assertThat(count(connection, "select count(*) from keelson_transaction_logs where log_name = 'test/one'"))
                    .isOne();
        }
        assertThat(Files.exists(directory.resolve("domain/servers/one/transactions/decisions.log")))
                .isFalse();
    }

    @Test
    void aTransactionIsRolledBackWhileTheDatabaseOfTheLogIsAwayAndTheNextIsNot() throws Exception {
        begun().commit();
        UserTransaction user = begun();
        int port = database.getPort();
        database.stop();
        assertThatThrownBy(user::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining(
                        "the transaction log 'test/one' in the database of the data source 'jdbc/logs' could not be"
                                + " written through");
        assertThat(rows("a")).isOne();
        assertThat(rows("b")).isOne();
        startDatabase(port);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            try {
                begun().commit();
                return true;
            } catch (RollbackException e) { // the pool has not seen yet that the database is back
                return false;
            }
        });
        assertThat(rows("a")).isEqualTo(2);
        assertThat(rows("b")).isEqualTo(2);
    }

    @Test
    void withoutTheDataSourceATransactionIsRolledBackAndSaysSo() throws Exception {
        server.close();
        server = new OneServer(directory.resolve("domain"), yaml("jdbc/missing"));
        UserTransaction user = server.service(UserTransaction.class);
        user.begin();
        assertThatThrownBy(() -> execute("a", "insert into t values(1)"))
                .hasStackTraceContaining("no data source of this server is bound as 'jdbc/missing'");
        user.rollback();
        assertThat(rows("a")).isZero();
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> server.configuration("transactions: {log: jdbc}\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("log: jdbc needs it, the data source with the logs");
        assertThatThrownBy(() -> server.configuration(
                        "transactions: {log: jdbc, log-data-source: jdbc/logs, log-table-prefix: 'a;drop'}\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("cannot begin a table's name");
    }
}
