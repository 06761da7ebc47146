package io.keelson.appclient;

import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/**
 * References to web services (Jakarta XML Web Services 4.0, 7.9): a generated service class, or a port of one. The API is known by name, as few
 * clients bring it.
 */
final class WebServices {
    private static final String SERVICE = "jakarta.xml.ws.Service";

    private WebServices() {}

    static Object reference(Reference reference, ClassLoader loader) throws ClientException {
        String type = reference.type();
        if (type == null) {
            throw new ClientException(reference.place() + ": it says no class of a service");
        }
        try {
            Class<?> base = Class.forName(SERVICE, true, loader);
            Class<?> wanted = Class.forName(type, true, loader);
            if (wanted != base && base.isAssignableFrom(wanted)) {
                return service(wanted, reference.link(), loader);
            }
            String value = reference.value();
            if (value == null || value.equals(SERVICE)) {
                throw new ClientException(
                        reference.place() + ": name the class that was generated for the service (value)");
            }
            Object service = service(Class.forName(value, true, loader), reference.link(), loader);
            return base.getMethod("getPort", Class.class).invoke(service, wanted);
        } catch (InvocationTargetException e) {
            throw new ClientException(
                    reference.place() + ": the service cannot be made: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError | MalformedURLException e) {
            throw new ClientException(reference.place() + ": the service cannot be made: " + e, e);
        }
    }

    private static Object service(Class<?> type, @Nullable String wsdl, ClassLoader loader)
            throws ReflectiveOperationException, MalformedURLException {
        if (wsdl == null) {
            return type.getConstructor().newInstance();
        }
        URL own = loader.getResource(wsdl);
        return type.getConstructor(URL.class).newInstance(own == null ? new URL(wsdl) : own);
    }
}
