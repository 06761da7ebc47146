package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.jms.broker.Pager;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A thread that reads and writes bodies of messages, which starts with its first task. Thread-safe. */
final class PagerThread implements Pager, AutoCloseable {
    private final ScheduledExecutorService thread;

    PagerThread(String server) {
        thread = Threads.scheduler("keelson.jms: paging of " + server);
    }

    @Override
    public void run(Runnable task, long afterMillis) {
        try {
            var unused = thread.schedule(task, afterMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            JmsLog.LOG.debugf(e, "no paging any more: the JMS server is closed");
        }
    }

    /** Ends the thread after what it has to do. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
