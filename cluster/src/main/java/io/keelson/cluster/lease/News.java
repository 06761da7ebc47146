package io.keelson.cluster.lease;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The newest row of each name that this server has heard of. */
final class News {
    private final Map<String, LeaseRow> rows = new TreeMap<>();

    /** Keeps a row unless a newer one is known; whether it did. */
    boolean hear(LeaseRow row) {
        LeaseRow known = rows.get(row.name());
        if (known != null && compare(row, known) < 0) {
            return false;
        }
        rows.put(row.name(), row);
        return true;
    }

    /** The last epoch that was heard of; 0: none. */
    long epoch(String name) {
        LeaseRow row = rows.get(name);
        return row == null ? 0 : row.epoch();
    }

    @Nullable
    LeaseRow row(String name) {
        return rows.get(name);
    }

    List<LeaseRow> rows() {
        return List.copyOf(rows.values());
    }

    Set<Owner> owners() {
        return rows.values().stream()
                .map(LeaseRow::owner)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static int compare(LeaseRow a, LeaseRow b) {
        int epochs = Long.compare(a.epoch(), b.epoch());
        return epochs != 0 ? epochs : Long.compare(a.counter(), b.counter());
    }
}
