package io.keelson.kernel.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes the values by which a running server works after it has taken over another configuration. Values that it reads only at its start
 * stay as they were when it started. Makes the same distinction as {@link ConfigurationChange}. Immutable.
 */
final class RunningValues {
    private final Model model;
    private final @Nullable String server;

    RunningValues(Model model, @Nullable String server) {
        this.model = model;
        this.server = server;
    }

    /** The values of both together. */
    Value.Entries of(Value.Entries started, Value.Entries taken) {
        return both(SettingPath.ROOT, started, taken);
    }

    private Value.Entries both(SettingPath path, Value.Entries started, Value.Entries taken) {
        Map<String, Value> all = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>(taken.entries().keySet());
        names.addAll(started.entries().keySet());
        for (String name : names) {
            Value one = one(
                    path.child(name),
                    started.entries().get(name),
                    taken.entries().get(name));
            if (one != null) {
                all.put(name, one);
            }
        }
        return new Value.Entries(all, taken.origin());
    }

    private @Nullable Value one(SettingPath path, @Nullable Value started, @Nullable Value taken) {
        if (ofAnother(path)) {
            return taken;
        }
        if (started instanceof Value.Entries before && taken instanceof Value.Entries after) {
            return both(path, before, after);
        }
        if (started == null && taken instanceof Value.Entries fresh) {
            return added(path, fresh);
        }
        if (taken == null && started instanceof Value.Entries old) {
            return waits(path, old) ? old : null;
        }
        return same(started, taken) || ConfigurationChange.live(model, path) ? taken : started;
    }

    /**
     * A thing that has come while the server ran: what a running server takes of it, and nothing where all that is said of it waits for a
     * restart.
     */
    private @Nullable Value added(SettingPath path, Value.Entries fresh) {
        Map<String, Value> all = new LinkedHashMap<>();
        fresh.entries().forEach((name, value) -> {
            Value one = value instanceof Value.Entries below
                    ? added(path.child(name), below)
                    : waits(path.child(name), value) ? null : value;
            if (one != null) {
                all.put(name, one);
            }
        });
        return waits(path, fresh) && all.values().stream().noneMatch(RunningValues::written)
                ? null
                : new Value.Entries(all, fresh.origin());
    }

    /** Returns whether somebody has written there what a running server does not take. */
    private boolean waits(SettingPath path, Value value) {
        if (value instanceof Value.Entries entries) {
            return entries.entries().entrySet().stream()
                    .anyMatch(entry -> waits(path.child(entry.getKey()), entry.getValue()));
        }
        return written(value) && !ConfigurationChange.live(model, path);
    }

    private static boolean written(Value value) {
        return value instanceof Value.Entries entries
                ? entries.entries().values().stream().anyMatch(RunningValues::written)
                : !(value.origin() instanceof Origin.Default);
    }

    private boolean ofAnother(SettingPath path) {
        List<String> keys = path.keys();
        return server != null
                && keys.size() == 2
                && keys.get(0).equals(Model.SERVERS)
                && !keys.get(1).equals(server);
    }

    /** Wherever they come from. */
    private static boolean same(@Nullable Value one, @Nullable Value other) {
        if (one instanceof Value.Single a && other instanceof Value.Single b) {
            return Objects.equals(a.value(), b.value());
        }
        if (one instanceof Value.Items a && other instanceof Value.Items b) {
            if (a.items().size() != b.items().size()) {
                return false;
            }
            for (int i = 0; i < a.items().size(); i++) {
                if (!same(a.items().get(i), b.items().get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (one instanceof Value.Entries a && other instanceof Value.Entries b) {
            return a.entries().keySet().equals(b.entries().keySet())
                    && a.entries().keySet().stream()
                            .allMatch(name ->
                                    same(a.entries().get(name), b.entries().get(name)));
        }
        return one == null && other == null;
    }
}
