package io.keelson.ee.rest.bean;

import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.resteasy.cdi.CdiInjectorFactory;
import org.jboss.resteasy.spi.ConstructorInjector;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Gives RESTEasy references of CDI's beans. The reference of a bean with a normal scope is a proxy that serves all requests, so it is
 * looked up once, where RESTEasy's own factory looks at each request. Made by RESTEasy, one a servlet; thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.3 Contexts and Dependency Injection.
 */
public final class CdiInjection extends CdiInjectorFactory {
    private final BeanManager beans;

    /** Made by RESTEasy. */
    public CdiInjection() {
        this.beans = lookupBeanManager();
    }

    @Override
    protected @Nullable ConstructorInjector cdiConstructor(Class<?> type) {
        ConstructorInjector each = super.cdiConstructor(type);
        return each != null && isNormal(type) ? new SharedReference(each) : each;
    }

    private boolean isNormal(Class<?> type) {
        Set<Bean<?>> found = beans.getBeans(type);
        Set<Bean<?>> own = found.size() < 2 // as RESTEasy tells a class from those that extend it
                ? found
                : found.stream()
                        .filter(bean -> bean.getBeanClass() == type || bean.isAlternative())
                        .collect(Collectors.toSet());
        Bean<?> bean = beans.resolve(own);
        return bean != null && beans.isNormalScope(bean.getScope());
    }

    /** The reference that the first request has had. */
    private static final class SharedReference implements ConstructorInjector {
        private final ConstructorInjector first;
        private volatile @Nullable Object reference;

        SharedReference(ConstructorInjector first) {
            this.first = first;
        }

        @Override
        public Object construct(boolean unwrapAsync) {
            Object known = reference;
            if (known == null) {
                known = first.construct(unwrapAsync);
                reference = known;
            }
            return known;
        }

        @Override
        public Object construct(HttpRequest request, HttpResponse response, boolean unwrapAsync) {
            return construct(unwrapAsync);
        }

        @Override
        public @Nullable Object injectableArguments(boolean unwrapAsync) {
            return first.injectableArguments(unwrapAsync);
        }

        @Override
        public @Nullable Object injectableArguments(HttpRequest request, HttpResponse response, boolean unwrapAsync) {
            return first.injectableArguments(request, response, unwrapAsync);
        }
    }
}
