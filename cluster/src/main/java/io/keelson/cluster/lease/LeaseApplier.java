package io.keelson.cluster.lease;

import io.keelson.cluster.io.MalformedMessageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The table behind the log of one voter; says what changes. Belongs to the node's thread. */
final class LeaseApplier implements ConsensusLog.Applier {
    /** Rows in a piece of a snapshot: some 100 KiB at most. */
    private static final int PIECE = 200;

    private final LeaseTable table = new LeaseTable();
    private final Consumer<LeaseEvent> events;

    LeaseApplier(Consumer<LeaseEvent> events) {
        this.events = events;
    }

    @Override
    public byte[] apply(long index, byte[] operation) {
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
        return LeaseCodec.encode(table.rows());
    }

    @Override
    public List<byte[]> snapshot() {
        List<byte[]> pieces = new ArrayList<>();
        List<LeaseRow> rows = List.copyOf(table.rows());
        for (int from = 0; from < rows.size() || from == 0; from += PIECE) {
            pieces.add(LeaseCodec.encode(rows.subList(from, Math.min(rows.size(), from + PIECE))));
        }
        return pieces;
    }

    @Override
    public void restore(List<byte[]> pieces) {
        List<LeaseRow> rows = new ArrayList<>();
        for (byte[] piece : pieces) {
            try {
                rows.addAll(LeaseCodec.rows(piece));
            } catch (MalformedMessageException e) {
                throw new IllegalArgumentException("a snapshot of the leases " + e.getMessage(), e);
            }
        }
        table.restore(rows);
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
