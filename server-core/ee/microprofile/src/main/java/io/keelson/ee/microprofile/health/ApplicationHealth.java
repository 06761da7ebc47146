package io.keelson.ee.microprofile.health;

import io.keelson.base.work.WorkManager;
import io.keelson.deploy.spi.Deployment;
import io.keelson.kernel.context.InvocationContext;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jspecify.annotations.Nullable;

/**
 * The checks of one application. They are beans, asked for anew each time, in the context of the application. Thread-safe.
 *
 * <p>Specification: MicroProfile Health 4.0, 5 Java API Usage; 4.2 Disabling default vendor procedures.
 */
public final class ApplicationHealth {
    private static final String EMPTY = "mp.health.default.%s.empty.response";

    private final String application;
    private final ClassLoader loader;
    private final WorkManager workManager;
    private volatile @Nullable BeanManager beans;

    /** Makes that of an application; its checks run on the work manager of the module and with its class loader. */
    public ApplicationHealth(Deployment module, String application) {
        this.application = application;
        this.loader = module.classLoader();
        this.workManager = module.workManager();
    }

    void beans(BeanManager manager) {
        beans = manager;
    }

    /** Returns true if the application has a container of CDI. */
    public boolean hasBeans() {
        return beans != null;
    }

    String application() {
        return application;
    }

    WorkManager workManager() {
        return workManager;
    }

    /** Returns true if the application wants its own checks to be the only ones. */
    boolean alone() throws Exception {
        return inContext(() -> config().getOptionalValue("mp.health.disable-default-procedures", Boolean.class)
                .orElse(false));
    }

    /**
     * Calls the checks of a kind. A check that throws is down, with the exception's message.
     *
     * @return one answer a check; one that stands for none where there is none and the configuration says what that means
     */
    List<HealthCheckResponse> call(Kind kind) throws Exception {
        return inContext(() -> {
            List<HealthCheckResponse> all = new ArrayList<>();
            BeanManager manager = beans;
            if (manager == null) {
                return all;
            }
            Instance<Object> instances = manager.createInstance();
            RequestContextController request =
                    instances.select(RequestContextController.class).get();
            boolean activated = request.activate();
            try {
                for (Annotation qualifier : kind.qualifiers()) {
                    Instance<HealthCheck> checks = instances.select(HealthCheck.class, Any.Literal.INSTANCE, qualifier);
                    checks.handles().forEach(check -> all.add(call(check)));
                }
            } finally {
                if (activated) {
                    request.deactivate();
                }
            }
            if (all.isEmpty()) {
                empty(kind, all);
            }
            return all;
        });
    }

    private <T> T inContext(java.util.concurrent.Callable<T> body) throws Exception {
        return new InvocationContext(application, loader, 0).call(body);
    }

    private Config config() {
        return ConfigProvider.getConfig(loader);
    }

    private void empty(Kind kind, List<HealthCheckResponse> all) {
        String name = switch (kind) {
            case READY -> "readiness";
            case STARTED -> "startup";
            case ALL, LIVE -> "";
        };
        if (!name.isEmpty()) {
            config().getOptionalValue(String.format(EMPTY, name), HealthCheckResponse.Status.class)
                    .filter(status -> status == HealthCheckResponse.Status.DOWN)
                    .ifPresent(down -> all.add(HealthCheckResponse.named("no " + name + " check")
                            .down()
                            .build()));
        }
    }

    private static HealthCheckResponse call(Instance.Handle<HealthCheck> handle) {
        try {
            HealthCheckResponse answer = handle.get().call();
            return answer == null ? failed(handle, "the check answered null") : answer;
        } catch (RuntimeException | LinkageError e) {
            String message = e.getMessage();
            return failed(handle, e.getClass().getName() + (message == null ? "" : ": " + message));
        } finally {
            if (handle.getBean().getScope().equals(Dependent.class)) {
                handle.destroy();
            }
        }
    }

    private static HealthCheckResponse failed(Instance.Handle<HealthCheck> handle, String why) {
        return HealthCheckResponse.named(handle.getBean().getBeanClass().getName())
                .down()
                .withData("failure", why)
                .build();
    }
}
