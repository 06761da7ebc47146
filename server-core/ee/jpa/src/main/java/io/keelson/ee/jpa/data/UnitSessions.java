package io.keelson.ee.jpa.data;

import io.keelson.ee.jpa.context.UnitContexts;
import io.keelson.ee.jpa.provider.UnitEnvironment;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stateless sessions of one unit: which one a call of a repository works with, and when it is closed.
 *
 * <ul>
 *   <li>In a transaction: the transaction's one, closed at its end.
 *   <li>A write without a transaction: one in a transaction of the call's own.
 *   <li>Other calls without a transaction: the request's one, closed at its end; where no request is active one of the call's own.
 * </ul>
 *
 * <p>Thread-safe: a session belongs to the transaction or the request, hence to one thread at a time. See docs/design/persistence.md.
 *
 * <p>Specification: Jakarta Data 1.0, 7.3 Jakarta Transactions.
 */
public final class UnitSessions {
    private final UnitContexts contexts;
    private final TransactionManager transactions;
    private final TransactionSynchronizationRegistry registry;
    private final RequestSessions requests;
    private final Object key = new Object();

    /**
     * The sessions of a unit that takes part in the server's transactions.
     *
     * @param contexts of the unit
     */
    public UnitSessions(UnitContexts contexts, UnitEnvironment environment) {
        this.contexts = contexts;
        this.transactions = environment.transactions();
        this.registry = environment.registry();
        this.requests = new RequestSessions(environment.beans());
    }

    /**
     * Returns a session that each call goes through to the one of the moment. It may be kept and shared by threads; {@code close} has no
     * effect.
     *
     * @param opening the method {@code openStatelessSession} of the interface {@code SessionFactory} of the unit's Hibernate
     */
    public Object session(Method opening) {
        return SessionView.of(this, opening);
    }

    /** The unit's name. */
    String unit() {
        return contexts.unit();
    }

    EntityManagerFactory factory() {
        return contexts.factory();
    }

    boolean inTransaction() {
        return contexts.inTransaction();
    }

    private AutoCloseable open(Method opening) throws Throwable {
        Object sessions = factory().unwrap(opening.getDeclaringClass());
        return (AutoCloseable) Objects.requireNonNull(new Call(opening, null).on(sessions));
    }

    /** Returns the session of the thread's transaction, which must be there; opened where it has none yet. */
    Object ofTransaction(Method opening) throws Throwable {
        Object there = registry.getResource(key);
        if (there != null) {
            return there;
        }
        AutoCloseable made = open(opening);
        registry.putResource(key, made);
        registry.registerInterposedSynchronization(new Closing(made, Thread.currentThread()));
        return made;
    }

    /**
     * Closes a session when its transaction has ended. One that ends on another thread, as by a time-out, may be in use: it is left
     * alone.
     */
    private record Closing(AutoCloseable session, Thread user) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            if (Thread.currentThread() == user) {
                RequestSessions.close(session);
            }
        }
    }

    /**
     * Makes a call without a transaction, on the request's session or on one of its own.
     *
     * @param brief true if nothing that the call returns needs the session
     */
    @Nullable
    Object outside(Method opening, Call call, boolean brief) throws Throwable {
        RequestSessions.Held held = requests.current();
        if (held != null) {
            AutoCloseable session = held.session();
            if (session == null) {
                session = open(opening);
                held.put(session);
            }
            return call.on(session);
        }
        AutoCloseable once = open(opening);
        boolean kept = false;
        try {
            Object result = call.on(once);
            kept = !brief; // it has no connection between its statements
            return result;
        } finally {
            if (!kept) {
                RequestSessions.close(once);
            }
        }
    }

    /** Something that is done in a transaction. */
    @FunctionalInterface
    interface Write {
        /** Does it. */
        @Nullable
        Object run() throws Throwable;
    }

    /**
     * Does something in the thread's transaction, or in one that begins and ends with it.
     *
     * @throws PersistenceException where its own transaction cannot begin, or does not commit
     */
    @Nullable
    Object write(Write action) throws Throwable {
        if (inTransaction()) {
            return action.run();
        }
        begin();
        @Nullable Object result;
        try {
            result = action.run();
        } catch (Throwable e) {
            rollBack(e);
            throw e;
        }
        commit();
        return result;
    }

    private void begin() {
        try {
            transactions.begin();
        } catch (NotSupportedException | SystemException e) {
            throw new PersistenceException(
                    "a repository of the unit '" + unit() + "' cannot begin a transaction for what it writes: "
                            + e.getMessage(),
                    e);
        }
    }

    private void rollBack(Throwable cause) {
        try {
            transactions.rollback();
        } catch (SystemException | IllegalStateException e) {
            cause.addSuppressed(e);
        }
    }

    private void commit() {
        try {
            if (transactions.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
                transactions.rollback();
                throw new jakarta.persistence.RollbackException(
                        "what a repository of the unit '" + unit() + "' wrote was marked for rollback");
            }
            transactions.commit();
        } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException | SystemException e) {
            throw new jakarta.persistence.RollbackException(
                    "what a repository of the unit '" + unit() + "' wrote was not committed: " + e.getMessage(), e);
        }
    }
}
