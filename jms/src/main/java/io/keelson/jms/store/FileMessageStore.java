package io.keelson.jms.store;

import io.keelson.base.thread.Threads;
import io.keelson.jms.message.ByteWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A store in the segments of an append-only log. One thread writes: it takes all batches that wait, writes them together and makes sure of
 * them once. The oldest segment is cleared a piece at a time between writes, when less than half of the log is live; so a removal is always
 * younger than the segment that it is about.
 *
 * <p>A file beside the segments is a reserve of room. When the disk is full it is given up, and what takes messages out of the store is
 * written in its place, and nothing else, until there is room for the reserve again: so a store is emptied whose disk is full.
 *
 * <p>The lock guards the queue, the index and the figures; everything else belongs to the writing thread once the store is open.
 */
public final class FileMessageStore implements MessageStore {
    /** Writes without a refusal after which the disk has room again. */
    private static final int TAKEN_AGAIN = 100;

    private static final int MOST_TOGETHER = 4 << 20;
    private static final int PIECE = 1 << 20;

    /** Number of segments that there may be beside those that their size explains: each start begins one. */
    private static final int MOST_SMALL = 8;

    /** Bytes of segments from which on they are read ahead. */
    private static final long MUCH = 8 << 20;

    /** Number of records whose places are looked up together. */
    private static final int PLACES_TOGETHER = 1024;

    /** Bytes between two records that are read, too, rather than by two reads. */
    private static final int SMALL_GAP = 16 << 10;

    private static final String RESERVE_FILE = "store.reserve";
    private static final int LEAST_RESERVE = 256 << 10;
    private static final int MOST_RESERVE = 4 << 20;

    /** Bytes that a batch may keep which removes something, and gives room back for all that: what is noted of its sender. */
    private static final int MOST_NOTED = 1024;

    private record Waiting(List<Change> batch, Completion completion) {
        /** Returns true if it takes something out of the store, and puts as good as nothing in. */
        boolean relieves() {
            long kept = 0;
            boolean removes = false;
            for (Change each : batch) {
                kept += each instanceof Put put ? put.bytes().length : 0;
                removes |= each instanceof Remove;
            }
            return removes && kept <= MOST_NOTED;
        }
    }

    private final String name;
    private final StoreFile.Disk disk;
    private final WritePolicy policy;
    private final int segmentBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private final StoreOwnership ownership;
    private final RecordIndex index = new RecordIndex();
    private final ByteWriter buffer = new ByteWriter(64 << 10);

    private @Nullable Thread writer;
    private boolean closing;
    private volatile @Nullable IOException failure;

    /** True while the reserve is given up. Of the writing thread. */
    private boolean spent;

    /** Writes that the disk has refused since it did first; 0 while it takes them. Of the writing thread. */
    private long refused;

    /** Writes that it has taken since the last one that it refused: a disk that is full takes small ones now and then. */
    private int taken;

    private long sure;
    private long live;
    private long total;
    private long batches;
    private long writes;

    /** The place in the oldest segment up to which it is cleared; 0: it is not being cleared. */
    private int cleared;

    /**
     * Makes a store in a directory, which is made when it is opened.
     *
     * @param name for messages and its thread
     * @param segmentBytes after how many bytes a new segment begins
     */
    public FileMessageStore(String name, Path directory, WritePolicy policy, int segmentBytes) {
        this(name, new DirectoryDisk(directory), policy, segmentBytes);
    }

    FileMessageStore(String name, StoreFile.Disk disk, WritePolicy policy, int segmentBytes) {
        this.name = name;
        this.disk = disk;
        this.policy = policy;
        this.segmentBytes = segmentBytes;
        this.ownership = new StoreOwnership(disk);
    }

    // ---- opening ---------------------------------------------------------------------------------------------------

    @Override
    public Recovered open(long asked) throws IOException {
        Recovered recovered = openUnstarted(asked);
        Thread thread = Threads.daemon("keelson.jms: store " + name, this::run);
        writer = thread;
        thread.start();
        return recovered;
    }

