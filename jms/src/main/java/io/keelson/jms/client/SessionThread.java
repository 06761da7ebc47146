package io.keelson.jms.client;

import io.keelson.base.thread.Threads;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a session, on which its listeners and the completions of its asynchronous sends run, one after the other. It begins when
 * it is needed first, and ends with the session. Thread-safe.
 *
 * <p>Specification: Jakarta Messaging 3.1, 6.2.5 Serial execution of client code, 7.3.6 Restrictions on threading.
 */
final class SessionThread {
    private final ClientConnection connection;
    private final Mailbox mailbox;
    private final List<ClientConsumer> consumers;
    private final ConcurrentLinkedQueue<Runnable> completions = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread thread;
    private volatile boolean inListener;
    private volatile boolean ended;

    /** Makes the thread of a session with these consumers, whose deliveries come into that mailbox. */
    SessionThread(ClientConnection connection, Mailbox mailbox, List<ClientConsumer> consumers) {
        this.connection = connection;
        this.mailbox = mailbox;
        this.consumers = consumers;
    }

    /** Begins it, where it has not begun. */
    void ensure() {
        if (thread == null) {
            start();
        }
    }

    private synchronized void start() {
        if (thread == null && !ended) {
            Thread made = Threads.daemon(
                    "keelson.jms: session of " + connection.settings().name(), this::dispatch);
            made.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            thread = made;
            made.start();
        }
    }

    /** Runs a completion on it, soon. */
    void complete(Runnable completion) {
        completions.add(completion);
        ensure();
        mailbox.wake();
    }

    /** Returns true if no completion waits. */
    boolean isIdle() {
        return completions.isEmpty();
    }

    /** Has it end, after the completions that wait; does not wait for it. */
    void end() {
        ended = true;
        mailbox.wake();
    }

    /** Returns true on the thread itself. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Returns true if the caller is a listener or completion of this session. */
    boolean isInListener() {
        return inListener && isCurrent();
    }

    /** Waits until no listener runs, but for one that calls this. */
    void awaitListener() {
        mailbox.await(() -> !inListener || isCurrent());
    }

    private void dispatch() {
        while (true) {
            mailbox.await(this::hasWork);
            Runnable completion = completions.poll();
            if (completion != null) {
                run(completion);
            } else if (ended) {
                return;
            } else {
                deliverOne();
            }
        }
    }

    private boolean hasWork() {
        return ended || !completions.isEmpty() || connection.isRunning() && ready() != null;
    }

    private @Nullable ClientConsumer ready() {
        for (ClientConsumer each : consumers) {
            if (each.hasListener() && !each.isIdle()) {
                return each;
            }
        }
        return null;
    }

    private void deliverOne() {
        inListener = true;
        try {
            ClientConsumer consumer = connection.isRunning() ? ready() : null;
            if (consumer != null) {
                consumer.listenOnce();
            }
        } finally {
            inListener = false;
            mailbox.wake();
        }
    }

    private void run(Runnable completion) {
        inListener = true;
        try {
            completion.run();
        } catch (RuntimeException e) {
            ClientLog.LOG.listenerFailed(connection.settings().name(), e);
        } finally {
            inListener = false;
            mailbox.wake();
        }
    }
}
