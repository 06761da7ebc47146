package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.timer.TimerStore.Changes;
import io.keelson.ejb.timer.TimerStore.Kept;
import io.keelson.kernel.spi.lease.Fence;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of timers in H2, also where it speaks as other databases do. */
@Timeout(120)
class JdbcTimerStoreTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final AtomicLong time = new AtomicLong(1_000_000_000_000L);
    private final AtomicInteger told = new AtomicInteger();
    private String url = "";
    private Connection keeping;
    private volatile boolean away;

    @AfterEach
    void close() throws SQLException {
        if (keeping != null) {
            keeping.close();
        }
    }

    private void database(String mode) throws SQLException {
        url = "jdbc:h2:mem:timers" + DATABASES.incrementAndGet() + mode;
        keeping = DriverManager.getConnection(url);
    }

    private Connection open() throws SQLException {
        if (away) {
            throw new SQLException("the database is away");
        }
        return DriverManager.getConnection(url);
    }

    private JdbcTimerStore store(String key) {
        return new JdbcTimerStore(
                this::open, key, true, bean -> getClass().getClassLoader(), time::get, told::incrementAndGet);
    }

    private static TimerRow row(String id, long due) {
        return new TimerRow(id, "shop#Clock", null, null, 0, "info of " + id, true, due);
    }

    private static Optional<Fence> fence(long epoch) {
        return Optional.of(new Fence("timers/shop", epoch));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE", ";MODE=MariaDB;DATABASE_TO_LOWER=TRUE"})
    void rowsAreAddedChangedAndRemovedForAllServersOfAnApplication(String mode) throws Exception {
        database(mode);
        JdbcTimerStore a = store("shop");
        JdbcTimerStore b = store("shop");
        JdbcTimerStore other = store("Shop ");

        assertThat(a.add(row("1", 10))).isTrue();
        assertThat(b.add(row("1", 11))).isFalse();
        assertThat(b.add(row("2", 20))).isTrue();
        assertThat(told).hasValue(2);
        assertThat(other.changes().rows()).isEmpty();

        Changes first = b.changes();
        assertThat(first.rows()).extracting(TimerRow::id).containsExactly("1");
        assertThat(first.rows().get(0)).isEqualTo(row("1", 10));
        assertThat(first.present()).containsExactlyInAnyOrder("1", "2");
        assertThat(b.changes().rows()).isEmpty();

        assertThat(b.put(row("1", 30), Optional.empty())).isEqualTo(Kept.DONE);
        assertThat(a.put(row("1", 40), Optional.empty()))
                .as("it has not seen the change")
                .isEqualTo(Kept.FENCED);
        assertThat(a.changes().rows()).extracting(TimerRow::due).containsExactlyInAnyOrder(30L, 20L);
        assertThat(a.put(row("1", 40), Optional.empty())).isEqualTo(Kept.DONE);

        a.remove("1");
        assertThat(b.put(row("1", 50), Optional.empty())).isEqualTo(Kept.GONE);
        assertThat(b.changes().present()).containsExactly("2");
        a.remove("no such row");
    }

    @Test
    void aFormerOwnerIsRefused() throws Exception {
        database("");
        JdbcTimerStore a = store("shop");
        JdbcTimerStore b = store("shop");
        a.add(row("1", 10));
        a.add(row("2", 10));
        b.changes();
        assertThat(a.put(row("1", 20), fence(3))).isEqualTo(Kept.DONE);
        b.changes();
        assertThat(b.put(row("1", 30), fence(4))).isEqualTo(Kept.DONE);
        a.changes();

        assertThat(a.put(row("1", 40), fence(3))).isEqualTo(Kept.FENCED);
        assertThat(a.put(row("2", 40), fence(3))).isEqualTo(Kept.FENCED);
        assertThat(b.put(row("2", 50), fence(4))).isEqualTo(Kept.DONE);
    }

    @Test
    void aRowThatWasRemovedIsNotAddedAgainAtOnceButLater() throws Exception {
        database("");
        JdbcTimerStore a = store("shop");
        a.add(row("nightly", 10));
        a.remove("nightly");

        assertThat(store("shop").add(row("nightly", 20))).isFalse();
        time.addAndGet(60_001);
        assertThat(store("shop").add(row("nightly", 20))).isTrue();
        assertThat(a.changes().rows()).containsExactly(row("nightly", 20));
    }

    @Test
    void allRowsAreReadAfterAResetAndByANewServer() throws Exception {
        database("");
        JdbcTimerStore a = store("shop");
        for (int i = 0; i < 50; i++) {
            a.add(row("r" + i, i));
        }
        a.remove("r7");
        a.reset();

        assertThat(a.changes().rows()).hasSize(49);
        assertThat(store("shop").changes().rows()).hasSize(49);
    }

    @Test
    void aDamagedRowIsLeftAloneAndOthersAreRead() throws Exception {
        database("");
        JdbcTimerStore a = store("shop");
        a.add(row("1", 10));
        a.add(row("2", 20));
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("update keelson_timers set content = X'00' where id = '1'");
        }

        Changes seen = store("shop").changes();

        assertThat(seen.rows()).extracting(TimerRow::id).containsExactly("2");
        assertThat(seen.present()).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void aDatabaseThatIsAwayIsNamedAndNothingIsHalfDone() throws Exception {
        database("");
        JdbcTimerStore a = store("shop");
        a.add(row("1", 10));
        away = true;
        assertThatThrownBy(() -> a.add(row("2", 10)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the database is away");
        assertThatThrownBy(a::changes).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> a.remove("1")).isInstanceOf(IOException.class);
        away = false;

        assertThat(a.changes().present()).containsExactly("1");
        assertThat(store("shop").changes().rows()).hasSize(1);
    }

    @Test
    void serversThatBeginAtOnceMakeTheTablesAndOneRow() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 60; round++) {
                database(";LOCK_TIMEOUT=10000");
                CyclicBarrier together = new CyclicBarrier(3);
                List<Future<Boolean>> added = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    added.add(threads.submit(() -> {
                        JdbcTimerStore store = store("shop");
                        together.await();
                        return store.add(row("nightly", 10));
                    }));
                }
                int count = 0;
                for (Future<Boolean> each : added) {
                    count += each.get(30, TimeUnit.SECONDS) ? 1 : 0;
                }

                assertThat(count).as("round %d", round).isEqualTo(1);
                assertThat(store("shop").changes().present()).containsExactly("nightly");
                keeping.close();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
