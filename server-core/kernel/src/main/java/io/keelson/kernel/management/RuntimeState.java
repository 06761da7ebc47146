package io.keelson.kernel.management;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Collections of read-only state by name: {@code data-sources}. A room adds its own when its subsystem starts; the management
 * interface shows all. The records and what they are made of are public; what must not be seen, a password, is not in them.
 * Provided by the kernel. Thread-safe.
 */
public final class RuntimeState {
    private final Map<String, Shown> collections = new ConcurrentHashMap<>();

    private record Shown(Class<? extends Record> type, Supplier<? extends List<? extends Record>> state) {}

    /** With nothing to show. */
    public RuntimeState() {}

    /**
     * Adds a collection.
     *
     * @param name in kebab case
     * @param type of what records, for the description of the interface
     * @param state asked each time that somebody looks; must be quick and safe on every thread
     * @throws IllegalStateException when there is one of that name
     * @throws IllegalArgumentException when the name is not in kebab case, or the record is not public: management could not read it
     */
    public <R extends Record> void add(String name, Class<R> type, Supplier<? extends List<? extends R>> state) {
        if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException("no name in kebab case: " + name);
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            throw new IllegalArgumentException("the record " + type.getName() + " of the state '" + name
                    + "' is not public, so that management cannot read it; make it public");
        }
        if (collections.putIfAbsent(name, new Shown(type, state)) != null) {
            throw new IllegalStateException("the state '" + name + "' is shown already");
        }
    }

    /** The names of the collections, in order. */
    public Set<String> names() {
        return new TreeSet<>(collections.keySet());
    }

    /** Returns what a collection has now; empty where there is none of that name. */
    public Optional<List<? extends Record>> of(String name) {
        Shown shown = collections.get(name);
        return shown == null
                ? Optional.empty()
                : Optional.of(List.copyOf(shown.state().get()));
    }

    /** Of what records a collection is; empty where there is none of that name. */
    public Optional<Class<? extends Record>> type(String name) {
        return Optional.ofNullable(collections.get(name)).map(Shown::type);
    }
}
