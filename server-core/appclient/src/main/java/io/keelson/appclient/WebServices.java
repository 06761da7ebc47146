package io.keelson.appclient;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Arrays;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * References to web services (Jakarta XML Web Services 4.0, 7.9): a generated service class, or a port of one. The API is known by name,
 * as few clients bring it.
 */
final class WebServices {
    private static final String SERVICE = "jakarta.xml.ws.Service";

    private WebServices() {}

    /** Returns true for the class of the API itself, which is that of any service. */
    static boolean isGeneral(@Nullable String type) {
        return SERVICE.equals(type);
    }

    static Object reference(Reference reference, ClassLoader loader) throws ClientException {
        String type = reference.type();
        if (type == null) {
            throw new ClientException(reference.place() + ": it says no class of a service");
        }
        try {
            Class<?> base = Class.forName(SERVICE, true, loader);
            Class<?> wanted = Class.forName(type, true, loader);
            if (wanted != base && base.isAssignableFrom(wanted)) {
                return handled(
                        service(wanted, reference.link(), loader), handlers(reference, wanted, wanted), base, loader);
            }
            String value = reference.value();
            if (value == null || value.equals(SERVICE)) {
                throw new ClientException(
                        reference.place() + ": name the class that was generated for the service (value)");
            }
            Class<?> of = Class.forName(value, true, loader);
            Object service =
                    handled(service(of, reference.link(), loader), handlers(reference, of, wanted), base, loader);
            Object features = reference.features().make(wanted, loader);
            return base.getMethod("getPort", Class.class, features.getClass()).invoke(service, wanted, features);
        } catch (InvocationTargetException e) {
            throw new ClientException(
                    reference.place() + ": the service cannot be made: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError | MalformedURLException e) {
            throw new ClientException(reference.place() + ": the service cannot be made: " + e, e);
        }
    }

    /** The handlers of a reference: those beside it, or else of the service's class, or else of the port's interface. */
    private static @Nullable Handlers handlers(Reference reference, Class<?> service, Class<?> port)
            throws ClientException {
        Handlers beside = reference.handlers();
        if (beside != null) {
            return beside;
        }
        Handlers own = ClientAnnotations.handlers(service, reference.place());
        return own == null ? ClientAnnotations.handlers(port, reference.place()) : own;
    }

    private static Object handled(Object service, @Nullable Handlers handlers, Class<?> base, ClassLoader loader)
            throws ReflectiveOperationException, ClientException {
        if (handlers != null) {
            handlers.check(loader);
            Class<?> resolver = Class.forName("jakarta.xml.ws.handler.HandlerResolver", true, loader);
            Object made = Proxy.newProxyInstance(
                    loader, new Class<?>[] {resolver}, (proxy, method, arguments) -> switch (method.getName()) {
                        case "getHandlerChain" -> handlers.make(Objects.requireNonNull(arguments)[0], loader);
                        case "hashCode" -> System.identityHashCode(proxy);
                        case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
                        default -> "handlers " + handlers;
                    });
            base.getMethod("setHandlerResolver", resolver).invoke(service, made);
        }
        return service;
    }

    private static Object service(Class<?> type, @Nullable String wsdl, ClassLoader loader)
            throws ReflectiveOperationException, MalformedURLException, ClientException {
        if (wsdl == null) {
            return type.getConstructor().newInstance();
        }
        URL own = loader.getResource(wsdl);
        URL description = own == null ? new URL(wsdl) : own;
        for (Constructor<?> each : type.getConstructors()) {
            if (Arrays.equals(each.getParameterTypes(), new Class<?>[] {URL.class})) {
                return each.newInstance(description);
            }
        }
        // As older tools generate it.
        return type.getConstructor(URL.class, QName.class).newInstance(description, name(type));
    }

    private static @Nullable QName name(Class<?> service) throws ClientException {
        for (Annotation each : service.getDeclaredAnnotations()) {
            if (each.annotationType().getName().equals("jakarta.xml.ws.WebServiceClient")) {
                String namespace = ClientAnnotations.text(each, "targetNamespace");
                return new QName(namespace == null ? "" : namespace, ClientAnnotations.text(each, "name"));
            }
        }
        return null;
    }
}
