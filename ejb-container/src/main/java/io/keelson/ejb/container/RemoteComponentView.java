package io.keelson.ejb.container;

import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.base.work.WorkManager;
import io.keelson.ejb.model.BeanKind;
import io.keelson.remoting.spi.RemoteView;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A 2.x home or component interface of a bean, as calls from other processes reach it. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6 and 3.2.1 Remote Clients.
 *
 * @param home gives the home; null: this is the view of the component objects
 * @param instance tells the identity of a reference; null for a reference of another view
 */
record RemoteComponentView(
        DeployedBean bean,
        Class<?> view,
        @Nullable Supplier<Object> home,
        Function<Object, @Nullable String> instance,
        ComponentView<?, ?> component)
        implements RemoteView {
    @Override
    public String key() {
        return "ejb:" + bean.module().deployment().name().replace('#', '/') + "/" + bean.name() + "!" + view.getName();
    }

    @Override
    public List<Class<?>> interfaces() {
        return List.of(view);
    }

    @Override
    public LoadAlgorithm algorithm() {
        return bean.clustering().algorithm(bean.model().beanClass(), home != null);
    }

    @Override
    public boolean idempotent(Method method) {
        return bean.clustering().idempotent(method, null, home != null);
    }

    @Override
    public @Nullable WorkManager work() {
        return bean.work();
    }

    @Override
    public @Nullable String instance(Object reference) {
        return instance.apply(reference);
    }

    @Override
    public Object reference(String text) throws NoSuchObjectException {
        return home != null ? home.get() : component.object(identity(text));
    }

    private @Nullable Object identity(String text) throws NoSuchObjectException {
        EntityObjects<?> entities = component.entities();
        if (entities != null) {
            return home != null ? null : entities.key(text);
        }
        boolean stateful = home == null && bean.model().kind() == BeanKind.STATEFUL;
        if (text.isEmpty() == stateful) {
            throw new NoSuchObjectException("a reference to " + bean + " does not fit the bean, which has changed");
        }
        try {
            return stateful ? UUID.fromString(text) : null;
        } catch (IllegalArgumentException e) {
            NoSuchObjectException refused =
                    new NoSuchObjectException("a reference to " + bean + " has no valid identity");
            refused.detail = e;
            throw refused;
        }
    }

    @Override
    public boolean joins(Method method) {
        return component.joins(home != null, method);
    }

    @Override
    public @Nullable Object invoke(String text, Method method, @Nullable Object[] arguments) throws Throwable {
        return component.invoke(home != null, identity(text), method, arguments);
    }
}
