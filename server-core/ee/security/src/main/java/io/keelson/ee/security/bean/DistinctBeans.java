package io.keelson.ee.security.bean;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.PassivationCapable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.soteria.cdi.spi.BeanDecorator;
import org.glassfish.soteria.identitystores.LdapIdentityStore;
import org.glassfish.soteria.mechanisms.BasicAuthenticationMechanism;
import org.glassfish.soteria.mechanisms.OpenIdAuthenticationMechanism;
import org.jspecify.annotations.Nullable;

/**
 * Gives each bean of Soteria an identity of its own: 4.0.2 gives the handlers of mechanisms and of identity stores the same one, and all
 * stores another, so that CDI takes one for the other. Puts what is safer in the place of some of them: {@link RefusedLogins},
 * {@link WholePasswords} and {@link EscapedNames}.
 */
public final class DistinctBeans implements BeanDecorator {
    /** Number of beans of an application that have a name; Soteria adds them in one event, so in the same order on each server. */
    private final Map<BeanManager, Map<String, Integer>> numbers = new WeakHashMap<>();

    /** Made by a {@link java.util.ServiceLoader}. */
    public DistinctBeans() {}

    @Override
    public <B> Bean<B> decorateBean(Bean<B> bean, Class<B> type, BeanManager beans) {
        // An application may define several mechanisms of one kind, which differ in their qualifiers (Security 4.0,
        // 2.4.6), and several stores, which differ in their classes, or in nothing.
        Stream<String> types = bean.getTypes().stream().map(Type::getTypeName).sorted();
        Stream<String> qualifiers =
                bean.getQualifiers().stream().map(Annotation::toString).sorted();
        String name = Stream.concat(types, qualifiers).collect(Collectors.joining(" ", type.getName() + " ", ""));
        synchronized (numbers) {
            int number = numbers.computeIfAbsent(beans, none -> new HashMap<>()).merge(name, 1, Integer::sum);
            return new Named<>(bean, number == 1 ? name : name + " " + number);
        }
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
            B made = bean.create(context);
            return mended(made);
        }

        /** Gives what is put in the place of a mechanism or store the types of its bean as well. */
        @SuppressWarnings("unchecked")
        private static <B> B mended(B made) {
            if (made instanceof OpenIdAuthenticationMechanism mechanism) {
                return (B) new RefusedLogins(mechanism);
            }
            if (made instanceof BasicAuthenticationMechanism mechanism) {
                return (B) new WholePasswords(mechanism);
            }
            return made instanceof LdapIdentityStore store ? (B) new EscapedNames(store) : made;
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
