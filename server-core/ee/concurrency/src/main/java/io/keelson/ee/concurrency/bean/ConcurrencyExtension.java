package io.keelson.ee.concurrency.bean;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Gives an application the interceptor of {@code @Asynchronous}, and beans for the default resources and for definitions with qualifiers.
 * One an application; confined to the deploying thread.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.1.7 and the documentation of {@code qualifiers}; Jakarta EE Platform 11, 5.21 to 5.24.
 */
public class ConcurrencyExtension implements Extension {
    private static final Map<Class<?>, String> DEFAULTS = defaults();

    private final ApplicationExecutors definitions;
    private final Set<Class<?>> own = new HashSet<>();

    /** Makes it with the definitions of the application. */
    public ConcurrencyExtension(ApplicationExecutors definitions) {
        this.definitions = definitions;
    }

    private static Map<Class<?>, String> defaults() {
        Map<Class<?>, String> all = new LinkedHashMap<>();
        all.put(ContextService.class, "java:comp/DefaultContextService");
        all.put(ManagedExecutorService.class, "java:comp/DefaultManagedExecutorService");
        all.put(ManagedScheduledExecutorService.class, "java:comp/DefaultManagedScheduledExecutorService");
        all.put(ManagedThreadFactory.class, "java:comp/DefaultManagedThreadFactory");
        return Map.copyOf(all);
    }

    void addInterceptor(@Observes BeforeBeanDiscovery event, BeanManager beans) {
        event.addAnnotatedType(
                beans.createAnnotatedType(AsynchronousInterceptor.class), AsynchronousInterceptor.class.getName());
    }

    /** A producer of the application for the default takes the place of ours. */
    void notice(@Observes ProcessBean<?> event) {
        Set<Type> types = event.getBean().getTypes();
        if (event.getBean().getQualifiers().contains(Default.Literal.INSTANCE)) {
            DEFAULTS.keySet().stream().filter(types::contains).forEach(own::add);
        }
    }

    void addBeans(@Observes AfterBeanDiscovery event) {
        DEFAULTS.forEach((type, name) -> {
            if (!own.contains(type)) {
                add(event, type, name, List.of(Default.Literal.INSTANCE));
            }
        });
        for (ApplicationExecutors.Qualified each : definitions.all()) {
            try {
                List<Annotation> qualifiers = new ArrayList<>();
                each.qualifiers().forEach(type -> qualifiers.add(Qualifiers.of(type)));
                add(event, each.type(), each.name(), qualifiers);
            } catch (IllegalArgumentException e) {
                event.addDefinitionError(
                        new IllegalArgumentException(each.place() + ": '" + each.name() + "': " + e.getMessage(), e));
            }
        }
    }

    private static void add(AfterBeanDiscovery event, Class<?> type, String name, List<Annotation> qualifiers) {
        event.<Object>addBean()
                .id(ConcurrencyExtension.class.getName() + " " + name)
                .types(type, Object.class)
                .scope(ApplicationScoped.class)
                .qualifiers(qualifiers.toArray(new Annotation[0]))
                .addQualifier(Any.Literal.INSTANCE)
                .beanClass(ConcurrencyExtension.class)
                .createWith(context -> lookup(name));
    }

    private static Object lookup(String name) {
        try {
            return new InitialContext().lookup(name);
        } catch (NamingException e) {
            throw new IllegalStateException(name + " cannot be injected: " + e.getMessage(), e);
        }
    }
}
