package io.keelson.appclient;

import jakarta.annotation.PostConstruct;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * The handlers of the ports of one reference to a web service, as a {@code handler-chains} element describes them (Jakarta XML Web Services
 * 4.0, 9.2; Enterprise Web Services 2.0, 6.2). Their API is known by name. Nothing is injected into them, as only static members of the
 * main class are in an application client. Immutable.
 */
record Handlers(List<Chain> chains) {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/http";
    private static final String SOAP12 = "http://www.w3.org/2003/05/soap/bindings/HTTP/";
    private static final String MTOM = "?mtom=true";
    private static final Map<String, String> BINDINGS = Map.of(
            "##SOAP11_HTTP",
            SOAP11,
            "##SOAP11_HTTP_MTOM",
            SOAP11 + MTOM,
            "##SOAP12_HTTP",
            SOAP12,
            "##SOAP12_HTTP_MTOM",
            SOAP12 + MTOM,
            "##XML_HTTP",
            "http://www.w3.org/2004/08/wsdl/http");

    /**
     * A chain.
     *
     * @param service which services it is for; null: all
     * @param port which ports; null: all
     * @param bindings which bindings; empty: all
     * @param classes of the handlers, in their order
     * @param place for messages
     */
    record Chain(
            @Nullable Names service, @Nullable Names port, List<String> bindings, List<String> classes, String place) {
        boolean isFor(QName serviceName, QName portName, String binding) {
            return (service == null || service.match(serviceName))
                    && (port == null || port.match(portName))
                    && (bindings.isEmpty() || bindings.contains(binding));
        }
    }

    /**
     * A pattern of names.
     *
     * @param namespace null: any
     * @param local with {@code *} for any text
     */
    record Names(@Nullable String namespace, String local) {
        boolean match(QName name) {
            String pattern = Arrays.stream(local.split("\\*", -1))
                    .map(java.util.regex.Pattern::quote)
                    .reduce((one, next) -> one + ".*" + next)
                    .orElse("");
            return (namespace == null || namespace.equals(name.getNamespaceURI()))
                    && name.getLocalPart().matches(pattern);
        }
    }

    /**
     * Reads a file.
     *
     * @param found beside the class; null where there is none
     * @param file its name, which may be a URL
     */
    static Handlers read(@Nullable URL found, String file, String place) throws ClientException {
        String description = place + ": the file '" + file + "' of handlers";
        try (InputStream in = (found == null ? new URL(file) : found).openStream()) {
            return of(Xml.read(description, in, "handler-chains"), place);
        } catch (MalformedURLException e) {
            throw new ClientException(description + " is neither beside the class nor a URL", e);
        } catch (IOException e) {
            throw new ClientException(description + " cannot be read: " + e.getMessage(), e);
        }
    }

    static Handlers of(Element root, String place) throws ClientException {
        List<Chain> chains = new ArrayList<>();
        for (Element chain : Xml.children(root, "handler-chain")) {
            List<String> classes = new ArrayList<>();
            for (Element handler : Xml.children(chain, "handler")) {
                String name = Xml.text(handler, "handler-class");
                if (name == null) {
                    throw new ClientException(place + " has a handler without a handler-class");
                }
                classes.add(name);
            }
            String bindings = Xml.text(chain, "protocol-bindings");
            chains.add(new Chain(
                    names(chain, "service-name-pattern"),
                    names(chain, "port-name-pattern"),
                    bindings == null
                            ? List.of()
                            : Arrays.stream(bindings.split("\\s+"))
                                    .map(each -> BINDINGS.getOrDefault(each, each))
                                    .toList(),
                    List.copyOf(classes),
                    place));
        }
        return new Handlers(List.copyOf(chains));
    }

    private static @Nullable Names names(Element chain, String name) {
        List<Element> found = Xml.children(chain, name);
        String text = Xml.text(chain, name);
        if (found.isEmpty() || text == null) {
            return null;
        }
        int colon = text.indexOf(':');
        String namespace = colon < 0 ? null : found.get(0).lookupNamespaceURI(text.substring(0, colon));
        return new Names(namespace, text.substring(colon + 1));
    }

    /** Makes the handlers of a port, given as a {@code PortInfo}. */
    List<Object> make(Object port, ClassLoader loader) throws ReflectiveOperationException {
        Class<?> info = Class.forName("jakarta.xml.ws.handler.PortInfo", true, loader);
        Class<?> type = Class.forName("jakarta.xml.ws.handler.Handler", true, loader);
        QName service = (QName) info.getMethod("getServiceName").invoke(port);
        QName name = (QName) info.getMethod("getPortName").invoke(port);
        String binding = (String) info.getMethod("getBindingID").invoke(port);
        List<Object> made = new ArrayList<>();
        for (Chain chain : chains) {
            if (chain.isFor(service, name, binding)) {
                for (String each : chain.classes()) {
                    made.add(begun(type.cast(Class.forName(each, true, loader)
                            .getDeclaredConstructor()
                            .newInstance())));
                }
            }
        }
        return made;
    }

    private static Object begun(Object handler) throws IllegalAccessException, InvocationTargetException {
        for (Method method : handler.getClass().getMethods()) {
            if (method.isAnnotationPresent(PostConstruct.class) && method.getParameterCount() == 0) {
                method.setAccessible(true);
                method.invoke(handler);
            }
        }
        return handler;
    }

    /** Checks that all classes are there, so that a wrong name is told at the start. */
    void check(ClassLoader loader) throws ClientException {
        for (Chain chain : chains) {
            for (String each : chain.classes()) {
                try {
                    Class<?> handler = Class.forName("jakarta.xml.ws.handler.Handler", false, loader);
                    if (!handler.isAssignableFrom(Class.forName(each, false, loader))) {
                        throw new ClientException(chain.place() + ": " + each + " is no class of a handler");
                    }
                } catch (ClassNotFoundException | LinkageError e) {
                    throw new ClientException(chain.place() + ": " + each + " is no class of a handler: " + e, e);
                }
            }
        }
    }
}
