package io.keelson.ejb.container;

import io.keelson.component.spi.SessionBean;
import io.keelson.component.spi.SessionBeanServices;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.invocation.StatefulStep;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.MethodInterface;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A deployed bean as CDI sees it. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 20 Session beans.
 *
 * @param bean not message-driven
 */
public record CdiView(DeployedBean bean) implements SessionBean {
    @Override
    public String name() {
        return bean.name();
    }

    @Override
    public String lookupName(Class<?> view) {
        return "java:app/" + bean.module().name() + "/" + bean.name() + "!" + view.getName();
    }

    @Override
    public Class<?> beanClass() {
        return bean.model().beanClass();
    }

    @Override
    public Kind kind() {
        return switch (bean.model().kind()) {
            case STATELESS -> Kind.STATELESS;
            case STATEFUL -> Kind.STATEFUL;
            case SINGLETON -> Kind.SINGLETON;
            case MESSAGE_DRIVEN, ENTITY -> throw new IllegalStateException(bean + " is no session bean");
        };
    }

    @Override
    public List<Class<?>> localViews() {
        List<Class<?>> views = new ArrayList<>(bean.model().views().local());
        if (bean.model().views().noInterface()) {
            views.add(beanClass());
        }
        return views;
    }

    @Override
    public List<Class<?>> remoteViews() {
        return bean.model().views().remote();
    }

    @Override
    public List<Method> removeMethods() {
        return bean.model().methods().stream()
                .filter(method -> method.remove() != null)
                .map(BeanMethod::method)
                .toList();
    }

    @Override
    public boolean passivates() {
        return bean.model().kind() != BeanKind.STATEFUL
                || bean.model().stateful().passivates();
    }

    @Override
    public SessionObject object() {
        return new Held(bean, bean.newKey());
    }

    @Override
    public @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
        BeanMethod called = BusinessMethods.of(bean.model(), method);
        if (called == null) {
            throw new IllegalArgumentException("the bean " + bean + " has no public method for " + method);
        }
        return bean.invoke(
                new BeanCall(called.by(MethodInterface.SERVICE_ENDPOINT), arguments, ClientKind.LOCAL, bean.newKey()),
                null,
                null);
    }

    @Override
    public void served(SessionBeanServices services) {
        bean.served(services);
    }

    private record Held(DeployedBean bean, @Nullable Object key) implements SessionObject {
        @Override
        public <V> V reference(Class<V> view) {
            return bean.reference(view, key);
        }

        @Override
        public void remove() {
            StatefulStep stateful = bean.pipeline().stateful();
            if (stateful != null && key != null) {
                stateful.remove(key);
            }
        }

        @Override
        public boolean removed() {
            StatefulStep stateful = bean.pipeline().stateful();
            return stateful != null && key != null && !stateful.has(key);
        }
    }
}
