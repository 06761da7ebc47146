package io.keelson.ee.soap;

import io.keelson.component.descriptor.Element;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.SessionBean;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.soap.descriptor.PortComponent;
import io.keelson.ee.soap.reference.Descriptions;
import io.keelson.ee.soap.reference.HandlerChains;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.http.HTTPBinding;
import java.io.IOException;
import java.io.StringReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.naming.NamingException;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JAXWSMethodInvoker;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.jaxws.support.JaxWsImplementorInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;

/**
 * An endpoint that CXF serves. Immutable and thread-safe.
 *
 * <p>Specification: XML Web Services 4.0, 5 Service APIs; Enterprise Web Services 2.0, 5.3.
 */
final class PublishedEndpoint {
    private final Endpoint endpoint;
    private final Bus bus;
    private final Server server;
    private final AbstractHTTPDestination destination;
    private final @Nullable Object instance;
    private final List<Object> handlers;
    private final ComponentFactory components;

    private PublishedEndpoint(
            Endpoint endpoint,
            Bus bus,
            Server server,
            @Nullable Object instance,
            List<Object> handlers,
            ComponentFactory components) {
        this.endpoint = endpoint;
        this.bus = bus;
        this.server = server;
        this.destination = (AbstractHTTPDestination) server.getDestination();
        this.instance = instance;
        this.handlers = handlers;
        this.components = components;
    }

    /**
     * Publishes an endpoint.
     *
     * @param bean that implements it; null: a class of the module does
     */
    static PublishedEndpoint publish(
            Endpoint endpoint, @Nullable SessionBean bean, Bus bus, Deployment module, ComponentFactory components)
            throws DeploymentException {
        ClassLoader loader = module.classLoader();
        Object instance = null;
        List<Object> handlers = new ArrayList<>();
        try {
            Class<?> type = bean != null ? bean.beanClass() : Class.forName(endpoint.className(), false, loader);
            PortComponent port = endpoint.port();
            Implementor implementor = Implementor.of(type, declaredInterface(port, loader));
            ServiceModel service = new ServiceModel(implementor, port == null ? List.of() : port.features(), bus);
            Chains factory = new Chains(service, type, port != null && port.handlers() != null);
            factory.setBus(bus);
            factory.setServiceClass(type);
            factory.setBlockInjection(true);
            factory.setAddress("/"
                    + (bean == null ? endpoint.className() : endpoint.names().get(0)));
            apply(port, factory, implementor);
            describe(port, factory, implementor, module);
            if (bean != null) {
                factory.setInvoker(new BeanInvoker(bean));
            } else {
                instance = components.create(type);
                factory.setInvoker(new JAXWSMethodInvoker(instance));
            }
            Server server = factory.create();
            JaxWsEndpointImpl made = (JaxWsEndpointImpl) server.getEndpoint();
            if (port != null && port.handlers() != null) {
                handlers.addAll(declaredHandlers(port.handlers(), made, module, components));
                made.getJaxwsBinding().setHandlerChain(sorted(handlers));
            } else {
                for (Handler<?> handler : made.getJaxwsBinding().getHandlerChain()) {
                    components.initialise(handler);
                    handlers.add(handler);
                }
            }
            return new PublishedEndpoint(endpoint, bus, server, instance, handlers, components);
        } catch (Exception | LinkageError e) {
            destroy(instance, handlers, components);
            throw new DeploymentException(
                    "the web service endpoint " + endpoint + " of " + module.name() + " cannot be published: "
                            + reason(e),
                    e);
        }
    }

    /** CXF wraps in layers that say nothing. */
    private static String reason(Throwable thrown) {
        Throwable deepest = thrown;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        return deepest == thrown ? thrown.toString() : thrown + " (" + deepest + ")";
    }

    /** Makes the server; handlers are those of the implementing class, as the service class becomes its interface. */
    private static final class Chains extends JaxWsServerFactoryBean {
        private final Class<?> type;

