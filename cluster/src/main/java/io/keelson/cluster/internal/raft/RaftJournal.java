package io.keelson.cluster.internal.raft;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.DurableLog;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.microraft.model.impl.log.DefaultSnapshotEntryOrBuilder;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.RaftGroupMembersView;
import io.microraft.model.log.SnapshotChunk;
import io.microraft.model.log.SnapshotEntry;
import io.microraft.model.persistence.RaftEndpointPersistentState;
import io.microraft.model.persistence.RaftTermPersistentState;
import io.microraft.persistence.RaftStore;
import io.microraft.persistence.RestoredRaftState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * MicroRaft's store over a {@link DurableLog}: every change is a record, and what a voter knew is what its records say.
 *
 * <p><b>Base.</b> A snapshot becomes the base, from which a restart begins, only when an entry behind it has been
 * committed; until then the snapshot before it and all entries since stay. A voter whose log begins right behind its
 * snapshot with entries that were never committed could not be brought back into step by MicroRaft 0.7 (its leader asks
 * for the entry at the snapshot, which is not there any more). A snapshot that was received is the base at once: the
 * entries before it are not there.
 *
 * <p><b>Failure.</b> The first {@link IOException} is handed to {@code halt} before it is thrown, and every later call
 * throws: MicroRaft by itself would go on, and acknowledge what it could not write.
 */
final class RaftJournal implements RaftStore {
    private static final int LOCAL = 1;
    private static final int MEMBERS = 2;
    private static final int TERM = 3;
    private static final int ENTRY = 4;
    private static final int TRUNCATE = 5;
    private static final int PIECE = 6;
    private static final int DROP_PIECES = 7;
    private static final int BASE = 8;

    private final DurableLog log;
    private final long compactBytes;
    private final Consumer<IOException> halt;
    private final TreeMap<Long, LogEntry> entries = new TreeMap<>();
    private final TreeMap<Long, TreeMap<Integer, SnapshotChunk>> snapshots = new TreeMap<>();
    private @Nullable RaftEndpointPersistentState local;
    private @Nullable RaftGroupMembersView members;
    private @Nullable RaftTermPersistentState term;
    private long base;
    private long applied;
    private long flushed;
    private @Nullable IOException failure;

    /**
     * The journal in that log.
     *
     * @param compactBytes from which size on the log is written anew when its beginning is not needed any more
     * @param halt stops the voter; called once
     */
    RaftJournal(DurableLog log, long compactBytes, Consumer<IOException> halt) {
        this.log = log;
        this.compactBytes = compactBytes;
        this.halt = halt;
    }

    /** Reads what is there. Called once, first. */
    void recover() throws IOException {
        for (byte[] data : log.recover()) {
            try {
                Decoder from = new Decoder(data);
                take(from);
                from.end();
            } catch (MalformedMessageException e) {
                throw new IOException("a record of the voter's log " + e.getMessage(), e);
            }
        }
        settle();
    }

    /** Returns what a voter begins with; empty when it has never begun. */
    Optional<RestoredRaftState> restored() {
        if (local == null || members == null) {
            return Optional.empty();
        }
        RaftTermPersistentState known = term != null ? term : RaftModels.noTerm();
        applied = base;
        flushed = last();
        return Optional.of(new RestoredRaftState(local, members, known, baseSnapshot(), contiguous()));
    }

    /** The place up to which the state behind the log has got. */
    long applied() {
        return applied;
    }

    /** The place up to which entries are durable. */
    long flushed() {
        return flushed;
    }

    /** The term of the last entry; 0: there is none. */
    int lastTerm() {
        if (!entries.isEmpty()) {
            return entries.lastEntry().getValue().getTerm();
        }
        SnapshotEntry snapshot = baseSnapshot();
        return snapshot == null ? 0 : snapshot.getTerm();
    }

    /** The place of the snapshot from which the entries begin; 0: none. */
    long base() {
        return base;
    }

