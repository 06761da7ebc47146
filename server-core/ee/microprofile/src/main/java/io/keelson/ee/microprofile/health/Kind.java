package io.keelson.ee.microprofile.health;

import java.lang.annotation.Annotation;
import java.util.List;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.health.Startup;

/** A kind of checks, with the last step of its path and its qualifiers. */
enum Kind {
    ALL("", Liveness.Literal.INSTANCE, Readiness.Literal.INSTANCE, Startup.Literal.INSTANCE),
    LIVE("/live", Liveness.Literal.INSTANCE),
    READY("/ready", Readiness.Literal.INSTANCE),
    STARTED("/started", Startup.Literal.INSTANCE);

    private final String path;
    private final List<Annotation> qualifiers;

    Kind(String path, Annotation... qualifiers) {
        this.path = path;
        this.qualifiers = List.of(qualifiers);
    }

    String path() {
        return path;
    }

    List<Annotation> qualifiers() {
        return qualifiers;
    }
}
