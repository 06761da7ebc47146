package io.keelson.ejb.container;

import io.keelson.component.spi.Assembly;
import io.keelson.component.spi.ExtendedContexts;
import io.keelson.component.spi.SessionBeanServices;
import io.keelson.component.spi.SessionBeanServices.BoundInterceptor;
import io.keelson.ejb.context.CurrentBean;
import io.keelson.ejb.context.Phase;
import io.keelson.ejb.interceptor.BeanInterceptors;
import io.keelson.ejb.interceptor.Event;
import io.keelson.ejb.interceptor.Interception;
import io.keelson.ejb.invocation.BeanInstance;
import io.keelson.ejb.invocation.InstanceSource;
import io.keelson.ejb.log.EjbLog;
import jakarta.ejb.MessageDrivenBean;
import jakarta.ejb.SessionBean;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes and ends the instances of a deployed bean: the module's component factory constructs and injects, the bean's interceptors run
 * around construction
 * and callbacks. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.4, 4.6, 4.7.1, 4.8.1; Jakarta Interceptors 2.2, 2.2 Interceptor Life Cycle.
 */
final class ComponentInstances implements InstanceSource {
    private final DeployedBean bean;
    private final BeanInterceptors interceptors;
    private final LifecycleTransaction transaction;

    ComponentInstances(DeployedBean bean, BeanInterceptors interceptors, LifecycleTransaction transaction) {
        this.bean = bean;
        this.interceptors = interceptors;
        this.transaction = transaction;
    }

    @Override
    public BeanInstance create() throws Throwable {
        return create(null);
    }

    @Override
    public BeanInstance create(@Nullable Object key) throws Throwable {
        bean.beforeInstance();
        ExtendedContexts contexts = bean.stateful() ? ExtendedContexts.ofNewBean() : null;
        Object made = bean.inModule(() -> transaction.apart(() -> made(key, contexts)));
        bean.hasInstance();
        return (BeanInstance) Objects.requireNonNull(made);
    }

    private BeanInstance made(@Nullable Object key, @Nullable ExtendedContexts contexts) throws Throwable {
        List<Assembly<?>> assemblies = new ArrayList<>();
        Runnable release = () -> release(assemblies, contexts);
        ExtendedContexts outer = ExtendedContexts.enter(contexts);
        try {
            if (contexts != null) {
                bean.openContexts(contexts);
            }
            BeanInstance instance = inPhase(Phase.CONSTRUCTION, key, () -> injected(assemblies, contexts, release));
            inPhase(Phase.LIFECYCLE, key, () -> {
                callbacks(Event.POST_CONSTRUCT, instance);
                return instance;
            });
            return instance;
        } catch (Throwable e) {
            release.run();
            throw e;
        } finally {
            ExtendedContexts.enter(outer);
            if (contexts != null) {
                contexts.made();
            }
        }
    }

    /** Reads the state of a bean in the context of its module. */
    interface Loading {
        /** Reads it. */
        InstanceState.Stored load() throws Exception;
    }

    /** Makes an instance of a stateful bean that comes from another server, or from where it was passivated. */
    BeanInstance restore(Object key, Loading loading) throws Throwable {
        Object made = bean.inModule(() -> transaction.apart(() -> {
            InstanceState.Stored stored = loading.load();
            Set<String> before = RestoredFields.enter(stored.names());
            try {
                return restored(key, stored);
            } finally {
                RestoredFields.enter(before);
            }
        }));
        return (BeanInstance) Objects.requireNonNull(made);
    }