    /** Returns whether the entry at that place is there, and of that term: then all before it are the same as where that is so. */
    boolean has(long index, int ofTerm) {
        LogEntry own = entries.get(index);
        return own != null && own.getTerm() == ofTerm;
    }

    /** The entries behind the base, in their order; not to be changed. */
    Collection<LogEntry> entries() {
        return Collections.unmodifiableCollection(entries.values());
    }

    /** The state behind the log has got to that place. */
    void applied(long index) throws IOException {
        applied = index;
        Long newest = newestComplete();
        if (newest != null && newest > base && newest < index) {
            base(newest);
        }
    }

    @Override
    public void persistAndFlushLocalEndpoint(RaftEndpointPersistentState state) throws IOException {
        local = state;
        Encoder record = new Encoder().tag(LOCAL);
        RaftModels.write(record, state);
        append(record);
        flush();
    }

    @Override
    public void persistAndFlushInitialGroupMembers(RaftGroupMembersView initial) throws IOException {
        members = initial;
        Encoder record = new Encoder().tag(MEMBERS);
        RaftModels.write(record, initial);
        append(record);
        flush();
    }

    @Override
    public void persistAndFlushTerm(RaftTermPersistentState state) throws IOException {
        term = state;
        append(termRecord(state));
        flush();
    }

    @Override
    public void persistLogEntries(List<LogEntry> added) throws IOException {
        for (LogEntry entry : added) {
            entries.put(entry.getIndex(), entry);
            append(entryRecord(entry));
        }
    }

    @Override
    public void persistSnapshotChunk(SnapshotChunk piece) throws IOException {
        add(piece);
        append(pieceRecord(piece));
    }

    @Override
    public void truncateLogEntriesFrom(long index) throws IOException {
        entries.tailMap(index, true).clear();
        flushed = Math.min(flushed, last());
        append(new Encoder().tag(TRUNCATE).number(index));
    }

    /** Nothing: what is needed from here on, {@link #base} says. */
    @Override
    public void truncateLogEntriesUntil(long index) throws IOException {
        check();
    }

    @Override
    public void deleteSnapshotChunks(long index, int count) throws IOException {
        snapshots.remove(index);
        append(new Encoder().tag(DROP_PIECES).number(index));
    }

    @Override
    public void flush() throws IOException {
        check();
        Long newest = newestComplete();
        if (newest != null && newest > applied && newest > base) {
            received(newest);
        }
        guard(log::sync);
        flushed = last();
    }

    /** The place of the last entry. */
    long last() {
        return entries.isEmpty() ? base : Math.max(base, entries.lastKey());
    }

    void close() {
        log.close();
    }

    /** A snapshot that was received, not taken: entries behind it stay only where its own entry is the same here. */
    private void received(long index) throws IOException {
        LogEntry own = entries.get(index);
        TreeMap<Integer, SnapshotChunk> pieces = snapshots.get(index);
        if (own == null
                || pieces == null
                || own.getTerm() != pieces.firstEntry().getValue().getTerm()) {
            truncateLogEntriesFrom(index + 1);
        }
        base(index);
    }

    private void base(long index) throws IOException {
        base = index;
        append(new Encoder().tag(BASE).number(index));
        settle();
        if (log.size() > compactBytes) {
            guard(() -> log.replace(records()));
        }
    }

    /** Drops what lies before the base. */
    private void settle() {
        if (base > 0) {
            entries.headMap(base, true).clear();
            snapshots.headMap(base, false).clear();
        }
    }

    private List<byte[]> records() {
        List<byte[]> records = new ArrayList<>();
        if (local != null) {
            Encoder record = new Encoder().tag(LOCAL);
            RaftModels.write(record, local);
            records.add(record.toBytes());
        }
        if (members != null) {
            Encoder record = new Encoder().tag(MEMBERS);
            RaftModels.write(record, members);
            records.add(record.toBytes());
        }
        if (term != null) {
            records.add(termRecord(term).toBytes());
        }
        snapshots
                .values()
                .forEach(pieces -> pieces.values()
                        .forEach(piece -> records.add(pieceRecord(piece).toBytes())));
        records.add(new Encoder().tag(BASE).number(base).toBytes());
        entries.values().forEach(entry -> records.add(entryRecord(entry).toBytes()));
        return records;
    }

