package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that stay as they are while what is around them changes. A list is written as a whole, and who writes it was shown
 * {@code ******} in place of its secrets: each of these that comes back means the secret that the file has there. In a mapping "there" is
 * the same key. In a list it is the item that is as it was but for its secrets, whatever its place is now, or else the item in the same
 * place where no other has moved. Where neither tells whose secret it is, the value is refused: a secret must not go to somebody else's
 * item. Immutable.
 */
public final class KeptSecrets {
    private KeptSecrets() {}

    /**
     * A value for a place of a file with the secrets that it keeps, as the file has them, encrypted or not.
     *
     * @param value a boolean, a number, text, a list or a map of these
     * @throws IllegalArgumentException where a secret is to stay and cannot be told; the message says what to do
     */
    public static Object with(Model model, DomainFile file, SettingPath path, Object value) {
        Shape shape = model.at(path);
        // A secret by itself is kept by not writing it.
        return shape == null || shape instanceof Shape.Scalar
                ? value
                : kept(shape, WrittenValue.node(file, path), value, path);
    }

    private static Object kept(@Nullable Shape shape, @Nullable YamlNode old, Object value, SettingPath path) {
        if (shape instanceof Shape.Scalar) {
            return DomainConfiguration.MASK.equals(value)
                            && secret(shape)
                            && old instanceof YamlNode.Scalar scalar
                            && !scalar.isNull()
                    ? scalar.text()
                    : value;
        }
        if (shape instanceof Shape.Items items && value instanceof List<?> list) {
            YamlNode.Sequence sequence = old instanceof YamlNode.Sequence known ? known : null;
            return list(items.item(), sequence == null ? List.of() : sequence.items(), list, path);
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        map.forEach((key, entry) -> {
            String name = String.valueOf(key);
            YamlNode.Entry before = old instanceof YamlNode.Mapping mapping ? mapping.entry(name) : null;
            SettingPath at = name.isEmpty() ? path : path.child(name);
            all.put(name, kept(WrittenValue.below(shape, name), before == null ? null : before.value(), entry, at));
        });
        return all;
    }

    private static List<Object> list(Shape item, List<YamlNode> old, List<?> given, SettingPath path) {
        int[] from = origins(item, old, given);
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            if (!masked(item, given.get(i))) {
                all.add(given.get(i));
            } else if (from[i] < 0) {
                throw new IllegalArgumentException(
                        path
                                + ": it cannot be told which secret the item " + (i + 1)
                                + " is to keep, as other items have changed as well; give the secret itself, or change one item at a time");
            } else {
                all.add(kept(item, old.get(from[i]), given.get(i), path));
            }
        }
        return all;
    }

    /** By item, which one of the old ones it was; -1 where that cannot be told. */
    private static int[] origins(Shape item, List<YamlNode> old, List<?> given) {
        List<Object> was =
                old.stream().map(one -> comparable(WrittenValue.of(item, one))).toList();
        List<Object> is = given.stream().map(KeptSecrets::comparable).toList();
        int[] from = new int[given.size()];
        boolean moved = false;
        for (int i = 0; i < from.length; i++) {
            List<Integer> before = places(was, is.get(i));
            List<Integer> now = places(is, is.get(i));
            // Of several that look alike each keeps its own, as long as there are as many.
            from[i] = before.size() == now.size() && !before.isEmpty() ? before.get(now.indexOf(i)) : -1;
            moved |= from[i] >= 0 && from[i] != i;
        }
        for (int i = 0; i < from.length && !moved && was.size() == is.size(); i++) {
            from[i] = i;
        }
        return from;
    }

    private static List<Integer> places(List<Object> in, Object one) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < in.size(); i++) {
            if (in.get(i).equals(one)) {
                places.add(i);
            }
        }
        return places;
    }

    /** Numbers and truths may be given as text, and keys in any order. */
    private static Object comparable(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> all = new TreeMap<>();
            map.forEach((key, entry) -> all.put(String.valueOf(key), comparable(entry)));
            return Collections.unmodifiableMap(all);
        }
        return value instanceof List<?> list
                ? list.stream().map(KeptSecrets::comparable).toList()
                : String.valueOf(value);
    }

    /** Returns whether a secret is to stay in it. */
    private static boolean masked(@Nullable Shape shape, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .anyMatch(entry ->
                            masked(WrittenValue.below(shape, String.valueOf(entry.getKey())), entry.getValue()));
        }
        if (value instanceof List<?> list) {
            Shape item = shape instanceof Shape.Items items ? items.item() : null;
            return list.stream().anyMatch(one -> masked(item, one));
        }
        return secret(shape) && DomainConfiguration.MASK.equals(value);
    }

    private static boolean secret(@Nullable Shape shape) {
        return shape instanceof Shape.Scalar scalar && scalar.rules().secret();
    }
}
