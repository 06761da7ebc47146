package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values of a file into plain data (booleans, numbers, text, lists, maps), and back. The plain data may come from a form, a
 * request or a command line.
 */
public final class WrittenValue {
    private WrittenValue() {}

    /**
     * Returns the value of a file at a path, {@code ******} for a secret; null where the file has none.
     *
     * @throws IllegalArgumentException when the model has nothing at the path
     */
    public static @Nullable Object at(Model model, DomainFile file, SettingPath path) {
        if (model.at(path) == null) {
            throw unknown(path);
        }
        YamlNode here = node(file, path);
        return here == null ? null : of(model, path, here);
    }

    static @Nullable YamlNode node(DomainFile file, SettingPath path) {
        YamlNode here = file.root();
        for (String key : path.keys()) {
            YamlNode.Entry entry = here instanceof YamlNode.Mapping mapping ? mapping.entry(key) : null;
            here = entry == null ? null : entry.value();
        }
        return here;
    }

    /**
     * Returns the value of a file at a path as text, lists and maps of text; null where there is nothing. Secrets are returned as they are
     * written, for callers that write them in another form.
     */
    public static @Nullable Object raw(DomainFile file, SettingPath path) {
        YamlNode here = node(file, path);
        return here == null || here.empty() ? null : raw(here);
    }

