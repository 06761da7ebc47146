package io.keelson.admin.rest;

import io.keelson.kernel.management.RuntimeState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * All collections of records by which the rooms of a server model what it does now, by name: those that rooms have added to
 * {@link RuntimeState}, and those that administration knows by interfaces of their own. Thread-safe.
 */
public final class RecordCollections {
    private final RuntimeState rooms;
    private final Map<String, Known> own = new ConcurrentHashMap<>();

    private record Known(Class<? extends Record> type, Supplier<? extends Collection<? extends Record>> state) {}

    /** Those of the rooms. */
    public RecordCollections(RuntimeState rooms) {
        this.rooms = rooms;
    }

    /** Adds one that is of no room; must be quick and safe on every thread. */
    public <R extends Record> RecordCollections with(
            String name, Class<R> type, Supplier<? extends Collection<? extends R>> state) {
        own.put(name, new Known(type, state));
        return this;
    }

    /** Their names, in order. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(rooms.names());
        names.addAll(own.keySet());
        return names;
    }

    /** Of what records one is; empty where there is none of that name. */
    public Optional<Class<? extends Record>> type(String name) {
        Known known = own.get(name);
        return known == null ? rooms.type(name) : Optional.of(known.type());
    }

    /** Returns what one has now; empty where there is none of that name. */
    public List<? extends Record> of(String name) {
        Known known = own.get(name);
        if (known != null) {
            return List.copyOf(known.state().get());
        }
        Optional<List<? extends Record>> found = rooms.of(name);
        return found.isPresent() ? found.get() : List.of();
    }
}
