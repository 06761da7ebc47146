package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.ThreadWatch.Role;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jgroups.util.TimeScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Has the threads watched that accept, read, deliver, send and keep the time for a channel: one that does not come back from a message or a
 * task is an alarm. A thread is watched from its first piece of work until it ends or leaves. Thread-safe.
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

    /** Sends by the calling thread, as {@link #work} does a piece. */
    void send(Sending sending) throws Exception {
        Pulse pulse = pulse();
        if (pulse.at() != 0) {
            sending.send();
            return;
        }
        pulse.begin();
        try {
            sending.send();
        } finally {
            pulse.end();
        }
    }

    /** Gives something to the network. */
    @FunctionalInterface
    interface Sending {
        void send() throws Exception; // JGroups declares no other
    }

    /** Watches the thread of a timer that runs. Close what is returned before the timer ends: what it was given then may never run. */
    Ending timer(TimeScheduler timer) {
        AtomicReference<@Nullable Runnable> given = new AtomicReference<>();
        Ending ending = new Ending(given);
        watch.tasks(Role.CLUSTER, "the timer of the cluster's channel", task -> {
            given.set(task);
            // After a moment, as the timer hands what is due at once to its pool; on the thread of the timer itself.
            if (ending.ended || timer.schedule(task, 1, TimeUnit.MILLISECONDS, false) == null) {
                throw new RejectedExecutionException("the timer has ended");
            }
        });
        return ending;
    }

    /** Ends the watch over a timer. */
    static final class Ending {
        private final AtomicReference<@Nullable Runnable> given;
        private volatile boolean ended;

        private Ending(AtomicReference<@Nullable Runnable> given) {
            this.given = given;
        }

        /** Ends it: a task that the timer has not run counts as run. */
        void end() {
            ended = true;
            Runnable last = given.get();
            if (last != null) {
                last.run();
            }
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
