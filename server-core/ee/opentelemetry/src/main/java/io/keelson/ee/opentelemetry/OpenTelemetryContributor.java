package io.keelson.ee.opentelemetry;

import io.keelson.component.spi.BeanExtensions;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ee.opentelemetry.bean.TelemetryExtension;
import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.keelson.ee.opentelemetry.sdk.CallersTelemetry;
import io.keelson.ee.opentelemetry.sdk.InvocationStorage;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives each application a telemetry of its own. See docs/design/opentelemetry.md.
 *
 * <ol>
 *   <li>{@code prepared}: the properties are read, and the extension of CDI is added;
 *   <li>{@code start}: the SDK is made, when the container of CDI is there and before the modules serve, unless a bean has asked for it
 *   already;
 *   <li>{@code stop}: when the last module has ended its requests, what waits is sent and the SDK ends.
 * </ol>
 */
final class OpenTelemetryContributor implements Contributor {
    static final String NAME = "opentelemetry";

    private static final String REST = "rest";
    private static final String CONFIGURATION = "microprofile";

    OpenTelemetryContributor() {
        InvocationStorage.claim(OpenTelemetryContributor.class.getClassLoader());
        CallersTelemetry.claim();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "cdi", REST, CONFIGURATION);
    }

    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        Deployment first = application.modules().get(0);
        ApplicationTelemetry telemetry = new ApplicationTelemetry(
                application.name(),
                first.classLoader(),
                properties(application),
                application.modules().size());
        for (Deployment module : application.modules()) {
            module.attach(ApplicationTelemetry.class, telemetry);
            if (module.classLoader() instanceof ApplicationClassLoader own) {
                own.attach(ApplicationTelemetry.class, telemetry);
            }
        }
        first.onUndeploy(telemetry::close);
        first.shared(BeanExtensions.class, BeanExtensions::new).add(new TelemetryExtension(telemetry));
    }

    /** Returns the properties of the first module that switches the SDK on; of the first module where none does. */
    private static Map<String, String> properties(WholeApplication application) throws DeploymentException {
        Optional<Map<String, String>> first = Optional.empty();
        for (Deployment module : application.modules()) {
            Map<String, String> properties = TelemetryProperties.of(module);
            if (ApplicationTelemetry.isEnabled(properties)) {
                return properties;
            }
            first = first.or(() -> Optional.of(properties));
        }
        return first.orElse(Map.of());
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        Optional<ApplicationTelemetry> telemetry = deployment.attachment(ApplicationTelemetry.class);
        try {
            telemetry.ifPresent(ApplicationTelemetry::openTelemetry);
        } catch (RuntimeException e) {
            throw new DeploymentException(
                    "the telemetry of " + deployment.application() + " cannot be made of its properties otel.*: "
                            + e.getMessage() + (e.getCause() == null ? "" : "; " + e.getCause()),
                    e);
        }
    }

    @Override
    public void stop(Deployment deployment) {
        deployment.attachment(ApplicationTelemetry.class).ifPresent(ApplicationTelemetry::moduleEnded);
    }
}
