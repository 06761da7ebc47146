package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.ServerConnections;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.naming.NameNotFoundException;
import javax.sql.DataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data sources over others, on databases that are ended and come back: each an H2 server. */
@Timeout(120)
class MultiDataSourcesTest {
    @TempDir
    Path domain;

    private final List<Server> databases = new ArrayList<>();
    private OneServer server;

    @BeforeEach
    void startDatabases() throws Exception {
        for (String each : List.of("a", "b")) {
            databases.add(database(each, 0));
        }
    }

    private Server database(String name, int port) throws SQLException {
        Path directory = domain.resolve("database-" + name);
        return Server.createTcpServer(
                        "-tcpPort", Integer.toString(port), "-ifNotExists", "-baseDir", directory.toString())
                .start();
    }

    @AfterEach
    void stopDatabases() throws Exception {
        if (server != null) {
            server.close();
        }
        databases.forEach(Server::stop);
    }

    private String source(String name, int database, String more) {
        return "  " + name + ": {url: \"jdbc:h2:tcp://127.0.0.1:"
                + databases.get(database).getPort() + "/./" + name
                + "\", user: sa, password: x, connection-reserve-timeout: 1s, max-capacity: 2" + more + "}\n";
    }

    private String yaml(String more, String multi) {
        return "data-sources:\n" + source("a", 0, more) + source("b", 1, more) + "multi-data-sources:\n  both: {"
                + multi + "}\n";
    }

    private void start(String more, String multi) throws Exception {
        server = new OneServer(domain, yaml(more, multi));
    }

    private DataSource find(String name) throws Exception {
        return (DataSource) server.service(Naming.class).context().lookup(name);
    }

    /** The database that a connection of the multi data source leads to: a or b. */
    private String asked() throws Exception {
        try (Connection connection = find("jdbc/both").getConnection()) {
            return database(connection);
        }
    }

