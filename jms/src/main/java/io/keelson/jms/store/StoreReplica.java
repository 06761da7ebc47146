package io.keelson.jms.store;

import io.keelson.base.thread.Threads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A copy of another server's log, for one connection of its owner. Each batch goes into a store of this server and is acknowledged when
 * that has kept it. See docs/design/jms.md, "Replicated stores".
 *
 * <p>{@code lock} guards the queue; all else belongs to the thread of the replica.
 */
public final class StoreReplica implements AutoCloseable {
    private static final int MOST_REMOVALS = 10_000;

    private final String name;
    private final long epoch;
    private final MessageStore store;
    private final ReplicaPeers.Connection owner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();

    /** Records that the store has had before the snapshot and that the snapshot has not had yet; null: no snapshot is coming in. */
    private @Nullable RecordMap stale;

    private @Nullable Thread thread;
    private boolean waiting;
    private boolean listed;
    private boolean closed;

    /**
     * Makes a replica.
     *
     * @param name for its thread and messages
     * @param epoch of the owner
     * @param store not open yet; the replica opens and closes it
     */
    public StoreReplica(String name, long epoch, MessageStore store, ReplicaPeers.Connection owner) {
        this.name = name;
        this.epoch = epoch;
        this.store = store;
        this.owner = owner;
    }

    /** Opens the store on a thread of its own and begins to take frames. */
    public void start() {
        Thread made = Threads.daemon("keelson.jms: copy of " + name, this::run);
        lock.lock();
        try {
            if (closed) {
                return;
            }
            thread = made;
        } finally {
            lock.unlock();
        }
        made.start();
    }

    private void run() {
        try {
            open();
            owner.send(ReplicaFrames.kept(0)); // it is open
            while (await()) {
                boolean unused = turn();
            }
        } catch (IOException | RuntimeException e) {
            StoreLog.LOG.replicaEnded(name, String.valueOf(e.getMessage()));
            owner.close("the copy of the message store " + name + " fails: " + e.getMessage());
        } finally {
            stop();
            store.close();
        }
    }

    /** Opens the store, for tests that call {@link #turn} themselves. */
    void open() throws IOException {
        MessageStore.Recovered unused = store.open(epoch);
    }

    private boolean await() {
        lock.lock();
        try {
            while (!closed && (frames.isEmpty() || waiting)) {
                changed.awaitUninterruptibly();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a frame of the owner, on any thread. */
    public void received(byte[] frame) {
        lock.lock();
        try {
            if (!closed) {
                frames.add(frame);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes one frame. Returns true if there may be more. */
    boolean turn() {
        byte[] next;
        lock.lock();
        try {
            next = waiting || closed ? null : frames.poll();
        } finally {
            lock.unlock();
        }
        if (next == null) {
            return false;
        }
        ReplicaFrames.Read frame = ReplicaFrames.read(next);
        if (frame instanceof ReplicaFrames.Start start) {
            begin(start.number());
        } else if (frame instanceof ReplicaFrames.Changes changes) {
            keep(changes);
        } else if (frame instanceof ReplicaFrames.End end) {
            complete(end.number());
        } else {
            throw new IllegalArgumentException("the owner of a log sends no acknowledgements");
        }
        return true;
    }

    /** Lists what the store has when all before is kept; meanwhile frames wait. */
    private void begin(long number) {
        lock.lock();
        try {
            waiting = true;
        } finally {
            lock.unlock();
        }
        listed = false;
        store.append(List.of(), error -> {
            lock.lock();
            try {
                waiting = false;
                changed.signal();
            } finally {
                lock.unlock();
            }
            done(number, error);
        });
    }

    private void keep(ReplicaFrames.Changes changes) {
        RecordMap old = stale();
        List<List<MessageStore.Change>> batches = changes.batches();
        for (int i = 0; i < batches.size(); i++) {
            List<MessageStore.Change> batch = batches.get(i);
            for (MessageStore.Change each : batch) {
                int[] unused = old.remove(each.record());
            }
            boolean last = i == batches.size() - 1;
            store.append(batch, error -> {
                if (last || error != null) {
                    done(changes.number(), error);
                }
            });
        }
    }

    private RecordMap stale() {
        RecordMap old = stale;
        if (!listed || old == null) {
            old = new RecordMap(0);
            for (PrimitiveIterator.OfLong all = store.records().iterator(); all.hasNext(); ) {
                int[] unused = old.put(all.nextLong());
            }
            stale = old;
            listed = true;
        }
        return old;
    }

    private void complete(long number) {
        List<MessageStore.Change> removals = new ArrayList<>();
        for (long each : stale().numbers()) {
            removals.add(new MessageStore.Remove(each));
            if (removals.size() == MOST_REMOVALS) {
                store.append(removals, error -> {
                    if (error != null) {
                        done(number, error);
                    }
                });
                removals = new ArrayList<>();
            }
        }
        stale = new RecordMap(0);
        store.append(removals, error -> done(number, error));
    }

    private void done(long number, @Nullable IOException error) {
        if (error == null) {
            lock.lock();
            try {
                if (closed) {
                    return;
                }
            } finally {
                lock.unlock();
            }
            owner.send(ReplicaFrames.kept(number));
        } else {
            owner.close("the copy of the message store " + name + " cannot be kept: " + error.getMessage());
            stop();
        }
    }

    /** Ends it without waiting: its connection is lost. */
    public void end() {
        stop();
    }

    private void stop() {
        lock.lock();
        try {
            closed = true;
            frames.clear();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it, and waits until its store is closed. What was acknowledged is in the store. */
    @Override
    public void close() {
        stop();
        Thread running;
        lock.lock();
        try {
            running = thread;
        } finally {
            lock.unlock();
        }
        owner.close("the copy has ended");
        if (running != null && running != Thread.currentThread()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
