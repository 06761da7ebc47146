package io.keelson.ee.security;

import io.keelson.component.spi.BeanAuthorization;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ee.security.authentication.ModuleAuthentication;
import io.keelson.ee.security.authorization.ModulePolicies;
import io.keelson.ee.security.authorization.PolicyWebContexts;
import io.keelson.ee.security.bean.Definers;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.security.Realm;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.spi.WebContexts;
import io.keelson.servlet.spi.security.RequestAuthentication;
import io.keelson.servlet.spi.security.RequestAuthorization;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;

/**
 * Has the web container ask the modules and policies that an application registers, and gives the application's beans the realm of the
 * domain.
 *
 * <p>Specification: Security 4.0; Authentication 3.1, 3 Servlet Container Profile; Authorization 3.0.
 */
final class SecurityContributor implements Contributor, AutoCloseable {
    static final String NAME = "security";

    private static final String PACKAGE = "jakarta.security.enterprise.";
    private static final List<String> DEFINITIONS = List.of(
            "authentication.mechanism.http.BasicAuthenticationMechanismDefinition",
            "authentication.mechanism.http.FormAuthenticationMechanismDefinition",
            "authentication.mechanism.http.CustomFormAuthenticationMechanismDefinition",
            "authentication.mechanism.http.OpenIdAuthenticationMechanismDefinition",
            "authentication.mechanism.http.LoginToContinue",
            "authentication.mechanism.http.RememberMe",
            "identitystore.DatabaseIdentityStoreDefinition",
            "identitystore.LdapIdentityStoreDefinition",
            "identitystore.InMemoryIdentityStoreDefinition");

    private static final String AUTHORIZATION = "jakarta.security.jacc.";
    private static final List<String> POLICIES = List.of(
            "Policy",
            "PolicyContext",
            "PolicyContextHandler",
            "PolicyFactory",
            "PolicyConfiguration",
            "PolicyConfigurationFactory");
    private static final List<String> MODULES =
            List.of("config.AuthConfigFactory", "config.AuthConfigProvider", "module.ServerAuthModule");

    private final Realm realm;
    private final ModuleRegistry modules;

    SecurityContributor(Realm realm, ModuleRegistry modules) {
        this.realm = realm;
        this.modules = modules;
    }

    @Override
    public void close() {
        modules.close();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "cdi");
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        deployment.use("cdi");
        if (hasExpressions(deployment)) {
            deployment.use("pages"); // which has the implementation of expressions
        }
    }

    private static boolean hasExpressions(Deployment deployment) {
        return annotations(deployment).anyMatch(SecurityContributor::hasExpression);
    }

    private static Stream<AnnotationInstance> annotations(Deployment deployment) {
        return DEFINITIONS.stream()
                .flatMap(name -> Stream.of(name, name + "$List"))
                .flatMap(name -> deployment.index().getAnnotations(DotName.createSimple(PACKAGE + name)).stream());
    }

    /** Values may be expressions (Security 4.0, 2.4.4), also those of annotations within. */
    private static boolean hasExpression(AnnotationInstance annotation) {
        return annotation.values().stream().anyMatch(SecurityContributor::hasExpression);
    }

    private static boolean hasExpression(AnnotationValue value) {
        return switch (value.kind()) {
            case STRING -> value.asString().contains("${") || value.asString().contains("#{");
            case NESTED -> hasExpression(value.asNested());
            case ARRAY -> value.asArrayList().stream().anyMatch(SecurityContributor::hasExpression);
            default -> false;
        };
    }

    @Override
    public void prepare(Deployment deployment) {
        if (deployment.classLoader() instanceof ApplicationClassLoader loader) {
            loader.attach(Realm.class, realm);
            Definers definers = deployment.shared(Definers.class, Definers::new);
            loader.attach(Definers.class, definers);
            define(deployment, loader, definers);
        }
        open(deployment);
        if (deployment.kind().equals(ModuleKind.WEB)) {
            ModuleAuthentication authentication = new ModuleAuthentication(
                    realm,
                    deployment
                            .attachment(ModulePolicies.class)
                            .map(ModulePolicies::context)
                            .orElse(null));
            deployment.attach(RequestAuthentication.class, authentication);
            deployment.onUndeploy(() -> modules.forget(loaders(deployment), authentication.applicationContext()));
        } else {
            deployment.onUndeploy(() -> modules.forget(loaders(deployment), null));
        }
    }

    private static void define(Deployment deployment, ClassLoader loader, Definers definers) {
        annotations(deployment)
                .filter(annotation -> annotation.name().toString().contains("Definition"))
                .filter(annotation -> annotation.target().kind() == AnnotationTarget.Kind.CLASS)
                .map(annotation -> annotation.target().asClass().name().toString())
                .forEach(name -> {
                    try {
                        definers.add(Class.forName(name, false, loader));
                    } catch (ClassNotFoundException | LinkageError e) {
                        // Of a library that lacks another one: its class can define nothing.
                    }
                });
    }

    private static Set<ClassLoader> loaders(Deployment deployment) {
        Set<ClassLoader> loaders = new HashSet<>();
        loaders.add(deployment.classLoader());
        deployment.sharedClassLoader().ifPresent(loaders::add);
        return loaders;
    }

    /** A module that refers to Jakarta Authorization gets a policy context; any other goes without. */
    private static void open(Deployment deployment) {
        if (deployment.classLoader() instanceof ApplicationClassLoader && usesPolicies(deployment)) {
            ModulePolicies policies = ModulePolicies.open(deployment.name(), deployment.classLoader());
            deployment.onUndeploy(policies::close);
            deployment.attach(ModulePolicies.class, policies);
            deployment.attach(BeanAuthorization.class, policies);
        }
    }

    /** The factories of the application, before anything else of it runs. */
    @Override
    public void start(Deployment deployment) throws DeploymentException {
        ModulePolicies policies = deployment.attachment(ModulePolicies.class).orElse(null);
        WebContexts beans = deployment.attachment(WebContexts.class).orElse(null);
        if (policies != null && beans != null) {
            policies.makeFactories(parameters(deployment));
            deployment.attach(RequestAuthorization.class, policies);
            deployment.attach(WebContexts.class, new PolicyWebContexts(policies, beans));
        }
    }

    private static Map<String, String> parameters(Deployment deployment) {
        return deployment
                .attachment(WebDescriptor.class)
                .map(web -> web.module().contextParameters())
                .orElse(Map.of());
    }

    /**
     * Libraries of an EAR are in no module's index: its modules count as referring to the API. Modules of Jakarta Authentication are told
     * the identifier of the policy context.
     */
    private static boolean usesPolicies(Deployment deployment) {
        return deployment.sharedClassLoader().isPresent()
                || Stream.concat(
                                POLICIES.stream().map(AUTHORIZATION::concat),
                                MODULES.stream().map("jakarta.security.auth.message."::concat))
                        .anyMatch(name -> !deployment
                                .index()
                                .getKnownUsers(DotName.createSimple(name))
                                .isEmpty())
                || parameters(deployment).keySet().stream().anyMatch(name -> name.startsWith(AUTHORIZATION));
    }
}
