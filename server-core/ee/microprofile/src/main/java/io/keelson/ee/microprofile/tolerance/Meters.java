package io.keelson.ee.microprofile.tolerance;

import io.smallrye.faulttolerance.metrics.MetricsIntegration;

/**
 * Meters of OpenTelemetry, by which SmallRye counts calls. The part {@code opentelemetry} gives an application the bean; this part sees
 * its API without knowing it.
 *
 * <p>Specification: MicroProfile Fault Tolerance 4.1, 12 Integration with MicroProfile Telemetry.
 */
public final class Meters {
    private static final String METER = "io.opentelemetry.api.metrics.Meter";

    private Meters() {}

    /** Returns true if the application has the same API as SmallRye; one that brings its own has no bean. */
    public static boolean areSeenBy(ClassLoader application) {
        try {
            return application.loadClass(METER)
                    == MetricsIntegration.class.getClassLoader().loadClass(METER);
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
