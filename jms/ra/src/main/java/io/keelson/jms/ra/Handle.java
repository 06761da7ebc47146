package io.keelson.jms.ra;

import io.keelson.jms.client.PooledConnection;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.TopicConnection;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A handle of an application to a connection of the pool. A container may take the connection from it at the end of a call, and give it
 * another one at the begin of the next: sessions, producers and consumers are made again then. Thread-safe; {@code lock} guards where
 * it is.
 *
 * <p>Specification: Jakarta Connectors 2.1, 7.8 and 7.9.
 */
public class Handle implements Borrowed { // public and not final: TomEE makes a subclass that watches it
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable PhysicalConnection physical;
    private PooledConnection.@Nullable Loan loan;
    private @Nullable Opening opening;
    private @Nullable Object target;
    private int generation;
    private boolean closed;

    /** Makes a handle that has no connection yet. */
    Handle() {}

    /** Opens what an application has asked for. */
    private interface Opening {
        Object open(PooledConnection.Loan loan) throws JMSException;
    }

    @Override
    public Connection open(Kind kind, Object self) throws JMSException {
        return switch (kind) {
            case ANY -> opened(PooledConnection.Loan::connection, Connection.class, self);
            case QUEUE -> opened(PooledConnection.Loan::queueConnection, QueueConnection.class, self);
            case TOPIC -> opened(PooledConnection.Loan::topicConnection, TopicConnection.class, self);
        };
    }

    @Override
    public JMSContext openContext(int mode, Object self) throws JMSException {
        return opened(one -> one.context(mode), JMSContext.class, self);
    }

    private <T> T opened(Opening how, Class<T> type, Object self) throws JMSException {
        lock.lock();
        try {
            opening = how;
        } finally {
            lock.unlock();
        }
        Object unused = target();
        return type.cast(HandleProxy.root(this, type, self));
    }

    /** Returns which of its connections this has now. */
    int generation() {
        lock.lock();
        try {
            return generation;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the connection, or context, that it stands for now. */
    Object target() throws JMSException {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the connection is closed", "CLOSED");
            }
            Object now = target;
            if (now != null) {
                return now;
            }
            PhysicalConnection from = physical;
            Opening how = opening;
            if (from == null || how == null) {
                throw new IllegalStateException(
                        "the connection is back in its pool, as the call that opened it is over; open it where it is used",
                        "CLOSED");
            }
            PooledConnection.Loan lent = from.pooled().lend();
            loan = lent;
            target = how.open(lent);
            return target;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that it is a connection's. */
    void attached(PhysicalConnection to) {
        lock.lock();
        try {
            physical = to;
            generation++;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the connection is not its own any more. */
    void detached() {
        PooledConnection.Loan ended;
        lock.lock();
        try {
            generation++;
            ended = loan;
            loan = null;
            target = null;
            physical = null;
        } finally {
            lock.unlock();
        }
        if (ended != null) {
            ended.close();
        }
    }

    @Override
    public void moveTo(Object other) {
        PhysicalConnection before;
        lock.lock();
        try {
            before = physical;
        } finally {
            lock.unlock();
        }
        if (before != other && other instanceof PhysicalConnection next) {
            if (before != null) {
                before.detach(this);
            }
            detached();
            next.attach(this);
        }
    }

    @Override
    public void giveBack() {
        PhysicalConnection from;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            from = physical;
        } finally {
            lock.unlock();
        }
        detached();
        if (from != null) {
            from.closed(this);
        }
    }

    @Override
    public String toString() {
        return "handle to a connection";
    }
}
