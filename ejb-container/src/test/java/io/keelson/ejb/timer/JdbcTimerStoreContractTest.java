package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.timer.TimerStore.Changes;
import io.keelson.ejb.timer.TimerStore.Kept;
import io.keelson.kernel.spi.lease.Fence;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The rules of the store of timers in a database, for each database. Each test has an empty one. Zones of the server and of the database do
 * not matter: due times are numbers.
 */
@Timeout(180)
abstract class JdbcTimerStoreContractTest {
    private final AtomicLong time = new AtomicLong(1_000_000_000_000L);
    private final AtomicInteger told = new AtomicInteger();
    private volatile boolean away;

    @BeforeEach
    void begin() throws SQLException {
        empty();
    }

    /** Empties the database. */
    abstract void empty() throws SQLException;

    /** Opens a connection. */
    abstract Connection connect() throws SQLException;

    /** The times that servers begin at once in a test. */
    int rounds() {
        return 20;
    }

    private Connection open() throws SQLException {
        if (away) {
            throw new SQLException("the database is away");
        }
        return connect();
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

    @Test
    void rowsAreAddedChangedAndRemovedForAllServersOfAnApplication() throws Exception {
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
        JdbcTimerStore a = store("shop");
        a.add(row("1", 10));
        a.add(row("2", 20));
        try (Connection connection = open();
                PreparedStatement damage =
                        connection.prepareStatement("update keelson_timers set content = ? where id = '1'")) {
            damage.setBytes(1, new byte[] {0});
            damage.executeUpdate();
        }

        Changes seen = store("shop").changes();

        assertThat(seen.rows()).extracting(TimerRow::id).containsExactly("2");
        assertThat(seen.present()).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void aDatabaseThatIsAwayIsNamedAndNothingIsHalfDone() throws Exception {
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
            for (int round = 0; round < rounds(); round++) {
                empty();
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
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Names that differ in case or in blanks are those of different applications, and other alphabets and long texts come back. */
    @Test
    void namesAndContentsComeBackAsTheyAre() throws Exception {
        String name = "\u00c9cole/\u65e5\u672c \ud83d\udd50";
        List<String> keys = List.of(name, "SHOP", "shop", "shop ", "Shop");
        TimerRow row = new TimerRow(
                "\u65e5-1",
                "shop#Clock",
                null,
                null,
                0,
                "x".repeat(200_000) + " \ud83d\udd50 \u0000 '\\",
                true,
                Long.MAX_VALUE);
        for (String key : keys) {
            assertThat(store(key).add(row)).as(key).isTrue();
        }
        for (String key : keys) {
            assertThat(store(key).changes().rows()).as(key).containsExactly(row);
        }
        store("shop").remove(row.id());
        assertThat(store("shop").changes().rows()).isEmpty();
        assertThat(store("SHOP").changes().rows()).containsExactly(row);
    }

    /** Owner and others at once: no change is lost, none is refused but as the contract says, and no deadlock comes through. */
    @Test
    void serversThatChangeRowsAtOnceLoseNone() throws Exception {
        int servers = 4;
        int each = 25;
        ExecutorService threads = Executors.newFixedThreadPool(servers + 1);
        try {
            JdbcTimerStore owner = store("shop");
            owner.add(row("tick", 0));
            List<Future<Integer>> work = new ArrayList<>();
            for (int i = 0; i < servers; i++) {
                int server = i;
                work.add(threads.submit(() -> {
                    JdbcTimerStore own = store("shop");
                    for (int j = 0; j < each; j++) {
                        assertThat(own.add(row(server + "-" + j, j))).isTrue();
                        if (j % 5 == 4) {
                            own.remove(server + "-" + (j - 4));
                        }
                        Changes unused = own.changes();
                    }
                    return 0;
                }));
            }
            work.add(threads.submit(() -> {
                for (int due = 1; due <= 100; due++) {
                    assertThat(owner.put(row("tick", due), fence(7))).isEqualTo(Kept.DONE);
                }
                return 0;
            }));
            for (Future<Integer> done : work) {
                done.get(120, TimeUnit.SECONDS);
            }

            Changes seen = store("shop").changes();
            assertThat(seen.rows()).hasSize(servers * each * 4 / 5 + 1);
            assertThat(seen.rows()).contains(row("tick", 100));
            JdbcTimerStore late = owner;
            late.changes();
            assertThat(late.changes().rows()).isEmpty();
            assertThat(late.changes().present()).isEqualTo(seen.present());
        } finally {
            threads.shutdownNow();
        }
    }
}