    private void take(Decoder from) throws MalformedMessageException {
        int tag = from.tag();
        switch (tag) {
            case LOCAL:
                local = RaftModels.local(from);
                break;
            case MEMBERS:
                members = RaftModels.members(from);
                break;
            case TERM:
                term = RaftModels.term(from);
                break;
            case ENTRY:
                LogEntry entry = RaftModels.entry(from);
                entries.put(entry.getIndex(), entry);
                break;
            case TRUNCATE:
                entries.tailMap(from.natural(), true).clear();
                break;
            case PIECE:
                add(RaftModels.chunk(from));
                break;
            case DROP_PIECES:
                snapshots.remove(from.natural());
                break;
            case BASE:
                base = from.natural();
                settle();
                break;
            default:
                throw new MalformedMessageException("has the unknown tag " + tag);
        }
    }

    private void add(SnapshotChunk piece) {
        snapshots.computeIfAbsent(piece.getIndex(), i -> new TreeMap<>()).put(piece.getSnapshotChunkIndex(), piece);
    }

    private @Nullable Long newestComplete() {
        for (var snapshot : snapshots.descendingMap().entrySet()) {
            if (isComplete(snapshot.getValue())) {
                return snapshot.getKey();
            }
        }
        return null;
    }

    private static boolean isComplete(TreeMap<Integer, SnapshotChunk> pieces) {
        return !pieces.isEmpty()
                && pieces.size() == pieces.firstEntry().getValue().getSnapshotChunkCount();
    }

    private @Nullable SnapshotEntry baseSnapshot() {
        TreeMap<Integer, SnapshotChunk> pieces = snapshots.get(base);
        if (base == 0 || pieces == null) {
            return null;
        }
        SnapshotChunk first = pieces.firstEntry().getValue();
        return new DefaultSnapshotEntryOrBuilder()
                .setIndex(base)
                .setTerm(first.getTerm())
                .setSnapshotChunks(List.copyOf(pieces.values()))
                .setGroupMembersView(first.getGroupMembersView())
                .build();
    }

    /** The entries behind the base. There is no gap: one would mean that records are missing. */
    private List<LogEntry> contiguous() {
        List<LogEntry> list = new ArrayList<>();
        long next = base + 1;
        for (LogEntry entry : entries.values()) {
            if (entry.getIndex() != next++) {
                throw new IllegalStateException(
                        "the voter's log has no entry " + (next - 1) + " though it has " + entry.getIndex());
            }
            list.add(entry);
        }
        return list;
    }

    private static Encoder termRecord(RaftTermPersistentState state) {
        Encoder record = new Encoder().tag(TERM);
        RaftModels.write(record, state);
        return record;
    }

    private static Encoder entryRecord(LogEntry entry) {
        Encoder record = new Encoder().tag(ENTRY);
        RaftModels.write(record, entry);
        return record;
    }

    private static Encoder pieceRecord(SnapshotChunk piece) {
        Encoder record = new Encoder().tag(PIECE);
        RaftModels.write(record, piece);
        return record;
    }

    private void append(Encoder record) throws IOException {
        check();
        guard(() -> log.append(record.toBytes()));
    }

    private void guard(Write write) throws IOException {
        try {
            write.run();
        } catch (IOException e) {
            failure = e;
            halt.accept(e);
            throw e;
        }
    }

    private void check() throws IOException {
        if (failure != null) {
            throw new IOException("the voter's log has failed before: " + failure.getMessage(), failure);
        }
    }

    private interface Write {
        void run() throws IOException;
    }
}
