package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.DeploymentException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Single-valued settings of one thing by the name of their element. A draft, confined to the deploying thread.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations.
 */
final class Settings {
    private final Map<String, Declared<Object>> values = new LinkedHashMap<>();

    void put(String key, Object value, Location location) {
        values.put(key, new Declared<>(value, location));
    }

    /** Puts the text of a child element where there is one. */
    void putText(Element parent, String child) {
        Element element = parent.first(child);
        if (element != null && !element.text().isEmpty()) {
            put(child, element.text(), element.location());
        }
    }

    void putBool(Element parent, String child) throws DeploymentException {
        Element element = parent.first(child);
        if (element != null) {
            put(child, element.bool(), element.location());
        }
    }

    void putInteger(Element parent, String child) throws DeploymentException {
        Element element = parent.first(child);
        if (element != null) {
            put(child, element.integer(), element.location());
        }
    }

    @Nullable
    String text(String key) {
        return value(key, String.class);
    }

    @Nullable
    Boolean bool(String key) {
        return value(key, Boolean.class);
    }

    @Nullable
    Integer integer(String key) {
        return value(key, Integer.class);
    }

    <T> @Nullable T value(String key, Class<T> type) {
        Declared<Object> declared = values.get(key);
        return declared == null ? null : type.cast(declared.value());
    }

    /** Returns where a setting was declared. */
    @Nullable
    Location location(String key) {
        Declared<Object> declared = values.get(key);
        return declared == null ? null : declared.location();
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** Does the same as {@link Declared#under}. */
    void under(Settings lower) {
        Declared.under(values, lower.values);
    }

    /** Does the same as {@link Declared#merge}. */
    void merge(Settings main, Settings fragment, String what) throws DeploymentException {
        Declared.merge(values, main.values, fragment.values, what);
    }

    Settings without(String... keys) {
        Settings rest = new Settings();
        rest.values.putAll(values);
        rest.values.keySet().removeAll(Set.of(keys));
        return rest;
    }
}
