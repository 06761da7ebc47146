package io.keelson.cluster.lease;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The leases, as the log decides them: the same commands in the same order make the same table everywhere. It reads no
 * clock. Epochs of a name only grow, since a row never goes. Not thread-safe.
 */
public final class LeaseTable {
    /** Greatest number of names; more is a mistake of an application that makes up names. */
    static final int MOST_NAMES = 10_000;

    private final Map<String, LeaseRow> rows = new TreeMap<>();

    /** Decides a command. */
    public LeaseResult apply(LeaseCommand command) {
        if (command instanceof LeaseCommand.Acquire acquire) {
            return acquire(acquire);
        } else if (command instanceof LeaseCommand.Renew renew) {
            return renew(renew);
        } else if (command instanceof LeaseCommand.Release release) {
            return release(release);
        } else if (command instanceof LeaseCommand.Expire expire) {
            return expire(expire);
        }
        throw new IllegalArgumentException("no such command: " + command);
    }

    /** Returns what is known of a name; null: nothing. */
    public @Nullable LeaseRow row(String name) {
        return rows.get(name);
    }

    /** All rows, by name. */
    public Collection<LeaseRow> rows() {
        return List.copyOf(rows.values());
    }

    /** Takes these rows for its own, as after a snapshot. */
    public void restore(Collection<LeaseRow> all) {
        rows.clear();
        all.forEach(row -> rows.put(row.name(), row));
    }

    private LeaseResult acquire(LeaseCommand.Acquire acquire) {
        LeaseRow row = rows.get(acquire.name());
        if (row == null) {
            if (rows.size() == MOST_NAMES) {
                return new LeaseResult.Full(acquire.name());
            }
            row = new LeaseRow(acquire.name(), 0, 0, null, acquire.durationMillis());
        }
        if (row.ownedBy(acquire.owner()) && row.epoch() == acquire.afterEpoch() + 1) {
            // Decided before, and the answer was lost. The asker counts from its second question, so it counts as a
            // renewal.
            LeaseRow renewed = row.renewed();
            rows.put(renewed.name(), renewed);
            return new LeaseResult.Granted(renewed);
        }
        if (row.owner() != null || row.epoch() != acquire.afterEpoch()) {
            return new LeaseResult.Refused(row);
        }
        LeaseRow granted = row.granted(acquire.owner(), acquire.durationMillis());
        rows.put(granted.name(), granted);
        return new LeaseResult.Granted(granted);
    }

    private LeaseResult renew(LeaseCommand.Renew renew) {
        List<Stamp> held = new ArrayList<>();
        for (LeaseCommand.Grant grant : renew.grants()) {
            LeaseRow row = rows.get(grant.name());
            if (row != null && row.ownedBy(renew.owner()) && row.epoch() == grant.epoch()) {
                LeaseRow renewed = row.renewed();
                rows.put(renewed.name(), renewed);
                held.add(renewed.stamp());
            }
        }
        return new LeaseResult.Renewed(held);
    }

    private LeaseResult release(LeaseCommand.Release release) {
        LeaseRow row = rows.get(release.name());
        if (row == null) {
            row = new LeaseRow(release.name(), 0, 0, null, 0);
        } else if (row.ownedBy(release.owner()) && row.epoch() == release.epoch()) {
            row = row.free();
            rows.put(row.name(), row);
        }
        return new LeaseResult.Released(row);
    }

    private LeaseResult expire(LeaseCommand.Expire expire) {
        List<String> names = new ArrayList<>();
        for (Stamp stamp : expire.stamps()) {
            LeaseRow row = rows.get(stamp.name());
            if (row != null && row.owner() != null && row.stamp().equals(stamp)) {
                rows.put(row.name(), row.free());
                names.add(row.name());
            }
        }
        return new LeaseResult.Expired(names);
    }
}
