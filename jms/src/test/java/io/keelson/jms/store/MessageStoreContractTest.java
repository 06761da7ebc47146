package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.store.MessageStore.Put;
import io.keelson.jms.store.MessageStore.Recovered;
import io.keelson.jms.store.MessageStore.Remove;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The rules of {@link MessageStore} that can be seen from outside. A subclass brings the store; numbers are those of the rules. */
abstract class MessageStoreContractTest {
    /** Returns a store over what the last one of the test has left. */
    abstract MessageStore store() throws IOException;

    static CompletableFuture<Void> append(MessageStore store, Change... batch) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        store.append(List.of(batch), error -> {
            boolean first = error == null ? done.complete(null) : done.completeExceptionally(error);
            if (!first) {
                throw new IllegalStateException("completed twice");
            }
        });
        return done;
    }

    static void kept(CompletableFuture<Void> done) throws Exception {
        done.get(60, TimeUnit.SECONDS);
    }

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void findsWhatWasKept() throws Exception { // 1, 2, 5
        try (MessageStore store = store()) {
            assertThat(store.open(0).records()).isEmpty();
            kept(append(store, new Put(1, bytes(1)), new Put(2, bytes(2, 2)), new Put(3, bytes())));
            kept(append(store, new Remove(1), new Put(2, bytes(9)), new Remove(77)));
            assertThat(store.figures().records()).isEqualTo(2);
        }
        try (MessageStore store = store()) {
            Recovered recovered = store.open(0);
            assertThat(recovered.cut()).isNull();
            assertThat(recovered.records()).containsExactly(2L, 3L);
            assertThat(store.read(2)).containsExactly(9);
            assertThat(store.read(1)).isNull();
            kept(append(store, new Remove(2), new Remove(3)));
        }
        try (MessageStore store = store()) {
            assertThat(store.open(0).records()).isEmpty();
        }
    }

    @Test
    void namesWhatItHasInOrder() throws Exception { // 5
        int many = 5000;
        try (MessageStore store = store()) {
            store.open(0);
            List<Change> puts = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                int number = (i * 7919) % many; // each once
                puts.add(new Put(number - 3, bytes(number, number >> 8)));
            }
            kept(append(store, puts.toArray(Change[]::new)));
            List<Change> removals = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                if (i % 5 != 0) {
                    removals.add(new Remove(i - 3));
                }
            }
            kept(append(store, removals.toArray(Change[]::new)));
            assertThat(store.records()).hasSize(many / 5);
            assertThat(store.read(new long[] {-3, -2, 2, 7, 8, 12})).containsOnlyKeys(-3L, 2L, 7L, 12L);
        }
        try (MessageStore store = store()) {
            RecordNumbers records = store.open(0).records();
            assertThat(records).hasSize(many / 5);
            for (long each : records) {
                assertThat((each + 3) % 5).isZero();
                assertThat(store.read(each)).containsExactly((byte) (each + 3), (byte) ((each + 3) >> 8));
            }
        }
    }

    @Test
    void showsRecordsInTheirOrder() throws Exception { // 10
        int many = 3000;
        try (MessageStore store = store()) {
            store.open(0);
            for (int i = 0;
                    i < many;
                    i++) { // large ones among small ones, some replaced, so that they are apart in a log
                append(store, new Put(2L * i, new byte[i % 500 == 7 ? 1_500_000 : i % 100]));
                if (i % 3 == 0) {
                    append(store, new Put(2L * (i / 2), bytes(i, i >> 8)));
                }
            }
            kept(append(store, new Remove(20)));
            showsAll(store, many);
        }
        try (MessageStore store = store()) {
            store.open(0);
            showsAll(store, many);
        }
    }

    private static void showsAll(MessageStore store, int many) throws IOException {
        long[] last = {-1};
        store.readEach(LongStream.range(0, 2L * many + 2).iterator(), (record, bytes) -> {
            assertThat(record).isEqualTo(++last[0]);
            assertThat(bytes).isEqualTo(store.read(record));
            if (record % 2 == 1 || record == 20 || record >= 2L * many) {
                assertThat(bytes).isNull();
            } else {
                assertThat(bytes).isNotNull();
            }
        });
        assertThat(last[0]).isEqualTo(2L * many + 1);
        assertThatThrownBy(() -> store.readEach(store.records().iterator(), (record, bytes) -> {
                    throw new IOException("enough");
                }))
                .hasMessage("enough");
    }

    @Test
    void completesInOrder() throws Exception { // 3
        List<Integer> order = new CopyOnWriteArrayList<>();
        try (MessageStore store = store()) {
            store.open(0);
            for (int i = 0; i < 200; i++) {
                int number = i;
                store.append(i % 5 == 0 ? List.of() : List.of(new Put(i, bytes(i))), error -> order.add(number));
            }
            kept(append(store, new Put(1000, bytes())));
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            expected.add(i);
        }
        assertThat(order).isEqualTo(expected);
    }

    @Test
    void refusesWhoComesTooLate() throws Exception { // 7
        try (MessageStore store = store()) {
            store.open(5);
        }
        try (MessageStore store = store()) {
            assertThatThrownBy(() -> store.open(4))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("epoch 4 comes too late");
        }
        try (MessageStore store = store()) {
            store.open(5);
        }
    }

    @Test
    void refusesBatchesOnceItIsClosed() throws Exception { // 2
        MessageStore store = store();
        store.open(0);
        store.close();
        assertThatThrownBy(() -> append(store, new Put(1, bytes())).get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void givesRoomBack() throws Exception { // 9
        byte[] large = new byte[10_000];
        try (MessageStore store = store()) {
            store.open(0);
            kept(append(store, new Put(1, bytes(1))));
            for (int i = 0; i < 2000; i++) {
                append(store, new Put(2, large));
            }
            kept(append(store, new Remove(2)));
            org.awaitility.Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(store.figures().totalBytes()).isLessThan(3_000_000));
        }
        try (MessageStore store = store()) {
            assertThat(store.open(0).records()).containsExactly(1L);
            assertThat(store.read(1)).containsExactly(1);
        }
    }

    @Test
    void readsWhileItWritesAndGivesRoomBack() throws Exception { // 10
        try (MessageStore store = store()) {
            store.open(0);
            for (int i = 1; i <= 50; i++) {
                append(store, new Put(i, bytes(i, i)));
            }
            kept(append(store));
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 3000; i++) {
                    append(store, new Put(1000, new byte[5_000]), new Put(1 + i % 50, bytes(1 + i % 50, i % 50 + 1)));
                }
            });
            do {
                for (int i = 1; i <= 50; i++) {
                    assertThat(store.read(i)).containsExactly(i, i);
                }
            } while (!writing.isDone());
            kept(append(store, new Remove(1000), new Remove(7)));
            assertThat(store.read(7)).isNull();
            assertThat(store.read(8)).containsExactly(8, 8);
        }
        try (MessageStore store = store()) {
            assertThat(store.open(0).records()).hasSize(49);
            assertThat(store.read(50)).containsExactly(50, 50);
        }
    }
}
