package io.keelson.component;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.EnterpriseDeclarations;
import io.keelson.component.descriptor.ForeignApplications;
import io.keelson.component.descriptor.ModuleName;
import io.keelson.component.descriptor.OtherServersDestinations;
import io.keelson.component.descriptor.OtherServersResources;
import io.keelson.component.descriptor.OtherServersRoles;
import io.keelson.component.environment.ClassAnnotations;
import io.keelson.component.environment.Environment;
import io.keelson.component.environment.SharedDefinitions;
import io.keelson.component.environment.Sources;
import io.keelson.component.injection.Callbacks;
import io.keelson.component.injection.ReflectiveComponents;
import io.keelson.component.injection.ResourceInjector;
import io.keelson.component.role.RoleMapping;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.InjectionSources;
import io.keelson.component.spi.LifecycleCallbacks;
import io.keelson.component.spi.ResourceInjection;
import io.keelson.deploy.spi.BoundNames;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.naming.ApplicationNames;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Gives every module its naming environment, and makes its components by reflection where no other contributor does.
 * Comes before all contributors that work with components. See docs/design/component.md.
 *
 * <ol>
 *   <li>{@code inspect}: a contributor that reads a kind of module attaches a {@link ComponentDescriptor}.
 *   <li>{@code prepare}: attaches {@link ComponentNames}, {@link Environment}, {@link InjectionSources}, {@link ResourceInjection},
 *       {@link LifecycleCallbacks} and {@link ComponentFactory}. Contributors after it add sources and may attach another factory.
 *   <li>{@code start}: binds the names.
 * </ol>
 *
 * <p>Specification: Jakarta EE Platform 11, 5 Resources, Naming, and Injection.
 */
public final class ComponentContributor implements Contributor {
    /** Its name, for {@link Contributor#after} of others. */
    public static final String NAME = "component";

    private static final DotName CONTEXTS_FACTORY = DotName.createSimple("jakarta.jms.JMSConnectionFactory");
    private static final String FACTORY = "jakarta.jms.ConnectionFactory";

    private final Naming naming;
    private final SharedDefinitions shared;

    /** Makes the contributor of a server with these names. */
    public ComponentContributor(Naming naming) {
        this.naming = naming;
        this.shared = new SharedDefinitions(naming);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void descriptors(Deployment deployment) throws DeploymentException {
        OtherServersResources.read(deployment);
        deployment.attach(BoundNames.class, new BoundNames() {
            @Override
            public Set<String> beside(String name) {
                return naming.beside(name);
            }

            @Override
            public boolean translates() {
                return naming.translates();
            }
        });
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        EnterpriseDeclarations enterprise = EnterpriseDeclarations.of(deployment);
        ComponentDescriptor own = deployment
                .attachment(ComponentDescriptor.class)
                .orElse(ComponentDescriptor.NONE)
                .and(new ComponentDescriptor(
                        List.of(),
                        List.of(),
                        OtherServersResources.of(deployment),
                        ComponentDescriptor.Lifecycle.NONE,
                        Map.of(),
                        OtherServersDestinations.seenBy(deployment),
                        false));
        boolean binds = enterprise.isBoundBy(deployment);
        ComponentDescriptor descriptor = binds ? own.and(enterprise.names()) : own.and(enterprise.links());
        if (enterprise.isEnterprise()) {
            RoleMapping ofModule =
                    deployment.attachment(RoleMapping.class).orElse(new RoleMapping(Set.of(), Map.of(), true));
            RoleMapping ofApplication = enterprise.roles().within(OtherServersRoles.ofModules(deployment));
            deployment.attach(RoleMapping.class, ofModule.within(ofApplication));
        }
        Sources sources = new Sources();
        ComponentNames names = names(deployment, enterprise.applicationName());
        Environment environment = new Environment(
                deployment.application(),
                descriptor,
                binds ? List.of() : List.of(enterprise.names()),
                sources,
                naming,
                shared,
                names,
                deployment.classLoader(),
                ForeignApplications.isForeign(deployment));
        deployment.onUndeploy(environment::close);
        ResourceInjection injection = new ResourceInjector(
                environment, descriptor.complete() && deployment.kind().equals(ModuleKind.ENTERPRISE_BEANS));
        LifecycleCallbacks callbacks = new Callbacks(descriptor.lifecycle());
        deployment.attach(ComponentNames.class, names);
        deployment.attach(Environment.class, environment);
        deployment.attach(InjectionSources.class, sources);
        deployment.attach(ResourceInjection.class, injection);
        deployment.attach(LifecycleCallbacks.class, callbacks);
        deployment.attach(ComponentFactory.class, new ReflectiveComponents(injection, callbacks));
    }

    private ComponentNames names(Deployment deployment, @Nullable String applicationName) throws DeploymentException {
        try {
            String file = deployment.name().substring(deployment.name().indexOf('#') + 1);
            String name = deployment
                    .attachment(ModuleName.class)
                    .map(ModuleName::name)
                    .orElse(file);
            String plain = applicationName == null ? VersionedName.plain(deployment.application()) : applicationName;
            ApplicationNames application = deployment.shared(
                    ApplicationNames.class, () -> naming.application(deployment.application(), plain));
            ComponentNames names = application.module(name, deployment.classLoader());
            deployment.onUndeploy(names::close);
            return names;
        } catch (NamingException e) {
            throw new DeploymentException("the application's names cannot be made: " + e.getMessage(), e);
        }
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        Environment environment = deployment
                .attachment(Environment.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been prepared"));
        environment.sources().close();
        environment.open();
        expectFactories(environment, deployment.index());
        boolean complete = deployment
                .attachment(ComponentDescriptor.class)
                .map(ComponentDescriptor::complete)
                .orElse(false);
        if (!complete) {
            ClassAnnotations annotations = new ClassAnnotations(environment, deployment.classLoader());
            annotations.declare(deployment.index());
            annotations.declareMembers(deployment.indexOfClasses(), deployment.index());
        }
    }

    /** Notes the connection factories of injected contexts, which are looked up when one is used first. */
    private static void expectFactories(Environment environment, IndexView index) {
        for (AnnotationInstance each : index.getAnnotations(CONTEXTS_FACTORY)) {
            AnnotationValue name = each.value();
            if (name != null) {
                environment.expect(name.asString(), FACTORY);
            }
        }
    }

    @Override
    public void started(WholeApplication application) throws DeploymentException {
        for (Deployment module : application.modules()) {
            Optional<Environment> environment = module.attachment(Environment.class);
            if (environment.isPresent()) {
                environment.get().checkLookups();
            }
        }
    }
}
