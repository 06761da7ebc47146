package io.keelson.ee.faces;

import com.sun.faces.spi.InjectionProvider;
import com.sun.faces.spi.InjectionProviderException;
import io.keelson.component.spi.ComponentFactory;
import java.util.Optional;

/**
 * Has the module's components be injected into what Mojarra makes: listeners, factories, resolvers. Made by Mojarra, one a web module;
 * thread-safe.
 *
 * <p>Specification: Faces 4.1, 5.4.1 Faces Objects Valid for CDI Injection.
 */
public final class ComponentInjection implements InjectionProvider {
    private final Optional<ComponentFactory> components =
            FacesModules.ofJvm().of(Thread.currentThread().getContextClassLoader());

    @Override
    public void inject(Object instance) throws InjectionProviderException {
        if (components.isPresent()) {
            try {
                components.get().initialise(instance);
            } catch (Exception e) {
                throw new InjectionProviderException(
                        instance.getClass().getName() + " cannot be injected: " + e.getMessage(), e);
            }
        }
    }

    /** The components room has called it after the injection. */
    @Override
    public void invokePostConstruct(Object instance) {
        // Called by inject.
    }

    @Override
    public void invokePreDestroy(Object instance) {
        components.ifPresent(factory -> factory.destroy(instance));
    }
}
