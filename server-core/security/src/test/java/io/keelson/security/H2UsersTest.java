package io.keelson.security;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An H2 of its own, in memory. */
class H2UsersTest extends JdbcUsersContractTest {
    @Override
    DataSource database() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:users;DB_CLOSE_DELAY=-1");
        return source;
    }
}
