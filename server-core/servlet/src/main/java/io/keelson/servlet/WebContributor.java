package io.keelson.servlet;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;
import io.keelson.component.ComponentContributor;
import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.environment.Environment;
import io.keelson.component.role.RoleMapping;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.ContextRoot;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.work.WorkManagerSettings;
import io.keelson.security.CertificateSettings;
import io.keelson.security.Realm;
import io.keelson.servlet.auth.ApplicationSecurity;
import io.keelson.servlet.auth.SecureTransport;
import io.keelson.servlet.auth.SecurityModel;
import io.keelson.servlet.auth.SingleSignOn;
import io.keelson.servlet.container.Neighbours;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.descriptor.SharedSessionSettings;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.descriptor.WebDescriptors;
import io.keelson.servlet.registration.Components;
import io.keelson.servlet.registration.DeclaredSecurity;
import io.keelson.servlet.registration.ImplicitServlet;
import io.keelson.servlet.runtime.ApplicationParts;
import io.keelson.servlet.runtime.Extensions;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.session.SharedSessions;
import io.keelson.servlet.spi.EndpointServlets;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.WebContexts;
import io.keelson.servlet.spi.security.RequestAuthentication;
import io.keelson.servlet.spi.security.RequestAuthorization;
import io.keelson.servlet.spi.security.WebAccess;
import io.keelson.servlet.statics.DefaultServlet;
import io.keelson.servlet.statics.WebResources;
import io.keelson.servlet.work.DispatchSettings;
import io.keelson.servlet.work.WorkPolicies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servlet room's part in the deployment of web modules. Components are made by the {@link ComponentFactory} that is attached when
 * {@link #start} begins: that of the component room, or of a contributor in {@link #after}.
 *
 * <p>Specification: Servlet 6.1, 10.12 Web Application Deployment.
 */
final class WebContributor implements Contributor {
    private final WebApplications applications;
    private final Realm realm;
    private final ServerSide server;
    private final PagesPart pages;
    private final Serving serving;
    private final SocketsPart sockets;
    private final Supplier<Configuration> configuration;
    private final Predicate<String> reserved;
    private final SecureTransport transport;
    private final Map<String, SingleSignOn> logins = new ConcurrentHashMap<>();
    private final SessionKeeping keeping;

    /**
     * Makes one.
     *
     * @param configuration the configuration in force
     * @param reserved the paths that are no context roots, as what the server itself serves there hides them
     * @param transport what the channels have of TLS
     * @param keeping who keeps sessions
     */
    WebContributor(
            WebApplications applications,
            Realm realm,
            ServerSide server,
            PagesPart pages,
            Serving serving,
            SocketsPart sockets,
            Supplier<Configuration> configuration,
            Predicate<String> reserved,
            SecureTransport transport,
            SessionKeeping keeping) {
        this.applications = applications;
        this.realm = realm;
        this.server = server;
        this.pages = pages;
        this.serving = serving;
        this.sockets = sockets;
        this.configuration = configuration;
        this.reserved = reserved;
        this.transport = transport;
        this.keeping = keeping;
    }

    @Override
    public String name() {
        return "web";
    }

    @Override
    public Set<String> after() {
        return Set.of(
                ComponentContributor.NAME,
                "jpa",
                "validation",
                "cdi",
                "ejb",
                "rest",
                "soap",
                "concurrency",
                "batch",
                "faces",
                "security");
    }

    private static boolean isWeb(Deployment deployment) {
        return deployment.kind().equals(ModuleKind.WEB);
    }

    @Override
    public void descriptors(Deployment deployment) throws DeploymentException {
        if (isWeb(deployment)) {
            WebDescriptors.read(deployment);
        }
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        if (!isWeb(deployment)) {
            return;
        }
        WebDescriptor merged =
                SharedSessionSettings.of(deployment).apply(WebDescriptors.merge(deployment), deployment.name());
        deployment.attach(WebDescriptor.class, merged);
        attachRoles(deployment, merged);
        ComponentDescriptor ofBeans =
                deployment.attachment(ComponentDescriptor.class).orElse(ComponentDescriptor.NONE);
        deployment.attach(ComponentDescriptor.class, merged.components().and(ofBeans));
        pages.inspect(deployment, merged);
        sockets.inspect(deployment);
        attachRoot(deployment, contextRoot(deployment, merged));
    }

    /** Beans of the module have the roles that its descriptors assign. */
    private static void attachRoles(Deployment deployment, WebDescriptor merged) {
        Map<String, Set<String>> roles = new LinkedHashMap<>(deployment
                .attachment(RoleMapping.class)
                .map(RoleMapping::assignments)
                .orElse(Map.of()));
        roles.putAll(merged.server().roles());
        if (!roles.isEmpty()) {
            deployment.attach(RoleMapping.class, new RoleMapping(Set.of(), Map.copyOf(roles), true));
        }
    }

    private void attachRoot(Deployment deployment, String root) throws DeploymentException {
        if (reserved.test(root)) {
            throw new DeploymentException("no request would come to the context root " + root
                    + ", as the management interface answers there; choose another, or give the server an"
                    + " admin channel");
        }
        attach(deployment, root);
    }

    private static void attach(Deployment deployment, String root) throws DeploymentException {
        try {
            deployment.attach(ContextRoot.class, new ContextRoot(root));
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(
                    deployment.name() + ": " + e.getMessage()
                            + "; it comes from web.xml (default-context-path) or weblogic.xml (context-root)",
                    e);
        }
    }

    private static String contextRoot(Deployment deployment) {
        return deployment
                .attachment(ContextRoot.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been inspected"))
                .path();
    }

    private ServingSettings served(Deployment deployment) {
        return configuration
                .get()
                .all(ServingSettings.class)
                .getOrDefault(VersionedName.plain(deployment.name()), ServingSettings.NONE);
    }

    /**
     * Returns the context root from the first source that has one. The order is: the operator; the root, for a virtual host's default
     * application; weblogic.xml; web.xml; the application's name without its version.
     */
    private String contextRoot(Deployment deployment, WebDescriptor descriptor) {
        if (deployment.contextRoot().isEmpty() && serving.isDefault(deployment, Serving.host(served(deployment)))) {
            return "/";
        }
        String fromServer = descriptor.server().contextRoot();
        String standard = descriptor.module().defaultContextPath();
        String declared =
                fromServer != null ? fromServer : standard != null ? standard : ContextRoot.standard(deployment);
        return deployment.contextRoot().orElse(declared.isEmpty() ? "/" : declared);
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        if (isWeb(deployment)) {
            WebDescriptor merged = deployment
                    .attachment(WebDescriptor.class)
                    .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been inspected"));
            prepare(deployment, WebDescriptors.complete(deployment, merged), contextRoot(deployment), null);
        } else {
            EndpointServlets endpoints =
                    deployment.attachment(EndpointServlets.class).orElse(null);
            if (endpoints != null) {
                // The paths of endpoints alone, so that a web module may be called as the EJB module.
                String name = VersionedName.plain(deployment.name());
                String root = "/" + name.substring(name.indexOf('#') + 1);
                for (String endpoint : endpoints.names()) {
                    prepare(deployment, WebDescriptors.none(deployment.name()), root, root + "/" + endpoint);
                }
            }
        }
    }

    private void prepare(Deployment deployment, WebDescriptor descriptor, String root, @Nullable String reach)
            throws DeploymentException {
        if (reach != null && reserved.test(reach)) {
            throw new DeploymentException("no request would come to the endpoint " + reach
                    + ", as the management interface answers there; give the module another name, or the server an"
                    + " admin channel");
        }
        WebResources resources =
                WebResources.open(deployment, descriptor, server.timers().ticker());
        ServingSettings served = served(deployment);
        Environment environment = attached(deployment, Environment.class);
        ComponentFactory components = attached(deployment, ComponentFactory.class);
        SharedSessions shared = shared(deployment, environment);
        ApplicationParts parts = new ApplicationParts(
                new ApplicationParts.Address(
                        deployment.name(), root.equals("/") ? "" : root, Serving.host(served), reach),
                descriptor,
                new Components(deployment.name(), deployment.classLoader(), components),
                work(deployment, descriptor),
                new ApplicationParts.Files(deployment.archive().root(), resources, deployment.temporaryDirectory()),
                shared == null
                        ? keeping.store(
                                deployment,
                                deployment.name(),
                                descriptor.server().session(),
                                environment::nameOf)
                        : shared.store(),
                shared,
                serving.compression(served, descriptor));
        WebApplication application = new WebApplication(
                parts, server, settings(deployment).crossContext() ? applications::neighbour : Neighbours.NONE);
        List<ImplicitServlet> files = !isWeb(deployment)
                ? List.of()
                : List.of(new ImplicitServlet(
                        "default",
                        new DefaultServlet(resources, descriptor.server().container()),
                        null,
                        List.of("/"),
                        List.of(),
                        Map.of(),
                        null));
        if (!serves(deployment)) {
            deployment.attach(Webs.class, new Webs(new ArrayList<>()));
        }
        webs(deployment).add(new Web(application, descriptor, components, files));
        applications.expect(application);
        deployment.onUndeploy(() -> applications.expectNoMore(application));
    }

    /** The sessions that the web applications of an EAR share; null where they do not. The first of them chooses the store. */
    private @Nullable SharedSessions shared(Deployment deployment, Environment environment) throws DeploymentException {
        SessionDescriptor session = SharedSessionSettings.of(deployment).session();
        if (session == null) {
            return null;
        }
        SharedSessions shared = deployment.shared(
                SharedSessions.class,
                () -> new SharedSessions(
                        deployment.application(),
                        keeping.store(deployment, deployment.application(), session, environment::nameOf),
                        deployment.sharedClassLoader().orElse(null),
                        server.timers().ticker()));
        shared.expect(deployment.classLoader());
        return shared;
    }

    private DispatchSettings settings(Deployment deployment) {
        return configuration
                .get()
                .all(DispatchSettings.class)
                .getOrDefault(VersionedName.plain(deployment.application()), DispatchSettings.NONE);
    }

    private WorkPolicies work(Deployment deployment, WebDescriptor descriptor) throws DeploymentException {
        return WorkPolicies.of(
                deployment,
                descriptor,
                settings(deployment),
                configuration.get().all(WorkManagerSettings.class).keySet());
    }

    /** Web application of a deployment, kept with it between the phases. */
    private record Web(
            WebApplication application,
            WebDescriptor descriptor,
            ComponentFactory components,
            List<ImplicitServlet> files) {}

    /** The contexts of a module: one of a web module, one an endpoint of an EJB module. */
    private record Webs(List<Web> all) {}

    private static List<Web> webs(Deployment deployment) {
        return deployment.attachment(Webs.class).map(Webs::all).orElse(List.of());
    }

    private static boolean serves(Deployment deployment) {
        return deployment.attachment(Webs.class).isPresent();
    }

    private static <T> T attached(Deployment deployment, Class<T> type) {
        return deployment
                .attachment(type)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been prepared"));
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        for (Web web : webs(deployment)) {
            start(deployment, web);
        }
    }

    private void start(Deployment deployment, Web web) throws DeploymentException {
        WebApplication application = web.application();
        applications.announce(application);
        RequestAuthorization policies = isWeb(deployment)
                ? deployment.attachment(RequestAuthorization.class).orElse(null)
                : null;
        Extensions extensions = extensions(deployment, web);
        if (policies == null) {
            application.start(extensions);
        } else {
            policies.enter();
            try {
                application.start(extensions);
            } finally {
                policies.leave();
            }
        }
        application.outOfService().forEach(deployment::outOfService);
        ApplicationSecurity security;
        if (isWeb(deployment)) {
            security = security(
                    deployment,
                    web,
                    deployment.attachment(RequestAuthentication.class).orElse(null),
                    policies);
            deployment.attach(WebAccess.class, security);
            if (deployment.classLoader() instanceof ApplicationClassLoader loader) {
                loader.attach(WebAccess.class, security);
            }
        } else {
            security = security(deployment, web, null, null);
        }
        application.open(security);
        applications.serve(application);
    }

    /** Returns what other rooms bring to an application that starts. */
    private Extensions extensions(Deployment deployment, Web web) throws DeploymentException {
        WebApplication application = web.application();
        List<EndpointServlets.Endpoint> endpoints = endpoints(deployment).stream()
                .filter(endpoint -> isWeb(deployment) || isReached(application, endpoint))
                .toList();
        WebContexts contexts = deployment.attachment(WebContexts.class).orElse(null);
        if (!isWeb(deployment)) {
            return new Extensions(web.files(), endpoints, List.of(), null, contexts);
        }
        SocketsProvider.Sockets opened = sockets.open(deployment, application, web.components());
        PagesPart.Brought brought = pages.open(deployment, application.context(), web.descriptor(), web.components());
        List<ImplicitServlet> servlets = new ArrayList<>(web.files());
        servlets.addAll(brought.servlets());
        return new Extensions(servlets, endpoints, brought.listeners(), opened, contexts);
    }

    private static List<EndpointServlets.Endpoint> endpoints(Deployment deployment) {
        return deployment
                .attachment(EndpointServlets.class)
                .map(EndpointServlets::all)
                .orElse(List.of());
    }

    private static boolean isReached(WebApplication application, EndpointServlets.Endpoint endpoint) {
        return endpoint.patterns().stream()
                .anyMatch(pattern -> application.address().reach().equals(application.contextPath() + pattern));
    }

    private ApplicationSecurity security(
            Deployment deployment,
            Web web,
            @Nullable RequestAuthentication module,
            @Nullable RequestAuthorization policies)
            throws DeploymentException {
        WebApplication application = web.application();
        DeclaredSecurity declared = application.declaredSecurity();
        SecurityModel model = SecurityModel.of(
                        application.name(), web.descriptor(), declared.constraints(), declared::patterns)
                .withRoles(declared.roles());
        Optional<RoleMapping> enterprise = deployment.attachment(RoleMapping.class);
        if (enterprise.isPresent()) {
            model = model.within(enterprise.get());
        }
        for (Map.Entry<String, String> servlet : declared.runAs().entrySet()) {
            model = model.withRunAs(servlet.getKey(), servlet.getValue());
        }
        if (policies != null) {
            policies.started(model.told());
        }
        CertificateSettings certificates = configuration.get().get(CertificateSettings.class);
        return ApplicationSecurity.create(
                model, realm, server.timers().ticker(), certificates, transport, logins(application), module, policies);
    }

    /** The logins that the applications of a virtual host share, where they do. */
    private SingleSignOn logins(WebApplication application) {
        // Such a login ends with its sessions: those that clients keep are never known to have ended.
        if (!server.settings().singleSignOn() || application.sessions().cookie() != null) {
            return SingleSignOn.off();
        }
        return logins.computeIfAbsent(
                application.address().virtualHost(),
                name -> SingleSignOn.on(
                        server.timers().ticker(),
                        server.settings().sessionTimeout(),
                        (delay, action) -> server.timers().after(delay, action)));
    }

    @Override
    public void activate(Deployment deployment) {
        webs(deployment).forEach(web -> applications.activate(web.application()));
    }

    @Override
    public long users(Deployment deployment) {
        return webs(deployment).stream()
                .map(Web::application)
                .mapToLong(application -> application.sessions().held() + application.requestsInFlight())
                .sum();
    }

    @Override
    public void stop(Deployment deployment) {
        for (Web web : webs(deployment)) {
            WebApplication application = web.application();
            applications.removeBeside(application);
            RequestAuthorization policies =
                    deployment.attachment(RequestAuthorization.class).orElse(null);
            if (policies != null) {
                policies.enter();
            }
            try {
                application.stop(
                        Deadline.in(server.timers().ticker(), server.settings().undeployTimeout()));
            } finally {
                if (policies != null) {
                    policies.leave();
                }
            }
            applications.remove(application);
        }
    }
}
