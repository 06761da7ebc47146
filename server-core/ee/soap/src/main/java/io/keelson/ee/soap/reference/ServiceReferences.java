package io.keelson.ee.soap.reference;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.soap.descriptor.AnnotatedFeatures;
import io.keelson.ee.soap.descriptor.PortFeatures;
import io.keelson.kernel.naming.ComponentNames;
import jakarta.jws.HandlerChain;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.WebServiceRef;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.NamingException;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;

/**
 * Serves {@code @WebServiceRef} and {@code service-ref} of one module: a service, or a port of one. A service is made at each injection, so
 * a description that is away fails the component that asks for it and not the deployment. Thread-safe.
 *
 * <p>Specification: Enterprise Web Services 2.0, 4.2 Client Programming Model; XML Web Services 4.0, 7.9 WebServiceRef.
 */
public final class ServiceReferences implements InjectionSource {
    private final Deployment module;
    private final DescriptionPlaces places;
    private final AnnotatedReferences annotations;
    private final List<HandlerChains> handlers = new CopyOnWriteArrayList<>();

    /**
     * Makes it for a module.
     *
     * @throws DeploymentException where a descriptor that maps references cannot be read
     */
    public ServiceReferences(Deployment module) throws DeploymentException {
        this.module = module;
        this.places = DescriptionPlaces.read(module);
        this.annotations = new AnnotatedReferences(module);
        module.onUndeploy(() -> handlers.forEach(HandlerChains::close));
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
     * @param handlers those of its ports; null: none
     * @param features those of the port
     * @param place for messages
     */
    private record Wanted(
            Class<? extends Service> service,
            @Nullable Class<?> port,
            String wsdl,
            @Nullable QName name,
            @Nullable HandlerChains handlers,
            List<WebServiceFeature> features,
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

    private Wanted annotated(WebServiceRef ref, InjectionRequest.Annotated request) throws NamingException {
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
        Class<?> port = isPort ? type : null;
        HandlerChains beside = handlers(request);
        return new Wanted(
                service,
                port,
                places.byReference().getOrDefault(request.name(), ref.wsdlLocation()),
                null,
                beside == null ? ofTypes(service, port, request.place()) : beside,
                AnnotatedFeatures.of(beside(request)),
                request.place());
    }

    private Wanted declared(InjectionRequest.Declared request) throws NamingException {
        AnnotatedReferences.Found annotated = annotations.named(request.name()).orElse(null);
        Map<String, String> details = request.reference().details();
        String type = request.reference().type();
        Class<?> service = declaredService(details.get("service-interface"), type, annotated, request.place());
        Class<?> wanted = type != null ? loaded(type, request.place()) : annotatedType(annotated, service);
        String name = details.get("service-qname");
        String chains = details.get("handler-chains");
        Class<?> port = Service.class.isAssignableFrom(wanted) ? null : wanted;
        String wsdl = details.getOrDefault(
                "wsdl-file", annotated == null ? "" : annotated.annotation().wsdlLocation());
        List<WebServiceFeature> declared =
                port == null ? List.of() : features(details.get("port-component-ref"), port, request.place());
        return new Wanted(
                service.asSubclass(Service.class),
                port,
                places.byReference().getOrDefault(request.name(), wsdl),
                name == null || !name.startsWith("{") ? null : QName.valueOf(name),
                chains == null
                        ? annotatedHandlers(annotated, service, port, request.place())
                        : handlers(new InputSource(new StringReader(chains)), request.place()),
                annotated == null ? declared : PortFeatures.over(AnnotatedFeatures.of(annotated.element()), declared),
                request.place());
    }

    /** The class of the service: of what the descriptor says, the general class says as much as nothing. */
    private Class<?> declaredService(
            @Nullable String interfaceName,
            @Nullable String type,
            AnnotatedReferences.@Nullable Found annotated,
            String place)
            throws NamingException {
        Class<?> declared = interfaceName == null ? Service.class : loaded(interfaceName, place);
        if (!Service.class.isAssignableFrom(declared)) {
            throw new NamingException(place + ": " + interfaceName + " is no subclass of jakarta.xml.ws.Service");
        }
        List<Class<?>> said = new ArrayList<>(List.of(declared));
        if (type != null) {
            said.add(loaded(type, place));
        }
        if (annotated != null) {
            said.add(annotated.annotation().value());
            said.add(annotatedType(annotated, Service.class));
        }
        return said.stream()
                .filter(each -> each != Service.class && Service.class.isAssignableFrom(each))
                .findFirst()
                .orElse(Service.class);
    }

    private static Class<?> annotatedType(AnnotatedReferences.@Nullable Found annotated, Class<?> otherwise) {
        if (annotated == null) {
            return otherwise;
        }
        Class<?> said = annotated.annotation().type();
        Class<?> type = said == Object.class ? annotated.type() : said;
        return type == Object.class ? otherwise : type;
    }

    private @Nullable HandlerChains annotatedHandlers(
            AnnotatedReferences.@Nullable Found annotated, Class<?> service, @Nullable Class<?> port, String place)
            throws NamingException {
        HandlerChains beside = annotated == null
                ? null
                : handlers(annotated.element().getAnnotation(HandlerChain.class), annotated.declaring(), place);
        return beside == null ? ofTypes(service, port, place) : beside;
    }

    /** The features that the {@code port-component-ref} of the port's interface switches on or off. */
    private static List<WebServiceFeature> features(@Nullable String references, Class<?> port, String place)
            throws NamingException {
        if (references != null) {
            byte[] xml = ("<service-ref>" + references + "</service-ref>").getBytes(StandardCharsets.UTF_8);
            try {
                for (Element each :
                        DescriptorXml.read(new ByteArrayInputStream(xml), place).all("port-component-ref")) {
                    if (port.getName().equals(each.textOf("service-endpoint-interface"))) {
                        return PortFeatures.read(each);
                    }
                }
            } catch (DeploymentException e) {
                throw wrong(place + ": " + e.getMessage(), e);
            }
        }
        return List.of();
    }

    private static NamingException wrong(String message, Exception cause) {
        NamingException wrong = new NamingException(message);
        wrong.initCause(cause);
        return wrong;
    }

    /** The handlers that {@code HandlerChain} beside the reference names: a file beside the class, or a URL. */
    private @Nullable HandlerChains handlers(InjectionRequest.Annotated request) throws NamingException {
        return handlers(
                beside(request).getAnnotation(HandlerChain.class),
                request.point().declaring(),
                request.place());
    }

    /** The member or class that has the annotation. */
    private static AnnotatedElement beside(InjectionRequest.Annotated request) {
        InjectionPoint point = request.point();
        return point.member() instanceof AnnotatedElement member ? member : point.declaring();
    }

    /** The handlers that the class of the service names, or else the interface of the port. */
    private @Nullable HandlerChains ofTypes(Class<?> service, @Nullable Class<?> port, String place)
            throws NamingException {
        Class<?> type = port == null || service.isAnnotationPresent(HandlerChain.class) ? service : port;
        return handlers(type.getAnnotation(HandlerChain.class), type, place);
    }

    private @Nullable HandlerChains handlers(@Nullable HandlerChain chain, Class<?> beside, String place)
            throws NamingException {
        if (chain == null) {
            return null;
        }
        URL file = beside.getResource(chain.file());
        try {
            return handlers(new InputSource((file == null ? new URL(chain.file()) : file).toExternalForm()), place);
        } catch (MalformedURLException e) {
            throw wrong(place + ": there is no file '" + chain.file() + "' of handlers", e);
        }
    }

    private HandlerChains handlers(InputSource description, String place) throws NamingException {
        ComponentFactory components = module.attachment(ComponentFactory.class)
                .orElseThrow(() -> new NamingException(module.name() + " has no components"));
        HandlerChains read = HandlerChains.read(description, place, module.classLoader(), components);
        handlers.add(read);
        return read;
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
            if (wanted.handlers() != null) {
                service.setHandlerResolver(wanted.handlers());
            }
            return wanted.port() == null
                    ? service
                    : service.getPort(wanted.port(), wanted.features().toArray(WebServiceFeature[]::new));
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
        URL found = Descriptions.find(module, place).orElse(null);
        return found != null ? found : new URL(place);
    }
}
