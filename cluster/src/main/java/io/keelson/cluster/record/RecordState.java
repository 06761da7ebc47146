package io.keelson.cluster.record;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.record.RecordCodec.Page;
import io.keelson.cluster.record.RecordCodec.Piece;
import io.keelson.cluster.record.RecordCodec.Read;
import io.keelson.cluster.record.RecordCodec.Update;
import io.keelson.cluster.record.RecordCodec.Updated;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.record.RecordTable.Change;
import io.keelson.kernel.spi.record.RecordTable.Entry;
import io.keelson.kernel.spi.record.RecordTable.Outcome;
import io.keelson.kernel.spi.record.RecordTable.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tables of records, as the log decides them: the same changes in the same order make the same tables on every voter. Not thread-safe.
 *
 * <p>Keys that were removed are remembered for the last {@value #MOST_REMOVED} removals of a table, so that a late copy of an addition does
 * not bring a record back, and readers hear of removals.
 */
public final class RecordState {
    /** Removals of a table that are remembered. */
    static final int MOST_REMOVED = 1_000;

    /** Bytes in a page of an answer, and in a piece of a snapshot. */
    static final int PAGE = 96 * 1024;

    /** A record counts for so many bytes more than its value. */
    private static final int OVERHEAD = 64;

    private final Map<String, Table> tables = new TreeMap<>();
    private final Predicate<Fence> holds;

    /**
     * Makes an empty state.
     *
     * @param holds returns true if the lease of that name is owned in that epoch
     */
    public RecordState(Predicate<Fence> holds) {
        this.holds = holds;
    }

    /** A table. A removal is a key and the version of the table that it made. */
    private static final class Table {
        private long version;
        /** Readers whose version is lower have missed removals. */
        private long forgotten;

        private final Map<String, Entry> entries = new TreeMap<>();
        private final TreeMap<Long, String> byVersion = new TreeMap<>();
        private final Deque<Entry> removals = new ArrayDeque<>();
        private final Set<String> removed = new HashSet<>();

        private void put(Entry entry) {
            Entry before = entries.put(entry.key(), entry);
            if (before != null) {
                byVersion.remove(before.version());
            }
            byVersion.put(entry.version(), entry.key());
        }

        private void remember(Entry removal) {
            removals.addLast(removal);
            removed.add(removal.key());
            if (removals.size() > MOST_REMOVED) {
                Entry oldest = removals.removeFirst();
                removed.remove(oldest.key());
                forgotten = oldest.version();
            }
        }
    }

    /** Decides a change of a table. */
    Updated apply(Update update) {
        Table table = tables.computeIfAbsent(update.table(), name -> new Table());
        long before = table.version;
        Fence fence = update.fence();
        boolean fenced = fence != null && !holds.test(fence);
        List<Outcome> outcomes = new ArrayList<>();
        for (Change change : update.changes()) {
            Entry there = table.entries.get(change.key());
            Result result = fenced ? Result.FENCED : change(table, update, change, there);
            Entry now = table.entries.get(change.key());
            outcomes.add(new Outcome(result, now == null ? 0 : now.version()));
        }
        return new Updated(before, table.version, outcomes);
    }

    private Result change(Table table, Update update, Change change, @Nullable Entry there) {
        if (change instanceof Change.Add add) {
            if (there != null) {
                return Arrays.equals(there.value(), add.value()) ? Result.DONE : Result.CONFLICT;
            } else if (table.removed.contains(add.key())) {
                return Result.GONE;
            } else if (count(space(update.table())) >= update.most()) {
                return Result.FULL;
            }
            table.put(new Entry(add.key(), ++table.version, add.value()));
        } else if (change instanceof Change.Replace replace) {
            if (there == null) {
                return Result.GONE;
            } else if (there.version() != replace.version()) {
                return Arrays.equals(there.value(), replace.value()) ? Result.DONE : Result.CONFLICT;
            }
            table.put(new Entry(replace.key(), ++table.version, replace.value()));
        } else if (there != null || !table.removed.contains(change.key())) {
            table.entries.remove(change.key());
            if (there != null) {
                table.byVersion.remove(there.version());
            }
            table.remember(new Entry(change.key(), ++table.version, new byte[0]));
        }
        return Result.DONE;
    }

    private static String space(String table) {
        return table.substring(0, table.indexOf('/') + 1);
    }

    private long count(String space) {
        long all = 0;
        for (Map.Entry<String, Table> each : tables.entrySet()) {
            all += space(each.getKey()).equals(space) ? each.getValue().entries.size() : 0;
        }
        return all;
    }

    /** Returns the next page of what has changed in a table. */
    Page read(Read read) {
        Table table = tables.get(read.table());
        if (table == null) {
            return new Page(0, read.since() > 0, false, 0, List.of(), List.of());
        }
        if (read.since() > table.version || read.since() > 0 && read.since() < table.forgotten) {
            return new Page(table.version, true, false, 0, List.of(), List.of());
        }
        List<Entry> changed = new ArrayList<>();
        long bytes = 0;
        long until = table.version;
        boolean more = false;
        for (Map.Entry<Long, String> each :
                table.byVersion.tailMap(read.since(), false).entrySet()) {
            if (bytes > PAGE) {
                more = true;
                break;
            }
            Entry entry = Objects.requireNonNull(table.entries.get(each.getValue()));
            changed.add(entry);
            bytes += entry.value().length + OVERHEAD;
            until = entry.version();
        }
        long last = more ? until : table.version;
        List<String> removed = table.removals.stream()
                .filter(each -> each.version() > read.since() && each.version() <= last)
                .map(Entry::key)
                .toList();
        return new Page(table.version, false, more, last, changed, removed);
    }

    /** Returns all of the state, in pieces that each fit a message. */
    public List<Piece> snapshot() {
        List<Piece> pieces = new ArrayList<>();
        tables.forEach((name, table) -> {
            List<Entry> entries = new ArrayList<>();
            long bytes = 0;
            for (Entry entry : table.entries.values()) {
                entries.add(entry);
                bytes += entry.value().length + OVERHEAD;
                if (bytes > PAGE) {
                    pieces.add(new Piece(name, table.version, table.forgotten, entries, List.of()));
                    entries = new ArrayList<>();
                    bytes = 0;
                }
            }
            pieces.add(new Piece(name, table.version, table.forgotten, entries, List.copyOf(table.removals)));
        });
        return pieces;
    }

    /** Puts the state of a snapshot in the place of its own. */
    public void restore(List<Piece> pieces) {
        tables.clear();
        for (Piece piece : pieces) {
            Table table = tables.computeIfAbsent(piece.table(), name -> new Table());
            table.version = piece.version();
            table.forgotten = piece.forgotten();
            piece.entries().forEach(table::put);
            for (Entry removal : piece.removals()) {
                table.removals.addLast(removal);
                table.removed.add(removal.key());
            }
        }
    }

    /** Decides a change by its bytes; the same bytes that nobody can read do nothing on every voter. */
    public byte[] apply(byte[] update) throws MalformedMessageException {
        return RecordCodec.encode(apply(RecordCodec.update(update)));
    }

    /** Answers a question by its bytes. */
    public byte[] read(byte[] question) throws MalformedMessageException {
        return RecordCodec.encode(read(RecordCodec.read(question)));
    }
}
