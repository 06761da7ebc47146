package io.keelson.jms.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Rescue of a damaged store in files: each frame that can be read, wherever it is, goes into a new store. What was removed by a damaged
 * frame is there again, and what only such a frame had is lost. The damaged store stays as it is. Used by one thread.
 */
public final class StoreRescue {
    private static final int TOGETHER = 1 << 20;

    private final Path to;
    private final StoreFile.Disk disk;
    private final Map<String, StoreFile> files = new TreeMap<>();
    private final SortedMap<Long, Place> places = new TreeMap<>();
    private final List<String> damages = new ArrayList<>();

    /** The greatest number of a record that was kept or removed. */
    private long greatest;

    /** Number of bytes that could not be read. */
    private long lost;

    /** The records of a store that say something of the whole. */
    public interface Rules {
        /** Returns the record that says that the store ended in good order, as nobody knows that any more. */
        long leftOut();

        /** Returns the record that says which numbers may have been given. */
        long numbers();

        /**
         * Returns the content of that record for the new store, so that no number is given again.
         *
         * @param known the newest content that could be read; null: none
         * @param greatest the greatest number of a record of which something could be read
         * @param lost how many bytes could not be read
         */
        byte[] numbers(byte @Nullable [] known, long greatest, long lost);
    }

    private record Place(StoreFile file, int at, int length) {}

    /**
     * Result of a rescue.
     *
     * @param records how many records the new store has
     * @param damages what could not be read, with file, offset and length
     */
    public record Rescued(int records, List<String> damages) {}

    private StoreRescue(Path from, Path to) {
        this.disk = new DirectoryDisk(from);
        this.to = to;
    }

    /**
     * Copies what can be read.
     *
     * @param from directory of the damaged store, which nobody has open
     * @param to directory of the new store, which has none yet
     * @throws IOException where nothing can be read or written, or one of the directories is not as it should be
     */
    public static Rescued rescue(Path from, Path to, Rules rules) throws IOException {
        return new StoreRescue(from, to).run(rules);
    }

    private Rescued run(Rules rules) throws IOException {
        List<String> segments = segments(disk.list());
        if (segments.isEmpty()) {
            throw new IOException("the directory " + disk.directory() + " has no segments of a message store");
        }
        if (!segments(new DirectoryDisk(to).list()).isEmpty()) {
            throw new IOException("the directory " + to + " has a message store already; name another one");
        }
        disk.lock();
        try {
            for (String each : segments) {
                StoreFile file = disk.open(each, false);
                files.put(each, file);
                read(each, file);
            }
            places.remove(rules.leftOut());
            write(rules);
            return new Rescued(places.size(), List.copyOf(damages));
        } finally {
            for (StoreFile each : files.values()) {
                each.close();
            }
            disk.close();
        }
    }

    private static List<String> segments(List<String> files) {
        return files.stream().filter(Segment::isNamed).sorted().toList();
    }

    private void read(String name, StoreFile file) throws IOException {
        int length = (int) Math.min(Integer.MAX_VALUE - 16, file.length());
        SegmentReader reader = new SegmentReader(file, length);
        int at = Segment.HEADER;
        while (at < length) {
            Frame.Read frame = reader.frame(at);
            if (frame == null) {
                int next = next(file, reader, at + 1, length);
                lost += next - at;
                damages.add((next - at) + " bytes at offset " + at + " of " + name);
                at = next;
                continue;
            }
            for (Frame.Kept each : frame.changes()) {
                greatest = Math.max(greatest, each.record());
                if (each.removed()) {
                    places.remove(each.record());
                } else {
                    places.put(each.record(), new Place(file, each.at(), each.length()));
                }
            }
            at = frame.end();
        }
    }

    /** Returns where the next whole frame begins; the end where there is none. */
    private static int next(StoreFile file, SegmentReader reader, int from, int length) throws IOException {
        byte[] bytes = new byte[TOGETHER];
        int at = from;
        while (at < length) {
            int count = Math.min(bytes.length, length - at);
            file.read(ByteBuffer.wrap(bytes, 0, count), at);
            for (int i = 0; i < count; i++) {
                if (bytes[i] == (byte) (Frame.MAGIC >>> 24) && reader.frame(at + i) != null) {
                    return at + i;
                }
            }
            at += count;
        }
        return length;
    }

    private void write(Rules rules) throws IOException {
        Place known = places.remove(rules.numbers());
        byte[] numbers = rules.numbers(known == null ? null : read(known), greatest, lost);
        try (FileMessageStore store = new FileMessageStore("rescued", to, WritePolicy.CACHE_FLUSH, 32 << 20)) {
            MessageStore.Recovered unused = store.open(0);
            List<MessageStore.Change> batch = new ArrayList<>();
            batch.add(new MessageStore.Put(rules.numbers(), numbers));
            long bytes = 0;
            for (Map.Entry<Long, Place> each : places.entrySet()) {
                byte[] record = read(each.getValue());
                batch.add(new MessageStore.Put(each.getKey(), record));
                bytes += record.length;
                if (bytes > TOGETHER) {
                    append(store, batch);
                    batch = new ArrayList<>();
                    bytes = 0;
                }
            }
            append(store, batch);
        }
    }

    private static byte[] read(Place place) throws IOException {
        byte[] record = new byte[place.length()];
        place.file().read(ByteBuffer.wrap(record), place.at());
        return record;
    }

    private static void append(FileMessageStore store, List<MessageStore.Change> batch) throws IOException {
        CompletableFuture<Void> done = new CompletableFuture<>();
        store.append(batch, error -> {
            boolean unused = error == null ? done.complete(null) : done.completeExceptionally(error);
        });
        try {
            done.join();
        } catch (CompletionException e) {
            throw new IOException("the new store cannot be written: " + e.getCause(), e);
        }
    }
}
