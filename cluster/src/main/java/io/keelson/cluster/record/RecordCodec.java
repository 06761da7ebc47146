package io.keelson.cluster.record;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable.Change;
import io.keelson.kernel.spi.record.RecordTable.Entry;
import io.keelson.kernel.spi.record.RecordTable.Outcome;
import io.keelson.kernel.spi.record.RecordTable.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The binary form of what servers and the log say of records. */
public final class RecordCodec {
    /** The first byte of a change and of a question: those of leases have others. */
    public static final byte MARK = 0x20;

    private static final int LONGEST_TEXT = 4 * ClusterRecords.LONGEST_KEY;
    private static final int MOST = 1 << 20;

    private RecordCodec() {}

    /** Changes of a table, all of them under one fence or under none. */
    record Update(String table, int most, @Nullable Fence fence, List<Change> changes) {
        Update {
            changes = List.copyOf(changes);
        }
    }

    /** The versions of the table before and after an update, and the outcome of each change. */
    record Updated(long before, long after, List<Outcome> outcomes) {
        Updated {
            outcomes = List.copyOf(outcomes);
        }
    }

    /** A question for what has changed since a version. */
    record Read(String table, long since) {}

    /**
     * A page of an answer.
     *
     * @param reset true if the reader has to begin anew
     * @param more true if another page follows
     * @param next the version to go on from
     */
    record Page(long version, boolean reset, boolean more, long next, List<Entry> changed, List<String> removed) {
        Page {
            changed = List.copyOf(changed);
            removed = List.copyOf(removed);
        }
    }

    /** A piece of a snapshot. Removals are remembered in the last piece of their table. */
    public record Piece(String table, long version, long forgotten, List<Entry> entries, List<Entry> removals) {
        public Piece {
            entries = List.copyOf(entries);
            removals = List.copyOf(removals);
        }
    }

    /** Returns the table that a change is about. */
    public static String table(byte[] update) throws MalformedMessageException {
        Decoder from = new Decoder(update);
        mark(from);
        return text(from);
    }

    /** Returns the version of the table after a change, from its result. */
    public static long version(byte[] updated) throws MalformedMessageException {
        return updated(updated).after();
    }

    static byte[] encode(Update update) {
        Encoder to = new Encoder().tag(MARK).text(update.table()).number(update.most());
        Fence fence = update.fence();
        to.list(
                fence == null ? List.of() : List.of(fence),
                (e, f) -> e.text(f.lease()).number(f.epoch()));
        return to.list(update.changes(), RecordCodec::write).toBytes();
    }

    static Update update(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        mark(from);
        String table = text(from);
        int most = from.integer();
        List<Fence> fence = from.list(1, RecordCodec::fence);
        Update update =
                new Update(table, most, fence.isEmpty() ? null : fence.get(0), from.list(MOST, RecordCodec::change));
        from.end();
        return update;
    }

    private static Fence fence(Decoder from) throws MalformedMessageException {
        String lease = text(from);
        if (lease.isEmpty()) {
            throw new MalformedMessageException("has a fence of no lease");
        }
        return new Fence(lease, from.natural());
    }

    private static void mark(Decoder from) throws MalformedMessageException {
        if (from.tag() != MARK) {
            throw new MalformedMessageException("is about something else than records");
        }
    }

    private static void write(Encoder to, Change change) {
        if (change instanceof Change.Add add) {
            to.tag(1).text(add.key()).bytes(add.value());
        } else if (change instanceof Change.Replace replace) {
            to.tag(2).text(replace.key()).number(replace.version()).bytes(replace.value());
        } else {
            to.tag(3).text(change.key());
        }
    }

    private static Change change(Decoder from) throws MalformedMessageException {
        int tag = from.tag();
        return switch (tag) {
            case 1 -> new Change.Add(text(from), value(from));
            case 2 -> new Change.Replace(text(from), from.natural(), value(from));
            case 3 -> new Change.Remove(text(from));
            default -> throw new MalformedMessageException("has the unknown change " + tag);
        };
    }

    static byte[] encode(Updated updated) {
        return new Encoder()
                .number(updated.before())
                .number(updated.after())
                .list(
                        updated.outcomes(),
                        (to, each) -> to.tag(each.result().ordinal()).number(each.version()))
                .toBytes();
    }

    static Updated updated(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        Updated updated = new Updated(
                from.natural(), from.natural(), from.list(MOST, d -> new Outcome(result(d.tag()), d.natural())));
        from.end();
        return updated;
    }

    private static Result result(int tag) throws MalformedMessageException {
        Result[] all = Result.values();
        if (tag >= all.length) {
            throw new MalformedMessageException("has the unknown result " + tag);
        }
        return all[tag];
    }

    static byte[] encode(Read read) {
        return new Encoder().tag(MARK).text(read.table()).number(read.since()).toBytes();
    }

    static Read read(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        mark(from);
        Read read = new Read(text(from), from.natural());
        from.end();
        return read;
    }

    static byte[] encode(Page page) {
        return new Encoder()
                .number(page.version())
                .flag(page.reset())
                .flag(page.more())
                .number(page.next())
                .list(page.changed(), RecordCodec::write)
                .list(page.removed(), Encoder::text)
                .toBytes();
    }

    static Page page(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        Page page = new Page(
                from.natural(),
                from.flag(),
                from.flag(),
                from.natural(),
                from.list(MOST, RecordCodec::entry),
                from.list(MOST, RecordCodec::text));
        from.end();
        return page;
    }

    /** Writes a piece of a snapshot. */
    public static byte[] encode(Piece piece) {
        return new Encoder()
                .text(piece.table())
                .number(piece.version())
                .number(piece.forgotten())
                .list(piece.entries(), RecordCodec::write)
                .list(piece.removals(), RecordCodec::write)
                .toBytes();
    }

    /** Reads a piece of a snapshot. */
    public static Piece piece(byte[] bytes) throws MalformedMessageException {
        Decoder from = new Decoder(bytes);
        Piece piece = new Piece(
                text(from),
                from.natural(),
                from.natural(),
                from.list(MOST, RecordCodec::entry),
                from.list(MOST, RecordCodec::entry));
        from.end();
        return piece;
    }

    private static void write(Encoder to, Entry entry) {
        to.text(entry.key()).number(entry.version()).bytes(entry.value());
    }

    private static Entry entry(Decoder from) throws MalformedMessageException {
        return new Entry(text(from), from.natural(), value(from));
    }

    private static String text(Decoder from) throws MalformedMessageException {
        return from.text(LONGEST_TEXT);
    }

    private static byte[] value(Decoder from) throws MalformedMessageException {
        return from.bytes(ClusterRecords.LONGEST_VALUE);
    }
}
