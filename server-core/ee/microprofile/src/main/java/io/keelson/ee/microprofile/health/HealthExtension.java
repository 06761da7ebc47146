package io.keelson.ee.microprofile.health;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;

/** Hands the bean manager of an application to its checks. One an application. */
public final class HealthExtension implements Extension {
    private final ApplicationHealth checks;

    /** Makes that of an application. */
    public HealthExtension(ApplicationHealth checks) {
        this.checks = checks;
    }

    void validated(@Observes AfterDeploymentValidation event, BeanManager beans) {
        checks.beans(beans);
    }
}
