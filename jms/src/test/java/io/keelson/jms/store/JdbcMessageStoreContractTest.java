package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.store.MessageStore.Put;
import io.keelson.jms.store.MessageStore.Remove;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules in the tables of a database, with one that goes away, loses answers, and is used by two owners. */
@Timeout(120)
abstract class JdbcMessageStoreContractTest extends MessageStoreContractTest {
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    final String prefix = "t" + PREFIXES.incrementAndGet();
    private final AtomicLong later = new AtomicLong();
    private final AtomicInteger broken = new AtomicInteger();
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return Ticker.system().nanoTime() + later.get();
        }

        @Override
        public long currentTimeMillis() {
            return Ticker.system().currentTimeMillis();
        }
    };
    UnreliableDatabase database;

    /** Returns the database, the same for each test. */
    abstract DataSource source() throws Exception;

    @BeforeEach
    void connect() throws Exception {
        database = new UnreliableDatabase(source());
    }

    final JdbcSettings settings() {
        return new JdbcSettings("jdbc/messages", prefix, Duration.ofSeconds(10));
    }

    @Override
    final MessageStore store() {
        return store(database);
    }

    final JdbcMessageStore store(JdbcConnections connections) {
        return new JdbcMessageStore("server-1", connections, settings(), ticker, broken::incrementAndGet);
    }

    final void execute(String sql) throws Exception {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static IOException error(CompletableFuture<Void> done) throws Exception {
        CompletableFuture<IOException> error = new CompletableFuture<>();
        done.whenComplete((nothing, failed) -> error.complete((IOException) failed));
        return error.get(30, TimeUnit.SECONDS);
    }

    // ---- owners ----------------------------------------------------------------------------------------------------

    @Test
    void anOwnerWhoseEpochIsOverWritesNothingMore() throws Exception {
        try (MessageStore paused = store();
                MessageStore next = store();
                MessageStore last = store()) {
            assertThat(paused.open(3).records()).isEmpty();
            kept(append(paused, new Put(1, bytes(1))));
            assertThat(next.open(4).records()).containsExactly(1L);
            assertThat(error(append(paused, new Put(2, bytes(2))))).hasMessageContaining("belongs to epoch 4 by now");
            assertThat(error(append(paused, new Remove(1)))).hasMessageContaining("takes nothing any more");
            kept(append(next, new Put(4, bytes(4))));
            assertThatThrownBy(() -> store().open(3)).hasMessageContaining("comes too late");
            kept(append(next, new Put(5, bytes(5))));
            assertThat(last.open(0).records()).containsExactly(1L, 4L, 5L);
            assertThat(error(append(next, new Put(6, bytes(6))))).hasMessageContaining("belongs to epoch 5 by now");
        }
        assertThat(broken).hasValue(0);
    }

    @Test
    void anOwnerThatWasOpenedBeforeUnderTheSameEpochWritesNothingMore() throws Exception {
        try (MessageStore paused = store();
                MessageStore next = store()) {
            paused.open(3);
            next.open(3);
            assertThat(error(append(paused, new Put(2, bytes(2))))).hasMessageContaining("opened again under epoch 3");
            kept(append(next, new Put(4, bytes(4))));
        }
    }

    @Test
    void anotherOwnerWaitsForAWriteThatIsUnderWayAndFindsIt() throws Exception {
        CountDownLatch inCommit = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (MessageStore paused = store();
                MessageStore next = store(new UnreliableDatabase(source()))) {
            paused.open(3);
            database.within = () -> {
                inCommit.countDown();
                try {
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new SQLException(e);
                }
            };
            CompletableFuture<Void> done = append(paused, new Put(1, bytes(1)));
            assertThat(inCommit.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<MessageStore.Recovered> opened = CompletableFuture.supplyAsync(() -> {
                try {
                    return next.open(4);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> opened.get(300, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            goOn.countDown();
            kept(done);
            assertThat(opened.get(30, TimeUnit.SECONDS).records()).containsExactly(1L);
            assertThat(error(append(paused, new Put(2, bytes(2))))).hasMessageContaining("belongs to epoch 4 by now");
        }
    }

    @Test
    void storesOfSeveralServersShareTheTables() throws Exception {
        try (MessageStore one = store();
                MessageStore two = new JdbcMessageStore("server-2", database, settings(), ticker, () -> {})) {
            one.open(0);
            two.open(0);
            kept(append(one, new Put(1, bytes(1))));
            kept(append(two, new Put(1, bytes(2)), new Put(2, bytes(2))));
            assertThat(one.read(1)).containsExactly(1);
            assertThat(two.read(1)).containsExactly(2);
            assertThat(one.records()).containsExactly(1L);
        }
        JdbcStoreRecords of = new JdbcStoreRecords("server-1", database, settings());
        assertThat(of.isThere()).isTrue();
        assertThat(new JdbcStoreRecords("Server-1", database, settings()).isThere())
                .isFalse();
        of.addPlaces(java.util.Set.of("server-2", "server-3"));
        of.addPlaces(java.util.Set.of("server-3", "server-4"));
        assertThat(of.places()).containsExactlyInAnyOrder("server-2", "server-3", "server-4");
        assertThat(new JdbcStoreRecords("server-2", database, settings()).places())
                .isEmpty();
    }

    // ---- a database that is away -----------------------------------------------------------------------------------

    @Test
    void whatIsGivenWhileTheDatabaseIsAwayIsKeptWhenItIsBack() throws Exception {
        try (MessageStore store = store()) {
            store.open(7);
            kept(append(store, new Put(1, bytes(1))));
            database.away = true;
            CompletableFuture<Void> two = append(store, new Put(2, bytes(2)));
            CompletableFuture<Void> three = append(store, new Put(3, bytes(3)), new Remove(1));
            assertThatThrownBy(() -> two.get(600, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            assertThat(three).isNotDone();
            database.away = false;
            kept(two);
            kept(three);
        }
        try (MessageStore store = store()) {
            assertThat(store.open(7).records()).containsExactly(2L, 3L);
        }
    }

    @Test
    void whatHasWaitedForTooLongFailsAndTheNextIsKept() throws Exception {
        try (MessageStore store = store()) {
            store.open(7);
            kept(append(store, new Put(1, bytes(1))));
            database.away = true;
            CompletableFuture<Void> two = append(store, new Put(2, bytes(2)), new Remove(1));
            assertThatThrownBy(() -> store.read(1)).hasMessageContaining("jdbc/messages");
            later.addAndGet(TimeUnit.SECONDS.toNanos(11));
            assertThat(error(two))
                    .hasMessageContaining("message-write-timeout")
                    .hasMessageContaining("'jdbc/messages' is away; nothing of this is kept");
            assertThat(store.figures().failure()).isEmpty();
            CompletableFuture<Void> three = append(store, new Put(3, bytes(3)));
            database.away = false;
            kept(three);
            assertThat(store.read(1)).containsExactly(1);
        }
        try (MessageStore store = store()) {
            assertThat(store.open(7).records()).containsExactly(1L, 3L);
        }
        assertThat(broken).hasValue(0);
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundOut() throws Exception {
        try (MessageStore store = store()) {
            store.open(7);
            kept(append(store, new Put(1, bytes(1))));
            database.next = UnreliableDatabase.Commit.ANSWER_LOST;
            kept(append(store, new Put(2, bytes(2)), new Remove(1)));
            database.next = UnreliableDatabase.Commit.REQUEST_LOST;
            kept(append(store, new Put(3, bytes(3)), new Put(2, bytes(2, 2))));
            assertThat(store.records()).containsExactlyInAnyOrder(2L, 3L);
        }
        try (MessageStore store = store()) {
            assertThat(store.open(7).records()).containsExactly(2L, 3L);
            assertThat(store.read(2)).containsExactly(2, 2);
        }
    }

    @Test
    void aCommitOfWhichNobodyKnowsEndsTheStoreUntilItIsOpenedAgain() throws Exception {
        try (MessageStore store = store()) {
            store.open(7);
            kept(append(store, new Put(1, bytes(1))));
            database.awayWithCommit = true;
            database.next = UnreliableDatabase.Commit.ANSWER_LOST;
            CompletableFuture<Void> two = append(store, new Put(2, bytes(2)), new Remove(1));
            Awaitility.await().until(() -> database.away);
            later.addAndGet(TimeUnit.SECONDS.toNanos(11));
            assertThat(error(two)).hasMessageContaining("nobody knows whether the last write is kept");
            database.away = false;
            assertThat(error(append(store, new Put(3, bytes(3))))).hasMessageContaining("takes nothing any more");
            assertThat(store.figures().failure()).contains("nobody knows");
            assertThat(broken).hasValue(1);
        }
        try (MessageStore store = store()) {
            assertThat(store.open(7).records()).containsExactly(2L);
            kept(append(store, new Put(3, bytes(3))));
        }
    }

    @Test
    void aBatchThatIsRefusedDoesNotTakeOthersWithIt() throws Exception {
        try (MessageStore store = store()) {
            store.open(7);
            execute("alter table " + prefix + "_records add constraint " + prefix
                    + "_small check (record_length < 100)");
            database.away = true;
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                all.add(append(store, new Put(i, new byte[i == 3 ? 100 : 1]), new Put(100 + i, bytes(i))));
            }
            database.away = false;
            assertThat(error(all.get(2))).hasMessageContaining("'jdbc/messages' refuses a write");
            for (int i : new int[] {0, 1, 3, 4}) {
                kept(all.get(i));
            }
            assertThat(store.figures().failure()).isEmpty();
        }
        try (MessageStore store = store()) {
            assertThat(store.open(7).records()).containsExactly(1L, 2L, 4L, 5L, 101L, 102L, 104L, 105L);
        }
    }

    /** Acknowledged batches are there, failed ones are not, and those of which nobody knows are whole; in order, with faults at random. */
    @Test
    void keepsWhatItSaysWithFaultsAtRandom() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        Map<Long, Byte> expected = new TreeMap<>();
        long record = 0;
        for (int run = 0; run < 6; run++) {
            database.awayWithCommit = false;
            List<Change> unknown = new ArrayList<>();
            try (JdbcMessageStore store = store(database)) {
                store.open(0);
                for (int step = 0; step < 10 && store.figures().failure().isEmpty(); step++) {
                    int fault = random.nextInt(5);
                    database.awayWithCommit = fault == 2;
                    database.next = fault == 0 || fault == 2
                            ? random.nextBoolean()
                                    ? UnreliableDatabase.Commit.ANSWER_LOST
                                    : UnreliableDatabase.Commit.REQUEST_LOST
                            : UnreliableDatabase.Commit.DONE;
                    database.away = fault == 1;
                    List<List<Change>> batches = new ArrayList<>();
                    List<CompletableFuture<Void>> all = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        List<Change> batch = new ArrayList<>();
                        byte value = (byte) random.nextInt();
                        batch.add(new Put(++record, new byte[] {value}));
                        batch.add(new Put(++record, new byte[] {value}));
                        long victim = 1 + random.nextInt((int) record);
                        batch.add(random.nextBoolean() ? new Remove(victim) : new Put(victim, new byte[] {value}));
                        batches.add(batch);
                        all.add(append(store, batch.toArray(Change[]::new)));
                    }
                    boolean tooLong = (fault == 1 || fault == 2) && random.nextBoolean();
                    if (!tooLong) {
                        database.awayWithCommit = false;
                        database.away = false;
                    }
                    CompletableFuture<Void> end = append(store);
                    if (tooLong) { // after the last one, which may be written together with the others
                        later.addAndGet(TimeUnit.SECONDS.toNanos(11));
                    }
                    for (int i = 0; i < 3; i++) {
                        IOException error = error(all.get(i));
                        if (error == null) {
                            apply(batches.get(i), expected);
                        } else if (!String.valueOf(error.getMessage()).contains("nothing of this is kept")) {
                            unknown.addAll(batches.get(i));
                        }
                    }
                    database.awayWithCommit = false;
                    database.away = false;
                    IOException unused = error(end);
                }
            }
            database.away = false;
            database.next = UnreliableDatabase.Commit.DONE;
            Map<Long, Byte> found = found();
            if (!found.equals(expected)) {
                assertThat(unknown)
                        .as("seed %d: what differs was in doubt", seed)
                        .isNotEmpty();
                List<Map<Long, Byte>> possible = possible(unknown, expected);
                assertThat(possible).as("seed %d", seed).contains(found);
                expected = found;
            }
        }
    }

    /** Returns what may be there: any number of the batches in doubt from the first on, each of three changes. */
    private static List<Map<Long, Byte>> possible(List<Change> unknown, Map<Long, Byte> before) {
        List<Map<Long, Byte>> all = new ArrayList<>();
        Map<Long, Byte> now = new TreeMap<>(before);
        for (int i = 0; i < unknown.size(); i += 3) {
            apply(unknown.subList(i, i + 3), now);
            all.add(new TreeMap<>(now));
        }
        return all;
    }

    private static void apply(List<Change> batch, Map<Long, Byte> to) {
        for (Change each : batch) {
            if (each instanceof Put put) {
                to.put(put.record(), put.bytes()[0]);
            } else {
                to.remove(each.record());
            }
        }
    }

    private Map<Long, Byte> found() throws IOException {
        Map<Long, Byte> found = new TreeMap<>();
        try (JdbcMessageStore store = store(database)) {
            for (long each : store.open(0).records()) {
                byte[] bytes = store.read(each);
                assertThat(bytes).isNotNull();
                found.put(each, bytes[0]);
            }
        }
        return found;
    }

    // ---- recovery and tables ---------------------------------------------------------------------------------------

    @Test
    void readsWhatItHasInPieces() throws Exception {
        int records = 2_500;
        try (MessageStore store = store()) {
            store.open(0);
            for (int i = 1; i <= records; i++) {
                append(store, new Put(i, new byte[2_000]), new Put(10_000 + i, bytes(i, i >> 8)));
            }
            kept(append(store, new Put(20_000, new byte[3 << 20])));
            assertThat(store.figures().writes()).isLessThan(records / 2);
        }
        try (MessageStore store = store()) {
            database.opened.set(0);
            for (long each : store.open(0).records()) {
                byte[] bytes = store.read(each);
                if (each > 10_000 && each < 20_000) {
                    int i = (int) each - 10_000;
                    assertThat(bytes).isEqualTo(bytes(i, i >> 8));
                } else {
                    assertThat(bytes).hasSize(each == 20_000 ? 3 << 20 : 2_000);
                }
            }
            assertThat(database.opened.get()).isBetween(5, 30);
            assertThat(store.read(1)).hasSize(2_000);
            kept(append(store, new Put(2, bytes(9))));
            assertThat(store.read(2)).containsExactly(9);
            assertThat(store.figures().liveBytes()).isEqualTo(records * 2_002L - 1_999 + (3 << 20));
        }
    }

    @Test
    void aTableOfAnotherShapeIsRefused() throws Exception {
        execute("create table " + prefix + "_records (number bigint)");
        assertThatThrownBy(() -> store().open(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the table " + prefix + "_records is not one of message stores")
                .hasMessageContaining("message-table-prefix")
                .hasMessageContaining("'jdbc/messages' (message-data-source of the section jms in domain.yaml)");
    }

    @Test
    void aTableThatKeepsNoBytesIsRefused() throws Exception {
        execute("create table " + prefix + "_records (store_id bigint, record_number bigint, record_length integer,"
                + " record_bytes varchar(100))");
        assertThatThrownBy(() -> store().open(0)).hasMessageContaining("does not keep bytes");
    }

    @Test
    void aLaterFormIsRefused() throws Exception {
        try (MessageStore store = store()) {
            store.open(0);
        }
        execute("update " + prefix + "_stores set store_form = 2");
        assertThatThrownBy(() -> store().open(0)).hasMessageContaining("has the form 2");
    }

    @Test
    void aDatabaseThatIsAwayAtTheStartIsSaid() throws Exception {
        database.away = true;
        assertThatThrownBy(() -> store().open(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be opened in the database of the data source 'jdbc/messages'")
                .hasMessageContaining("connection refused");
    }
}
