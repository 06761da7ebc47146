package io.keelson.ee.microprofile.client;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jboss.resteasy.microprofile.client.RestClientExtension;
import org.jspecify.annotations.Nullable;

/**
 * RESTEasy's extension, which makes a bean of each interface with {@code @RegisterRestClient}; here they are {@link ClientBean}s. One an
 * application.
 *
 * <p>Specification: MicroProfile REST Client 4.0, MicroProfile Rest Client CDI Support.
 */
public final class ClientExtension extends RestClientExtension {
    @Override
    public void createProxy(@Observes AfterBeanDiscovery event, BeanManager beans) {
        super.createProxy(
                (AfterBeanDiscovery) Proxy.newProxyInstance(
                        ClientExtension.class.getClassLoader(),
                        new Class<?>[] {AfterBeanDiscovery.class},
                        (proxy, method, arguments) -> call(event, method, arguments)),
                beans);
    }

    private static @Nullable Object call(AfterBeanDiscovery event, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals("addBean") && arguments != null && arguments[0] instanceof Bean<?> bean) {
            event.addBean(new ClientBean<>(bean));
            return null;
        }
        try {
            return method.invoke(event, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
