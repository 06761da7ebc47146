package io.keelson.ee.soap;

import org.apache.cxf.workqueue.AutomaticWorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;

/**
 * Runs what CXF would give to threads of its own in the thread of the request, where the application has its names, its caller and its
 * class loader: calls without an answer, and those whose answer goes to another address. Their clients have got 202 by then. Stateless
 * and thread-safe.
 *
 * <p>Specification: Enterprise Web Services 2.0, 4.1 and 5.3; XML Web Services 4.0, 5.1 MessageContext.
 */
final class RequestThread implements WorkQueueManager {
    private static final AutomaticWorkQueue QUEUE = new Queue();

    @Override
    public AutomaticWorkQueue getAutomaticWorkQueue() {
        return QUEUE;
    }

    @Override
    public @Nullable AutomaticWorkQueue getNamedWorkQueue(String name) {
        return null;
    }

    @Override
    public void addNamedWorkQueue(String name, AutomaticWorkQueue queue) {}

    @Override
    public void shutdown(boolean processRemaining) {}

    @Override
    public void run() {}

    private static final class Queue implements AutomaticWorkQueue {
        @Override
        public void execute(Runnable work) {
            work.run();
        }

        @Override
        public void execute(Runnable work, long timeout) {
            work.run();
        }

        @Override
        public void schedule(Runnable work, long delay) {
            throw new UnsupportedOperationException("nothing of an endpoint waits for a time");
        }

        @Override
        public String getName() {
            return "request";
        }

        @Override
        public void shutdown(boolean processRemaining) {}

        @Override
        public boolean isShutdown() {
            return false;
        }
    }
}
