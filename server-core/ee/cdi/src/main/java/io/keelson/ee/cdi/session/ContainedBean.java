package io.keelson.ee.cdi.session;

import io.keelson.component.spi.SessionBeanServices;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.enterprise.inject.spi.InterceptionType;
import jakarta.enterprise.inject.spi.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.weld.construction.api.WeldCreationalContext;
import org.jboss.weld.ejb.spi.InterceptorBindings;
import org.jboss.weld.exceptions.WeldException;
import org.jboss.weld.manager.api.WeldManager;
import org.jspecify.annotations.Nullable;

/**
 * The services of Weld for one session or message-driven bean. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 20 Session beans; CDI 4.1, 28.5.5 Injection into session beans.
 */
public final class ContainedBean implements SessionBeanServices {
    private final BeanDescriptor descriptor;
    private final Supplier<? extends WeldManager> manager;
    private volatile @Nullable InjectionTarget<Object> target;

    /**
     * Makes them.
     *
     * @param manager that of the bean's archive; asked when Weld runs
     */
    public ContainedBean(BeanDescriptor descriptor, Supplier<? extends WeldManager> manager) {
        this.descriptor = descriptor;
        this.manager = manager;
    }

    @Override
    public Instance assemble() {
        WeldManager weld = manager.get();
        Bean<Object> bean = descriptor.isMessageDriven() ? null : bean(weld);
        WeldCreationalContext<Object> context = weld.createCreationalContext(bean);
        // The container runs all interceptors around construction; Weld would run them once more.
        context.setConstructorInterceptionSuppressed(true);
        return new Injected(weld, target(weld, bean), context);
    }

    private @Nullable Bean<Object> bean(WeldManager weld) {
        org.jboss.weld.ejb.spi.EjbDescriptor<Object> known = weld.getEjbDescriptor(descriptor.getEjbName());
        return known == null ? null : weld.getBean(known);
    }

    private InjectionTarget<Object> target(WeldManager weld, @Nullable Bean<Object> bean) {
        InjectionTarget<Object> made = target;
        if (made == null) {
            made = bean == null
                    ? plain(weld)
                    : weld.createInjectionTarget(weld.getEjbDescriptor(descriptor.getEjbName()));
            target = made;
        }
        return made;
    }

    /**
     * Uses what an extension has made of the injection target.
     *
     * @param shown the target of {@link #plain}, or another one in its place
     */
    void shown(InjectionTarget<Object> shown) {
        target = shown;
    }

    WeldManager manager() {
        return manager.get();
    }

    BeanDescriptor descriptor() {
        return descriptor;
    }

    /** For a message-driven bean, or one that an extension has vetoed: it is injected all the same. */
    private InjectionTarget<Object> plain(WeldManager weld) {
        return plain(weld, weld.createAnnotatedType(descriptor.getBeanClass()));
    }

    /** A target of which Weld calls neither interceptors, decorators nor callbacks: the container of the bean does. */
    static InjectionTarget<Object> plain(WeldManager weld, AnnotatedType<Object> type) {
        return weld.createInjectionTargetBuilder(type)
                .setInterceptionEnabled(false)
                .setDecorationEnabled(false)
                .setTargetClassLifecycleCallbacksEnabled(false)
                .build();
    }

    private record Injected(WeldManager manager, InjectionTarget<Object> target, CreationalContext<Object> context)
            implements Instance {
        @Override
        public Object construct() throws Exception {
            try {
                return target.produce(context);
            } catch (WeldException e) {
                throw thrown(e);
            }
        }

        @Override
        public void inject(Object instance) throws Exception {
            try {
                target.inject(instance, context);
            } catch (WeldException e) {
                throw thrown(e);
            }
        }

        @Override
        public Object interceptor(BoundInterceptor bound) throws Exception {
            Interceptor<?> wanted = ((Bound) bound).interceptor();
            try {
                return manager.getReference(wanted, wanted.getBeanClass(), context);
            } catch (WeldException e) {
                throw thrown(e);
            }
        }

        @Override
        public void release() {
            context.release();
        }

        /** The exception of the bean's own code, where that is what Weld has wrapped. */
        private static Exception thrown(WeldException e) {
            return e.getCause() instanceof Exception own ? own : e;
        }
    }

    @Override
    public List<Bound> interceptors() {
        InterceptorBindings bindings = descriptor.bindings();
        return bindings == null
                ? List.of()
                : bindings.getAllInterceptors().stream()
                        .map(each -> new Bound(bindings, each))
                        .toList();
    }

    private record Bound(InterceptorBindings bindings, Interceptor<?> interceptor) implements BoundInterceptor {
        @Override
        public boolean runs(Event event, @Nullable Method method) {
            InterceptionType type = InterceptionType.valueOf(event.name());
            return (method == null
                            ? bindings.getLifecycleInterceptors(type)
                            : bindings.getMethodInterceptors(type, method))
                    .contains(interceptor);
        }

        @Override
        public @Nullable Object run(Event event, Object instance, Object context) throws Exception {
            return intercept(interceptor, event, instance, context);
        }

        @SuppressWarnings("unchecked") // the instance was made of this interceptor
        private static <T> @Nullable Object intercept(
                Interceptor<T> interceptor, Event event, Object instance, Object context) throws Exception {
            return interceptor.intercept(
                    InterceptionType.valueOf(event.name()), (T) instance, (InvocationContext) context);
        }
    }

    @Override
    public Runnable requestContext() {
        RequestContextController controller = manager.get()
                .createInstance()
                .select(RequestContextController.class)
                .get();
        return controller.activate() ? controller::deactivate : () -> {};
    }
}
