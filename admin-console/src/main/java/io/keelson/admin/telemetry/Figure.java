package io.keelson.admin.telemetry;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One number of what the server does now.
 *
 * @param name of the metric: {@code keelson_data_sources_in_use}
 * @param labels what tells it from others of that name
 * @param value finite
 * @param whole whether all values of that metric are whole numbers
 */
public record Figure(String name, SortedMap<String, String> labels, double value, boolean whole) {
    public Figure {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /**
     * Its unit as UCUM has it, empty where it counts things or has none. It is told by the name, so that who adds the unit to a name, as
     * collectors do for Prometheus, comes to the same name.
     */
    public String unit() {
        if (name.endsWith("_seconds")) {
            return "s";
        }
        return name.endsWith("_bytes") ? "By" : "";
    }
}
