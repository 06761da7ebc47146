package io.keelson.cluster.internal.database;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** H2 as a server: what servers of a cluster share. */
class H2ServerLeasesIT extends DatabaseLeasesContractTest {
    private static Server server;

    @BeforeAll
    static void listen() throws Exception {
        System.setProperty("h2.bindAddress", "127.0.0.1"); // read when H2 is first used
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Override
    DataSource source() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:leases;DB_CLOSE_DELAY=-1");
        return source;
    }
}
