package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StoreCopyTest {
    private final List<ReplicaFrames.Read> frames = new ArrayList<>();
    private final Map<Long, byte[]> records = new HashMap<>();
    private long nanos;
    private final StoreCopy copy = new StoreCopy("two", new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
    });

    private void connect() {
        copy.connected(new ReplicaPeers.Connection() {
            @Override
            public void send(byte[] frame) {
                frames.add(ReplicaFrames.read(frame));
            }

            @Override
            public void close(String why) {}
        });
    }

    private static List<MessageStore.Change> put(long record, int size) {
        return List.of(new MessageStore.Put(record, new byte[size]));
    }

    private long last() {
        return frames.get(frames.size() - 1).number();
    }

    /** Sends a snapshot of what the store has. */
    private void snapshot(long sequence) throws Exception {
        int number = copy.begin(List.of(), sequence);
        copy.listed(number, RecordNumbers.of(new TreeSet<>(records.keySet())));
        while (copy.hasRoomForPiece()) {
            copy.sendPiece(new Records(), sequence);
        }
    }

    @Test
    void itIsSynchronizedWithTheEndOfItsSnapshot() throws Exception {
        records.put(1L, new byte[10]);
        connect();
        snapshot(7);
        long end = last();
        copy.answered(ReplicaFrames.kept(end - 1));
        assertThat(copy.isSynced()).isFalse();
        assertThat(copy.kept()).isZero();
        copy.answered(ReplicaFrames.kept(end));
        assertThat(copy.isSynced()).isTrue();
        assertThat(copy.kept()).isEqualTo(7);
    }

    @Test
    void anAcknowledgementIsOfAllFramesBefore() throws Exception {
        connect();
        snapshot(0);
        copy.answered(ReplicaFrames.kept(last()));
        assertThat(copy.append(List.of(put(1, 1)), 1)).isTrue();
        assertThat(copy.append(List.of(put(2, 1)), 2)).isTrue();
        assertThat(copy.append(List.of(put(3, 1)), 3)).isTrue();
        copy.answered(ReplicaFrames.kept(last() - 1));
        assertThat(copy.kept()).isEqualTo(2);
    }

    @Test
    void theSnapshotLeavesOutWhatFollows() throws Exception {
        records.put(1L, new byte[10]);
        records.put(2L, new byte[10]);
        records.put(3L, new byte[10]);
        connect();
        int number = copy.begin(List.of(put(1, 5)), 4);
        copy.touches(put(2, 5));
        copy.listed(number, RecordNumbers.of(List.of(1L, 2L, 3L)));
        copy.sendPiece(new Records(), 4);
        assertThat(frames).hasSize(3);
        ReplicaFrames.Changes sent = (ReplicaFrames.Changes) frames.get(1);
        assertThat(sent.batches().get(0))
                .singleElement()
                .satisfies(put -> assertThat(put.record()).isEqualTo(3));
    }

    @Test
    void theListOfASnapshotBeforeIsNotTaken() {
        connect();
        int before = copy.begin(List.of(), 0);
        int now = copy.begin(List.of(), 0);
        copy.listed(before, RecordNumbers.of(List.of(1L)));
        assertThat(copy.hasRoomForPiece()).isFalse();
        copy.listed(now, RecordNumbers.of(List.of(1L)));
        assertThat(copy.hasRoomForPiece()).isTrue();
    }

    @Test
    void aLargeSnapshotWaitsForAcknowledgements() throws Exception {
        for (long i = 0; i < 20; i++) {
            records.put(i, new byte[256 << 10]);
        }
        connect();
        snapshot(0);
        assertThat(frames.get(frames.size() - 1)).isNotInstanceOf(ReplicaFrames.End.class);
        copy.answered(ReplicaFrames.kept(last()));
        assertThat(copy.hasRoomForPiece()).isTrue();
    }

    @Test
    void oneThatDoesNotKeepUpIsGivenUpUnlessItIsSynchronized() {
        connect();
        int unused = copy.begin(List.of(), 0);
        List<MessageStore.Change> large = put(1, 30 << 20);
        assertThat(copy.append(List.of(large), 1)).isTrue();
        assertThat(copy.append(List.of(large), 2)).isTrue();
        assertThat(copy.append(List.of(large), 3)).isFalse();
    }

    @Test
    void silenceIsOverdue() {
        long patience = TimeUnit.SECONDS.toNanos(2);
        connect();
        int unused = copy.begin(List.of(), 0);
        nanos = patience;
        assertThat(copy.overdue(patience)).isNull();
        nanos++;
        assertThat(copy.overdue(patience)).isEqualTo("it has acknowledged nothing for 2000 ms");
        copy.answered(ReplicaFrames.kept(last()));
        assertThat(copy.overdue(patience)).isNull();
    }

    @Test
    void oneThatNeverConnectsIsOverdue() {
        nanos = TimeUnit.MINUTES.toNanos(1) + 1;
        assertThat(copy.overdue(1)).isEqualTo("it was not ready within a minute");
    }

    @Test
    void whatCannotBeReadIsSaid() {
        assertThatThrownBy(() -> copy.answered(new byte[] {'X', 0, 0, 0, 0, 0, 0, 0, 0}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The records of the owner's own store. */
    private final class Records implements MessageStore {
        @Override
        public Recovered open(long epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] read(long record) {
            return records.get(record);
        }

        @Override
        public RecordNumbers records() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void append(List<Change> batch, Completion completion) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StoreFigures figures() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
