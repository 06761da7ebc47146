package io.keelson.embedded.beans;

import jakarta.ejb.EJBException;
import jakarta.ejb.embeddable.EJBContainer;
import jakarta.ejb.spi.EJBContainerProvider;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Makes the embeddable container of Enterprise Beans. Found by {@link java.util.ServiceLoader}. Thread-safe; one container of a JVM is open
 * at a time.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18 Embeddable Usage.
 */
public final class BeanContainerProvider implements EJBContainerProvider {
    private static final AtomicBoolean OPEN = new AtomicBoolean();

    /**
     * Makes a container with the modules that the properties name, or with those of the class path. Its beans can be called when this
     * returns.
     *
     * @param asked properties of {@link EJBContainer}; {@code keelson.PATH} is a setting of the server, by its path in domain.yaml;
     *     null: none
     * @return null where {@link EJBContainer#PROVIDER} names another provider
     * @throws EJBException where a property is wrong, a container is open already, the server does not start or a module cannot be
     *     deployed; nothing is left running then
     */
    @Override
    public @Nullable EJBContainer createEJBContainer(@Nullable Map<?, ?> asked) {
        Map<?, ?> properties = asked == null ? Map.of() : asked; // EJBContainer passes null on
        if (!ContainerProperties.concern(properties, BeanContainerProvider.class)) {
            return null;
        }
        ContainerProperties read = ContainerProperties.of(properties);
        if (!OPEN.compareAndSet(false, true)) {
            throw new EJBException("an embeddable container is open in this JVM already; close it first");
        }
        boolean opened = false;
        try {
            EJBContainer container = BeanContainer.open(read, client(), () -> OPEN.set(false));
            opened = true;
            return container;
        } finally {
            if (!opened) {
                OPEN.set(false);
            }
        }
    }

    /** The loader of the caller, which has the beans. */
    private static ClassLoader client() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader client = context == null ? BeanContainerProvider.class.getClassLoader() : context;
        try {
            if (Class.forName(EJBContainer.class.getName(), false, client) == EJBContainer.class) {
                return client;
            }
        } catch (ClassNotFoundException e) {
            throw new EJBException("the context class loader " + client + " does not see the Jakarta APIs", e);
        }
        throw new EJBException("the context class loader " + client
                + " has Jakarta APIs of its own; both have to be on one class path");
    }
}
