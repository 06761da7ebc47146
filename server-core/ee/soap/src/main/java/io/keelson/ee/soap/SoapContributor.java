package io.keelson.ee.soap;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.InjectionSources;
import io.keelson.component.spi.SessionBean;
import io.keelson.component.spi.SessionBeans;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ee.soap.descriptor.WebServices;
import io.keelson.ee.soap.reference.ServiceReferences;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.servlet.spi.EndpointServlets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.naming.NamingException;
import org.apache.cxf.Bus;
import org.apache.cxf.frontend.WSDLGetUtils;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the web service endpoints of modules and serves references to services. See docs/design/soap.md.
 *
 * <ol>
 *   <li>{@code descriptors}: {@code webservices.xml} is read.
 *   <li>{@code prepare}: the endpoints are found, and a place for their servlets is attached; an EJB module gets a web context by that.
 *   <li>{@code start}: CXF publishes them, after the beans are there and before the web container starts.
 * </ol>
 *
 * <p>Specification: Enterprise Web Services 2.0; XML Web Services 4.0.
 */
final class SoapContributor implements Contributor, AutoCloseable {
    static final String NAME = "soap";

    private final Buses buses;
    private final boolean development;

    SoapContributor(Buses buses, ServiceLookup services) {
        this.buses = buses;
        this.development = services.find(ServerIdentity.class)
                .map(each -> !each.productionMode())
                .orElse(false);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "jpa", "validation", "cdi", "ejb");
    }

    private static boolean serves(Deployment deployment) {
        return deployment.kind().equals(ModuleKind.WEB) || deployment.kind().equals(ModuleKind.ENTERPRISE_BEANS);
    }

    @Override
    public void descriptors(Deployment deployment) throws DeploymentException {
        if (serves(deployment)) {
            deployment.attach(WebServices.class, WebServices.read(deployment));
        }
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        InjectionSources sources = deployment.attachment(InjectionSources.class).orElse(null);
        if (sources != null) {
            sources.add(new ServiceReferences(deployment));
        }
        if (serves(deployment)) {
            Endpoints endpoints = new Endpoints(EndpointFinder.find(
                    deployment, deployment.attachment(WebServices.class).orElse(WebServices.NONE)));
            deployment.attach(Endpoints.class, endpoints);
            if (!endpoints.declared().isEmpty()) {
                deployment.attach(
                        EndpointServlets.class,
                        new EndpointServlets(endpoints.declared().stream()
                                .flatMap(endpoint -> endpoint.names().stream())
                                .distinct()
                                .toList()));
            }
        }
    }

    /** Declarations of a module. */
    private record Endpoints(List<Endpoint> declared) {}

    /** Endpoints of a module that are published. */
    private record Published(Bus bus, List<PublishedEndpoint> endpoints) {}

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        bindContext(deployment);
        AttachmentContent.register(deployment.classLoader());
        List<Endpoint> declared =
                deployment.attachment(Endpoints.class).map(Endpoints::declared).orElse(List.of());
        if (declared.isEmpty()) {
            return;
        }
        Published published = new Published(buses.ofModule(deployment.classLoader()), new ArrayList<>());
        published.bus().setProperty(WSDLGetUtils.class.getName(), new PortAddresses(published.endpoints()));
        deployment.attach(Published.class, published);
        ComponentFactory components = attached(deployment, ComponentFactory.class);
        EndpointServlets servlets = attached(deployment, EndpointServlets.class);
        Set<String> names = new HashSet<>();
        for (Endpoint endpoint : declared) {
            PublishedEndpoint made = PublishedEndpoint.publish(
                    endpoint, bean(endpoint, deployment), published.bus(), deployment, components);
            published.endpoints().add(made);
            Endpoint declaration = made.endpoint();
            for (String name : declaration.names()) {
                if (!names.add(name)) {
                    throw new DeploymentException("two web service endpoints of " + deployment.name()
                            + " have the address /" + name + "; give one of them a serviceName");
                }
            }
            servlets.add(new EndpointServlets.Endpoint(
                    "soap-" + declaration.names().get(0),
                    new EndpointServlet(made, development),
                    declaration.patterns(),
                    declaration.bean() == null ? declaration.className() : ""));
            SoapLog.LOG.published(
                    declaration.toString(),
                    deployment.name(),
                    declaration.names().get(0));
        }
    }

    private static void bindContext(Deployment deployment) throws DeploymentException {
        ComponentNames names = deployment.attachment(ComponentNames.class).orElse(null);
        if (names != null) {
            ProvidedObject context = RequestContext::new;
            try {
                names.bind("java:comp/WebServiceContext", context);
            } catch (NamingException e) {
                throw new DeploymentException("java:comp/WebServiceContext cannot be bound: " + e.getMessage(), e);
            }
        }
    }

    private static @Nullable SessionBean bean(Endpoint endpoint, Deployment deployment) throws DeploymentException {
        String name = endpoint.bean();
        if (name == null) {
            return null;
        }
        for (SessionBean bean : attached(deployment, SessionBeans.class).all()) {
            if (bean.name().equals(name)) {
                if (bean.kind() == SessionBean.Kind.STATEFUL) {
                    throw new DeploymentException("the stateful bean " + name + " of " + deployment.name()
                            + " cannot be a web service endpoint; make it stateless or a singleton");
                }
                return bean;
            }
        }
        throw new DeploymentException("the web service endpoint of " + deployment.name() + " names the session bean '"
                + name + "', which the module does not have");
    }

    private static <T> T attached(Deployment deployment, Class<T> type) {
        return deployment
                .attachment(type)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has no " + type.getSimpleName()));
    }

    @Override
    public void stop(Deployment deployment) {
        deployment.attachment(Published.class).ifPresent(published -> {
            published.endpoints().forEach(PublishedEndpoint::close);
            Buses.close(published.bus());
        });
    }

    @Override
    public void close() {
        buses.close();
    }
}
