package io.keelson.ejb.message;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work that an execute thread runs while the thread that handed it over waits. An interrupt of the one that waits interrupts
 * the other, too. Used once; thread-safe, {@code lock} guards all.
 */
final class AwaitedWork implements Runnable {
    private final MessageBean.Work work;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private @Nullable Thread runner;
    private boolean interrupted;
    private boolean over;
    private @Nullable Throwable failure;

    AwaitedWork(MessageBean.Work work) {
        this.work = work;
    }

    @Override
    public void run() {
        Throwable thrown = null;
        begin();
        try {
            work.run();
        } catch (Throwable e) { // for the thread that waits
            thrown = e;
        } finally {
            end(thrown);
        }
    }

    private void begin() {
        lock.lock();
        try {
            runner = Thread.currentThread();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable thrown) {
        lock.lock();
        try {
            runner = null;
            over = true;
            failure = thrown;
            Thread.interrupted(); // an interrupt was meant for this piece of work
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the work has ended, also where the thread is interrupted meanwhile.
     *
     * @throws Throwable what the work has thrown
     */
    void await() throws Throwable {
        boolean asked = false;
        lock.lock();
        try {
            while (!over) {
                try {
                    ended.await();
                } catch (InterruptedException e) {
                    asked = true;
                    pass();
                }
            }
        } finally {
            lock.unlock();
            if (asked) {
                Thread.currentThread().interrupt();
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void pass() {
        interrupted = true;
        Thread running = runner;
        if (running != null) {
            running.interrupt();
        }
    }
}
