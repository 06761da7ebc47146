package io.keelson.ee.soap.reference;

import io.keelson.component.spi.ComponentFactory;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.HandlerResolver;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.http.HTTPBinding;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The handlers of the ports of one reference, or of one endpoint, as a {@code handler-chains} element describes them. They are components
 * of the module: injected, and made once for each port, whose proxies share them. Thread-safe.
 *
 * <p>Specification: XML Web Services 4.0, 9.2 Configuration; Enterprise Web Services 2.0, 6.2 Handlers.
 */
public final class HandlerChains implements HandlerResolver {
    private static final Map<String, String> BINDINGS = Map.of(
            "##SOAP11_HTTP", SOAPBinding.SOAP11HTTP_BINDING,
            "##SOAP11_HTTP_MTOM", SOAPBinding.SOAP11HTTP_MTOM_BINDING,
            "##SOAP12_HTTP", SOAPBinding.SOAP12HTTP_BINDING,
            "##SOAP12_HTTP_MTOM", SOAPBinding.SOAP12HTTP_MTOM_BINDING,
            "##XML_HTTP", HTTPBinding.HTTP_BINDING);

    private final List<Chain> chains;
    private final ComponentFactory components;
    private final Map<PortKey, List<Handler>> made = new ConcurrentHashMap<>();

    private record PortKey(QName service, QName port, String binding) {}

    /**
     * A chain.
     *
     * @param service which services it is for; null: all
     * @param port which ports; null: all
     * @param bindings which bindings; empty: all
     */
    private record Chain(
            @Nullable Pattern service,
            @Nullable Pattern port,
            List<String> bindings,
            List<Class<? extends Handler>> handlers) {
        boolean isFor(PortKey key) {
            return (service == null || service.matches(key.service()))
                    && (port == null || port.matches(key.port()))
                    && (bindings.isEmpty() || bindings.contains(key.binding()));
        }
    }

    /**
     * A pattern of names.
     *
     * @param namespace null: any
     * @param local with {@code *} for any text
     */
    private record Pattern(@Nullable String namespace, String local) {
        boolean matches(QName name) {
            return (namespace == null || namespace.equals(name.getNamespaceURI()))
                    && name.getLocalPart()
                            .matches(Arrays.stream(local.split("\\*", -1))
                                    .map(java.util.regex.Pattern::quote)
                                    .reduce((one, next) -> one + ".*" + next)
                                    .orElse(""));
        }
    }

    private HandlerChains(List<Chain> chains, ComponentFactory components) {
        this.chains = chains;
        this.components = components;
    }

    /**
     * Reads a description.
     *
     * @param place for messages
     * @throws NamingException where it is none, or a class is no handler
     */
    public static HandlerChains read(
            InputSource description, String place, ClassLoader loader, ComponentFactory components)
            throws NamingException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            List<Chain> chains = new ArrayList<>();
            Element root = factory.newDocumentBuilder().parse(description).getDocumentElement();
            for (Element chain : children(root, "handler-chain")) {
                chains.add(chain(chain, place, loader));
            }
            return new HandlerChains(List.copyOf(chains), components);
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw wrong(place + ": the description of its handlers cannot be read: " + e.getMessage(), e);
        }
    }

    private static NamingException wrong(String message, Throwable cause) {
        NamingException wrong = new NamingException(message);
        wrong.initCause(cause);
        return wrong;
    }

    private static Chain chain(Element chain, String place, ClassLoader loader) throws NamingException {
        List<Class<? extends Handler>> handlers = new ArrayList<>();
        for (Element handler : children(chain, "handler")) {
            String name = text(handler, "handler-class");
            if (name == null) {
                throw new NamingException(place + " has a handler without a handler-class");
            }
            try {
                handlers.add(Class.forName(name, false, loader).asSubclass(Handler.class));
            } catch (ClassNotFoundException | ClassCastException | LinkageError e) {
                throw wrong(place + ": " + name + " is no class of a handler: " + e, e);
            }
        }
        String bindings = text(chain, "protocol-bindings");
        return new Chain(
                pattern(chain, "service-name-pattern"),
                pattern(chain, "port-name-pattern"),
                bindings == null
                        ? List.of()
                        : Arrays.stream(bindings.split("\\s+"))
                                .map(each -> BINDINGS.getOrDefault(each, each))
                                .toList(),
                List.copyOf(handlers));
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element && name.equals(element.getLocalName())) {
                found.add(element);
            }
        }
        return found;
    }

    private static @Nullable String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? null : found.get(0).getTextContent().strip();
    }

    private static @Nullable Pattern pattern(Element chain, String name) {
        List<Element> found = children(chain, name);
        if (found.isEmpty()) {
            return null;
        }
        String text = found.get(0).getTextContent().strip();
        int colon = text.indexOf(':');
        String namespace = colon < 0 ? null : found.get(0).lookupNamespaceURI(text.substring(0, colon));
        return new Pattern(namespace, text.substring(colon + 1));
    }

    @Override
    public List<Handler> getHandlerChain(PortInfo info) {
        PortKey key = new PortKey(info.getServiceName(), info.getPortName(), info.getBindingID());
        // CXF sorts the list that it gets.
        return new ArrayList<>(made.computeIfAbsent(key, this::make));
    }

    /**
     * Makes the handlers of an endpoint, in their order; the caller ends them.
     *
     * @param binding the URI of its binding
     */
    public List<Handler> make(QName service, QName port, String binding) {
        return make(new PortKey(service, port, binding));
    }

    private List<Handler> make(PortKey key) {
        List<Handler> all = new ArrayList<>();
        for (Chain chain : chains) {
            if (chain.isFor(key)) {
                for (Class<? extends Handler> type : chain.handlers()) {
                    try {
                        all.add(components.create(type));
                    } catch (Exception e) {
                        all.forEach(components::destroy);
                        throw new WebServiceException("the handler " + type.getName() + " cannot be made: " + e, e);
                    }
                }
            }
        }
        return List.copyOf(all);
    }

    /** Ends the handlers; the module stops. */
    void close() {
        made.values().forEach(each -> each.forEach(components::destroy));
        made.clear();
    }
}
