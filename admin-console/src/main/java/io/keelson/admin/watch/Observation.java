package io.keelson.admin.watch;

/**
 * Result of a look at a condition. Immutable.
 *
 * @param holds whether the condition holds
 * @param value what was seen, in words; empty where nothing was
 * @param problem why the condition cannot be looked at here; empty where it can
 */
record Observation(boolean holds, String value, String problem) {
    /** Holds. */
    static Observation yes(String value) {
        return new Observation(true, value, "");
    }

    /** Does not. */
    static Observation no(String value) {
        return new Observation(false, value, "");
    }

    /** Cannot be told. */
    static Observation unknown(String problem) {
        return new Observation(false, "", problem);
    }
}
