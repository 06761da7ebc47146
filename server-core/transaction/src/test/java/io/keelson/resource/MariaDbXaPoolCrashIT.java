package io.keelson.resource;

import io.keelson.tx.MariaDb;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** XA pools over two databases of a MariaDB. With {@code -Pmariadb} only. */
@Tag("mariadb")
final class MariaDbXaPoolCrashIT extends XaPoolCrashContractIT {
    @TempDir
    static Path data;

    private static MariaDb mariaDb;

    @BeforeAll
    static void start() throws Exception {
        mariaDb = MariaDb.start(data);
        try (Connection connection = open("mysql");
                Statement statement = connection.createStatement()) {
            statement.execute("create database a");
            statement.execute("create database b");
            statement.execute("create table a.sales(name varchar(100) primary key) engine = InnoDB");
            statement.execute("create table b.sales(name varchar(100) primary key) engine = InnoDB");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        mariaDb.close();
    }

    private static String urlOf(String database) {
        return "jdbc:mariadb://127.0.0.1:" + mariaDb.port() + "/" + database;
    }

    private static Connection open(String database) throws SQLException {
        return DriverManager.getConnection(urlOf(database), "root", "");
    }

    @Override
    String url(String database) {
        return urlOf(database);
    }

    @Override
    String user() {
        return "root";
    }

    @Override
    Connection connect(String database) throws SQLException {
        return open(database);
    }

    @Override
    String preparedBranches() {
        return "xa recover";
    }
}
