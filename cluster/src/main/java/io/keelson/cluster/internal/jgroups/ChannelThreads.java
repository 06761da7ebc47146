package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Threads;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.util.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Names JGroups' threads as the server's are: {@code keelson.cluster.io: <what JGroups calls it>-<number>}. Thread-safe. */
final class ChannelThreads implements ThreadFactory {
    private static final String PREFIX = "keelson.cluster.io: ";

    /** What JGroups calls the thread that takes connections. */
    private static final String ACCEPTOR = "TcpServer.Acceptor";

    private final AtomicInteger next = new AtomicInteger(1);
    private final Queue<Thread> acceptors = new ConcurrentLinkedQueue<>();

    @Override
    public Thread newThread(Runnable body) {
        return newThread(body, "pool");
    }

    @Override
    public Thread newThread(Runnable body, @Nullable String name) {
        Thread made = Threads.daemon(PREFIX + (name == null ? "thread" : name) + '-' + next.getAndIncrement(), body);
        if (name != null && name.startsWith(ACCEPTOR)) {
            acceptors.add(made);
        }
        return made;
    }

    /** Waits until the threads that took connections have ended, but for so long only. */
    void awaitAcceptors(Duration longest) {
        try {
            for (Thread acceptor : acceptors) {
                acceptor.join(longest.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean useVirtualThreads() {
        return false;
    }

    @Override
    public void setPattern(@Nullable String pattern) {
        // the names are ours
    }

    @Override
    public void setIncludeClusterName(boolean include) {
        // the names are ours
    }

    @Override
    public void setClusterName(@Nullable String name) {
        // the names are ours
    }

    @Override
    public void setAddress(@Nullable String address) {
        // the names are ours
    }

    @Override
    public void renameThread(@Nullable String name, @Nullable Thread thread) {
        // the names are ours
    }
}
