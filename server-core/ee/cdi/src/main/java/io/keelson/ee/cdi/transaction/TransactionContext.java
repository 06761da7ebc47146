package io.keelson.ee.cdi.transaction;

import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.Destroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.context.spi.AlterableContext;
import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionScoped;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.annotation.Annotation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The context of {@code @TransactionScoped}: instances live as long as the transaction of the calling thread and are destroyed after its
 * completion. Thread-safe as transactions are: one thread at a time works for each.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.8 TransactionScoped Annotation.
 *
 * @param registry where instances are kept
 * @param beans tells observers
 */
record TransactionContext(TransactionSynchronizationRegistry registry, BeanManager beans) implements AlterableContext {
    /** The instances of one transaction. */
    private static final class Instances implements Synchronization {
        private final Map<Contextual<?>, Instance<?>> all = new LinkedHashMap<>();
        private final TransactionContext context;

        Instances(TransactionContext context) {
            this.context = context;
        }

        @Override
        public void beforeCompletion() {
            // They may still be used.
        }

        @Override
        public void afterCompletion(int status) {
            Object transaction = this;
            context.fire(BeforeDestroyed.Literal.of(TransactionScoped.class), transaction);
            all.values().forEach(Instance::destroy);
            all.clear();
            context.fire(Destroyed.Literal.of(TransactionScoped.class), transaction);
        }
    }

    private record Instance<T>(Contextual<T> contextual, T instance, CreationalContext<T> creation) {
        void destroy() {
            contextual.destroy(instance, creation);
        }
    }

    private void fire(Annotation qualifier, Object payload) {
        beans.getEvent().select(qualifier).fire(payload);
    }

    @Override
    public Class<? extends Annotation> getScope() {
        return TransactionScoped.class;
    }

    @Override
    @SuppressWarnings("unchecked") // by the key
    public <T> T get(Contextual<T> contextual, @Nullable CreationalContext<T> creation) {
        Instances instances = instances(creation != null);
        Instance<T> there = instances == null ? null : (Instance<T>) instances.all.get(contextual);
        if (there == null && creation != null && instances != null) {
            there = new Instance<>(contextual, contextual.create(creation), creation);
            instances.all.put(contextual, there);
        }
        return there == null ? none() : there.instance();
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"
    }) // the contract of Context.get: null where there is none
    private static <T> T none() {
        return null;
    }

    @Override
    public <T> T get(Contextual<T> contextual) {
        return get(contextual, null);
    }

    @Override
    public void destroy(Contextual<?> contextual) {
        Instances instances = instances(false);
        Instance<?> there = instances == null ? null : instances.all.remove(contextual);
        if (there != null) {
            there.destroy();
        }
    }

    private @Nullable Instances instances(boolean make) {
        if (!isActive()) {
            throw new ContextNotActiveException("@TransactionScoped: the calling thread has no transaction");
        }
        Instances there = (Instances) registry.getResource(this);
        if (there == null && make) {
            there = new Instances(this);
            registry.putResource(this, there);
            registry.registerInterposedSynchronization(there);
            fire(Initialized.Literal.of(TransactionScoped.class), there);
        }
        return there;
    }

    @Override
    public boolean isActive() {
        return switch (registry.getTransactionStatus()) {
            case Status.STATUS_ACTIVE,
                    Status.STATUS_MARKED_ROLLBACK,
                    Status.STATUS_PREPARED,
                    Status.STATUS_UNKNOWN,
                    Status.STATUS_PREPARING,
                    Status.STATUS_COMMITTING,
                    Status.STATUS_ROLLING_BACK -> true;
            default -> false;
        };
    }
}