    private static Object raw(YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return scalar.text();
        }
        if (node instanceof YamlNode.Sequence sequence) {
            return sequence.items().stream().map(WrittenValue::raw).toList();
        }
        Map<String, Object> all = new LinkedHashMap<>();
        ((YamlNode.Mapping) node).entries().forEach(entry -> all.put(entry.key().text(), raw(entry.value())));
        return all;
    }

    /**
     * Returns what has to be written so that what is at a path is: the path itself, or the list that it is in, which is written as a whole.
     */
    public static SettingPath writable(DomainFile file, SettingPath path) {
        for (int i = 1; i < path.keys().size(); i++) {
            SettingPath above = new SettingPath(path.keys().subList(0, i));
            if (node(file, above) instanceof YamlNode.Sequence) {
                return above;
            }
        }
        return path;
    }

    static Object of(Model model, SettingPath path, YamlNode node) {
        return of(model.at(path), node);
    }

    static Object of(@Nullable Shape shape, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar) {
            return scalar(shape, scalar);
        }
        if (node instanceof YamlNode.Sequence sequence) {
            Shape item = shape instanceof Shape.Items items ? items.item() : null;
            List<Object> all = new ArrayList<>();
            sequence.items().forEach(one -> all.add(of(item, one)));
            return all;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        ((YamlNode.Mapping) node)
                .entries()
                .forEach(entry ->
                        all.put(entry.key().text(), of(below(shape, entry.key().text()), entry.value())));
        return all;
    }

    private static Object scalar(@Nullable Shape shape, YamlNode.Scalar scalar) {
        if (scalar.isNull()) {
            return shape instanceof Shape.Items ? List.of() : shape instanceof Shape.Scalar ? "" : Map.of();
        }
        // Of what the model does not know nobody can say that it is no secret.
        if (!(shape instanceof Shape.Scalar known) || known.rules().secret()) {
            return DomainConfiguration.MASK;
        }
        try {
            return known.type().isPlainInYaml() ? known.type().parse(scalar.text()) : scalar.text();
        } catch (IllegalArgumentException e) {
            return scalar.text(); // wrong, and reported as that elsewhere
        }
    }

    /** The text of a file as it may be shown: {@code ******} in place of each secret, and of each value that the model does not know. */
    public static String shown(Model model, DomainFile file) {
        TreeMap<Integer, YamlNode.Span> secrets = new TreeMap<>();
        if (file.root() != null) {
            secrets(model.root(), file.root(), secrets);
        }
        StringBuilder text = new StringBuilder(file.text());
        secrets.descendingMap()
                .values()
                .forEach(span -> text.replace(span.start(), span.end(), DomainConfiguration.MASK));
        return text.toString();
    }

    private static void secrets(@Nullable Shape shape, YamlNode node, Map<Integer, YamlNode.Span> found) {
        if (node instanceof YamlNode.Mapping mapping) {
            mapping.entries().forEach(entry -> secrets(below(shape, entry.key().text()), entry.value(), found));
        } else if (node instanceof YamlNode.Sequence sequence) {
            Shape item = shape instanceof Shape.Items items ? items.item() : null;
            sequence.items().forEach(one -> secrets(item, one, found));
        } else if (!node.empty()
                && !(shape instanceof Shape.Scalar known && !known.rules().secret())) {
            found.put(node.span().start(), node.span());
        }
    }

    static @Nullable Shape below(@Nullable Shape shape, String name) {
        if (shape instanceof Shape.Named named) {
            return named.value();
        }
        Shape.Key key = shape instanceof Shape.Group group ? group.keys().get(name) : null;
        return key == null ? null : key.shape();
    }

    /**
     * A value as it is to be written at a path. Text is taken for what the model has there, so that {@code "8080"} and
     * {@code 8080} are the same port, and {@code "a, b"} is a list where there is one; in what form a duration or a size was given
     * stays.
     *
     * @param value a boolean, a number, text, a list or a map of these
     * @throws IllegalArgumentException when the model has nothing there, or wants something else; the message says what
     */
    public static Object typed(Model model, SettingPath path, Object value) {
        return typed(model, path, value, (secret, at) -> secret);
    }

    /** Conversion of a secret into its written form; may refuse it with an {@link IllegalArgumentException}. */
    @FunctionalInterface
    public interface SecretForm {
        /** Returns what is written in place of a secret, which was given as it is or as it is written already. */
        String write(String given, SettingPath path);
    }

    /** The same, with secrets in the form in which they are to be written. */
    public static Object typed(Model model, SettingPath path, Object value, SecretForm form) {
        Shape shape = model.at(path);
        if (shape == null || path.keys().isEmpty()) {
            throw unknown(path);
        }
        return typed(shape, path, value, form);
    }

    private static IllegalArgumentException unknown(SettingPath path) {
        return new IllegalArgumentException("no such setting: " + path);
    }

    private static Object typed(Shape shape, SettingPath path, Object value, SecretForm form) {
        if (shape instanceof Shape.Scalar scalar) {
            return single(scalar, path, value, form);
        }
        if (shape instanceof Shape.Items items) {
            List<?> given = value instanceof List<?> list
                    ? list
                    : value instanceof Map<?, ?> ? List.of(value) : RecordShapes.splitList(String.valueOf(value));
            return given.stream()
                    .map(item -> typed(items.item(), path, item, form))
                    .toList();
        }
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(path + ": expected a mapping, but found '" + value + "'");
        }
        Map<String, Object> all = new LinkedHashMap<>();
        map.forEach((key, entry) -> {
            SettingPath at = path.child(String.valueOf(key));
            Shape below = below(shape, String.valueOf(key));
            if (below == null) {
                throw unknown(at);
            }
            all.put(String.valueOf(key), typed(below, at, entry, form));
        });
        return all;
    }

    private static Object single(Shape.Scalar shape, SettingPath path, Object value, SecretForm form) {
        if (value instanceof Map<?, ?> || value instanceof List<?>) {
            throw new IllegalArgumentException(path + ": " + shape.rules().expected(shape.type()) + ", but found more");
        }
        String text = String.valueOf(value);
        if (shape.rules().secret() && text.equals(DomainConfiguration.MASK)) {
            throw new IllegalArgumentException(path + ": that is what is shown in place of the secret");
        }
        try {
            if (shape.rules().secret()) {
                if (!ConfigurationSecrets.encrypted(text)) {
                    shape.rules().parse(shape.type(), text);
                }
                return form.write(text, path);
            }
            Object parsed = shape.rules().parse(shape.type(), text);
            if (shape.type().isPlainInYaml()) {
                return parsed;
            }
            boolean bytes = shape.type().kind() == ScalarKind.SIZE && text.matches("\\d{1,18}");
            return bytes ? (Object) Long.valueOf(text) : text;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }
}
