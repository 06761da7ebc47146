package io.keelson.ee.microprofile;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/** An API of MicroProfile, with the classes by which an application is known to use it. The part's descriptor names the same classes. */
enum Api {
    /** Config 3.1. */
    CONFIG(
            "org.eclipse.microprofile.config.",
            "Config",
            "ConfigProvider",
            "inject.ConfigProperty",
            "inject.ConfigProperties",
            "spi.ConfigSource",
            "spi.Converter",
            "spi.ConfigSourceProvider"),
    /** Health 4.0. */
    HEALTH("org.eclipse.microprofile.health.", "HealthCheck", "Liveness", "Readiness", "Startup"),
    /** Fault Tolerance 4.1. */
    FAULT_TOLERANCE(
            "org.eclipse.microprofile.faulttolerance.",
            "Retry",
            "Timeout",
            "CircuitBreaker",
            "Bulkhead",
            "Fallback",
            "Asynchronous"),
    /** JWT Authentication 2.1. */
    JWT("org.eclipse.microprofile.", "auth.LoginConfig", "jwt.JsonWebToken", "jwt.Claim", "jwt.ClaimValue"),
    /** REST Client 4.0. */
    REST_CLIENT(
            "org.eclipse.microprofile.rest.client.",
            "inject.RegisterRestClient",
            "inject.RestClient",
            "RestClientBuilder");

    private final List<DotName> classes;

    Api(String packageName, String... classes) {
        this.classes = List.of(classes).stream()
                .map(name -> DotName.createSimple(packageName + name))
                .toList();
    }

    /** Returns the APIs that classes of an index refer to. */
    static Set<Api> usedIn(IndexView index) {
        Set<Api> used = EnumSet.noneOf(Api.class);
        for (Api api : values()) {
            if (api.classes.stream().anyMatch(name -> refers(index, name))) {
                used.add(api);
            }
        }
        return used;
    }

    private static boolean refers(IndexView index, DotName name) {
        return !index.getAnnotations(name).isEmpty()
                || !index.getKnownUsers(name).isEmpty()
                || !index.getAllKnownImplementations(name).isEmpty();
    }
}
