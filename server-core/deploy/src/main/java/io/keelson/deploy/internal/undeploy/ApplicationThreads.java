package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Threads of the application that run on: their context class loader or their class is the application's, timers among them.
 * Nothing can end them safely from outside, so after some grace they are named.
 */
public final class ApplicationThreads implements Trace {
    private final Ticker ticker;
    private final Duration grace;

    /** Threads that are about to end get {@code grace} to do so. */
    public ApplicationThreads(Ticker ticker, Duration grace) {
        this.ticker = ticker;
        this.grace = grace;
    }

    @Override
    public void erase(ApplicationClassLoader loader) throws InterruptedException {
        Deadline deadline = Deadline.in(ticker, grace);
        List<Thread> left = of(loader);
        for (Thread thread : left) {
            TimeUnit.NANOSECONDS.timedJoin(thread, deadline.remaining().toNanos());
        }
        left.removeIf(thread -> !thread.isAlive());
        if (!left.isEmpty()) {
            LOG.threadsLeft(
                    loader.application(),
                    left.size(),
                    left.stream().map(ApplicationThreads::describe).collect(Collectors.joining("; ")));
        }
    }

    private static List<Thread> of(ApplicationClassLoader loader) {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] all = new Thread[root.activeCount() * 2 + 16];
        int count = root.enumerate(all, true);
        while (count == all.length) {
            all = new Thread[all.length * 2];
            count = root.enumerate(all, true);
        }
        List<Thread> found = new ArrayList<>();
        for (Thread thread : Arrays.copyOf(all, count)) {
            if (thread != Thread.currentThread() && isOf(loader, thread)) {
                found.add(thread);
            }
        }
        return found;
    }

    /** An execute thread of the server's may have kept a context class loader; it is the application's while it runs its code. */
    private static boolean isOf(ApplicationClassLoader loader, Thread thread) {
        if (Ownership.owns(loader, thread)) {
            return true;
        }
        if (!Ownership.isOrIsBelow(loader, thread.getContextClassLoader())) {
            return false;
        }
        boolean servers = thread.getClass() != Thread.class
                && thread.getClass().getClassLoader() == ApplicationThreads.class.getClassLoader();
        return !servers
                || Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> loader.getName().equals(frame.getClassLoaderName()));
    }

    private static String describe(Thread thread) {
        StackTraceElement[] trace = thread.getStackTrace();
        String at = Arrays.stream(trace)
                .filter(frame -> !frame.getClassName().startsWith("java.")
                        && !frame.getClassName().startsWith("jdk."))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
        return "'" + thread.getName() + "' " + thread.getState() + at;
    }
}
