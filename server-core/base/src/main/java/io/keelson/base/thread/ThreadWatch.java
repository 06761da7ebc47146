package io.keelson.base.thread;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Watches threads that must come back soon: those that read sockets, accept connections, carry the cluster's messages or run timers.
 * One that is at the same piece of work for longer than it may is an alarm, with its stack. Provided by the kernel, one a server.
 * Thread-safe.
 *
 * <p>Execute threads are not watched here: their pool reports them as stuck by {@code stuck-thread-max-time}. Schedulers of
 * {@link Threads#scheduler(String)} are found by themselves and need no call.
 *
 * <p>See docs/design/thread-watch.md.
 */
public interface ThreadWatch {
    /** The longest that a thread may be at one piece of work before it is an alarm, where nothing else is said. */
    Duration LONGEST = Duration.ofSeconds(10);

    /** Role of a thread, which tells what depends on it. */
    enum Role {
        /** Reads the sockets of clients. When all readers of a server hang it serves nobody: {@code overload.stuck-reader-action}. */
        READER,
        /** Reads the sockets of administration, where it has a channel of its own. */
        ADMIN_READER,
        /** Accepts connections. */
        ACCEPTOR,
        /** Carries messages or requests to other servers. */
        CLUSTER,
        /** Runs tasks at their times. */
        SCHEDULER
    }

    /**
     * Watches a single thread that runs tasks in order, by a task that it is given every two seconds. This ends by itself when the executor
     * takes no more tasks.
     *
     * @param name the name shown until the thread has run its first task; then the thread's own is
     * @param tasks runs each task on the thread that is watched; does not block
     */
    void tasks(Role role, String name, Executor tasks);

    /**
     * Watches a thread that reports its pieces of work itself. This ends with {@link #forget}.
     *
     * @param name the name shown until the first piece of work has begun; then the thread's own is
     */
    void pulse(Role role, String name, Pulse pulse);

    /** Watches the pulse no longer; nothing happens where it is not watched. */
    void forget(Pulse pulse);

    /** A watch that sees nothing, for what runs without a kernel. */
    static ThreadWatch none() {
        return new ThreadWatch() {
            @Override
            public void tasks(Role role, String name, Executor tasks) {}

            @Override
            public void pulse(Role role, String name, Pulse pulse) {}

            @Override
            public void forget(Pulse pulse) {}
        };
    }
}
