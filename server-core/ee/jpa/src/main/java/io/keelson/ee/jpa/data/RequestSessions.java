package io.keelson.ee.jpa.data;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.persistence.PersistenceException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a unit's session in CDI's request context, which closes it at its end. Thread-safe; what is kept is used by the request's thread.
 *
 * <p>Specification: CDI 4.1, 28.1 Built-in context lifecycles in Jakarta EE.
 */
final class RequestSessions implements Contextual<RequestSessions.Held> {
    private final Supplier<@Nullable Object> beans;
    private volatile @Nullable BeanManager manager;

    /**
     * The sessions of all requests of an application.
     *
     * @param beans gives its {@code BeanManager}; null without CDI
     */
    RequestSessions(Supplier<@Nullable Object> beans) {
        this.beans = beans;
    }

    /** The place of a request's session, empty at first. Used by one thread at a time. */
    static final class Held {
        private @Nullable AutoCloseable session;

        @Nullable
        AutoCloseable session() {
            return session;
        }

        void put(AutoCloseable opened) {
            session = opened;
        }
    }

    /** The place of the thread's request; null where none is active. */
    @Nullable
    Held current() {
        BeanManager known = manager();
        if (known == null) {
            return null;
        }
        try {
            return known.getContext(RequestScoped.class).get(this, known.createCreationalContext(this));
        } catch (ContextNotActiveException none) {
            return null;
        }
    }

    /** The application's, which is looked up until it is there; null without CDI. */
    private @Nullable BeanManager manager() {
        BeanManager known = manager;
        if (known == null && beans.get() instanceof BeanManager found) {
            known = found;
            manager = found;
        }
        return known;
    }

    @Override
    public Held create(CreationalContext<Held> context) {
        return new Held();
    }

    @Override
    public void destroy(Held held, CreationalContext<Held> context) {
        AutoCloseable open = held.session();
        if (open != null) {
            close(open);
        }
        context.release();
    }

    /**
     * Closes a session.
     *
     * @throws PersistenceException where that fails; whoever ends the transaction or the request logs it
     */
    static void close(AutoCloseable session) {
        try {
            session.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new PersistenceException("the session of a repository could not be closed: " + e.getMessage(), e);
        }
    }
}
