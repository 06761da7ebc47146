package io.keelson.testkit;

import io.keelson.base.work.ResourceSize;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Work managers without threads: work waits until the test runs it, on the test's thread, in the order in which it was handed
 * over. Work may be handed over from any thread; everything is guarded by this object's lock, under which no work runs.
 */
public final class ManualWorkManagers implements WorkManagers {
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private final Queue<Piece> queue = new ArrayDeque<>();
    private final Map<String, Manager> named = new HashMap<>();
    private final Manager standard = new Manager("default", UNLIMITED);
    private final Manager administration = new Manager("administration", UNLIMITED);

    private record Piece(Manager manager, Runnable work) {}

    /** Defines a work manager of the domain with that capacity. */
    public WorkManager define(String name, int capacity) {
        Manager manager = new Manager(name, capacity);
        synchronized (this) {
            named.put(name, manager);
        }
        return manager;
    }

    /** Returns how many pieces wait. */
    public synchronized int queued() {
        return queue.size();
    }

    /** Runs the piece that waits longest; returns false when none waits. What it throws comes out here. */
    public boolean runNext() {
        Piece next;
        synchronized (this) {
            next = queue.poll();
        }
        if (next == null) {
            return false;
        }
        try {
            next.work().run();
        } finally {
            next.manager().release();
        }
        return true;
    }

    /** Runs pieces until none waits, those too that are handed over meanwhile; returns how many there were. */
    public int runAll() {
        int ran = 0;
        while (runNext()) {
            ran++;
        }
        return ran;
    }

    @Override
    public WorkManager standard() {
        return standard;
    }

    @Override
    public WorkManager administration() {
        return administration;
    }

    @Override
    public synchronized WorkManager named(String name) {
        WorkManager manager = named.get(name);
        if (manager == null) {
            throw new IllegalArgumentException("no work manager '" + name + "' was defined; call define() first");
        }
        return manager;
    }

    @Override
    public WorkScope forApplication(String application) {
        return new Scope("application/" + application, null, WorkDefinitions.NONE);
    }

    /** There are no threads to limit here: the size is forgotten. */
    @Override
    public ResourceSize dataSource(String name, int connections) {
        return new ResourceSize() {
            @Override
            public void resize(int size) {}

            @Override
            public void close() {}
        };
    }

    @Override
    public WorkBatch newBatch() {
        return new Batch();
    }

    private synchronized void enqueue(Piece piece) {
        queue.add(piece);
    }

    private final class Manager implements WorkManager {
        private final String name;
        private final int capacity;
        private int load;
        private boolean closed;

        Manager(String name, int capacity) {
            this.name = name;
            this.capacity = capacity;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean offer(Runnable work) {
            if (!reserve()) {
                return false;
            }
            enqueue(new Piece(this, work));
            return true;
        }

        boolean reserve() {
            synchronized (ManualWorkManagers.this) {
                if (closed || load >= capacity) {
                    return false;
                }
                load++;
                return true;
            }
        }

        void release() {
            synchronized (ManualWorkManagers.this) {
                load--;
            }
        }

        @Override
        public int load() {
            synchronized (ManualWorkManagers.this) {
                return load;
            }
        }

        void close() {
            synchronized (ManualWorkManagers.this) {
                closed = true;
            }
        }
    }

    /** The work managers of an application: names and capacities are as they are declared, the rest means nothing here. */
    private final class Scope implements WorkScope {
        private final String name;
        private final @Nullable Scope outer;
        private final WorkDefinitions definitions;
        private final Map<String, Manager> managers = new HashMap<>();
        private final List<Scope> inner = new ArrayList<>();

        Scope(String name, @Nullable Scope outer, WorkDefinitions definitions) {
            this.name = name;
            this.outer = outer;
            this.definitions = definitions;
            if (outer == null) {
                managers.put(DEFAULT, new Manager(name, UNLIMITED));
            }
            definitions.workManagers().forEach((declared, definition) -> {
                String capacity = definition.capacity();
                int most = capacity == null ? UNLIMITED : capacity(capacity);
                managers.put(declared, new Manager(name + '/' + declared, most));
            });
        }

        private int capacity(String wanted) {
            Integer own = definitions.capacities().get(wanted);
            if (own != null) {
                return own;
            }
            return outer == null ? UNLIMITED : outer.capacity(wanted);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public WorkManager standard() {
            Manager own = managers.get(DEFAULT);
            return own == null && outer != null ? outer.standard() : Objects.requireNonNull(own);
        }

        @Override
        public WorkManager named(String wanted) {
            synchronized (ManualWorkManagers.this) {
                WorkManager found = find(wanted);
                return found == null ? standard() : found;
            }
        }

        private @Nullable WorkManager find(String wanted) {
            Manager own = managers.get(wanted);
            if (own != null) {
                return own;
            }
            if (outer != null) {
                return outer.find(wanted);
            }
            Manager global = named.get(wanted);
            if (global == null) {
                return null;
            }
            Manager instance = new Manager(name + '/' + wanted, global.capacity);
            managers.put(wanted, instance);
            return instance;
        }

        @Override
        public WorkScope inner(String module, WorkDefinitions declared) {
            Scope scope = new Scope(name + '/' + module, this, declared);
            synchronized (ManualWorkManagers.this) {
                inner.add(scope);
            }
            return scope;
        }

        @Override
        public void close() {
            synchronized (ManualWorkManagers.this) {
                managers.values().forEach(Manager::close);
                inner.forEach(Scope::close);
            }
        }
    }

    private final class Batch implements WorkBatch {
        private final List<Piece> pieces = new ArrayList<>();

        @Override
        public boolean add(WorkManager manager, Runnable work) {
            if (!(manager instanceof Manager ours)) {
                throw new IllegalArgumentException("the work manager '" + manager.name() + "' is not of this server");
            }
            if (!ours.reserve()) {
                return false;
            }
            pieces.add(new Piece(ours, work));
            return true;
        }

        @Override
        public int size() {
            return pieces.size();
        }

        @Override
        public void flush() {
            pieces.forEach(ManualWorkManagers.this::enqueue);
            pieces.clear();
        }
    }
}
