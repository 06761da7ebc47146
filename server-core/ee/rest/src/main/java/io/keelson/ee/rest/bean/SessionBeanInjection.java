package io.keelson.ee.rest.bean;

import io.keelson.ee.rest.bean.RestBeans.RestBean;
import jakarta.enterprise.inject.spi.CDI;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.ConstructorInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.InjectorFactory;
import org.jboss.resteasy.spi.MethodInjector;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceConstructor;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;

/**
 * Gives RESTEasy references of session beans in place of new objects of their classes, so that calls go through the beans' container.
 * Everything else is left to CDI's factory, or to that of {@link ComponentFields} where the module has no CDI. Made by RESTEasy, one a
 * servlet; thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.4 Enterprise Java Beans.
 */
@SuppressWarnings("rawtypes") // as the interface has it
public final class SessionBeanInjection implements InjectorFactory {
    private final RestBeans beans = RestBeans.current();
    private final InjectorFactory others = hasCdi() ? new CdiInjection() : ComponentFields.factory();

    /** Made by RESTEasy. */
    public SessionBeanInjection() {}

    private static boolean hasCdi() {
        try {
            return CDI.current().getBeanManager() != null;
        } catch (IllegalStateException none) {
            return false;
        }
    }

    @Override
    public ConstructorInjector createConstructor(Constructor constructor, ResteasyProviderFactory factory) {
        RestBean bean = beans.of(constructor.getDeclaringClass());
        return bean == null ? others.createConstructor(constructor, factory) : new Reference(bean);
    }

    @Override
    public ConstructorInjector createConstructor(ResourceConstructor constructor, ResteasyProviderFactory factory) {
        RestBean bean = beans.of(constructor.getConstructor().getDeclaringClass());
        return bean == null ? others.createConstructor(constructor, factory) : new Reference(bean);
    }

    @Override
    public PropertyInjector createPropertyInjector(Class type, ResteasyProviderFactory factory) {
        return beans.of(type) == null ? others.createPropertyInjector(type, factory) : new NoProperties();
    }

    @Override
    public PropertyInjector createPropertyInjector(ResourceClass type, ResteasyProviderFactory factory) {
        return beans.of(type.getClazz()) == null ? others.createPropertyInjector(type, factory) : new NoProperties();
    }

    @Override
    public MethodInjector createMethodInjector(ResourceLocator method, ResteasyProviderFactory factory) {
        RestBean bean = beans.of(method.getResourceClass().getClazz());
        return bean == null
                ? others.createMethodInjector(method, factory)
                : new BeanMethod(method, factory, bean.view());
    }

    @Override
    public ValueInjector createParameterExtractor(
            Class type,
            AccessibleObject target,
            String defaultName,
            Class of,
            Type generic,
            Annotation[] annotations,
            ResteasyProviderFactory factory) {
        return others.createParameterExtractor(type, target, defaultName, of, generic, annotations, factory);
    }

    @Override
    public ValueInjector createParameterExtractor(
            Class type,
            AccessibleObject target,
            String defaultName,
            Class of,
            Type generic,
            Annotation[] annotations,
            boolean useDefault,
            ResteasyProviderFactory factory) {
        return others.createParameterExtractor(
                type, target, defaultName, of, generic, annotations, useDefault, factory);
    }

    @Override
    public ValueInjector createParameterExtractor(Parameter parameter, ResteasyProviderFactory factory) {
        return others.createParameterExtractor(parameter, factory);
    }

    /** A reference in place of a new object. */
    private record Reference(RestBean bean) implements ConstructorInjector {
        @Override
        public Object construct(boolean unwrapAsync) {
            return bean.reference();
        }

        @Override
        public Object construct(HttpRequest request, HttpResponse response, boolean unwrapAsync) {
            return bean.reference();
        }

        @Override
        public @Nullable Object injectableArguments(boolean unwrapAsync) {
            return null;
        }

        @Override
        public @Nullable Object injectableArguments(HttpRequest request, HttpResponse response, boolean unwrapAsync) {
            return null;
        }
    }

    /** The fields of a reference are nobody's: the beans' container injects the instances. */
    private record NoProperties() implements PropertyInjector {
        @Override
        public @Nullable CompletionStage<Void> inject(Object target, boolean unwrapAsync) {
            return null;
        }

        @Override
        public @Nullable CompletionStage<Void> inject(
                HttpRequest request, HttpResponse response, Object target, boolean unwrapAsync) {
            return null;
        }
    }
}
