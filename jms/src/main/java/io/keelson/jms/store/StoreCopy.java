package io.keelson.jms.store;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.MessageStore.Change;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a replicated store as the owner sees it: the snapshot that it is sent, the frames that it has not acknowledged, and the last
 * batch that it is known to keep. It is synchronized when it has acknowledged the end of a snapshot. Batches given meanwhile follow the
 * snapshot, and what they touch is left out of it, so that no older value overwrites a newer one. Belongs to the thread of the store.
 */
final class StoreCopy {
    private static final long LONGEST_CONNECT = TimeUnit.MINUTES.toNanos(1);
    private static final int PIECE = 256 << 10;
    private static final long MOST_SNAPSHOT = 2L << 20;
    private static final long MOST_TAIL = 64L << 20;

    private enum Phase {
        CONNECTING,
        LISTING,
        COPYING,
        COMPLETING,
        SYNCED
    }

    /** A frame without its acknowledgement. */
    private record Sent(long number, long sequence, int bytes, long since) {}

    private final String server;
    private final Ticker ticker;
    private final ArrayDeque<Sent> sent = new ArrayDeque<>();
    private RecordMap touched = new RecordMap(0);
    private final long since;
    private ReplicaPeers.@Nullable Connection connection;
    private Phase phase = Phase.CONNECTING;
    private PrimitiveIterator.OfLong records = RecordNumbers.NONE.iterator();
    private int round;
    private long frames;
    private long bytes;
    private long kept;
    private long endFrame;

    StoreCopy(String server, Ticker ticker) {
        this.server = server;
        this.ticker = ticker;
        this.since = ticker.nanoTime();
    }

    String server() {
        return server;
    }

    boolean isSynced() {
        return phase == Phase.SYNCED;
    }

    boolean isConnected() {
        return connection != null;
    }

    /** Returns the sequence of the last batch that the copy keeps; 0 while it is not synchronized. */
    long kept() {
        return kept;
    }

    void connected(ReplicaPeers.Connection opened) {
        connection = opened;
    }

    void close(String why) {
        ReplicaPeers.Connection open = connection;
        if (open != null) {
            open.close(why);
        }
    }

    /** Returns why it is to be given up; null: it answers in time. */
    @Nullable
    String overdue(long patienceNanos) {
        long now = ticker.nanoTime();
        Sent oldest = sent.peek();
        if (oldest != null && now - oldest.since() > patienceNanos) {
            return "it has acknowledged nothing for " + TimeUnit.NANOSECONDS.toMillis(patienceNanos) + " ms";
        }
        return phase == Phase.CONNECTING && now - since > LONGEST_CONNECT ? "it was not ready within a minute" : null;
    }

    // ---- batches ---------------------------------------------------------------------------------------------------

    /** Leaves out of the snapshot what a batch touches, as the batch follows. */
    void touches(List<Change> batch) {
        if (phase == Phase.LISTING || phase == Phase.COPYING) {
            touch(batch);
        }
    }

    private void touch(List<Change> batch) {
        for (Change each : batch) {
            int[] unused = touched.put(each.record());
        }
    }

    /**
     * Sends batches in one frame.
     *
     * @param sequence of the last of them
     * @return false where it does not keep up and is to be given up
     */
    boolean append(List<List<Change>> batches, long sequence) {
        if (phase == Phase.CONNECTING) {
            return true;
        }
        send(ReplicaFrames.changes(++frames, batches), sequence);
        return bytes <= MOST_TAIL || isSynced();
    }

    private void send(byte[] frame, long sequence) {
        ReplicaPeers.Connection open = connection;
        if (open != null) {
            sent.add(new Sent(frames, sequence, frame.length, ticker.nanoTime()));
            bytes += frame.length;
            open.send(frame);
        }
    }

    /**
     * Takes an acknowledgement.
     *
     * @throws IllegalArgumentException where the frame cannot be read
     */
    void answered(byte[] frame) {
        long number = ReplicaFrames.read(frame).number();
        long last = kept;
        while (!sent.isEmpty() && sent.getFirst().number() <= number) {
            Sent acknowledged = sent.remove();
            bytes -= acknowledged.bytes();
            last = acknowledged.sequence();
        }
        if (phase == Phase.COMPLETING && number >= endFrame) {
            phase = Phase.SYNCED;
        }
        if (isSynced()) {
            kept = last;
        }
    }

    // ---- the snapshot ----------------------------------------------------------------------------------------------

    /**
     * Begins a snapshot. It needs the list of records when the owner's own store has all batches before.
     *
     * @param unsent batches that the own store was given and no copy was sent yet: they follow
     * @return the number of the snapshot, for {@link #listed}
     */
    int begin(List<List<Change>> unsent, long sequence) {
        phase = Phase.LISTING;
        touched = new RecordMap(0);
        kept = 0;
        frames++;
        send(ReplicaFrames.start(frames), sequence);
        unsent.forEach(this::touch);
        return ++round;
    }

    /** Takes the records of the own store, unless another snapshot was begun meanwhile. */
    void listed(int snapshot, RecordNumbers all) {
        if (round == snapshot) {
            records = all.iterator();
            phase = Phase.COPYING;
        }
    }

    /** Returns true if a piece of the snapshot can be sent at once. */
    boolean hasRoomForPiece() {
        return phase == Phase.COPYING && bytes < MOST_SNAPSHOT;
    }

    /** Sends the next piece of the snapshot, and its end behind the last one. */
    void sendPiece(MessageStore own, long sequence) throws IOException {
        List<Change> puts = new ArrayList<>();
        int size = 0;
        while (records.hasNext() && size < PIECE) {
            long number = records.nextLong();
            byte[] value = touched.contains(number) ? null : own.read(number);
            if (value != null) {
                puts.add(new MessageStore.Put(number, value));
                size += value.length + 16;
            }
        }
        if (!puts.isEmpty()) {
            send(ReplicaFrames.changes(++frames, List.of(puts)), sequence);
        }
        if (!records.hasNext()) {
            records = RecordNumbers.NONE.iterator();
            touched = new RecordMap(0);
            phase = Phase.COMPLETING;
            endFrame = ++frames;
            send(ReplicaFrames.end(frames), sequence);
        }
    }
}
