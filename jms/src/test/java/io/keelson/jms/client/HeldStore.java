package io.keelson.jms.client;

import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.RecordNumbers;
import io.keelson.jms.store.StoreFigures;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A store that keeps nothing while it is held, until the test says what becomes of each batch. */
final class HeldStore implements MessageStore {
    private record Waiting(List<Change> batch, Completion completion) {}

    private final MessageStore store;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean held;

    HeldStore(MessageStore store) {
        this.store = store;
    }

    void hold() {
        held = true;
    }

    int waiting() {
        return waiting.size();
    }

    /** Keeps the oldest batch. */
    void keepOne() {
        Waiting next = waiting.remove();
        store.append(next.batch(), next.completion());
    }

    /** Has the oldest batch fail. */
    void failOne() {
        waiting.remove().completion().done(new IOException("no space left"));
    }

    /** Keeps all, and what comes from now on. */
    void release() {
        held = false;
        while (!waiting.isEmpty()) {
            keepOne();
        }
    }

    @Override
    public void append(List<Change> batch, Completion completion) {
        if (held) {
            waiting.add(new Waiting(batch, completion));
        } else {
            store.append(batch, completion);
        }
    }

    @Override
    public Recovered open(long epoch) throws IOException {
        return store.open(epoch);
    }

    @Override
    public byte @Nullable [] read(long record) throws IOException {
        return store.read(record);
    }

    @Override
    public RecordNumbers records() {
        return store.records();
    }

    @Override
    public StoreFigures figures() {
        return store.figures();
    }

    @Override
    public void close() {
        store.close();
    }
}
