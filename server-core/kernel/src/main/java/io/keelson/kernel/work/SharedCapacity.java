package io.keelson.kernel.work;

import java.util.concurrent.atomic.AtomicInteger;

/** Limit on the work that several work managers together may have queued and running. Lock-free; never exceeded, not even for a moment. */
final class SharedCapacity {
    private final String name;
    private final AtomicInteger load = new AtomicInteger();
    private volatile int most;

    SharedCapacity(String name, int most) {
        this.name = name;
        this.most = most;
    }

    String name() {
        return name;
    }

    int most() {
        return most;
    }

    void most(int next) {
        most = next;
    }

    int load() {
        return load.get();
    }

    boolean reserve() {
        int seen = load.get();
        while (seen < most) {
            if (load.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = load.get();
        }
        return false;
    }

    void release() {
        load.decrementAndGet();
    }
}
