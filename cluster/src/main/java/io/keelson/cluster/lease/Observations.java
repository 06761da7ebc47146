package io.keelson.cluster.lease;

import io.keelson.kernel.spi.lease.LeaseStatus.Election;
import io.keelson.kernel.spi.lease.LeaseView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Observations of a node for management and metrics; they prove nothing. Written by the node's thread, read by all. */
final class Observations {
    /** Number of the last elections that are kept. */
    private static final int MOST_ELECTIONS = 10;

    private final Map<String, LeaseRow> rows = new ConcurrentHashMap<>();
    private volatile @Nullable String leader;
    private volatile List<Election> elections = List.of();

    /**
     * Takes what has happened.
     *
     * @param votes whether this server votes: then its log knows who leads, else the news come from who does
     */
    void saw(LeaseEvent event, boolean votes, long wallMillis) {
        if (event instanceof LeaseEvent.Applied applied) {
            applied.rows().forEach(this::saw);
        } else if (event instanceof LeaseEvent.Restored restored) {
            restored.rows().forEach(this::saw);
        } else if (event instanceof LeaseEvent.Leadership leadership) {
            leads(leadership.leader(), wallMillis);
        } else if (event instanceof LeaseEvent.Delivered delivered
                && delivered.message() instanceof LeaseMessage.Changed changed) {
            changed.rows().forEach(this::saw);
            if (!votes) {
                leads(delivered.from(), wallMillis);
            }
        }
    }

    private void saw(LeaseRow row) {
        rows.merge(row.name(), row, (old, next) -> next.epoch() >= old.epoch() ? next : old);
    }

    private void leads(@Nullable String server, long wallMillis) {
        List<Election> known = elections;
        boolean sameAsLast =
                !known.isEmpty() && known.get(known.size() - 1).leader().equals(server);
        if (server != null && !(sameAsLast && server.equals(leader))) {
            List<Election> next = new ArrayList<>(known);
            next.add(new Election(Instant.ofEpochMilli(wallMillis), server));
            elections = List.copyOf(next.subList(Math.max(0, next.size() - MOST_ELECTIONS), next.size()));
        }
        leader = server;
    }

    /** The server that leads; empty: none is known. */
    Optional<String> leader() {
        return Optional.ofNullable(leader);
    }

    /** Returns who came to lead, the latest last. */
    List<Election> elections() {
        return elections;
    }

    /** The leases that were heard of, by name. */
    List<LeaseView> leases() {
        Map<String, LeaseView> views = new TreeMap<>();
        rows.forEach((name, row) -> views.put(name, view(row)));
        return List.copyOf(views.values());
    }

    private static LeaseView view(LeaseRow row) {
        return new LeaseView(
                row.name(),
                Optional.ofNullable(row.owner()).map(Owner::server),
                row.epoch(),
                Duration.ofMillis(row.durationMillis()));
    }
}
