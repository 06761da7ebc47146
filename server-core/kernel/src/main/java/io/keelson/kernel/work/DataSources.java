package io.keelson.kernel.work;

import io.keelson.base.work.ResourceSize;
import io.keelson.kernel.config.NearestName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Numbers of connections of data sources, and the constraints that are bound to them. Thread-safe by its own lock. */
final class DataSources {
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Map<String, Set<MaxThreads>> bound = new HashMap<>();

    /** Says that there is a data source. */
    synchronized ResourceSize add(String name, int connections) {
        check(name, connections);
        if (sizes.putIfAbsent(name, connections) != null) {
            throw new IllegalStateException("the size of the data source '" + name + "' is known already");
        }
        resize(name, connections);
        return new Size(name);
    }

    private static void check(String name, int connections) {
        if (connections < 1) {
            throw new IllegalArgumentException(
                    "the data source '" + name + "' has at least one connection, not " + connections);
        }
    }

    /**
     * Returns the number of connections of a data source.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    synchronized int connections(String name) {
        Integer size = sizes.get(name);
        if (size == null) {
            throw new IllegalArgumentException("a max-threads constraint is bound to the data source '" + name
                    + "', which does not exist" + NearestName.hint(name, sizes.keySet()));
        }
        return size;
    }

    /** Keeps a constraint at the size of a data source from now on; of one that is announced later, from then on. */
    synchronized void bind(String name, MaxThreads constraint) {
        bound.computeIfAbsent(name, key -> new HashSet<>()).add(constraint);
        Integer size = sizes.get(name);
        if (size != null) {
            constraint.limit(size);
        }
    }

    synchronized void unbind(MaxThreads constraint) {
        bound.values().forEach(all -> all.remove(constraint));
    }

    private void resize(String name, int connections) {
        sizes.put(name, connections);
        bound.getOrDefault(name, Set.of()).forEach(constraint -> constraint.limit(connections));
    }

    private final class Size implements ResourceSize {
        private final String name;
        private boolean closed;

        Size(String name) {
            this.name = name;
        }

        @Override
        public void resize(int connections) {
            check(name, connections);
            synchronized (DataSources.this) {
                if (closed) {
                    throw new IllegalStateException("the data source '" + name + "' is gone");
                }
                DataSources.this.resize(name, connections);
            }
        }

        @Override
        public void close() {
            synchronized (DataSources.this) {
                if (!closed) {
                    closed = true;
                    sizes.remove(name);
                }
            }
        }
    }
}
