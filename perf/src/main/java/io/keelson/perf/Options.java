package io.keelson.perf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Options of a study: {@code --name value} pairs, each with a default. What is unknown is refused. */
final class Options {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads arguments.
     *
     * @param defaults the options that there are, in the order in which they are printed
     * @throws WrongOptionException on an unknown option, one without a value, or a number that is none
     */
    static Options parse(List<String> arguments, Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i).startsWith("--") ? arguments.get(i).substring(2) : "";
            String usual = defaults.get(name);
            if (usual == null) {
                throw new WrongOptionException("there is no option " + arguments.get(i));
            }
            if (i + 1 == arguments.size()) {
                throw new WrongOptionException("the option --" + name + " needs a value");
            }
            check(name, usual, arguments.get(i + 1));
            values.put(name, arguments.get(i + 1));
        }
        return new Options(values);
    }

    /** An option whose default is a number takes a number, or several of them with commas between where it is a list. */
    private static void check(String name, String usual, String value) {
        if (NUMBER.matcher(usual).matches()
                && !Arrays.stream(value.split(",", -1))
                        .allMatch(one -> NUMBER.matcher(one).matches())) {
            throw new WrongOptionException("the option --" + name + " takes a number, not '" + value + "'");
        }
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no option " + name);
        }
        return value;
    }

    int number(String name) {
        try {
            return Integer.parseInt(text(name));
        } catch (NumberFormatException e) {
            throw wrong(name, e);
        }
    }

    double decimal(String name) {
        return Double.parseDouble(text(name));
    }

    private WrongOptionException wrong(String name, IllegalArgumentException why) {
        WrongOptionException wrong = new WrongOptionException(
                "the option --" + name + " does not take '" + text(name) + "': " + why.getMessage());
        wrong.initCause(why);
        return wrong;
    }

    /**
     * A list separated by commas.
     *
     * @throws WrongOptionException where something in it cannot be read
     */
    <T> List<T> list(String name, Function<String, T> read) {
        List<T> items = new ArrayList<>();
        try {
            Arrays.stream(text(name).split(","))
                    .filter(item -> !item.isBlank())
                    .forEach(item -> items.add(read.apply(item)));
        } catch (IllegalArgumentException e) {
            throw wrong(name, e);
        }
        return items;
    }
}
