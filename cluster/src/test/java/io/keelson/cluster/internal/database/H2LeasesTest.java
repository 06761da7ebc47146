package io.keelson.cluster.internal.database;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class H2LeasesTest extends DatabaseLeasesContractTest {
    @Override
    DataSource source() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:leases;DB_CLOSE_DELAY=-1");
        return source;
    }
}
