package io.keelson.ee.jpa.provider;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.unit.Unit;

/** Says why a provider refuses a unit: where the unit is described, and the reason at the root. */
public final class UnitFailures {
    private UnitFailures() {}

    /** An error of deployment for what a provider threw. */
    public static DeploymentException of(Unit unit, Throwable thrown) {
        return new DeploymentException(message(unit, thrown), thrown);
    }

    /** The same as a sentence. */
    public static String message(Unit unit, Throwable thrown) {
        StringBuilder reasons = new StringBuilder();
        String last = "";
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            String text = t.getMessage();
            // Providers wrap what they throw, and often say only the unit's name on the way.
            if (text != null && !last.contains(text) && !text.startsWith("[PersistenceUnit:") || t.getCause() == null) {
                String said = text == null ? t.toString() : text;
                reasons.append(reasons.length() == 0 ? "" : ": ").append(said);
                last = said;
            }
        }
        return unit.descriptor().where() + ": the persistence unit '" + unit.name() + "' cannot be built: " + reasons;
    }
}
