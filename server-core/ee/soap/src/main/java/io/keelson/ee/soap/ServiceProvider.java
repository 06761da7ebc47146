package io.keelson.ee.soap;

import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.spi.Invoker;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.jspecify.annotations.Nullable;

/**
 * Serves the API of XML Web Services by CXF, and refuses what a container has to refuse: a program of an application may not open
 * addresses of its own. Stateless and thread-safe.
 *
 * <p>Specification: XML Web Services 4.0, 5.2.3 Publishing and 10.2.
 */
public final class ServiceProvider extends ProviderImpl {
    private static UnsupportedOperationException refused(@Nullable Object implementor) {
        String name = implementor == null
                ? "an endpoint"
                : implementor instanceof Class<?> type
                        ? type.getName()
                        : implementor.getClass().getName();
        return new UnsupportedOperationException(
                "Endpoint.publish of " + name + " is refused, as applications on a server"
                        + " open no addresses of their own: a class of the application with @WebService or @WebServiceProvider is"
                        + " published with it, at the address that the log says");
    }

    @Override
    public Endpoint createEndpoint(@Nullable String binding, @Nullable Object implementor) {
        throw refused(implementor);
    }

    @Override
    public Endpoint createEndpoint(
            @Nullable String binding, @Nullable Object implementor, WebServiceFeature... features) {
        throw refused(implementor);
    }

    @Override
    public Endpoint createEndpoint(
            @Nullable String binding, Class<?> implementor, @Nullable Invoker invoker, WebServiceFeature... features) {
        throw refused(implementor);
    }

    @Override
    public Endpoint createAndPublishEndpoint(@Nullable String address, @Nullable Object implementor) {
        throw refused(implementor);
    }

    @Override
    public Endpoint createAndPublishEndpoint(
            @Nullable String address, @Nullable Object implementor, WebServiceFeature... features) {
        throw refused(implementor);
    }
}
