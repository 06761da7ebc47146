package io.keelson.ee.cdi.service;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.CDIProvider;
import org.jboss.weld.AbstractCDI;

/**
 * Answers {@code CDI.current()} with the container of the calling thread's application, as the bean archive of the calling class sees it.
 * Thread-safe; holds no application.
 *
 * <p>Specification: CDI 4.1, 24.3.1 The CDI class.
 */
public final class CurrentCdi implements CDIProvider {
    private static final StackWalker FRAMES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final BeanContainers containers;

    CurrentCdi(BeanContainers containers) {
        this.containers = containers;
    }

    /** Makes the provider for the containers of this JVM. */
    public static CurrentCdi ofJvm() {
        return new CurrentCdi(BeanContainers.ofJvm());
    }

    @Override
    public CDI<Object> getCDI() {
        return new OfContainer(containers
                .current()
                .orElseThrow(() -> new IllegalStateException(
                        "CDI.current(): the calling thread belongs to no application with CDI; its context class loader is "
                                + Thread.currentThread().getContextClassLoader())));
    }

    /** The one of one application. */
    private static final class OfContainer extends AbstractCDI<Object> {
        private final BeanContainer container;

        OfContainer(BeanContainer container) {
            this.container = container;
        }

        @Override
        public BeanManager getBeanManager() {
            Class<?> caller = FRAMES.walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> !CDI.class.isAssignableFrom(type))
                    .findFirst()
                    .orElse(CDI.class));
            return container.beanManager(caller);
        }
    }
}
