package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.store.MessageStore.Put;
import io.keelson.jms.store.MessageStore.Recovered;
import io.keelson.jms.store.MessageStore.Remove;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The store in files on a disk that fails. The test is the writing thread. */
final class StoreFaultsTest {
    private final FaultyDisk disk = new FaultyDisk();

    private FileMessageStore open() throws IOException {
        FileMessageStore store = new FileMessageStore("test", disk, WritePolicy.CACHE_FLUSH, 4096);
        store.openUnstarted(0);
        return store;
    }

    private Recovered reopened() throws IOException {
        return new FileMessageStore("test", disk, WritePolicy.CACHE_FLUSH, 4096).openUnstarted(0);
    }

    private static void turn(FileMessageStore store) {
        boolean unused = store.turn();
    }

    private String lastSegment() {
        return disk.files.keySet().stream()
                .filter(each -> each.startsWith("messages-"))
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    @Test
    void cutsAndSaysATornTail() throws Exception {
        FileMessageStore store = open();
        MessageStoreContractTest.append(store, new Put(1, new byte[] {1}));
        turn(store);
        FaultyDisk.Content content = disk.files.get(lastSegment());
        int sure = content.now.length;
        MessageStoreContractTest.append(store, new Put(2, new byte[500]));
        turn(store);
        content.now = java.util.Arrays.copyOf(content.now, sure + 100);
        Recovered recovered = reopened();
        assertThat(recovered.records()).containsExactly(1L);
        assertThat(recovered.cut()).contains("100 bytes").contains("offset " + sure);
        assertThat(reopened().cut()).isNull();
    }

    @Test
    void stopsAtADamagedMiddleWithTheOffset() throws Exception {
        FileMessageStore store = open();
        MessageStoreContractTest.append(store, new Put(1, new byte[] {1}));
        turn(store);
        FaultyDisk.Content content = disk.files.get(lastSegment());
        int second = content.now.length;
        MessageStoreContractTest.append(store, new Put(2, new byte[300]));
        turn(store);
        MessageStoreContractTest.append(store, new Put(3, new byte[] {3}));
        turn(store);
        content.now[second + 100] ^= 0x55;
        assertThatThrownBy(this::reopened)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(lastSegment())
                .hasMessageContaining("damaged at offset " + second);
    }

    @Test
    void goesOnAfterAFullDisk() throws Exception {
        FileMessageStore store = open();
        CompletableFuture<Void> before = MessageStoreContractTest.append(store, new Put(1, new byte[] {1}));
        turn(store);
        disk.writesThatFail = 1;
        CompletableFuture<Void> refused = MessageStoreContractTest.append(store, new Put(2, new byte[300]));
        turn(store);
        CompletableFuture<Void> after = MessageStoreContractTest.append(store, new Put(3, new byte[] {3}));
        turn(store);
        assertThat(before).isCompleted();
        assertThat(refused).isCompletedExceptionally();
        assertThat(after).isCompleted();
        assertThat(reopened().records()).containsExactly(1L, 3L);
    }

    /** Messages that came before the disk was full can be received: acknowledgements find room, and make more. */
    @Test
    void isEmptiedThoughItsDiskIsFull() throws Exception {
        disk.capacity = 1 << 20;
        FileMessageStore store = open();
        List<Long> kept = new ArrayList<>();
        for (long record = 1; record < 10_000; record++) {
            CompletableFuture<Void> put = MessageStoreContractTest.append(store, new Put(record, new byte[900]));
            while (store.turn()) {}
            if (put.isCompletedExceptionally()) {
                break;
            }
            kept.add(record);
        }
        assertThat(kept).hasSizeBetween(500, 1_500);
        long next = 20_000;
        List<Long> taken = new ArrayList<>();
        for (long each : kept) {
            // a sender that tries again and again, in the same write, does not get what is kept for this
            CompletableFuture<Void> sent = MessageStoreContractTest.append(store, new Put(++next, new byte[900]));
            CompletableFuture<Void> removed = MessageStoreContractTest.append(store, new Remove(each));
            while (store.turn()) {}
            assertThat(removed).as("removal of %d", each).isCompleted();
            if (!sent.isCompletedExceptionally()) {
                taken.add(next);
            }
        }
        assertThat(taken).as("sent once there was room again").isNotEmpty();
        assertThat(reopened().records()).containsExactlyElementsOf(taken);
        assertThat(disk.files).containsKey("store.reserve");
    }

    /** Clearing that finds no room is not tried again and again; it goes on when there is room. */
    @Test
    void clearsNothingWhileThereIsNoRoomForWhatIsLive() throws Exception {
        FileMessageStore store = open();
        List<Change> most = new ArrayList<>();
        for (long record = 1; record <= 100; record++) {
            MessageStoreContractTest.append(store, new Put(record, new byte[900]));
            turn(store);
            if (record % 10 < 7) {
                most.add(new Remove(record));
            }
        }
        disk.capacity = disk.capacity - disk.room() + 1_000;
        CompletableFuture<Void> removed = MessageStoreContractTest.append(store, most.toArray(Change[]::new));
        int turns = 0;
        while (turns < 1_000 && store.turn()) {
            turns++;
        }
        assertThat(removed).isCompleted();
        assertThat(turns).isLessThan(100);
        disk.capacity = Long.MAX_VALUE;
        CompletableFuture<Void> put = MessageStoreContractTest.append(store, new Put(200, new byte[10]));
        while (store.turn()) {}
        assertThat(put).isCompleted();
        assertThat(disk.files).containsKey("store.reserve");
        assertThat(reopened().records()).hasSize(100 - most.size() + 1);
    }

    /** A transaction that receives is noted in the same batch; one that sends as much as it receives is not let in. */
    @Test
    void whatIsNotedOfASenderGoesWithItsRemovalOnAFullDisk() throws Exception {
        FileMessageStore store = open();
        CompletableFuture<Void> put =
                MessageStoreContractTest.append(store, new Put(1, new byte[900]), new Put(2, new byte[900]));
        turn(store);
        assertThat(put).isCompleted();
        disk.capacity =
                disk.files.values().stream().mapToLong(each -> each.now.length).sum();
        CompletableFuture<Void> large =
                MessageStoreContractTest.append(store, new Remove(1), new Put(3, new byte[2_000]));
        turn(store);
        CompletableFuture<Void> noted =
                MessageStoreContractTest.append(store, new Remove(2), new Put(4, new byte[100]));
        turn(store);
        assertThat(large).isCompletedExceptionally();
        assertThat(noted).isCompleted();
        assertThat(reopened().records()).containsExactly(1L, 4L);
    }

    @Test
    void saysOnceThatTheDiskIsFullAndOnceThatItHasRoomAgain() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.keelson.jms.store");
        logger.addHandler(listening);
        try {
            FileMessageStore store = open();
            for (int i = 1; i <= 3; i++) {
                disk.writesThatFail = 2;
                // A small one fits now and then.
                for (int j = 0; j < 10; j++) {
                    MessageStoreContractTest.append(store, new Put(100 * i + j, new byte[] {1}));
                    turn(store);
                }
            }
            assertThat(said).singleElement().asString().contains("KLS-040110", "No space left on device");
            for (int i = 1; i <= 300; i++) {
                MessageStoreContractTest.append(store, new Put(1000 + i, new byte[] {1}));
                turn(store);
            }
            assertThat(said).hasSize(2).last().asString().contains("KLS-040111", "after 6 writes");
        } finally {
            logger.removeHandler(listening);
        }
    }

