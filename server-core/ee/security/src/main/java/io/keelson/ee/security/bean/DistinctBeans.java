package io.keelson.ee.security.bean;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.PassivationCapable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.stream.Collectors;
import org.glassfish.soteria.cdi.spi.BeanDecorator;
import org.jspecify.annotations.Nullable;

/**
 * Gives each bean of Soteria an identity of its own: 4.0.2 gives the handlers of mechanisms and of identity stores the same one, so that
 * CDI takes one for the other.
 */
public final class DistinctBeans implements BeanDecorator {
    /** Made by a {@link java.util.ServiceLoader}. */
    public DistinctBeans() {}

    @Override
    public <B> Bean<B> decorateBean(Bean<B> bean, Class<B> type, BeanManager beans) {
        // An application may define several mechanisms of one kind, which differ in their qualifiers (Security 4.0,
        // 2.4.6).
        String qualifiers =
                bean.getQualifiers().stream().map(Annotation::toString).sorted().collect(Collectors.joining(" "));
        return new Named<>(bean, type.getName() + " " + qualifiers);
    }

    private record Named<B>(Bean<B> bean, String name) implements Bean<B>, PassivationCapable {
        @Override
        public String getId() {
            return "io.keelson.ee.security " + name;
        }

        @Override
        public Class<?> getBeanClass() {
            return bean.getBeanClass();
        }

        @Override
        public Set<InjectionPoint> getInjectionPoints() {
            return bean.getInjectionPoints();
        }

        @Override
        public B create(CreationalContext<B> context) {
            return bean.create(context);
        }

        @Override
        public void destroy(B instance, CreationalContext<B> context) {
            bean.destroy(instance, context);
        }

        @Override
        public Set<Type> getTypes() {
            return bean.getTypes();
        }

        @Override
        public Set<Annotation> getQualifiers() {
            return bean.getQualifiers();
        }

        @Override
        public Class<? extends Annotation> getScope() {
            return bean.getScope();
        }

        @Override
        public @Nullable String getName() {
            return bean.getName();
        }

        @Override
        public Set<Class<? extends Annotation>> getStereotypes() {
            return bean.getStereotypes();
        }

        @Override
        public boolean isAlternative() {
            return bean.isAlternative();
        }
    }
}
