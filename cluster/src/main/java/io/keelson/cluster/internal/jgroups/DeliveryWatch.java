package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.ThreadWatch.Role;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has the threads watched that accept, read and deliver for a channel: one that does not come back from a message is an alarm. A thread is
 * watched from its first piece of work until it ends or leaves. Thread-safe.
 */
final class DeliveryWatch {
    private final ThreadWatch watch;
    private final Map<Thread, Pulse> pulses = new ConcurrentHashMap<>();

    DeliveryWatch(ThreadWatch watch) {
        this.watch = watch;
    }

    /** Runs a piece of work of the calling thread; one within another counts as part of that. */
    void work(Runnable piece) {
        Pulse pulse = pulse();
        if (pulse.at() != 0) {
            piece.run();
            return;
        }
        pulse.begin();
        try {
            piece.run();
        } finally {
            pulse.end();
        }
    }

    private Pulse pulse() {
        Thread here = Thread.currentThread();
        Pulse known = pulses.get(here);
        if (known != null) {
            return known;
        }
        // JGroups ends threads that have been idle, and makes others.
        pulses.forEach((thread, pulse) -> {
            if (!thread.isAlive() && pulses.remove(thread, pulse)) {
                watch.forget(pulse);
            }
        });
        Pulse made = new Pulse();
        pulses.put(here, made);
        watch.pulse(Role.CLUSTER, here.getName(), made);
        return made;
    }

    /** The calling thread works no more. */
    void leave() {
        Pulse pulse = pulses.remove(Thread.currentThread());
        if (pulse != null) {
            watch.forget(pulse);
        }
    }

    /** Ends the watch over all threads. */
    void close() {
        pulses.forEach((thread, pulse) -> {
            if (pulses.remove(thread, pulse)) {
                watch.forget(pulse);
            }
        });
    }

    /** Returns how many threads are watched. */
    int size() {
        return pulses.size();
    }
}