    private BeanInstance restored(Object key, InstanceState.Stored stored) throws Throwable {
        List<Assembly<?>> assemblies = new ArrayList<>();
        ExtendedContexts contexts = ExtendedContexts.ofNewBean();
        contexts.made(); // what it had from the bean that created it is gone
        Runnable release = () -> release(assemblies, contexts);
        ExtendedContexts outer = ExtendedContexts.enter(contexts);
        try {
            BeanInstance instance = inPhase(Phase.CONSTRUCTION, key, () -> injected(assemblies, contexts, release));
            stored.set(instance);
            inPhase(Phase.LIFECYCLE, key, () -> {
                callbacks(Event.POST_ACTIVATE, instance);
                return instance;
            });
            return instance;
        } catch (Throwable e) {
            release.run();
            throw e;
        } finally {
            ExtendedContexts.enter(outer);
        }
    }

    /** Writes the state of an instance. */
    interface Writing<T> {
        /** Writes it. */
        T write() throws Throwable;
    }

    /**
     * Calls {@code @PrePassivate}, has the state written and lets the instance go.
     *
     * @param failed hears what a callback threw; the instance is of no use then
     * @return what the writing returned; null where a callback failed
     * @throws Throwable what the writing threw; the instance goes on, and has got {@code @PostActivate}
     */
    <T> @Nullable T passivate(Object key, BeanInstance instance, Writing<T> writing, Consumer<Throwable> failed)
            throws Throwable {
        if (!called(Event.PRE_PASSIVATE, key, instance, failed)) {
            return null;
        }
        T written;
        try {
            written = writing.write();
        } catch (Throwable e) {
            if (!called(Event.POST_ACTIVATE, key, instance, failed)) {
                return null;
            }
            throw e;
        }
        instance.release().run();
        return written;
    }

    /** Calls callbacks apart from the client's transaction; returns false if one failed. */
    private boolean called(Event event, Object key, BeanInstance instance, Consumer<Throwable> failed) {
        try {
            bean.inModule(() -> transaction.apart(() -> inPhase(Phase.LIFECYCLE, key, () -> {
                callbacks(event, instance);
                return instance;
            })));
            return true;
        } catch (Throwable e) { // an application's code may throw anything
            failed.accept(e);
            return false;
        }
    }

    private BeanInstance injected(List<Assembly<?>> assemblies, @Nullable ExtendedContexts contexts, Runnable release)
            throws Throwable {
        List<Class<?>> slots = interceptors.slots();
        List<BoundInterceptor> bound = interceptors.bound();
        Object[] others = new Object[slots.size() + bound.size()];
        for (int i = 0; i < slots.size(); i++) {
            others[i] = interceptor(slots.get(i), assemblies);
        }
        SessionBeanServices cdi = bean.cdi();
        if (cdi == null) {
            Assembly<?> assembly =
                    bean.module().components().assemble(bean.model().beanClass());
            assemblies.add(assembly);
            return new BeanInstance(construct(assembly, others), others, contexts, release);
        }
        SessionBeanServices.Instance assembly = cdi.assemble();
        assemblies.add(assembly);
        for (int i = 0; i < bound.size(); i++) {
            others[slots.size() + i] = assembly.interceptor(bound.get(i));
        }
        return new BeanInstance(construct(assembly, others), others, contexts, release);
    }

    private <T> T interceptor(Class<T> type, List<Assembly<?>> assemblies) throws Exception {
        Assembly<T> assembly = bean.module().components().assemble(type);
        assemblies.add(assembly);
        T made = assembly.construct();
        assembly.inject(made);
        return made;
    }

    private <T> T construct(Assembly<T> assembly, Object[] others) throws Throwable {
        T made = interceptors.of(Event.AROUND_CONSTRUCT).empty()
                ? assembly.construct()
                : aroundConstruct(assembly, others);
        if (made instanceof SessionBean old) {
            old.setSessionContext(bean.context());
        } else if (made instanceof MessageDrivenBean old) {
            old.setMessageDrivenContext(bean.context());
        }
        assembly.inject(made);
        return made;
    }

