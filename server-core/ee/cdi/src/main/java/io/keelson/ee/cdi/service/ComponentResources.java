package io.keelson.ee.cdi.service;

import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.ResourceInjection;
import jakarta.enterprise.inject.spi.AnnotatedField;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.interceptor.Interceptor;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Optional;
import javax.naming.NamingException;
import org.jboss.weld.injection.spi.InjectionContext;
import org.jboss.weld.injection.spi.InjectionServices;
import org.jspecify.annotations.Nullable;

/**
 * Injects resources into beans before Weld injects beans: {@code @Resource}, {@code @PersistenceContext} and what else the rooms of
 * the server serve.
 * Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.2 Resources; Jakarta EE Platform 11, 5.2.5 Annotations and Injection; Interceptors 2.2, 2.3
 * Interceptor Environment.
 *
 * @param injection that of the module
 * @param callers that of the module which the thread works for: an interceptor of an EJB module shares the names of the component
 *     that it is made for,
 *     which may be one of a web module
 */
public record ComponentResources(ResourceInjection injection, ResourceInjection callers) implements InjectionServices {
    @Override
    public <T> void aroundInject(InjectionContext<T> context) {
        @Nullable T target = context.getTarget();
        try {
            if (target == null) {
                injectStatic(context.getAnnotatedType());
            } else if (context.getAnnotatedType().isAnnotationPresent(Interceptor.class)) {
                injectInterceptor(target);
            } else {
                injection.inject(target);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "resources of " + context.getAnnotatedType().getJavaClass().getName() + " cannot be injected: "
                            + e.getMessage(),
                    e);
        }
        context.proceed();
    }

    /** The module of the interceptor itself serves names that the component's lacks. */
    private void injectInterceptor(Object interceptor) throws Exception {
        try {
            callers.inject(interceptor);
        } catch (NamingException absent) {
            try {
                injection.inject(interceptor);
            } catch (NamingException e) {
                absent.addSuppressed(e);
                throw absent;
            }
        }
    }

    /** A producer field that is static has no instance. */
    private void injectStatic(AnnotatedType<?> type) throws Exception {
        for (AnnotatedField<?> annotated : type.getFields()) {
            Field field = annotated.getJavaMember();
            if (Modifier.isStatic(field.getModifiers()) && isResource(annotated)) {
                Optional<InjectedValue> value = injection.resolve(field);
                if (value.isPresent()) {
                    field.setAccessible(true);
                    field.set(null, value.get().get());
                }
            }
        }
    }

    private boolean isResource(AnnotatedField<?> member) {
        for (Class<? extends Annotation> annotation : injection.annotations()) {
            if (member.isAnnotationPresent(annotation)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Refuses members whose type is not that of their resource. Resources themselves are resolved when they are injected: names of a module
     * that starts later are not there yet.
     *
     * @throws DefinitionException names class, member, wanted and found type
     */
    @Override
    public <T> void registerInjectionTarget(InjectionTarget<T> injectionTarget, AnnotatedType<T> annotatedType) {
        for (AnnotatedField<? super T> field : annotatedType.getFields()) {
            if (!field.getAnnotations().isEmpty()) {
                refuse(injection.mismatch(field.getJavaMember()));
            }
        }
        for (AnnotatedMethod<? super T> method : annotatedType.getMethods()) {
            if (!method.getAnnotations().isEmpty()) {
                refuse(injection.mismatch(method.getJavaMember()));
            }
        }
    }

    private static void refuse(Optional<String> mismatch) {
        if (mismatch.isPresent()) {
            throw new DefinitionException(mismatch.get());
        }
    }

    @Override
    public void cleanup() {
        // The deployment owns it.
    }
}