    /** Opens without a thread, for tests that call {@link #turn} themselves. */
    Recovered openUnstarted(long asked) throws IOException {
        disk.lock();
        try {
            ownership.take(asked);
            List<String> files =
                    disk.list().stream().filter(Segment::isNamed).sorted().toList();
            String cut = recover(files);
            begin(segments.isEmpty() ? 1 : segments.getLast().number + 1);
            index.forEach((segment, at, length) -> {
                live += length;
                segment.live++;
            });
            if (!disk.list().contains(RESERVE_FILE)) {
                boolean unused = makeReserve();
            }
            if (asked != 0) {
                ownership.share();
            }
            return new Recovered(index.records(), cut);
        } catch (IOException | RuntimeException e) {
            closeFiles();
            throw e;
        }
    }

    /** Reads the segments, where there is much on a thread ahead of the index. Returns what was cut off. */
    private @Nullable String recover(List<String> files) throws IOException {
        long bytes = 0;
        for (String each : files) {
            long number = Segment.number(each);
            if (!segments.isEmpty() && number != segments.getLast().number + 1) {
                throw new IOException("the message store " + disk.directory() + " lacks the segment "
                        + Segment.name(segments.getLast().number + 1) + "; restore it, or move the store away");
            }
            segments.add(Segment.open(disk, number));
            bytes += segments.getLast().file.length();
        }
        List<Segment> all = List.copyOf(segments);
        String[] cut = new String[1];
        Ahead.run(
                bytes < MUCH ? null : "keelson.jms: opening of the store " + name,
                to -> {
                    for (Segment each : all) {
                        each.scan(to);
                    }
                },
                (Segment.Piece piece) -> {
                    Segment segment = piece.segment();
                    piece.changes().load(index, segment);
                    if (piece.last()) {
                        String said = segment.cut(disk, piece, segment == all.get(all.size() - 1));
                        cut[0] = said == null ? cut[0] : said;
                        total += segment.end;
                    }
                });
        if (!segments.isEmpty() && segments.getLast().end == 0) {
            segments.removeLast().delete(disk);
        }
        return cut[0];
    }

