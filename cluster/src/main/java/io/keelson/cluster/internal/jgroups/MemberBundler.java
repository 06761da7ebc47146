package io.keelson.cluster.internal.jgroups;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jgroups.Message;
import org.jgroups.protocols.PerDestinationBundler;

/**
 * A queue and a thread for each member, not one for all: the thread connects, and to a machine that does not answer that takes
 * its time. JGroups' own bundler of that kind makes a queue for whoever still sends while it is stopped, and nobody ends
 * its thread any more; this one does not. Thread-safe.
 */
final class MemberBundler extends PerDestinationBundler {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean running;

    MemberBundler() {
        useSingleSenderThread(false);
    }

    @Override
    public void start() {
        lock.writeLock().lock();
        try {
            running = true;
            super.start();
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void stop() {
        lock.writeLock().lock();
        try {
            running = false;
            super.stop();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Queues a message, which never waits; without effect while this is stopped. */
    @Override
    public void doSend(Message message) throws Exception {
        lock.readLock().lock();
        try {
            if (running) {
                super.doSend(message);
            }
        } finally {
            lock.readLock().unlock();
        }
    }
}
