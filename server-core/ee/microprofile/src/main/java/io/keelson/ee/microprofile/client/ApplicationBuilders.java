package io.keelson.ee.microprofile.client;

import io.keelson.ee.microprofile.tolerance.ApplicationExecutor;
import io.keelson.kernel.loader.ApplicationClassLoader;
import org.eclipse.microprofile.rest.client.RestClientBuilder;
import org.eclipse.microprofile.rest.client.spi.RestClientBuilderResolver;
import org.jboss.resteasy.microprofile.client.RestClientBuilderImpl;

/**
 * Makes RESTEasy's builders of clients, with the executor of the calling thread's application for methods whose answers come later. An
 * application may set one of its own. Thread-safe.
 *
 * <p>Specification: MicroProfile REST Client 4.0, Asynchronous Methods, ExecutorService.
 */
public final class ApplicationBuilders extends RestClientBuilderResolver {
    @Override
    public RestClientBuilder newBuilder() {
        RestClientBuilder builder = new Builder();
        ApplicationClassLoader.attachment(Thread.currentThread().getContextClassLoader(), ApplicationExecutor.class)
                .ifPresent(builder::executorService);
        return builder;
    }

    /** Tells the bean that is being made of its client. */
    private static final class Builder extends RestClientBuilderImpl {
        @Override
        public <T> T build(Class<T> type) {
            T client = super.build(type);
            ClientBean.built(client);
            return client;
        }
    }
}
