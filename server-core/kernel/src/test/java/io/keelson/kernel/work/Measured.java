package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleSupplier;

/** Measurements on a machine that may be busy with something else. */
final class Measured {
    private static final int ATTEMPTS = 3;

    private Measured() {}

    /** Asserts that one of three measurements lies there: what is wrong is wrong each time, a disturbance passes. */
    static void between(double least, double most, DoubleSupplier measurement) {
        double seen = measurement.getAsDouble();
        for (int i = 1; i < ATTEMPTS && (seen < least || seen > most); i++) {
            seen = measurement.getAsDouble();
        }
        assertThat(seen).isBetween(least, most);
    }
}
