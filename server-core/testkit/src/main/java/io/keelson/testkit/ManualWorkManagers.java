package io.keelson.testkit;

import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

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

    /** How many pieces wait. */
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
    public ApplicationWorkManager forApplication(String application) {
        return new Manager("application/" + application, UNLIMITED);
    }

    @Override
    public WorkBatch newBatch() {
        return new Batch();
    }

    private synchronized void enqueue(Piece piece) {
        queue.add(piece);
    }

    private final class Manager implements ApplicationWorkManager {
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

        @Override
        public void close() {
            synchronized (ManualWorkManagers.this) {
                closed = true;
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
