package io.keelson.admin.change;

/**
 * Places in an activation where a test lets the process die, as a machine does that loses its power: the system property
 * {@code keelson.boot.halt-at} names one. Nothing happens without it.
 */
public final class FailPoints {
    private static final String PROPERTY = "keelson.boot.halt-at";
    private static final int HALTED = 99;

    private FailPoints() {}

    /** Halts the process where the property names this place. */
    public static void reach(String point) {
        if (point.equals(System.getProperty(PROPERTY))) {
            Runtime.getRuntime().halt(HALTED);
        }
    }
}
