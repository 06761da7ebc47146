package io.keelson.cluster.lease;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.record.RecordCodec;
import io.keelson.cluster.record.RecordState;
import io.keelson.kernel.spi.lease.Fence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/** The leases and the records behind the log of one voter; says what changes. Belongs to the node's thread. */
final class LeaseApplier implements ConsensusLog.Applier {
    /** Rows in a piece of a snapshot: some 100 KiB at most. */
    private static final int PIECE = 200;

    /** Begins a piece of records: the number of rows in a piece of leases is never as great as this is. */
    private static final byte[] OF_RECORDS = {(byte) 0xFF, (byte) 0xFF};

    private final LeaseTable table = new LeaseTable();
    private final RecordState records = new RecordState(this::holds);
    private final Consumer<LeaseEvent> events;
    private final ObjLongConsumer<String> changed;

    /**
     * Makes it for an empty log.
     *
     * @param changed hears of a table of records and its version
     */
    LeaseApplier(Consumer<LeaseEvent> events, ObjLongConsumer<String> changed) {
        this.events = events;
        this.changed = changed;
    }

    private boolean holds(Fence fence) {
        LeaseRow row = table.row(fence.lease());
        return row != null && row.owner() != null && row.epoch() == fence.epoch();
    }

    private static boolean ofRecords(byte[] operation) {
        return operation.length > 0 && operation[0] == RecordCodec.MARK;
    }

    private byte[] applyRecords(long index, byte[] operation) {
        try {
            byte[] result = records.apply(operation);
            changed.accept(RecordCodec.table(operation), RecordCodec.version(result));
            return result;
        } catch (MalformedMessageException e) {
            LeaseLog.LOG.unknownOperation(index, String.valueOf(e.getMessage()));
            return new byte[0];
        }
    }

    @Override
    public byte[] apply(long index, byte[] operation) {
        if (ofRecords(operation)) {
            return applyRecords(index, operation);
        }
        LeaseCommand command;
        try {
            command = LeaseCodec.command(operation);
        } catch (MalformedMessageException e) {
            // The same bytes are in every voter's log: all of them come here, and all of them do nothing.
            LeaseLog.LOG.unknownOperation(index, String.valueOf(e.getMessage()));
            return LeaseCodec.encode(new LeaseResult.Expired(List.of()));
        }
        LeaseResult result = table.apply(command);
        List<LeaseRow> rows = new ArrayList<>();
        for (String name : names(result)) {
            LeaseRow row = table.row(name);
            if (row != null) {
                rows.add(row);
            }
        }
        if (!rows.isEmpty()) {
            events.accept(new LeaseEvent.Applied(rows));
        }
        return LeaseCodec.encode(result);
    }

    @Override
    public byte[] read(byte[] question) {
        if (ofRecords(question)) {
            try {
                return records.read(question);
            } catch (MalformedMessageException e) {
                return new byte[0]; // its sender cannot read that, and says so
            }
        }
        return LeaseCodec.encode(table.rows());
    }

    @Override
    public List<byte[]> snapshot() {
        List<byte[]> pieces = new ArrayList<>();
        List<LeaseRow> rows = List.copyOf(table.rows());
        for (int from = 0; from < rows.size() || from == 0; from += PIECE) {
            pieces.add(LeaseCodec.encode(rows.subList(from, Math.min(rows.size(), from + PIECE))));
        }
        records.snapshot().forEach(piece -> pieces.add(headed(RecordCodec.encode(piece))));
        return pieces;
    }

    private static byte[] headed(byte[] piece) {
        byte[] all = Arrays.copyOf(OF_RECORDS, OF_RECORDS.length + piece.length);
        System.arraycopy(piece, 0, all, OF_RECORDS.length, piece.length);
        return all;
    }

    private static boolean isHeaded(byte[] piece) {
        return piece.length > OF_RECORDS.length && piece[0] == OF_RECORDS[0] && piece[1] == OF_RECORDS[1];
    }

    @Override
    public void restore(List<byte[]> pieces) {
        List<LeaseRow> rows = new ArrayList<>();
        List<RecordCodec.Piece> restored = new ArrayList<>();
        for (byte[] piece : pieces) {
            try {
                if (isHeaded(piece)) {
                    restored.add(RecordCodec.piece(Arrays.copyOfRange(piece, OF_RECORDS.length, piece.length)));
                } else {
                    rows.addAll(LeaseCodec.rows(piece));
                }
            } catch (MalformedMessageException e) {
                throw new IllegalArgumentException("a snapshot of the leases " + e.getMessage(), e);
            }
        }
        table.restore(rows);
        records.restore(restored);
        events.accept(new LeaseEvent.Restored(rows));
    }

    /** The names whose rows a result has changed. */
    private static List<String> names(LeaseResult result) {
        if (result instanceof LeaseResult.Granted granted) {
            return List.of(granted.row().name());
        } else if (result instanceof LeaseResult.Renewed renewed) {
            return renewed.stamps().stream().map(Stamp::name).toList();
        } else if (result instanceof LeaseResult.Released released) {
            return List.of(released.row().name());
        } else if (result instanceof LeaseResult.Expired expired) {
            return expired.names();
        }
        return List.of();
    }
}
