package io.keelson.ee.rest.bean;

import io.keelson.component.spi.LifecycleCallbacks;
import io.keelson.component.spi.ResourceInjection;
import jakarta.ws.rs.ProcessingException;
import java.util.concurrent.CompletionStage;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jboss.resteasy.core.InjectorFactoryImpl;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.PropertyInjector;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jspecify.annotations.Nullable;

/**
 * Injects what {@code @Resource}, {@code @EJB} and their like ask for into resources and providers of a module without CDI, and calls
 * {@code @PostConstruct}. In modules with CDI these are beans. Immutable.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2 Integration with Jakarta EE; Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 *
 * @param injection of the web module
 * @param callbacks of the web module
 */
public record ComponentFields(ResourceInjection injection, LifecycleCallbacks callbacks) {
    /** The name by which the web module's components of this part find it. */
    public static final String NAME = "java:comp/keelson.rest.fields";

    /** Returns RESTEasy's factory of the web module that starts or works on this thread. */
    @SuppressWarnings("rawtypes") // as RESTEasy has it
    static InjectorFactoryImpl factory() {
        ComponentFields fields = current();
        if (fields == null) {
            return new InjectorFactoryImpl();
        }
        return new InjectorFactoryImpl() {
            @Override
            public PropertyInjector createPropertyInjector(Class type, ResteasyProviderFactory factory) {
                return new OfComponent(super.createPropertyInjector(type, factory), fields);
            }

            @Override
            public PropertyInjector createPropertyInjector(ResourceClass type, ResteasyProviderFactory factory) {
                return new OfComponent(super.createPropertyInjector(type, factory), fields);
            }
        };
    }

    private static @Nullable ComponentFields current() {
        try {
            return new InitialContext().lookup(NAME) instanceof ComponentFields there ? there : null;
        } catch (NamingException none) {
            return null;
        }
    }

    private void fill(Object target) {
        try {
            injection.inject(target);
            callbacks.begin(target);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ProcessingException(String.valueOf(e.getMessage()), e);
        }
    }

    /** RESTEasy's own properties first, as callbacks see all. */
    private record OfComponent(PropertyInjector contexts, ComponentFields fields) implements PropertyInjector {
        @Override
        public @Nullable CompletionStage<Void> inject(Object target, boolean unwrapAsync) {
            return then(contexts.inject(target, unwrapAsync), target);
        }

        @Override
        public @Nullable CompletionStage<Void> inject(
                HttpRequest request, HttpResponse response, Object target, boolean unwrapAsync) {
            return then(contexts.inject(request, response, target, unwrapAsync), target);
        }

        private @Nullable CompletionStage<Void> then(@Nullable CompletionStage<Void> done, Object target) {
            if (done != null) {
                return done.thenRun(() -> fields.fill(target));
            }
            fields.fill(target);
            return null;
        }
    }
}
