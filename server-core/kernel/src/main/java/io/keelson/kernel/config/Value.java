package io.keelson.kernel.config;

import java.util.List;
import java.util.Map;

/** A checked value and where it came from. */
sealed interface Value {
    Origin origin();

    /** A single value, of the Java type that the model wants. */
    record Single(Object value, Origin origin) implements Value {}

    record Items(List<Value> items, Origin origin) implements Value {}

    /** A mapping. Mutable: overrides and defaults are put into it while the configuration is read, and not afterwards. */
    record Entries(Map<String, Value> entries, Origin origin) implements Value {}

    /** A value that is wrong; it has been reported. */
    record Broken(Origin origin) implements Value {}
}
