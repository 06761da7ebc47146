package io.keelson.jms.broker;

import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.RecordNumbers;
import io.keelson.jms.store.StoreFigures;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store whose batches are sure when the test says so. What is not is lost in a crash, but for some that came first. For one thread. */
final class SimulatedStore implements MessageStore {
    private record Waiting(List<Change> batch, Completion completion) {}

    private final SortedMap<Long, byte[]> sure;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    int readsThatFail;

    SimulatedStore(SortedMap<Long, byte[]> sure) {
        this.sure = new TreeMap<>(sure);
    }

    @Override
    public Recovered open(long epoch) {
        return new Recovered(records(), null);
    }

    @Override
    public byte @Nullable [] read(long record) throws IOException {
        if (readsThatFail > 0) {
            readsThatFail--;
            throw new IOException("Input/output error");
        }
        return sure.get(record);
    }

    @Override
    public RecordNumbers records() {
        return RecordNumbers.of(sure.keySet());
    }

    @Override
    public void append(List<Change> batch, Completion completion) {
        waiting.add(new Waiting(List.copyOf(batch), completion));
    }

    private void keep(Waiting next) {
        for (Change each : next.batch()) {
            if (each instanceof Put put) {
                sure.put(put.record(), put.bytes());
            } else {
                sure.remove(each.record());
            }
        }
    }

    /** Makes sure of the first batches. */
    void sync(int most) {
        for (int i = 0; i < most && !waiting.isEmpty(); i++) {
            Waiting next = waiting.remove();
            keep(next);
            next.completion().done(null);
        }
    }

    void syncAll() {
        while (!waiting.isEmpty()) {
            sync(1);
        }
    }

    /** Has the next batches fail, as on a full disk. */
    void fail(int most) {
        for (int i = 0; i < most && !waiting.isEmpty(); i++) {
            waiting.remove().completion().done(new IOException("no space left"));
        }
    }

    /** Ends the process: what is found afterwards. */
    SortedMap<Long, byte[]> crash(Random random) {
        for (int kept = random.nextInt(waiting.size() + 1); kept > 0; kept--) {
            keep(waiting.remove());
        }
        return sure;
    }

    /** Returns what is sure. */
    SortedMap<Long, byte[]> kept() {
        return sure;
    }

    @Override
    public StoreFigures figures() {
        return new StoreFigures(sure.size(), 0, 0, 0, 0, "");
    }

    @Override
    public void close() {
        syncAll();
    }
}
