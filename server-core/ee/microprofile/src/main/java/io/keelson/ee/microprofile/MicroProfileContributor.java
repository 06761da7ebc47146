package io.keelson.ee.microprofile;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.component.spi.BeanExtensions;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ee.microprofile.client.ApplicationBuilders;
import io.keelson.ee.microprofile.client.ClientCaches;
import io.keelson.ee.microprofile.client.ClientExtension;
import io.keelson.ee.microprofile.health.ApplicationHealth;
import io.keelson.ee.microprofile.health.HealthEndpoint;
import io.keelson.ee.microprofile.health.HealthExtension;
import io.keelson.ee.microprofile.jwt.JwtExtension;
import io.keelson.ee.microprofile.jwt.JwtModule;
import io.keelson.ee.microprofile.openapi.MergedEndpoint;
import io.keelson.ee.microprofile.openapi.ModuleDocument;
import io.keelson.ee.microprofile.openapi.OpenApiDocuments;
import io.keelson.ee.microprofile.tolerance.ApplicationExecutor;
import io.keelson.ee.microprofile.tolerance.Meters;
import io.keelson.ee.microprofile.tolerance.ToleranceExtension;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigProviderResolver;
import io.smallrye.config.inject.ConfigExtension;
import io.smallrye.faulttolerance.FaultToleranceExtension;
import io.smallrye.faulttolerance.metrics.MetricsIntegration;
import io.smallrye.health.ResponseProvider;
import io.smallrye.openapi.spi.OASFactoryResolverImpl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.openapi.spi.OASFactoryResolver;
import org.eclipse.microprofile.rest.client.spi.RestClientBuilderResolver;
import org.jspecify.annotations.Nullable;

/**
 * Gives applications those APIs of MicroProfile that they refer to. See docs/design/microprofile.md.
 *
 * <ol>
 *   <li>{@code prepare}: has the configuration of the module forgotten at undeployment;
 *   <li>{@code prepared}: finds the APIs of all modules and adds their extensions of CDI, before the container starts;
 *   <li>{@code start}: the key of a module with tokens is read, when its container of CDI is there and before it serves;
 *   <li>{@code started}: the checks of the application join {@code /health}, and its documents {@code /openapi}; {@code ending} removes
 *   them.
 * </ol>
 */
final class MicroProfileContributor implements Contributor, AutoCloseable {
    static final String NAME = "microprofile";

    private static final String FILE = "META-INF/microprofile-config.properties";
    private static final int AFTER_CLASSES = 99;
    private static final String HEALTH = "mp.health.";

    private final SmallRyeConfigProviderResolver configurations;
    private final HealthEndpoint health;
    private final MergedEndpoint descriptions;

    MicroProfileContributor(ServiceLookup services) {
        ConfigProviderResolver there = ConfigProviderResolver.instance();
        configurations =
                there instanceof SmallRyeConfigProviderResolver ours ? ours : new SmallRyeConfigProviderResolver();
        ConfigProviderResolver.setInstance(configurations);
        HealthCheckResponse.setResponseProvider(new ResponseProvider());
        OASFactoryResolver.setInstance(new OASFactoryResolverImpl());
        RestClientBuilderResolver.setInstance(new ApplicationBuilders());
        health = new HealthEndpoint(services);
        descriptions = new MergedEndpoint(services);
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
        Set<Api> used = Api.usedIn(deployment.index());
        if (used.contains(Api.JWT)) {
            deployment.use("json");
        }
        if (used.contains(Api.REST_CLIENT)) {
            deployment.use("rest");
            deployment.use("json");
        }
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        ClassLoader loader = deployment.classLoader();
        deployment.onUndeploy(() -> configurations.releaseConfig(loader));
        configure(deployment);
        JwtModule.prepare(deployment);
    }

