package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Threads;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.util.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Names JGroups' threads as the server's are: {@code keelson.cluster.io: <what JGroups calls it>-<number>}. Thread-safe. */
final class ChannelThreads implements ThreadFactory {
    private static final String PREFIX = "keelson.cluster.io: ";

    private final AtomicInteger next = new AtomicInteger(1);

    @Override
    public Thread newThread(Runnable body) {
        return newThread(body, "pool");
    }

    @Override
    public Thread newThread(Runnable body, @Nullable String name) {
        return Threads.daemon(PREFIX + (name == null ? "thread" : name) + '-' + next.getAndIncrement(), body);
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
