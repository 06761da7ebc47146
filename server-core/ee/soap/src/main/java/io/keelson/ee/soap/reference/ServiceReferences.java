package io.keelson.ee.soap.reference;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import io.keelson.deploy.spi.Deployment;
import io.keelson.kernel.naming.ComponentNames;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceRef;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code @WebServiceRef} and {@code service-ref} of one module: a service, or a port of one. A service is made at each injection, so a description that
 * is away fails the component that asks for it and not the deployment. Thread-safe.
 *
 * <p>Specification: Enterprise Web Services 2.0, 4.2 Client Programming Model; XML Web Services 4.0, 7.9 WebServiceRef.
 */
public final class ServiceReferences implements InjectionSource {
    private final Deployment module;

    /** Makes it for a module. */
    public ServiceReferences(Deployment module) {
        this.module = module;
    }

    @Override
    public Set<Class<? extends Annotation>> annotations() {
        return Set.of(WebServiceRef.class);
    }

    @Override
    public Set<ResourceKind> references() {
        return Set.of(ResourceKind.SERVICE_REF);
    }

    /**
     * A service that is wanted.
     *
     * @param service its class
     * @param port the interface of a port; null: the service itself
     * @param wsdl the place of the description; empty: that of the class
     * @param name of the service; null: that of the class
     * @param place for messages
     */
    private record Wanted(
            Class<? extends Service> service,
            @Nullable Class<?> port,
            String wsdl,
            @Nullable QName name,
            String place) {}

    @Override
    public InjectedValue resolve(InjectionRequest request) throws NamingException {
        Wanted wanted;
        if (request instanceof InjectionRequest.Annotated annotated) {
            WebServiceRef ref = (WebServiceRef) annotated.annotation();
            String lookup = ref.lookup().isEmpty() ? ref.mappedName() : ref.lookup();
            if (!lookup.isEmpty()) {
                return () -> names().initialContext().lookup(lookup);
            }
            wanted = annotated(ref, annotated);
        } else {
            wanted = declared((InjectionRequest.Declared) request);
        }
        return () -> made(wanted);
    }

    private ComponentNames names() throws NamingException {
        return module.attachment(ComponentNames.class)
                .orElseThrow(() -> new NamingException(module.name() + " has no names"));
    }

    private static Wanted annotated(WebServiceRef ref, InjectionRequest.Annotated request) throws NamingException {
        Class<?> type =
                ref.type() != Object.class ? ref.type() : request.point().type();
        Class<? extends Service> service = ref.value();
        boolean isPort = !Service.class.isAssignableFrom(type) && type != Object.class;
        if (!isPort && service == Service.class) {
            service = type == Object.class ? Service.class : type.asSubclass(Service.class);
        }
        if (service == Service.class && isPort) {
            throw new NamingException(request.place() + " is a port of no service: give the annotation the class of the"
                    + " service as its value");
        }
        return new Wanted(service, isPort ? type : null, ref.wsdlLocation(), null, request.place());
    }

    private Wanted declared(InjectionRequest.Declared request) throws NamingException {
        Map<String, String> details = request.reference().details();
        String interfaceName = details.getOrDefault("service-interface", Service.class.getName());
        Class<?> service = loaded(interfaceName, request.place());
        if (!Service.class.isAssignableFrom(service)) {
            throw new NamingException(
                    request.place() + ": " + interfaceName + " is no subclass of jakarta.xml.ws.Service");
        }
        String type = request.reference().type();
        Class<?> wanted = type == null ? service : loaded(type, request.place());
        String name = details.get("service-qname");
        return new Wanted(
                service.asSubclass(Service.class),
                Service.class.isAssignableFrom(wanted) ? null : wanted,
                details.getOrDefault("wsdl-file", ""),
                name == null || !name.startsWith("{") ? null : QName.valueOf(name),
                request.place());
    }

    private Class<?> loaded(String name, String place) throws NamingException {
        try {
            return Class.forName(name, false, module.classLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            NamingException missing = new NamingException(place + ": the class " + name + " cannot be loaded: " + e);
            missing.initCause(e);
            throw missing;
        }
    }

    private Object made(Wanted wanted) throws NamingException {
        try {
            Service service = service(wanted);
            return wanted.port() == null ? service : service.getPort(wanted.port());
        } catch (InvocationTargetException e) {
            throw failed(wanted, e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | MalformedURLException | WebServiceException e) {
            throw failed(wanted, e);
        }
    }

    private static NamingException failed(Wanted wanted, Throwable cause) {
        NamingException failed = new NamingException(
                wanted.place() + ": the web service " + wanted.service().getName() + " cannot be reached: " + cause);
        failed.initCause(cause);
        return failed;
    }

    private Service service(Wanted wanted) throws ReflectiveOperationException, MalformedURLException {
        Class<? extends Service> type = wanted.service();
        if (type == Service.class) {
            if (wanted.wsdl().isEmpty() || wanted.name() == null) {
                throw new WebServiceException("a service without a class of its own needs a description and a name");
            }
            return Service.create(url(wanted.wsdl()), wanted.name());
        }
        WebServiceClient client = type.getAnnotation(WebServiceClient.class);
        if (wanted.wsdl().isEmpty()) {
            return type.getDeclaredConstructor().newInstance();
        }
        QName name = wanted.name() != null
                ? wanted.name()
                : client == null ? null : new QName(client.targetNamespace(), client.name());
        return type.getDeclaredConstructor(URL.class, QName.class).newInstance(url(wanted.wsdl()), name);
    }

    /** A file of the module, or a URL. */
    private URL url(String place) throws MalformedURLException {
        var file = module.archive().file(place);
        if (file.isPresent()) {
            return file.get().toUri().toURL();
        }
        URL resource = module.classLoader().getResource(place);
        return resource != null ? resource : new URL(place);
    }
}
