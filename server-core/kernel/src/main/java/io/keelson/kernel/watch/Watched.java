package io.keelson.kernel.watch;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.ThreadWatch.Role;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A thread that is watched, with how long it has been silent. Confined to the lock of {@link HeartbeatMonitor}. */
abstract sealed class Watched {
    private final Role role;
    private final String name;
    private final long longestNanos;
    private long silentNanos;
    private long silentBefore;
    private long hangs;

    private Watched(Role role, String name, Duration longest) {
        this.role = role;
        this.name = name;
        this.longestNanos = longest.toNanos();
    }

    /** Result of a look at a thread. */
    enum Change {
        NONE,
        /** Has been silent for too long, and was not at the look before. */
        HANGS,
        /** Was silent for too long, and has come back. */
        CAME_BACK,
        /** There is nothing to watch any more. */
        ENDED
    }

    /** Returns true if the thread has come back since the last look, or has nothing to do. */
    abstract boolean answers();

    /** Returns true if the thread takes no more work. */
    abstract boolean ended();

    /** The thread; null while it is not known. */
    abstract @Nullable Thread thread();

    /**
     * Looks at the thread.
     *
     * @param nanos the time since the last look that counts
     */
    final Change look(long nanos) {
        boolean hung = hangs();
        if (answers()) {
            silentBefore = silentNanos;
            silentNanos = 0;
            if (ended()) {
                return Change.ENDED;
            }
            return hung ? Change.CAME_BACK : Change.NONE;
        }
        silentNanos += nanos;
        if (!hung && hangs()) {
            hangs++;
            return Change.HANGS;
        }
        return Change.NONE;
    }

    /** Returns how long it has been silent; where it has just come back, how long it was. */
    Duration silent() {
        return Duration.ofNanos(silentNanos == 0 ? silentBefore : silentNanos);
    }

    /** Returns how long it has been silent now. */
    Duration silentNow() {
        return Duration.ofNanos(silentNanos);
    }

    final boolean hangs() {
        return silentNanos >= longestNanos;
    }

    /** Returns how often it has been an alarm. */
    final long hangCount() {
        return hangs;
    }

    final Role role() {
        return role;
    }

    final Duration longest() {
        return Duration.ofNanos(longestNanos);
    }

    final String name() {
        Thread known = thread();
        return known == null ? name : known.getName();
    }

    /** A thread that runs a task of ours between its own. */
    static final class Tasks extends Watched {
        private final Executor executor;
        private volatile boolean answered = true;
        private volatile @Nullable Thread thread;
        private boolean ended;

        Tasks(Role role, String name, Duration longest, Executor executor) {
            super(role, name, longest);
            this.executor = executor;
        }

        @Override
        boolean answers() {
            if (!answered) {
                return false;
            }
            answered = false;
            try {
                executor.execute(this::answer);
            } catch (RejectedExecutionException e) {
                ended = true;
            }
            return true;
        }

        private void answer() {
            thread = Thread.currentThread();
            answered = true;
        }

        @Override
        boolean ended() {
            return ended;
        }

        @Override
        @Nullable
        Thread thread() {
            return thread;
        }
    }

    /** A thread that counts its pieces of work. */
    static final class Counted extends Watched {
        private final Pulse pulse;
        private long seen;

        Counted(Role role, String name, Pulse pulse) {
            super(role, name, pulse.longest());
            this.pulse = pulse;
        }

        @Override
        boolean answers() {
            long at = pulse.at();
            boolean same = at != 0 && at == seen;
            seen = at;
            return !same;
        }

        @Override
        boolean ended() {
            return false;
        }

        @Override
        @Nullable
        Thread thread() {
            return pulse.thread();
        }
    }
}
