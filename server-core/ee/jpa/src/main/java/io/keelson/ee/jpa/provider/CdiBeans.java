package io.keelson.ee.jpa.provider;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionTarget;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.ContainedBean;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.jspecify.annotations.Nullable;

/**
 * Makes entity listeners, converters and their like by the application's CDI, each at its first use: the unit is there before CDI starts.
 * Without CDI Hibernate makes them. Thread-safe.
 *
 * <p>Specification: Persistence 3.2, 3.5.1 Entity Listeners and 3.9 Converter Classes.
 */
final class CdiBeans implements BeanContainer {
    private final Supplier<@Nullable Object> beans;
    private final ConcurrentLinkedQueue<Runnable> releases = new ConcurrentLinkedQueue<>();

    /** Gives beans of the bean manager that the supplier has at their first use. */
    CdiBeans(Supplier<@Nullable Object> beans) {
        this.beans = beans;
    }

    @Override
    public <B> ContainedBean<B> getBean(Class<B> type, LifecycleOptions options, BeanInstanceProducer fallback) {
        boolean managed = options.useJpaCompliantCreation();
        return new Contained<>(type, () -> {
            BeanManager manager = manager();
            return manager == null
                    ? fallback.produceBeanInstance(type)
                    : managed ? injected(manager, type) : referenced(manager, type, fallback);
        });
    }

    @Override
    public <B> ContainedBean<B> getBean(
            String name, Class<B> type, LifecycleOptions options, BeanInstanceProducer fallback) {
        return new Contained<>(type, () -> {
            BeanManager manager = manager();
            Set<Bean<?>> found = manager == null ? Set.of() : manager.getBeans(name);
            return manager == null || found.isEmpty()
                    ? fallback.produceBeanInstance(name, type)
                    : reference(manager, found, type);
        });
    }

    private @Nullable BeanManager manager() {
        return beans.get() instanceof BeanManager manager ? manager : null;
    }

    /** An object of the provider's that is injected into, with its callbacks, as the specification has it for listeners and converters. */
    private <B> B injected(BeanManager manager, Class<B> type) {
        InjectionTarget<B> target = manager.getInjectionTargetFactory(manager.createAnnotatedType(type))
                .createInjectionTarget(null);
        CreationalContext<B> context = manager.createCreationalContext(null);
        B instance = target.produce(context);
        target.inject(instance, context);
        target.postConstruct(instance);
        releases.add(() -> {
            target.preDestroy(instance);
            context.release();
        });
        return instance;
    }

    private <B> B referenced(BeanManager manager, Class<B> type, BeanInstanceProducer fallback) {
        Set<Bean<?>> found = manager.getBeans(type);
        return found.isEmpty() ? fallback.produceBeanInstance(type) : reference(manager, found, type);
    }

    private <B> B reference(BeanManager manager, Set<Bean<?>> found, Class<B> type) {
        Bean<?> bean = manager.resolve(found);
        CreationalContext<?> context = manager.createCreationalContext(bean);
        releases.add(context::release);
        return type.cast(manager.getReference(bean, type, context));
    }

    @Override
    public void stop() {
        for (Runnable release = releases.poll(); release != null; release = releases.poll()) {
            release.run();
        }
    }

    /** A bean that is made at its first use. The lock of this object guards the instance. */
    private static final class Contained<B> implements ContainedBean<B> {
        private final Class<B> type;
        private final Supplier<B> making;
        private @Nullable B instance;

        Contained(Class<B> type, Supplier<B> making) {
            this.type = type;
            this.making = making;
        }

        @Override
        public Class<B> getBeanClass() {
            return type;
        }

        @Override
        public synchronized B getBeanInstance() {
            B made = instance;
            if (made == null) {
                made = making.get();
                instance = made;
            }
            return made;
        }
    }
}
