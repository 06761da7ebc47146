package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The rules in H2. */
final class H2MessageStoreTest extends JdbcMessageStoreContractTest {
    private static DataSource source(String user, String password) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:messages" + (user.equals("sa") ? ";DB_CLOSE_DELAY=-1" : ""));
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
        execute("create user if not exists reader password 'secret'");
        assertThatThrownBy(
                        () -> store(source("reader", "secret")::getConnection).open(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the table " + prefix + "_stores is not there and cannot be made")
                .hasMessageContaining("make it by: create table " + prefix + "_stores (")
                .hasMessageContaining("message-data-source of the section jms in domain.yaml");
    }
}
