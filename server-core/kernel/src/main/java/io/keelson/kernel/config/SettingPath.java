package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The path of a setting in {@code domain.yaml}: the keys from the top to it. Written with dots between the keys; a key
 * that itself contains a dot stands in double quotes: {@code servers."eu.west".listen-port}.
 *
 * @param keys the keys; none is empty; no key at all is the domain itself
 */
public record SettingPath(List<String> keys) {
    /** The domain itself. */
    public static final SettingPath ROOT = new SettingPath(List.of());

    private static final Pattern KEY = Pattern.compile("\"([^\"]+)\"|([^.\"]+)");

    public SettingPath {
        keys = List.copyOf(keys);
        if (keys.contains("")) {
            throw new IllegalArgumentException("a path with an empty key: " + keys);
        }
    }

    /** The path of these keys, each taken as it stands. */
    public static SettingPath of(String... keys) {
        return new SettingPath(List.of(keys));
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when the text is not a path
     */
    public static SettingPath parse(String text) {
        if (text.isEmpty()) {
            return ROOT;
        }
        List<String> keys = new ArrayList<>();
        Matcher m = KEY.matcher(text);
        int at = 0;
        while (m.region(at, text.length()).lookingAt()) {
            keys.add(m.group(1) != null ? m.group(1) : m.group(2));
            at = m.end();
            if (at == text.length()) {
                return new SettingPath(keys);
            }
            if (text.charAt(at) != '.') {
                break;
            }
            at++;
        }
        throw new IllegalArgumentException(
                "not a path: '" + text + "'; write keys with dots between them, as in a.b.c");
    }

    boolean startsWith(String key) {
        return !keys.isEmpty() && keys.get(0).equals(key);
    }

    /** The path of a key below this one. */
    public SettingPath child(String key) {
        List<String> longer = new ArrayList<>(keys);
        longer.add(key);
        return new SettingPath(longer);
    }

    /** The written form. */
    @Override
    public String toString() {
        return keys.stream()
                .map(key -> key.indexOf('.') >= 0 ? '"' + key + '"' : key)
                .collect(Collectors.joining("."));
    }
}
