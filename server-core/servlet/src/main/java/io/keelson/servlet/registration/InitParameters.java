package io.keelson.servlet.registration;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sets init parameters for code: one that is there stays.
 *
 * <p>Specification: Servlet 6.1, 4.4.1 Programmatically Adding and Configuring Servlets; Servlet 6.1, 4.4.2 Programmatically Adding and
 * Configuring Filters.
 */
final class InitParameters {
    private InitParameters() {}

    static boolean set(Map<String, String> parameters, String name, String value) {
        if (name == null || value == null) {
            throw new IllegalArgumentException("an init parameter needs a name and a value");
        }
        return parameters.putIfAbsent(name, value) == null;
    }

    /** Sets all or, when some are there, none; returns those that are there. */
    static Set<String> setAll(Map<String, String> parameters, Map<String, String> added) {
        Set<String> there = new HashSet<>();
        added.forEach((name, value) -> {
            if (name == null || value == null) {
                throw new IllegalArgumentException("an init parameter needs a name and a value");
            }
            if (parameters.containsKey(name)) {
                there.add(name);
            }
        });
        if (there.isEmpty()) {
            parameters.putAll(added);
        }
        return there;
    }
}
