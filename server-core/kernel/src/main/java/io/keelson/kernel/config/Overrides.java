package io.keelson.kernel.config;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Overrides of the configuration from the command line and the environment.
 *
 * @param properties system properties; those that begin with {@code keelson.} are meant
 * @param environment environment variables; those that begin with {@code KEELSON_} are meant
 * @param reserved properties and variables that mean something else, by their full names; a name that ends in {@code *}
 *     stands for all that begin so: {@code keelson.home}, {@code keelson.boot.*}, {@code KEELSON_HOME}
 */
public record Overrides(Map<String, String> properties, Map<String, String> environment, Set<String> reserved) {
    static final String PROPERTY = "keelson.";
    static final String VARIABLE = "KEELSON_";

    public Overrides {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
        reserved = Set.copyOf(reserved);
    }

    /** No overrides. */
    public static Overrides none() {
        return new Overrides(Map.of(), Map.of(), Set.of());
    }

    /** Those of this process, as they are now. */
    public static Overrides ofProcess(Set<String> reserved) {
        Map<String, String> properties = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            String value = System.getProperty(name);
            if (name.startsWith(PROPERTY) && value != null) {
                properties.put(name, value);
            }
        }
        return new Overrides(properties, System.getenv(), reserved);
    }

    boolean isReserved(String name) {
        return reserved.stream()
                .anyMatch(r -> r.endsWith("*") ? name.startsWith(r.substring(0, r.length() - 1)) : name.equals(r));
    }
}
