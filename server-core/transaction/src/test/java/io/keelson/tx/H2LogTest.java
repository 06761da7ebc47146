package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Transaction logs in H2. */
final class H2LogTest extends JdbcLogContractTest {
    private static JdbcDataSource source(String user, String password) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:transaction-logs" + (user.equals("sa") ? ";DB_CLOSE_DELAY=-1" : ""));
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    @Override
    DataSource source() {
        return source("sa", "");
    }

    @Test
    void aUserWithoutTheRightToMakeTablesIsToldWhatToDo() throws Exception {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute("create user if not exists reader password 'secret'");
        }
        LogPlace place = new JdbcLogs(
                        "shop",
                        new JdbcLogSettings("jdbc/logs", prefix, Duration.ofSeconds(5)),
                        () -> Optional.of(name -> source("reader", "secret").getConnection()))
                .of("one");
        assertThatThrownBy(() -> place.open(Tenure.UNLIMITED))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the table " + prefix + "_logs cannot be used")
                .hasMessageContaining("or make the table by: create table " + prefix + "_logs (");
    }
}
