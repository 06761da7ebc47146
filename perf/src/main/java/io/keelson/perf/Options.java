package io.keelson.perf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Options of a study: {@code --name value} pairs, each with a default. What is unknown is refused. */
final class Options {
    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads arguments.
     *
     * @param defaults the options that there are, in the order in which they are printed
     * @throws IllegalArgumentException on an unknown option or one without a value
     */
    static Options parse(List<String> arguments, Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i).startsWith("--") ? arguments.get(i).substring(2) : "";
            if (!defaults.containsKey(name) || i + 1 == arguments.size()) {
                throw new IllegalArgumentException("not understood: " + arguments.get(i)
                        + "; options, each with a value, are --" + String.join(", --", defaults.keySet()));
            }
            values.put(name, arguments.get(i + 1));
        }
        return new Options(values);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no option " + name);
        }
        return value;
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }

    double decimal(String name) {
        return Double.parseDouble(text(name));
    }

    /** A list separated by commas. */
    <T> List<T> list(String name, Function<String, T> read) {
        List<T> items = new ArrayList<>();
        Arrays.stream(text(name).split(","))
                .filter(item -> !item.isBlank())
                .forEach(item -> items.add(read.apply(item)));
        return items;
    }
}
