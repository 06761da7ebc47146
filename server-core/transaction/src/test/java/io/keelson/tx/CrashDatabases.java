package io.keelson.tx;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.XADataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;

/** Kind of the databases of a crash matrix: how their connections are made, and where they say what is prepared. Immutable. */
enum CrashDatabases {
    POSTGRESQL("postgres") {
        @Override
        String url(int port, String database) {
            return "jdbc:postgresql://127.0.0.1:" + port + '/' + database;
        }

        @Override
        Driver driver() {
            return new org.postgresql.Driver();
        }

        @Override
        Properties user() {
            Properties user = new Properties();
            user.setProperty("user", "postgres");
            user.setProperty("password", "postgres");
            return user;
        }

        @Override
        XADataSource source(int port, String database) {
            PGXADataSource source = new PGXADataSource();
            source.setServerNames(new String[] {"127.0.0.1"});
            source.setPortNumbers(new int[] {port});
            source.setDatabaseName(database);
            source.setUser("postgres");
            source.setPassword("postgres");
            source.setConnectTimeout(5);
            source.setSocketTimeout(20);
            return source;
        }

        @Override
        String preparedBranches() {
            return "select gid from pg_prepared_xacts";
        }
    },
    MARIADB("mysql") {
        @Override
        String url(int port, String database) {
            return "jdbc:mariadb://127.0.0.1:" + port + '/' + database + "?user=root&createDatabaseIfNotExist=true";
        }

        @Override
        Driver driver() {
            return new org.mariadb.jdbc.Driver();
        }

        @Override
        Properties user() {
            return new Properties();
        }

        @Override
        XADataSource source(int port, String database) throws SQLException {
            return new MariaDbDataSource(url(port, database));
        }

        @Override
        String preparedBranches() {
            return "xa recover";
        }
    };

    private final String administration;

    CrashDatabases(String administration) {
        this.administration = administration;
    }

    /** The database that is there from the beginning. */
    String administration() {
        return administration;
    }

    abstract String url(int port, String database);

    abstract Driver driver();

    abstract Properties user();

    abstract XADataSource source(int port, String database) throws SQLException;

    /** Statement that returns a row for each prepared branch. */
    abstract String preparedBranches();

    Connection connect(int port, String database) throws SQLException {
        return driver().connect(url(port, database), user());
    }
}
