package io.keelson.kernel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;

class DatabaseWorkTest {
    private final List<String> calls = new ArrayList<>();
    private Set<String> failing = Set.of();
    private boolean autoCommit = true;

    private final DatabaseWork work =
            new DatabaseWork("the test", this::open, 3, Logger.getLogger(DatabaseWorkTest.class));

    private Connection open() {
        return (Connection) Proxy.newProxyInstance(
                DatabaseWorkTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    String call = method.getName()
                            + (method.getName().equals("setAutoCommit") ? "(" + arguments[0] + ")" : "");
                    if (method.getName().equals("getAutoCommit")) {
                        return autoCommit;
                    }
                    calls.add(call);
                    if (failing.contains(call)) {
                        throw new SQLException(call + " fails");
                    }
                    if (method.getName().equals("setAutoCommit")) {
                        autoCommit = (boolean) arguments[0];
                    }
                    return method.getName().equals("isClosed") ? false : null;
                });
    }

    @Test
    void commitsATransactionAndGivesTheConnectionBackAsItWas() throws Exception {
        assertThat(work.<Integer>use(true, connection -> 7)).isEqualTo(7);
        assertThat(calls)
                .containsExactly("setNetworkTimeout", "setAutoCommit(false)", "commit", "setAutoCommit(true)", "close");
    }

    @Test
    void rollsBackWhatFails() {
        assertThatThrownBy(() -> work.use(true, connection -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(SQLException.class)
                .isNotInstanceOf(DatabaseWork.UnknownOutcomeException.class)
                .hasMessage("no");
        assertThat(calls)
                .containsSubsequence("rollback", "setAutoCommit(true)", "close")
                .doesNotContain("commit");
    }

    @Test
    void saysThatTheAnswerOfACommitWasLost() {
        failing = Set.of("commit");
        assertThatThrownBy(() -> work.use(true, connection -> 7))
                .isInstanceOf(DatabaseWork.UnknownOutcomeException.class)
                .hasMessageContaining("commit fails");
        assertThat(calls).contains("close");
    }

    /** Is kept: neither a failure nor unknown. */
    @Test
    void whatIsCommittedIsDoneWhateverTheEndOfTheConnectionSays() throws Exception {
        failing = Set.of("setAutoCommit(true)", "close");
        assertThat(work.<Integer>use(true, connection -> 7)).isEqualTo(7);
    }

    @Test
    void worksWithoutATransactionOrALimitOfTheDriver() throws Exception {
        failing = Set.of("setNetworkTimeout");
        assertThat(work.<Integer>use(false, connection -> 7)).isEqualTo(7);
        assertThat(calls).containsExactly("setNetworkTimeout", "isClosed", "close");
    }
}