    private <T> T aroundConstruct(Assembly<T> assembly, Object[] others) throws Throwable {
        Interception[] running = new Interception[1];
        List<T> made = new ArrayList<>(1);
        running[0] = new Interception(
                interceptors.of(Event.AROUND_CONSTRUCT), others, null, null, null, null, parameters -> {
                    T constructed = assembly.construct();
                    made.add(constructed);
                    running[0].constructed(constructed);
                    return null;
                });
        Constructor<?> constructor = constructor(bean.model().beanClass());
        if (constructor != null) {
            running[0].constructing(constructor);
        }
        running[0].run();
        if (made.isEmpty()) {
            throw new IllegalStateException(
                    "an @AroundConstruct interceptor of " + bean.name() + " did not proceed: there is no instance");
        }
        return made.get(made.size() - 1);
    }

    private static @Nullable Constructor<?> constructor(Class<?> type) {
        Constructor<?> without = null;
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            for (var annotation : each.getAnnotations()) {
                if (annotation.annotationType().getName().equals("jakarta.inject.Inject")) {
                    return each;
                }
            }
            without = each.getParameterCount() == 0 ? each : without;
        }
        return without;
    }

    private void callbacks(Event event, BeanInstance instance) throws Throwable {
        if (interceptors.of(event).empty()) {
            return;
        }
        SessionBeanServices cdi = bean.cdi();
        // CDI 4.1, 28.3.1: a @PostConstruct has a request context; it ends with it where no other was there.
        Runnable requestEnds = cdi != null && event == Event.POST_CONSTRUCT ? cdi.requestContext() : () -> {};
        try {
            call(event, instance);
        } finally {
            requestEnds.run();
        }
    }

    private void call(Event event, BeanInstance instance) throws Throwable {
        transaction.around(
                event,
                () -> new Interception(
                                interceptors.of(event),
                                instance.interceptors(),
                                instance.bean(),
                                null,
                                null,
                                null,
                                parameters -> null)
                        .run());
    }

    private <T> T inPhase(Phase phase, @Nullable Object key, LifecycleTransaction.Body<T> body) throws Throwable {
        CurrentBean before = new CurrentBean(bean, phase, key, null, null).enter();
        boolean user = transaction.allowUser();
        try {
            return body.run();
        } finally {
            transaction.allowUser(user);
            CurrentBean.leave(before);
        }
    }

    @Override
    public void destroy(BeanInstance instance) {
        ExtendedContexts outer = ExtendedContexts.current();
        try {
            bean.inModule(() -> transaction.apart(() -> inPhase(Phase.LIFECYCLE, null, () -> {
                ExtendedContexts.enter(instance.contexts());
                callbacks(Event.PRE_DESTROY, instance);
                return instance;
            })));
        } catch (Throwable e) { // an application's code may throw anything; it is gone all the same
            EjbLog.LOG.preDestroyFailed(bean.name(), bean.module().deployment().name(), e);
        } finally {
            ExtendedContexts.enter(outer);
            instance.release().run();
        }
    }

    @Override
    public void around(Phase phase, @Nullable Object key, BeanInstance instance, Callback callback) throws Throwable {
        bean.inModule(() -> {
            ExtendedContexts outer = ExtendedContexts.enter(instance.contexts());
            try {
                return inPhase(phase, key, () -> {
                    callback.run();
                    return instance;
                });
            } finally {
                ExtendedContexts.enter(outer);
            }
        });
    }

    @Override
    public void discard(BeanInstance instance) {
        instance.release().run();
    }

    private void release(List<Assembly<?>> assemblies, @Nullable ExtendedContexts contexts) {
        if (contexts != null) {
            try {
                contexts.end();
            } catch (RuntimeException e) {
                EjbLog.LOG.preDestroyFailed(
                        bean.name(), bean.module().deployment().name(), e);
            }
        }
        for (int i = assemblies.size() - 1; i >= 0; i--) {
            try {
                assemblies.get(i).release();
            } catch (RuntimeException | LinkageError e) {
                EjbLog.LOG.preDestroyFailed(
                        bean.name(), bean.module().deployment().name(), e);
            }
        }
    }
}