    @Test
    void takesNothingMoreOnceAFlushHasFailed() throws Exception { // rule 8
        FileMessageStore store = open();
        disk.forcesThatFail = 1;
        CompletableFuture<Void> unsure = MessageStoreContractTest.append(store, new Put(1, new byte[] {1}));
        turn(store);
        CompletableFuture<Void> later = MessageStoreContractTest.append(store, new Put(2, new byte[] {2}));
        turn(store);
        assertThat(unsure).isCompletedExceptionally();
        assertThat(later).isCompletedExceptionally();
        assertThat(store.figures().failure()).contains("Input/output error");
    }

    /** Rules 1 and 5 over random schedules: batches of two records that belong together, removals, clearing, crashes. */
    @Test
    void keepsEachCompletedBatchThroughCrashes() throws Exception {
        long first = Long.getLong("seed", 1);
        int count = Integer.getInteger("runs", 1000);
        for (long seed = first; seed < first + count; seed++) {
            try {
                new Run(seed).go();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class Run {
        private final Random random;
        private final FaultyDisk disk = new FaultyDisk();

        /** By the first record of a pair: the values that it may have; null stands for none. */
        private final Map<Long, List<Integer>> possible = new HashMap<>();

        Run(long seed) {
            random = new Random(seed);
        }

        void go() throws IOException {
            for (int life = 0; life < 4; life++) {
                FileMessageStore store = new FileMessageStore("test", disk, WritePolicy.CACHE_FLUSH, 2048);
                check(all(store, store.openUnstarted(0)));
                for (int step = 0; step < 60; step++) {
                    if (random.nextInt(3) == 0) {
                        turn(store);
                    } else {
                        change(store);
                    }
                }
                disk.crash(random);
            }
        }

        private void change(FileMessageStore store) {
            long record = 2L * random.nextInt(20);
            int value = random.nextInt(100);
            boolean remove = random.nextInt(3) == 0;
            byte[] bytes = new byte[random.nextInt(200) + 1];
            bytes[0] = (byte) value;
            List<Change> batch = remove
                    ? List.of(new Remove(record), new Remove(record + 1))
                    : List.of(new Put(record, bytes), new Put(record + 1, bytes));
            Integer outcome = remove ? null : value;
            List<Integer> outcomes = possible.computeIfAbsent(record, r -> new ArrayList<>(nothing()));
            outcomes.add(outcome);
            int place = outcomes.size() - 1;
            store.append(batch, error -> {
                if (error == null) { // what was before cannot be any more
                    for (int i = 0; i < place; i++) {
                        outcomes.set(i, outcome);
                    }
                }
            });
        }

        private static List<Integer> nothing() {
            List<Integer> list = new ArrayList<>();
            list.add(null);
            return list;
        }

        private static Map<Long, byte[]> all(MessageStore store, Recovered recovered) throws IOException {
            Map<Long, byte[]> records = new HashMap<>();
            for (long each : recovered.records()) {
                records.put(each, store.read(each));
            }
            return records;
        }

        private void check(Map<Long, byte[]> records) {
            possible.forEach((record, outcomes) -> {
                byte[] one = records.get(record);
                byte[] other = records.get(record + 1);
                assertThat(one).as("both or none of %d", record).isEqualTo(other);
                Integer found = one == null ? null : (int) one[0];
                assertThat(outcomes).as("record %d", record).contains(found);
                outcomes.clear();
                outcomes.add(found);
            });
            assertThat(possible.keySet())
                    .containsAll(records.keySet().stream()
                            .filter(each -> each % 2 == 0)
                            .toList());
        }
    }
}
