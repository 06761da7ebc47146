package io.keelson.ejb.container;

import io.keelson.component.spi.BeanAuthorization;
import io.keelson.component.spi.SessionBeanServices;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.entity.EntityStep;
import io.keelson.ejb.interceptor.BeanInterceptors;
import io.keelson.ejb.interceptor.Bindings;
import io.keelson.ejb.interceptor.Event;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.Passivation;
import io.keelson.ejb.invocation.Pipeline;
import io.keelson.ejb.invocation.StatefulReplicas;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.kernel.context.Caller;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the pipeline of a bean: its instances, interceptors and callbacks, with the settings of the domain and of the bean's descriptor.
 * Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4; Interceptors 2.2, 2.
 */
final class PipelineFactory {
    private final DeployedBean bean;
    private final BeanModel model;
    private final BeanModule module;
    private final ContainerServices services;
    private final BeanInterception interception;
    private final WeblogicEjbJar.Calls calls;
    private final @Nullable BeanAuthorization policies;

    PipelineFactory(
            DeployedBean bean,
            ContainerServices services,
            BeanInterception interception,
            WeblogicEjbJar.Calls calls,
            @Nullable BeanAuthorization policies) {
        this.bean = bean;
        this.model = bean.model();
        this.module = bean.module();
        this.services = services;
        this.interception = interception;
        this.calls = calls;
        this.policies = policies;
    }

    /** Makes the pipeline of an entity bean, whose instances a step keeps. */
    Pipeline make(EntityStep step) {
        return Pipeline.of(model, step, step::close, settings(), pipelineServices(null, null));
    }

    /**
     * Makes the pipeline of a bean of another kind.
     *
     * @param byCdi makes the instances; null: the container does
     */
    Pipeline make(@Nullable SessionBeanServices byCdi) {
        Map<Event, Set<Method>> declared = declaredCallbacks();
        BeanInterceptors interceptors = interceptors(declared, byCdi);
        LifecycleTransaction callbacks = new LifecycleTransaction(
                model,
                services.manager(),
                services.transactions(),
                module.deployment().attachment(EjbJar.class).orElse(EjbJar.NONE),
                declared);
        ComponentInstances instances = new ComponentInstances(bean, interceptors, callbacks);
        boolean passivates =
                model.kind() == BeanKind.STATEFUL && model.stateful().passivates();
        return Pipeline.of(
                model,
                instances,
                interceptors,
                settings(),
                pipelineServices(
                        replicas(instances), passivates ? new PassivatedBeans(bean, instances, services) : null));
    }

    private Pipeline.Services pipelineServices(@Nullable StatefulReplicas replicas, @Nullable Passivation passivation) {
        return new Pipeline.Services(
                services.manager(),
                services.ticker(),
                (caller, role) -> module.roles().holdsAny(caller, Set.of(role)),
                this::runningAs,
                this::log,
                replicas,
                services.scheduler(),
                passivation,
                policies);
    }

    /** Returns the caller as whom the bean calls others: he holds the role, whoever else does. */
    private Caller runningAs(String role) {
        String user = model.security().runAsUser();
        Set<String> groups = new LinkedHashSet<>(module.roles().assignments().getOrDefault(role, Set.of()));
        groups.add(role);
        return new Caller(new NamedPrincipal(user == null ? role : user), Set.copyOf(groups));
    }

    private @Nullable StatefulReplicas replicas(ComponentInstances instances) {
        return model.kind() == BeanKind.STATEFUL
                        && model.stateful().copied()
                        && services.objects().available()
                ? new ReplicatedBeans(bean, instances, services.objects())
                : null;
    }

    private Pipeline.Settings settings() {
        EnterpriseBeansSettings domain = services.settings().get();
        Integer most = calls.mostBeans();
        return new Pipeline.Settings(
                most == null ? domain.maxBeansInFreePool() : most, domain.longestWait(), calls.transactionTimeout());
    }

    /** Returns the callbacks and interceptor methods of the bean class that have no annotation, by event. */
    private Map<Event, Set<Method>> declaredCallbacks() {
        Class<?> type = model.beanClass();
        Map<Event, Set<Method>> declared = new HashMap<>();
        interception.ofBean().forEach((event, methods) -> declared.put(event, new LinkedHashSet<>(methods)));
        named(declared, Event.POST_CONSTRUCT)
                .addAll(counting(module.callbacks().postConstruct(type), PostConstruct.class));
        named(declared, Event.PRE_DESTROY).addAll(counting(module.callbacks().preDestroy(type), PreDestroy.class));
        ComponentInterfaceCallbacks.of(model).forEach((event, method) -> {
            // A method of the old interface counts where its class has none with an annotation.
            Set<Method> there = named(declared, event);
            if (there.stream().noneMatch(other -> other.getDeclaringClass() == method.getDeclaringClass())) {
                there.add(method);
            }
        });
        return declared;
    }

    /** Returns those of the callbacks that are not just annotated where the descriptor is complete. */
    private List<Method> counting(List<Method> callbacks, Class<? extends Annotation> annotation) {
        return interception.bindings().annotated()
                ? callbacks
                : callbacks.stream()
                        .filter(each -> !each.isAnnotationPresent(annotation))
                        .toList();
    }

    private BeanInterceptors interceptors(Map<Event, Set<Method>> declared, @Nullable SessionBeanServices byCdi) {
        Class<?> type = model.beanClass();
        Bindings bindings = interception.bindings();
        BeanInterceptors.Builder builder = new BeanInterceptors.Builder(
                type, declared, bindings.annotated(), byCdi == null ? List.of() : byCdi.interceptors());
        Set<Class<?>> used = new LinkedHashSet<>(bindings.lifecycle(type));
        model.methods().forEach(method -> used.addAll(bindings.around(type, method.method())));
        interception.ofInterceptors().forEach((interceptor, methods) -> {
            if (used.contains(interceptor)) {
                builder.declare(interceptor, methods);
            }
        });
        for (BeanMethod method : model.methods()) {
            List<Class<?>> around = bindings.around(type, method.method());
            builder.method(method.method(), around);
            builder.timeout(method.method(), around);
        }
        return builder.build(bindings.lifecycle(type));
    }

    private static Set<Method> named(Map<Event, Set<Method>> declared, Event event) {
        return declared.computeIfAbsent(event, none -> new LinkedHashSet<>());
    }

    private void log(BeanCall call, Throwable thrown) {
        EjbLog.LOG.systemException(
                model.name(),
                call.method().method().getName(),
                module.deployment().name(),
                thrown);
    }

    /** Returns the bean class and the classes of its interceptors, which declare names for the module. */
    Set<Class<?>> components() {
        Bindings bindings = interception.bindings();
        Class<?> type = model.beanClass();
        Set<Class<?>> all = new LinkedHashSet<>();
        all.add(type);
        all.addAll(bindings.lifecycle(type));
        for (BeanMethod method : model.methods()) {
            all.addAll(bindings.around(type, method.method()));
        }
        return all;
    }
}
