package io.keelson.base.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Makes named threads. Every thread of the server comes from here and belongs to the subsystem that asked for it. */
public final class Threads {
    private Threads() {}

    /** A daemon thread, not yet started, without an inherited context class loader of an application. */
    public static Thread daemon(String name, Runnable body) {
        Thread thread = apart(() -> new Thread(null, body, name, 0, false));
        thread.setDaemon(true);
        thread.setContextClassLoader(Threads.class.getClassLoader());
        return thread;
    }

    /**
     * Makes something that may start threads, without the protection domains of the code on the caller's stack: a thread keeps those for
     * its life, and with them the class loader of an application that happened to be the first to need it.
     */
    @SuppressWarnings("removal") // newer JDKs keep no domains, and the method
    public static <T> T apart(Supplier<T> making) {
        return AccessController.doPrivileged((PrivilegedAction<T>) making::get);
    }

    /** A factory of daemon threads named {@code prefix-1}, {@code prefix-2} and so on. */
    public static ThreadFactory daemonFactory(String prefix) {
        AtomicInteger next = new AtomicInteger(1);
        return body -> daemon(prefix + "-" + next.getAndIncrement(), body);
    }

    /**
     * A single-threaded scheduler of short tasks; its cancelled tasks leave its queue at once. Whoever asks for it must shut it down. A
     * task that takes longer than {@link ThreadWatch#LONGEST} is an alarm.
     */
    public static ScheduledExecutorService scheduler(String name) {
        return scheduler(name, ThreadWatch.LONGEST);
    }

    /**
     * A single-threaded scheduler as {@link #scheduler(String)}, of tasks that wait for others.
     *
     * @param longest after how long with one task its thread is an alarm; more than zero
     */
    public static ScheduledExecutorService scheduler(String name, Duration longest) {
        return Executors.unconfigurableScheduledExecutorService(
                new SchedulerThread.Scheduler(name, new Pulse(longest)));
    }
}
