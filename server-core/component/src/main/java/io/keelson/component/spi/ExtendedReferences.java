package io.keelson.component.spi;

import io.keelson.deploy.spi.DeploymentException;
import java.util.Collection;
import java.util.function.Consumer;

/** Finds the extended persistence contexts that component classes of a module ask for. Thread-safe. */
@FunctionalInterface
public interface ExtendedReferences {
    /**
     * Returns an action that opens the contexts for a new bean, before anything is injected into it.
     *
     * @param components the bean class and its interceptor classes
     * @throws DeploymentException when a reference names a unit that the module does not see
     */
    Consumer<ExtendedContexts> of(Collection<Class<?>> components) throws DeploymentException;
}
