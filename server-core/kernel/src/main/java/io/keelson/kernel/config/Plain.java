package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content of a file without its notation: maps, lists, {@link Text} and {@link Other}. Two files that say the same are equal here. A
 * mapping without entries and no value at all are the same: null.
 */
final class Plain {
    private Plain() {}

    /** Text. */
    record Text(String text) {}

    /** A number or a boolean, as it is written. */
    record Other(String text) {}

    static @Nullable Object of(@Nullable YamlNode node) {
        if (node == null) {
            return null;
        }
        if (node instanceof YamlNode.Scalar scalar) {
            return scalar(scalar);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            List<@Nullable Object> items = new ArrayList<>();
            sequence.items().forEach(item -> items.add(of(item)));
            return items;
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        ((YamlNode.Mapping) node).entries().forEach(entry -> map.put(entry.key().text(), of(entry.value())));
        return map.isEmpty() ? null : map;
    }

    private static @Nullable Object scalar(YamlNode.Scalar scalar) {
        String text = scalar.text();
        if (scalar.isNull()) {
            return null;
        }
        boolean other = YamlText.isTrue(text)
                || YamlText.isFalse(text)
                || YamlText.NUMBER.matcher(text).matches();
        return scalar.plain() && other ? new Other(text) : new Text(text);
    }

    /** Returns what a value that is to be written says. */
    static @Nullable Object ofValue(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            map.forEach((key, entry) -> result.put(String.valueOf(key), ofValue(entry)));
            return result.isEmpty() ? null : result;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> result = new ArrayList<>();
            list.forEach(item -> result.add(ofValue(item)));
            return result;
        }
        return value instanceof Boolean || value instanceof Number
                ? new Other(value.toString())
                : new Text(ScalarType.write(value));
    }

    /** The same with another value at a path; mappings are made where there are none. */
    static @Nullable Object with(@Nullable Object root, List<String> path, @Nullable Object value) {
        if (path.isEmpty()) {
            return value;
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        if (root instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> result.put(String.valueOf(key), entry));
        }
        String key = path.get(0);
        result.put(key, with(result.get(key), path.subList(1, path.size()), value));
        return result;
    }

    static @Nullable Object without(@Nullable Object root, List<String> path) {
        if (!(root instanceof Map<?, ?> map)) {
            return root;
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        map.forEach((key, entry) -> result.put(String.valueOf(key), entry));
        String key = path.get(0);
        if (path.size() == 1) {
            result.remove(key);
        } else {
            result.put(key, without(result.get(key), path.subList(1, path.size())));
        }
        return result.isEmpty() ? null : result;
    }
}
