package io.keelson.ee.soap;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.wsdl.Definition;
import javax.wsdl.extensions.schema.SchemaReference;
import javax.xml.namespace.QName;
import org.apache.cxf.frontend.WSDLGetUtils;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Writes into descriptions where each port of the module is: CXF does so for the endpoint that is asked alone. Thread-safe.
 *
 * <p>Specification: Enterprise Web Services 2.0, 8.1 and 8.2.5: the container sets the addresses of all ports of a service.
 */
final class PortAddresses extends WSDLGetUtils {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

    private final List<PublishedEndpoint> endpoints;

    /**
     * Makes it.
     *
     * @param endpoints those of the module; more may come until it serves
     */
    PortAddresses(List<PublishedEndpoint> endpoints) {
        this.endpoints = endpoints;
    }

    @Override
    protected void updateDoc(
            Document document,
            String base,
            Map<String, Definition> definitions,
            Map<String, SchemaReference> schemas,
            Message message,
            String name) {
        super.updateDoc(document, base, definitions, schemas, message, name);
        String namespace = document.getDocumentElement().getAttribute("targetNamespace");
        for (Element service : DOMUtils.findAllElementsByTagNameNS(document.getDocumentElement(), WSDL, "service")) {
            QName of = new QName(namespace, service.getAttribute("name"));
            for (Element port : DOMUtils.findAllElementsByTagNameNS(service, WSDL, "port")) {
                other(of, port.getAttribute("name"), message)
                        .flatMap(endpoint -> address(endpoint, message))
                        .ifPresent(address -> put(address, port));
            }
        }
    }

    /** Finds another endpoint of the module by the names of service and port. */
    private Optional<PublishedEndpoint> other(QName service, String port, Message message) {
        return endpoints.stream()
                .filter(each ->
                        each.info() != message.getExchange().getEndpoint().getEndpointInfo())
                .filter(each -> each.info().getService().getName().equals(service)
                        && each.info().getName().getLocalPart().equals(port))
                .findFirst();
    }

    private static Optional<String> address(PublishedEndpoint endpoint, Message message) {
        if (!(message.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request)) {
            return Optional.empty();
        }
        String url = request.getRequestURL().toString();
        String root = url.substring(0, url.length() - request.getRequestURI().length()) + request.getContextPath();
        ServletContext context = request.getServletContext();
        String path = endpoint.endpoint().bean() != null ? null : mapping(context, endpoint.endpoint());
        return Optional.of(
                root + (path == null ? "/" + endpoint.endpoint().names().get(0) : path));
    }

    /** The first path that the servlet of a class of a WAR is mapped to. */
    private static @Nullable String mapping(ServletContext context, Endpoint endpoint) {
        return Stream.concat(
                        endpoint.names().stream(),
                        Stream.of("soap-" + endpoint.names().get(0)))
                .map(context::getServletRegistration)
                .flatMap(Stream::ofNullable)
                .map(ServletRegistration::getMappings)
                .flatMap(Collection::stream)
                .filter(each -> each.startsWith("/"))
                .map(each -> each.endsWith("/*") ? each.substring(0, each.length() - 2) : each)
                .findFirst()
                .orElse(null);
    }

    private static void put(String address, Element port) {
        for (Element each = DOMUtils.getFirstElement(port); each != null; each = DOMUtils.getNextElement(each)) {
            if (each.getLocalName().equals("address")) {
                each.setAttribute("location", address);
            }
        }
    }
}