    /** Begins a segment. What was written before is sure. */
    private void begin(long number) throws IOException {
        Segment segment = Segment.make(disk, number, ownership.epoch(), policy == WritePolicy.DIRECT_WRITE);
        segments.add(segment);
        total += Segment.HEADER;
        sure = segment.position();
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    @Override
    public byte @Nullable [] read(long record) throws IOException {
        while (true) {
            Segment.Place place = place(record);
            if (place == null) {
                return null;
            }
            byte[] bytes = new byte[place.length()];
            try {
                place.segment().file.read(ByteBuffer.wrap(bytes), place.at());
                return bytes;
            } catch (IOException e) {
                if (place.equals(place(record))) {
                    throw e;
                } // else it was copied to the end of the log meanwhile, and its segment is gone
            }
        }
    }

    @Override
    public Map<Long, byte[]> read(long[] records) throws IOException {
        Map<Long, byte[]> found = new HashMap<>();
        readEach(LongStream.of(records).iterator(), (record, bytes) -> {
            if (bytes != null) {
                found.put(record, bytes);
            }
        });
        return found;
    }

    /** Reads records that are near one another in the log at once. */
    @Override
    public void readEach(PrimitiveIterator.OfLong records, Receiver receiver) throws IOException {
        List<Segment.Place> places = new ArrayList<>(PLACES_TOGETHER);
        long[] numbers = new long[PLACES_TOGETHER];
        while (records.hasNext()) {
            places.clear();
            lock.lock();
            try {
                while (records.hasNext() && places.size() < PLACES_TOGETHER) {
                    long next = records.nextLong();
                    numbers[places.size()] = next;
                    places.add(index.get(next));
                }
            } finally {
                lock.unlock();
            }
            int at = 0;
            while (at < places.size()) {
                at = readTogether(numbers, places, at, receiver);
            }
        }
    }

    /** Reads records from one on. Returns the first one that was not read. */
    private int readTogether(long[] numbers, List<Segment.@Nullable Place> places, int from, Receiver receiver)
            throws IOException {
        Segment.Place first = places.get(from);
        if (first == null) {
            receiver.take(numbers[from], null);
            return from + 1;
        }
        long end = (long) first.at() + first.length();
        int until = from + 1;
        while (until < places.size()) {
            Segment.Place next = places.get(until);
            if (next == null
                    || next.segment() != first.segment()
                    || next.at() < end
                    || next.at() > end + SMALL_GAP
                    || next.at() + (long) next.length() - first.at() > PIECE) {
                break;
            }
            end = next.at() + (long) next.length();
            until++;
        }
        byte[] bytes = until == from + 1 ? null : piece(first.segment(), first.at(), (int) (end - first.at()));
        for (int i = from; i < until; i++) {
            Segment.Place place = places.get(i);
            int at = place == null ? 0 : place.at() - first.at();
            receiver.take(
                    numbers[i],
                    bytes == null || place == null
                            ? read(numbers[i])
                            : Arrays.copyOfRange(bytes, at, at + place.length()));
        }
        return until;
    }

    /** Reads a piece of a segment; null where it cannot be read, as when it was given back meanwhile. */
    private static byte @Nullable [] piece(Segment of, int at, int length) {
        byte[] bytes = new byte[length];
        try {
            of.file.read(ByteBuffer.wrap(bytes), at);
            return bytes;
        } catch (IOException e) {
            StoreLog.LOG.debugf(e, "records of a message store are read one by one");
            return null;
        }
    }

    private Segment.@Nullable Place place(long record) {
        lock.lock();
        try {
            return index.get(record);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public RecordNumbers records() {
        lock.lock();
        try {
            return index.records();
        } finally {
            lock.unlock();
        }
    }

    // ---- batches ---------------------------------------------------------------------------------------------------

    @Override
    public void append(List<Change> batch, Completion completion) {
        IOException refused = null;
        lock.lock();
        try {
            if (closing) {
                refused = new IOException("the message store " + name + " is closed");
            } else {
                waiting.add(new Waiting(batch, completion));
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            completion.done(refused);
        }
    }

    private void run() {
        while (await()) {
            boolean unused = turn();
        }
        finish();
    }

    /** Waits for something to do. Returns false at the end. */
    private boolean await() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closing && !wantsClearing()) {
                changed.awaitUninterruptibly();
            }
            return !waiting.isEmpty() || !closing;
        } finally {
            lock.unlock();
        }
    }

    /** Writes what waits, and clears a piece of the oldest segment. Returns true if there may be more to do. */
    boolean turn() {
        List<Waiting> together = new ArrayList<>();
        lock.lock();
        try {
            long bytes = 0;
            while (!waiting.isEmpty() && bytes < MOST_TOGETHER) {
                Waiting next = waiting.remove();
                together.add(next);
                for (Change each : next.batch()) {
                    bytes += each instanceof Put put ? put.bytes().length : 16;
                }
            }
        } finally {
            lock.unlock();
        }
        if (!together.isEmpty()) {
            writeTogether(together);
        }
        if (wantsClearing()) {
            clear();
        }
        return !together.isEmpty() || wantsClearing();
    }

    /** Writes what waits. Where the disk is full it writes what takes messages out of the store. */
    private void writeTogether(List<Waiting> together) {
        IOException error = spent && !replenish()
                ? refusal(
                        "the message store " + name + " cannot write: ",
                        new IOException("No space left on device; what is there can be received"))
                : write(batches(together));
        List<Waiting> relieving = error == null || failure != null
                ? List.of()
                : together.stream().filter(Waiting::relieves).toList();
        if (relieving.isEmpty()) {
            together.forEach(each -> each.completion().done(error));
            return;
        }
        spend();
        IOException second = write(batches(relieving));
        together.forEach(each -> each.completion().done(each.relieves() ? second : error));
    }

    private static List<List<Change>> batches(List<Waiting> of) {
        return of.stream().map(Waiting::batch).toList();
    }

    // ---- the reserve -----------------------------------------------------------------------------------------------

    private int reserveBytes() {
        return Math.max(LEAST_RESERVE, Math.min(MOST_RESERVE, segmentBytes / 8));
    }

    private void spend() {
        if (!spent) {
            spent = true;
            deleteReserve();
        }
    }

    /** Makes the reserve again where there is room for it and more. Returns true if it is there. */
    private boolean replenish() {
        return disk.room() > 2L * reserveBytes() && makeReserve();
    }

    private boolean makeReserve() {
        try (StoreFile file = disk.open(RESERVE_FILE, false)) {
            file.write(ByteBuffer.allocate(reserveBytes()), 0);
            file.force();
            spent = false;
            return true;
        } catch (IOException e) {
            StoreLog.LOG.debugf(e, "the message store %s has no room for its reserve", name);
            spent = true;
            deleteReserve();
            return false;
        }
    }

    private void deleteReserve() {
        try {
            disk.delete(RESERVE_FILE);
        } catch (IOException e) {
            StoreLog.LOG.debugf(e, "the reserve of the message store %s stays", name);
        }
    }

    private @Nullable IOException write(List<List<Change>> all) {
        IOException before = failure;
        if (before != null) {
            return new IOException(
                    "the message store " + name + " takes nothing any more: " + before.getMessage(), before);
        }
        try {
            ownership.begin();
        } catch (IOException e) {
            return fail(e);
        }
        try {
            return writeOwned(all);
        } finally {
            unlock();
        }
    }

    private void unlock() {
        try {
            ownership.end();
        } catch (IOException e) {
            IOException unused = fail(e);
        }
    }

    private @Nullable IOException writeOwned(List<List<Change>> all) {
        Segment segment = segments.getLast();
        if (segment.end >= segmentBytes) {
            IOException failed = roll(segment);
            if (failed != null) {
                return failed;
            }
            segment = segments.getLast();
        }
        ByteWriter out = buffer.clear(2 * MOST_TOGETHER);
        all.forEach(batch -> {
            if (!batch.isEmpty()) {
                Frame.write(batch, sure, out);
            }
        });
        int from = segment.end;
        try {
            segment.file.write(ByteBuffer.wrap(out.array(), 0, out.length()), from);
        } catch (IOException e) {
            return undo(segment, from, e);
        }
        segment.end += out.length();
        try {
            if (policy != WritePolicy.DISABLED && out.length() > 0) {
                segment.file.force();
            }
        } catch (IOException e) {
            return fail(e);
        }
        if (policy != WritePolicy.DISABLED) {
            sure = segment.position();
        }
        note(segment, from, out, all.size());
        if (refused > 0 && !spent && out.length() > 0 && ++taken >= TAKEN_AGAIN) {
            StoreLog.LOG.writesAgain(name, refused);
            refused = 0;
        }
        return null;
    }

    /** The disk has refused a write, of which nothing is left. Said once. */
    private IOException refusal(String message, IOException error) {
        taken = 0;
        if (refused++ == 0) {
            StoreLog.LOG.refuses(name, String.valueOf(error.getMessage()));
        }
        return new IOException(message + error.getMessage(), error);
    }

    private @Nullable IOException roll(Segment full) {
        try {
            full.file.force();
        } catch (IOException e) {
            return fail(e);
        }
        try {
            begin(full.number + 1);
            return null;
        } catch (IOException e) {
            return refusal("the message store " + name + " cannot begin another segment: ", e);
        }
    }

    /** Takes back what was written in part. What was there before stays. */
    private IOException undo(Segment segment, int from, IOException error) {
        try {
            segment.file.truncate(from);
            return refusal("the message store " + name + " cannot write: ", error);
        } catch (IOException e) {
            error.addSuppressed(e);
            return fail(error);
        }
    }

    private IOException fail(IOException error) {
        failure = error;
        if (error instanceof StoreOwnerException) {
            StoreLog.LOG.taken(name, String.valueOf(error.getMessage()));
        } else {
            StoreLog.LOG.failed(name, String.valueOf(error.getMessage()), error);
        }
        return new IOException(
                "the message store " + name + " cannot make sure of what it wrote: " + error.getMessage(), error);
    }

    private void note(Segment segment, int from, ByteWriter out, int count) {
        lock.lock();
        try {
            int at = 0;
            while (at < out.length()) {
                Frame.Read frame = Frame.readOwn(out.array(), at);
                for (Frame.Kept each : frame.changes()) {
                    Segment.Place before = each.removed()
                            ? index.remove(each.record())
                            : index.put(each.record(), segment, from + each.at(), each.length());
                    live += Math.max(0, each.length()) - (before == null ? 0 : before.length());
                    segment.live += each.removed() ? 0 : 1;
                    if (before != null) {
                        before.segment().live--;
                    }
                }
                at = frame.end();
            }
            total += out.length();
            batches += count;
            writes++;
        } finally {
            lock.unlock();
        }
    }

    // ---- clearing --------------------------------------------------------------------------------------------------

    private boolean wantsClearing() {
        return failure == null
                && !closing
                && segments.size() > 1
                && (spent
                        ? segments.getFirst().live == 0 // which takes no room
                        : cleared > 0
                                || total > 2 * live + 2L * segmentBytes
                                || segments.size() > MOST_SMALL + 2 * (total / segmentBytes));
    }

    /** Copies what is live of the next piece of the oldest segment to the end of the log. */
    private void clear() {
        Segment oldest = segments.getFirst();
        int from = Math.max(cleared, Segment.HEADER);
        try {
            List<Change> moved = new ArrayList<>();
            int at = piece(oldest, from, moved);
            if (!moved.isEmpty() && write(List.of(moved)) != null) {
                spend(); // the disk is full, or worse: the segment stays, and is not tried again before there is room
                return;
            }
            cleared = at;
            if (at >= oldest.end) {
                drop(oldest);
            }
        } catch (IOException e) {
            IOException unused = fail(e);
        }
    }

    private int piece(Segment segment, int from, List<Change> moved) throws IOException {
        int wanted = Math.min(PIECE, segment.end - from);
        byte[] bytes = new byte[wanted];
        segment.file.read(ByteBuffer.wrap(bytes), from);
        if (wanted >= Frame.HEAD) {
            int first = Frame.HEAD + ByteBuffer.wrap(bytes).getInt(4);
            if (first > wanted && first > 0 && first <= segment.end - from) {
                bytes = new byte[first];
                segment.file.read(ByteBuffer.wrap(bytes), from);
            }
        }
        int at = 0;
        while (at < bytes.length) {
            Frame.Read frame = Frame.read(bytes, at, bytes.length);
            if (frame == null) {
                break;
            }
            for (Frame.Kept each : frame.changes()) {
                Segment.Place place = each.removed() ? null : index.get(each.record());
                if (place != null && place.segment() == segment && place.at() == from + each.at()) {
                    moved.add(new Put(each.record(), Arrays.copyOfRange(bytes, each.at(), each.at() + each.length())));
                }
            }
            at = frame.end();
        }
        if (at == 0 && from < segment.end) {
            throw new IOException("the segment " + disk.directory().resolve(Segment.name(segment.number))
                    + " is damaged at offset " + from);
        }
        return from + at;
    }

    private void drop(Segment oldest) throws IOException {
        ownership.begin();
        try {
            dropOwned(oldest);
        } finally {
            unlock();
        }
    }

    private void dropOwned(Segment oldest) throws IOException {
        if (policy == WritePolicy.DISABLED) {
            segments.getLast().file.force(); // the copies have to be there before the originals go
        }
        oldest.delete(disk);
        lock.lock();
        try {
            segments.removeFirst();
            index.forget(oldest);
            total -= oldest.end;
            cleared = 0;
        } finally {
            lock.unlock();
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Override
    public StoreFigures figures() {
        lock.lock();
        try {
            IOException failed = failure;
            return new StoreFigures(
                    index.size(),
                    live,
                    total,
                    batches,
                    writes,
                    failed == null ? "" : String.valueOf(failed.getMessage()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        Thread thread;
        lock.lock();
        try {
            closing = true;
            changed.signal();
            thread = writer;
            writer = null;
        } finally {
            lock.unlock();
        }
        if (thread != null && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void finish() {
        try {
            if (failure == null) {
                segments.getLast().file.force();
            }
        } catch (IOException e) {
            IOException unused = fail(e);
        }
        closeFiles();
    }

    private void closeFiles() {
        try {
            for (Segment each : segments) {
                each.file.close();
            }
            ownership.close();
            disk.close();
        } catch (IOException e) {
            StoreLog.LOG.debugf(e, "the end of the message store %s", name);
        }
    }
}
