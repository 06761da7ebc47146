package io.keelson.ejb.timer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** Rows of timers in H2, also where it speaks as other databases do. */
class JdbcTimerStoreTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** A database in memory for each test. */
    private abstract static class InMemory extends JdbcTimerStoreContractTest {
        private final String mode;
        private String url = "";
        private Connection keeping;

        InMemory(String mode) {
            this.mode = mode;
        }

        @Override
        void empty() throws SQLException {
            close();
            url = "jdbc:h2:mem:timers" + DATABASES.incrementAndGet() + ";LOCK_TIMEOUT=10000" + mode;
            keeping = DriverManager.getConnection(url);
        }

        @AfterEach
        void close() throws SQLException {
            if (keeping != null) {
                keeping.close();
            }
        }

        @Override
        Connection connect() throws SQLException {
            return DriverManager.getConnection(url);
        }
    }

    @Nested
    class Itself extends InMemory {
        Itself() {
            super("");
        }

        @Override
        int rounds() {
            return 60;
        }
    }

    @Nested
    class AsPostgres extends InMemory {
        AsPostgres() {
            super(";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE");
        }
    }

    @Nested
    class AsMariaDb extends InMemory {
        AsMariaDb() {
            super(";MODE=MariaDB;DATABASE_TO_LOWER=TRUE");
        }
    }
}
