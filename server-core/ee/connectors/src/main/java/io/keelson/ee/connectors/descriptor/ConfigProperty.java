package io.keelson.ee.connectors.descriptor;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A configuration property of a JavaBean of an adapter.
 *
 * <p>Specification: Connectors 2.1, 20.7 and 18.4.
 *
 * @param name begins with a small or a capital letter
 * @param value as text
 * @param place where it is given, for messages
 */
public record ConfigProperty(String name, String value, String place) {

    /** Puts properties over others; names count without regard to case. */
    public static List<ConfigProperty> over(Collection<ConfigProperty> below, Collection<ConfigProperty> above) {
        Map<String, ConfigProperty> all = new LinkedHashMap<>();
        below.forEach(each -> all.put(each.key(), each));
        above.forEach(each -> all.put(each.key(), each));
        return List.copyOf(all.values());
    }

    private String key() {
        return name.toLowerCase(Locale.ROOT);
    }
}
