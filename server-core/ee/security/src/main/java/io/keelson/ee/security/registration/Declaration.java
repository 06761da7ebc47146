package io.keelson.ee.security.registration;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A provider by the name of its class, as it is kept in the file.
 *
 * @param className of the provider; null: there is to be none for the scope
 * @param properties for its constructor; null: none were given
 * @param description for whoever reads the file; null: none
 */
record Declaration(
        @Nullable String className,
        @Nullable Map<String, String> properties,
        @Nullable String description) {
    /**
     * Copies the properties.
     *
     * @throws IllegalArgumentException when a key or value is null or no string
     */
    Declaration {
        if (properties != null) {
            Map<String, String> copy = new HashMap<>();
            for (Map.Entry<?, ?> each : ((Map<?, ?>) properties).entrySet()) {
                if (!(each.getKey() instanceof String key) || !(each.getValue() instanceof String value)) {
                    throw new IllegalArgumentException("the properties of the provider " + className
                            + " have a key or value that is no string: " + each.getKey());
                }
                copy.put(key, value);
            }
            properties = Collections.unmodifiableMap(copy);
        }
    }

    /** Returns true if another declaration makes the same provider. */
    boolean makesTheSame(Declaration other) {
        return Objects.equals(className, other.className) && Objects.equals(properties, other.properties);
    }
}
