package io.keelson.base.thread;

import java.util.concurrent.ScheduledThreadPoolExecutor;

/** The thread of a scheduler of {@link Threads}, which a {@link ThreadWatch} finds among the threads of the process. */
public final class SchedulerThread extends Thread {
    private final Pulse pulse;

    SchedulerThread(String name, Runnable body, Pulse pulse) {
        super(null, body, name, 0, false);
        this.pulse = pulse;
        setDaemon(true);
        setContextClassLoader(SchedulerThread.class.getClassLoader());
    }

    /** The tasks of the scheduler. */
    public Pulse pulse() {
        return pulse;
    }

    /** Tells the thread's pulse when a task begins and ends. */
    static final class Scheduler extends ScheduledThreadPoolExecutor {
        private final Pulse pulse;

        Scheduler(String name, Pulse pulse) {
            super(1, body -> Threads.apart(() -> new SchedulerThread(name, body, pulse)));
            this.pulse = pulse;
            setRemoveOnCancelPolicy(true);
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            pulse.begin();
        }

        @Override
        protected void afterExecute(Runnable task, Throwable failure) {
            pulse.end();
        }
    }
}
