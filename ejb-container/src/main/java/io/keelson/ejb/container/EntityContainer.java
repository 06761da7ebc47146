package io.keelson.ejb.container;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.cmp.CmpModule;
import io.keelson.ejb.cmp.CmpPersistence;
import io.keelson.ejb.context.CurrentBean;
import io.keelson.ejb.context.Phase;
import io.keelson.ejb.entity.BeanManagedPersistence;
import io.keelson.ejb.entity.EntityPersistence;
import io.keelson.ejb.entity.EntityStep;
import io.keelson.ejb.entity.EntitySurroundings;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.ejb.EntityContext;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The surroundings of a deployed entity bean. Immutable and thread-safe. */
record EntityContainer(DeployedBean bean, ContainerServices services) implements EntitySurroundings {
    /** Makes the instance step of an entity bean. */
    static EntityStep step(DeployedBean bean, ContainerServices services, ApplicationBeans application) {
        EntityModel entity = Objects.requireNonNull(bean.model().entity(), "an entity bean");
        EntitySurroundings surroundings = new EntityContainer(bean, services);
        EntitySchema schema = entity.schema();
        if (schema == null) {
            EntityPersistence own = new BeanManagedPersistence(bean.model().beanClass());
            return added(new EntityStep(bean.model(), application.entities(), own, surroundings), application);
        }
        CmpModule module = bean.module()
                .deployment()
                .attachment(ModuleEntities.class)
                .orElseThrow(() -> new IllegalStateException(bean + " has not been prepared"))
                .cmp();
        CmpPersistence persistence = new CmpPersistence(schema, entity, module);
        EntityStep step = new EntityStep(bean.model(), application.entities(), persistence, surroundings);
        module.add(persistence, step);
        return added(step, application);
    }

    private static EntityStep added(EntityStep step, ApplicationBeans application) {
        application.entities().add(step);
        return step;
    }

    @Override
    public String module() {
        return bean.module().deployment().name();
    }

    @Override
    public EntityContext context() {
        return services.context();
    }

    @Override
    public TransactionControl transactions() {
        return services.transactions();
    }

    @Override
    public Ticker ticker() {
        return services.ticker();
    }

    @Override
    public Duration longestWait() {
        return services.settings().get().longestWait();
    }

    @Override
    public void removed(Object key) {
        bean.cancelTimers(key);
    }

    @Override
    @SuppressWarnings("unchecked") // what the body returns
    public <T> T run(Phase phase, @Nullable Object key, Body<T> body) throws Throwable {
        return (T) Objects.requireNonNull(bean.inModule(() -> {
            CurrentBean before = new CurrentBean(bean, phase, key, null, null).enter();
            try {
                return body.run();
            } finally {
                CurrentBean.leave(before);
            }
        }));
    }
}
