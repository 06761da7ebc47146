package io.keelson.cluster.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.lease.LeaseClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests what a database in a process of its own can do beside that: cut connections off in the middle, and come back as it was before. */
abstract class RealDatabaseLeasesContractTest extends DatabaseLeasesContractTest {
    /** Ends the connections whose statement waits for a row that another has locked; returns how many. */
    abstract int killWhatWaits() throws Exception;

    /** Returns where its files lie. */
    abstract Path data();

    /** Ends the database in order, so that its files are whole. */
    abstract void stopDatabase() throws Exception;

    /** Starts it over what lies there. */
    abstract void startDatabase() throws Exception;

    @Test
    void aConnectionThatIsKilledWhileItWaitsForTheRowLosesNothing() throws Exception {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        b.claim();
        run(3_000);
        for (int i = 0; i < 5; i++) {
            long renewed = row().counter();
            try (Connection holds = source().getConnection()) {
                holds.setAutoCommit(false);
                try (Statement lock = holds.createStatement()) {
                    lock.execute("select * from keelson_leases for update");
                }
                CompletableFuture<Integer> killed = CompletableFuture.supplyAsync(this::killFirst);
                killed.whenComplete((count, failure) -> end(holds));
                run(2_000); // a renews within it, and waits for the row in truth
                assertThat(killed.get(60, TimeUnit.SECONDS)).isPositive();
            }
            run(3_000);
            assertThat(row().counter()).as("renewed again").isGreaterThan(renewed);
        }
        assertThat(List.of(a.grants, b.grants)).containsExactly(1, 0);
    }

    /** InnoDB shows what waits as it was when it was asked last, for whoever asks more often than every 100 ms. */
    private static final long BETWEEN_LOOKS_MILLIS = 150;

    /** As soon as something waits. */
    private int killFirst() {
        try {
            for (int i = 0; i < 200; i++) {
                int killed = killWhatWaits();
                if (killed > 0) {
                    return killed;
                }
                Thread.sleep(BETWEEN_LOOKS_MILLIS);
            }
            return 0;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void end(Connection holds) {
        try {
            holds.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDatabaseThatIsRestoredFromAnOlderCopyIsRefusedWithAnAlarm() throws Exception {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        b.claim();
        run(1_000);
        stopDatabase();
        Path older = data().resolveSibling("older");
        copy(data(), older);
        startDatabase();
        for (int i = 0; i < 3; i++) {
            Member owner = a.lease != null ? a : b;
            LeaseClaim old = owner.claim;
            old.release();
            until("another has it", 3_000, () -> owner.lease == null && (a.lease != null || b.lease != null));
            owner.claim();
        }
        long highest = row().epoch();
        int grants = a.grants + b.grants;
        assertThat(highest).isEqualTo(4);

        stopDatabase();
        delete(data());
        copy(older, data());
        startDatabase();
        assertThat(row().epoch()).as("the epoch of the copy").isEqualTo(1);
        List<String> said = new CopyOnWriteArrayList<>();
        Handler alarms = alarms(said);
        Logger logger = Logger.getLogger("io.keelson.cluster.lease");
        logger.addHandler(alarms);
        try {
            until("nobody believes to have it", 8_000, () -> a.lease == null && b.lease == null);
            run(30_000);
        } finally {
            logger.removeHandler(alarms);
        }

        assertThat(a.grants + b.grants).as("a lower epoch was taken").isEqualTo(grants);
        assertThat(said).anyMatch(message -> message.contains("KLS-300203"));
    }

    private static Handler alarms(List<String> said) {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
