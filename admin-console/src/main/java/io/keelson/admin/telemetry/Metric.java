package io.keelson.admin.telemetry;

import io.keelson.base.measure.Described.Unit;
import java.util.List;

/**
 * The figures of one name.
 *
 * @param name with its unit, of a counter with {@code _total}: {@code keelson_data_sources_created_total}
 * @param kind how its values go
 * @param unit what it counts
 * @param help one sentence; empty: the record says none
 * @param figures at least one, in the order in which they were added
 */
public record Metric(String name, Kind kind, Unit unit, String help, List<Figure> figures) {
    /** Ending of the name of each counter. */
    public static final String TOTAL = "_total";

    /** Kinds of values, by how they go. */
    public enum Kind {
        /** Only up. */
        COUNTER,
        /** Up and down. */
        GAUGE,
        /** Values are spread over ranges. */
        HISTOGRAM,
        /** The record does not say so. */
        UNKNOWN
    }

    public Metric {
        figures = List.copyOf(figures);
    }

    /** Its unit as UCUM has it (OpenTelemetry takes it so), empty where it counts things or has none. */
    public String ucum() {
        return switch (unit) {
            case NONE -> "";
            case BYTES -> "By";
            case SECONDS -> "s";
            case RATIO -> "1";
        };
    }
}
