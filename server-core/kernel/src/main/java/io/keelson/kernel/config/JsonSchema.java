package io.keelson.kernel.config;

import io.keelson.base.config.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema (2020-12) of {@code domain.yaml}, for editors. It says what the model says, but for references between
 * parts of the file and the bounds of durations and sizes, which are in the descriptions, and for patterns that only Java
 * reads. The same model gives the same
 * text.
 */
public final class JsonSchema {
    /** Binary sizes as they are read; a bare number is bytes. */
    private static final String SIZE = "^[0-9]{1,18} *(B|KiB|MiB|GiB|TiB)?$";

    /** Forms of Java's patterns that ECMA-262's, which JSON Schema uses, have not or read otherwise. */
    private static final Pattern ONLY_JAVA =
            Pattern.compile("&&|\\\\[pPQEhHRzZAGXx]|[+*?}]\\+|\\(\\?[^:=!]|\\[[^]]*\\[");

    private final Model model;

    private JsonSchema(Model model) {
        this.model = model;
    }

    /** The schema of a model, as JSON text. */
    public static String of(Model model) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "Keelson domain");
        schema.putAll(new JsonSchema(model).group(model.root(), SettingPath.ROOT));
        return Json.write(schema);
    }

    private Map<String, Object> shape(Shape shape, @Nullable Setting setting, SettingPath path) {
        if (shape instanceof Shape.Scalar scalar) {
            return scalar(scalar);
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        if (shape instanceof Shape.Items items) {
            schema.put("type", List.of("array", "null"));
            schema.put("items", shape(items.item(), setting, path));
            return schema;
        }
        if (shape instanceof Shape.Named named) {
            schema.put("type", List.of("object", "null"));
            schema.put("propertyNames", Map.of("pattern", '^' + YamlText.NAME.pattern() + '$'));
            schema.put("additionalProperties", shape(named.value(), setting, path.child(ModelSection.EACH)));
            return schema;
        }
        return group((Shape.Group) shape, path);
    }

    private Map<String, Object> group(Shape.Group group, SettingPath path) {
        Map<String, Object> schema = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        Map<String, Object> properties = new LinkedHashMap<>();
        group.keys().forEach((name, key) -> {
            properties.put(name, key(key, path.child(name)));
            if (key.setting() != null && key.setting().setting().required()) {
                required.add(name);
            }
        });
        // With required keys a mapping must be there to have them.
        schema.put("type", required.isEmpty() ? List.of("object", "null") : "object");
        String help = model.help(path);
        if (!help.isEmpty()) {
            schema.put("description", help);
        }
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private Map<String, Object> key(Shape.Key key, SettingPath path) {
        Setting setting = key.setting() == null ? null : key.setting().setting();
        Map<String, Object> schema = shape(key.shape(), setting, path);
        if (setting != null) {
            schema.put("description", setting.help() + bounds(key.shape()));
            Object value = defaultValue(key.shape(), setting);
            if (value != null) {
                schema.put("default", value);
            }
            if (setting.secret()) {
                schema.put("writeOnly", true);
            }
        }
        return schema;
    }

    private static String bounds(Shape shape) {
        if (!(shape instanceof Shape.Scalar scalar)) {
            return "";
        }
        ScalarKind kind = scalar.type().kind();
        boolean inWords = (kind == ScalarKind.DURATION || kind == ScalarKind.SIZE)
                && !scalar.rules().range().isEmpty();
        SettingPath reference = scalar.rules().reference();
        return (inWords ? " Range:" + scalar.rules().range().replaceFirst("^,", "") + '.' : "")
                + (reference == null ? "" : " One of the names in " + reference + '.');
    }

    private static @Nullable Object defaultValue(Shape shape, Setting setting) {
        String text = setting.defaultValue();
        if (text.isEmpty()) {
            return null;
        }
        if (shape instanceof Shape.Items items) {
            return RecordShapes.splitList(text).stream()
                    .map(item -> json(items.item(), item))
                    .toList();
        }
        return json(shape, text);
    }

    private static Object json(Shape shape, String text) {
        boolean plain = shape instanceof Shape.Scalar scalar && scalar.type().isPlainInYaml();
        return plain ? ((Shape.Scalar) shape).type().parse(text) : text;
    }

    private static Map<String, Object> scalar(Shape.Scalar shape) {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (shape.type().kind()) {
            case BOOLEAN -> schema.put("type", "boolean");
            case INT -> number(schema, "integer", shape.rules(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> number(schema, "integer", shape.rules(), Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> number(schema, "number", shape.rules(), null, null);
            case ENUM -> schema.put("enum", shape.type().values());
            case DURATION -> text(schema, '^' + Durations.FORM + '$');
            case SIZE -> {
                schema.put("type", List.of("string", "integer"));
                schema.put("pattern", SIZE);
                schema.put("minimum", 0);
            }
            case PATH -> {
                schema.put("type", "string");
                schema.put("minLength", 1);
            }
            case STRING -> text(schema, pattern(shape.rules()));
        }
        return schema;
    }

    private static @Nullable String pattern(Rules rules) {
        Pattern pattern = rules.pattern();
        if (pattern == null || ONLY_JAVA.matcher(pattern.pattern()).find()) {
            return null;
        }
        return "^(?:" + pattern.pattern() + ")$";
    }

    private static void text(Map<String, Object> schema, @Nullable String pattern) {
        schema.put("type", "string");
        if (pattern != null) {
            schema.put("pattern", pattern);
        }
    }

    private static void number(
            Map<String, Object> schema, String type, Rules rules, @Nullable Number least, @Nullable Number greatest) {
        schema.put("type", type);
        Object min = rules.min() == null ? least : rules.min();
        Object max = rules.max() == null ? greatest : rules.max();
        if (min != null) {
            schema.put("minimum", min);
        }
        if (max != null) {
            schema.put("maximum", max);
        }
    }
}