        /**
         * Makes it.
         *
         * @param declared true if the descriptor says the handlers, so that those of the annotation do not count
         */
        Chains(ServiceModel service, Class<?> type, boolean declared) {
            super(service);
            this.type = type;
            this.doInit = !declared;
        }

        @Override
        public Class<?> getServiceBeanClass() {
            return type;
        }
    }

    private static @Nullable Class<?> declaredInterface(@Nullable PortComponent port, ClassLoader loader)
            throws ClassNotFoundException {
        return port == null || port.endpointInterface() == null
                ? null
                : Class.forName(port.endpointInterface(), false, loader);
    }

    private static void apply(
            @Nullable PortComponent port, JaxWsServerFactoryBean factory, JaxWsImplementorInfo implementor) {
        if (port == null) {
            return;
        }
        String namespace = implementor.getServiceName().getNamespaceURI();
        if (port.service() != null) {
            factory.setServiceName(within(port.service(), namespace));
        }
        if (port.port() != null) {
            factory.setEndpointName(within(port.port(), namespace));
        }
        if (port.binding() != null) {
            factory.setBindingId(port.binding());
        }
    }

    /** The description that the descriptor names, or else the annotation: CXF by itself knows URLs and the class path alone. */
    private static void describe(
            @Nullable PortComponent port,
            JaxWsServerFactoryBean factory,
            JaxWsImplementorInfo implementor,
            Deployment module)
            throws MalformedURLException {
        String place = port == null ? null : port.wsdl();
        if (place == null) {
            place = implementor.getWsdlLocation();
        }
        if (place != null && !place.isEmpty()) {
            URL found = Descriptions.find(module, place).orElse(null);
            factory.setWsdlLocation(found == null ? place : found.toString());
        }
    }

    private static QName within(QName name, String namespace) {
        return name.getNamespaceURI().isEmpty() ? new QName(namespace, name.getLocalPart()) : name;
    }

    /** The handlers of those chains of the descriptor that are for this port. */
    private static List<Object> declaredHandlers(
            Element chains, JaxWsEndpointImpl endpoint, Deployment module, ComponentFactory components)
            throws NamingException {
        HandlerChains declared = HandlerChains.read(
                new InputSource(new StringReader(chains.xml())),
                "webservices.xml of " + module.name(),
                module.classLoader(),
                components);
        return List.copyOf(declared.make(
                endpoint.getService().getName(),
                endpoint.getEndpointInfo().getName(),
                endpoint.getJaxwsBinding().getBindingID()));
    }

    /** Logical handlers go before those of the protocol. */
    @SuppressWarnings("rawtypes") // as the API has it
    private static List<Handler> sorted(List<Object> handlers) {
        return handlers.stream()
                .map(Handler.class::cast)
                .sorted(Comparator.comparing(each -> each instanceof LogicalHandler ? 0 : 1))
                .toList();
    }

    /** Returns true if it speaks SOAP; false for XML over HTTP, which takes all methods. */
    boolean soap() {
        return !HTTPBinding.HTTP_BINDING.equals(
                server.getEndpoint().getEndpointInfo().getBinding().getBindingId());
    }

    EndpointInfo info() {
        return server.getEndpoint().getEndpointInfo();
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Serves a request. */
    void invoke(ServletConfig config, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Bus before = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            request.setAttribute(
                    "org.apache.cxf.transport.endpoint.address",
                    request.getRequestURL().toString());
            destination.invoke(config, config.getServletContext(), request, response);
        } finally {
            if (before != bus) {
                BusFactory.setThreadDefaultBus(before);
            }
        }
    }

    /** Shows a page with a form for each operation. */
    void page(HttpServletRequest request, HttpServletResponse response) throws IOException {
        EndpointPage.write(info(), request, response);
    }

    /** Ends it. */
    void close() {
        server.destroy();
        destroy(instance, handlers, components);
    }

    private static void destroy(@Nullable Object instance, List<Object> handlers, ComponentFactory components) {
        handlers.forEach(components::destroy);
        if (instance != null) {
            components.destroy(instance);
        }
    }
}