    /** A WAR may have the file in its own {@code META-INF}, which is not among its classes; what the classes have goes before. */
    private void configure(Deployment deployment) throws DeploymentException {
        Optional<Path> file = deployment.archive().file(FILE);
        if (!deployment.kind().equals(ModuleKind.WEB) || file.isEmpty()) {
            return;
        }
        try {
            configurations.registerConfig(
                    configurations
                            .getBuilder()
                            .forClassLoader(deployment.classLoader())
                            .addDefaultSources()
                            .addDiscoveredSources()
                            .addDiscoveredConverters()
                            .withSources(new PropertiesConfigSource(
                                    file.get().toUri().toURL(), AFTER_CLASSES))
                            .build(),
                    deployment.classLoader());
        } catch (IOException e) {
            throw new DeploymentException(FILE + " of " + deployment.name() + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        Set<Api> used = EnumSet.noneOf(Api.class);
        used.addAll(Api.usedIn(application.sharedIndex()));
        application.modules().forEach(module -> used.addAll(Api.usedIn(module.index())));
        Deployment first = application.modules().get(0);
        BeanExtensions extensions = first.shared(BeanExtensions.class, BeanExtensions::new);
        extensions.add(new ConfigExtension());
        if (used.contains(Api.HEALTH) || configuresHealth(first)) {
            ApplicationHealth checks = new ApplicationHealth(first, application.name());
            first.attach(ApplicationHealth.class, checks);
            extensions.add(new HealthExtension(checks));
        }
        if (used.contains(Api.FAULT_TOLERANCE)) {
            ApplicationExecutor executor = executor(first);
            extensions.add(new FaultToleranceExtension(
                    Meters.areSeenBy(first.classLoader())
                            ? MetricsIntegration.OPENTELEMETRY
                            : MetricsIntegration.NOOP));
            extensions.add(new ToleranceExtension(executor));
        }
        if (used.contains(Api.JWT)) {
            extensions.add(new JwtExtension());
        }
        if (used.contains(Api.REST_CLIENT)) {
            extensions.add(new ClientExtension());
            for (Deployment module : application.modules()) {
                clients(module);
            }
        }
        OpenApiDocuments.prepare(application, configurations::getConfig);
    }

    /** An application without a check may say what that means. */
    private boolean configuresHealth(Deployment module) {
        for (String property : configurations.getConfig(module.classLoader()).getPropertyNames()) {
            if (property.startsWith(HEALTH)) {
                return true;
            }
        }
        return false;
    }

    private static ApplicationExecutor executor(Deployment module) {
        ApplicationExecutor executor = new ApplicationExecutor(module);
        module.onUndeploy(executor::shutdown);
        return executor;
    }

    private static void clients(Deployment module) {
        ClassLoader loader = module.classLoader();
        if (loader instanceof ApplicationClassLoader own) {
            own.attach(ApplicationExecutor.class, executor(module));
            module.onUndeploy(() -> ClientCaches.forget(loader));
        }
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        JwtModule.check(deployment, configurations.getConfig(deployment.classLoader()));
        JwtModule.readKey(deployment, configurations);
    }

    @Override
    public void started(WholeApplication application) throws DeploymentException {
        ApplicationHealth checks = health(application);
        if (checks != null && checks.hasBeans()) {
            health.add(checks);
        }
        for (Deployment module : application.modules()) {
            module.attachment(ModuleDocument.class).ifPresent(descriptions::add);
        }
    }

    @Override
    public void ending(WholeApplication application) {
        ApplicationHealth checks = health(application);
        if (checks != null) {
            health.remove(checks);
        }
        for (Deployment module : application.modules()) {
            module.attachment(ModuleDocument.class).ifPresent(descriptions::remove);
        }
    }

    private static @Nullable ApplicationHealth health(WholeApplication application) {
        return application.modules().get(0).attachment(ApplicationHealth.class).orElse(null);
    }

    @Override
    public void close() {
        health.close();
        descriptions.close();
    }
}