    private static String database(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select database()")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1).toLowerCase(java.util.Locale.ROOT).replaceAll(".*/", "");
        }
    }

    /** Asks until that database answers: a connection that was used a moment ago is given out untested, and then found dead. */
    private void askedUntil(String expected) {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> assertThat(asked()).isEqualTo(expected));
    }

    private MultiDataSourceRuntime runtime() {
        return (MultiDataSourceRuntime) server.service(RuntimeState.class)
                .of("multi-data-sources")
                .orElseThrow()
                .get(0);
    }

    private void end(int database) {
        databases.get(database).stop();
    }

    private void begin(int database) throws SQLException {
        databases.set(
                database,
                database(database == 0 ? "a" : "b", databases.get(database).getPort()));
    }

    @Test
    void failoverAsksTheFirstMemberThatIsReached() throws Exception {
        start("", "members: [a, b], jndi-names: [jdbc/both]");
        assertThat(asked()).isEqualTo("a");
        assertThat(asked()).isEqualTo("a");

        end(0);
        askedUntil("b");
        assertThat(runtime().out()).isEqualTo(1);
        assertThat(runtime().failovers()).isEqualTo(1);
        assertThat(runtime().members()).containsExactly("a UNREACHABLE", "b RUNNING");
        assertThat(asked()).isEqualTo("b");
        assertThat(runtime().failovers()).isEqualTo(1);

        begin(0);
        askedUntil("a");
        assertThat(runtime().out()).isZero();
        assertThat(runtime().members()).containsExactly("a RUNNING", "b RUNNING");
    }

    @Test
    void loadIsBalancedOverThoseThatAreReached() throws Exception {
        start("", "members: [a, b], jndi-names: [jdbc/both], algorithm: load-balancing");
        assertThat(List.of(asked(), asked(), asked(), asked())).containsExactly("a", "b", "a", "b");

        end(1);
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> {
                    String one = asked();
                    assertThat(runtime().out()).isEqualTo(1);
                    assertThat(one).isEqualTo("a");
                });
        assertThat(List.of(asked(), asked(), asked(), asked())).containsOnly("a");
        begin(1);
        askedUntil("b");
    }

    @Test
    void whereNoneIsReachedAllReasonsAreSaid() throws Exception {
        start("", "members: [a, b], jndi-names: [jdbc/both]");
        assertThat(asked()).isEqualTo("a");
        end(0);
        end(1);

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThatThrownBy(this::asked)
                        .isInstanceOf(SQLTransientConnectionException.class)
                        .hasMessageContaining("the multi data source both has no member with a connection: a: ")
                        .hasMessageContaining("; b: "));
        assertThat(runtime().refused()).isEqualTo(1);
        assertThat(runtime().out()).isEqualTo(2);
    }

    @Test
    void aMemberThatIsBusyIsPassedOverOnlyWhereThatIsWanted() throws Exception {
        start("", "members: [a, b], jndi-names: [jdbc/both]");
        try (Connection first = find("jdbc/both").getConnection();
                Connection second = find("jdbc/both").getConnection()) {
            assertThat(database(first)).isEqualTo(database(second)).isEqualTo("a");
            assertThatThrownBy(this::asked).isInstanceOf(SQLTransientConnectionException.class);
            server.apply(yaml("", "members: [a, b], jndi-names: [jdbc/both], failover-if-busy: true"));
            assertThat(asked()).isEqualTo("b");
        }
        assertThat(runtime().failovers()).isZero();
        assertThat(asked()).isEqualTo("a");
    }

    private void staysWithOneMember(String protocol) throws Exception {
        start(protocol, "members: [a, b], jndi-names: [jdbc/both], algorithm: load-balancing");
        UserTransaction user = server.service(UserTransaction.class);
        for (String expected : List.of("a", "b")) {
            try (Connection connection = find(expected).getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.execute("create table t(x int)")).isFalse();
            }
        }
        for (String expected : List.of("a", "b")) {
            user.begin();
            for (int i = 0; i < 3; i++) {
                try (Connection connection = find("jdbc/both").getConnection();
                        Statement statement = connection.createStatement()) {
                    assertThat(database(connection)).isEqualTo(expected);
                    assertThat(statement.executeUpdate("insert into t values(1)"))
                            .isEqualTo(1);
                }
            }
            if (expected.equals("a")) {
                user.commit();
            } else {
                user.rollback();
            }
        }
        assertThat(rows("a")).isEqualTo(3);
        assertThat(rows("b")).isZero();
    }

    private int rows(String source) throws Exception {
        try (Connection connection = find(source).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from t")) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    @Test
    void aTransactionStaysWithOneMember() throws Exception {
        staysWithOneMember("");
    }

    @Test
    void soDoesOneOfXa() throws Exception {
        staysWithOneMember(", global-transactions-protocol: two-phase-commit");
    }

    @Test
    void wrongConfigurationsAreRefused() throws Exception {
        start("", "members: [a, b], jndi-names: [jdbc/both]");

        assertThatThrownBy(() -> server.check(yaml("", "members: [a, c]"))).hasMessageContaining("c");
        assertThatThrownBy(() -> server.check(yaml("", "members: []"))).hasMessageContaining("it has no members");
        assertThatThrownBy(() -> server.check(yaml("", "members: [a, a]")))
                .hasMessageContaining("one of members is given twice: [a, a]");
        assertThatThrownBy(() -> server.check(yaml("", "members: [a], jndi-names: [b]")))
                .hasMessageContaining("multi-data-sources.both is to be bound as b, as data-sources.b is");
        assertThatThrownBy(() -> server.check("data-sources:\n" + source("a", 0, "")
                        + source("b", 1, ", global-transactions-protocol: none")
                        + "multi-data-sources:\n  both: {members: [a, b]}\n"))
                .hasMessageContaining("its members take part in transactions differently");
        assertThatThrownBy(() ->
                        server.check(yaml(", global-transactions-protocol: logging-last-resource", "members: [a, b]")))
                .hasMessageContaining("is a logging last resource");
        assertThatThrownBy(() -> server.service(ServerConnections.class).connection("jdbc/both"))
                .hasMessageContaining("'jdbc/both' is a multi data source");
        assertThat(asked()).isEqualTo("a");
    }

    @Test
    void aChangeIsAppliedWhileTheServerRuns() throws Exception {
        start("", "members: [a, b], jndi-names: [jdbc/both]");
        DataSource held = find("jdbc/both");

        server.apply(yaml("", "members: [b, a], jndi-names: [jdbc/both, jdbc/again]"));
        assertThat(asked()).isEqualTo("b");
        assertThat(find("jdbc/again")).isSameAs(held);
        server.apply("data-sources:\n" + source("a", 0, "") + source("b", 1, ""));
        assertThatThrownBy(() -> find("jdbc/both")).isInstanceOf(NameNotFoundException.class);
        assertThat(server.service(RuntimeState.class).of("multi-data-sources").orElseThrow())
                .isEmpty();
    }
}
