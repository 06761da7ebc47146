package io.keelson.kernel.config;

import io.keelson.base.config.Setting;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the shape of a record from its components, and checks what they declare. */
final class RecordShapes {
    private final Deque<Class<?>> under = new ArrayDeque<>();

    /** @throws IllegalArgumentException when a component is not a proper setting; the message names it */
    RecordBinding binding(Class<? extends Record> type) {
        if (under.contains(type)) {
            throw new IllegalArgumentException(type.getName() + " contains itself");
        }
        under.push(type);
        Map<String, Shape.Key> keys = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Shape.Key key = key(type, component);
            if (keys.put(key.name(), key) != null) {
                throw wrong(component, "another component has the same key " + key.name());
            }
        }
        under.pop();
        return new RecordBinding(type, RecordBinding.canonical(type), List.copyOf(keys.values()));
    }

    static String kebab(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("([A-Z]+)([A-Z][a-z])", "$1-$2")
                .toLowerCase(Locale.ROOT);
    }

    private Shape.Key key(Class<? extends Record> owner, RecordComponent component) {
        Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw wrong(component, "no @Setting");
        }
        if (setting.help().isBlank()) {
            throw wrong(component, "no help");
        }
        boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        Shape shape = shape(component, component.getGenericType(), setting);
        checkDefault(component, shape, setting, nullable);
        return new Shape.Key(
                kebab(component.getName()), shape, new Shape.Declared(owner, component, setting, nullable));
    }

    private Shape shape(RecordComponent component, Type type, Setting setting) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new Shape.Items(shape(component, arguments[0], setting));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new Shape.Named(shape(component, arguments[1], setting));
            }
        }
        if (type instanceof Class<?> single) {
            ScalarType scalar = ScalarType.of(single);
            if (scalar != null) {
                return new Shape.Scalar(scalar, rules(component, scalar, setting));
            }
            if (single.isRecord()) {
                return group(component, single.asSubclass(Record.class), setting);
            }
        }
        throw wrong(component, "the type " + type.getTypeName() + " is none of the model's");
    }

    private Shape.Group group(RecordComponent component, Class<? extends Record> type, Setting setting) {
        boolean plain = setting.min().isEmpty()
                && setting.max().isEmpty()
                && setting.pattern().isEmpty()
                && setting.reference().isEmpty();
        if (!plain) {
            throw wrong(component, "bounds, patterns and references stand on the components of the nested record");
        }
        RecordBinding binding = binding(type);
        Map<String, Shape.Key> keys = new LinkedHashMap<>();
        binding.keys().forEach(key -> keys.put(key.name(), key));
        return new Shape.Group(Collections.unmodifiableMap(keys), binding);
    }

    private static Rules rules(RecordComponent component, ScalarType type, Setting setting) {
        boolean text = type.kind() == ScalarKind.STRING;
        if (!text && !(setting.pattern().isEmpty() && setting.reference().isEmpty())) {
            throw wrong(component, "patterns and references are for text");
        }
        Comparable<?> min = bound(component, type, setting.min());
        Comparable<?> max = bound(component, type, setting.max());
        SettingPath reference = setting.reference().isEmpty() ? null : SettingPath.parse(setting.reference());
        Rules rules = new Rules(min, max, pattern(component, setting.pattern()), reference, setting.secret());
        if (min != null && !rules.inRange(min)) {
            throw wrong(component, "the least value is greater than the greatest");
        }
        return rules;
    }

    private static @Nullable Comparable<?> bound(RecordComponent component, ScalarType type, String text) {
        if (text.isEmpty()) {
            return null;
        }
        boolean ordered = switch (type.kind()) {
            case INT, LONG, DOUBLE, DURATION, SIZE -> true;
            case STRING, BOOLEAN, ENUM, PATH -> false;
        };
        if (!ordered) {
            throw wrong(component, "bounds are for numbers, durations and sizes");
        }
        try {
            return (Comparable<?>) type.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(component, "the bound '" + text + "' is not " + type.expected());
        }
    }

    private static @Nullable Pattern pattern(RecordComponent component, String pattern) {
        try {
            return pattern.isEmpty() ? null : Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw wrong(component, "not a pattern: " + e.getMessage());
        }
    }

    private static void checkDefault(RecordComponent component, Shape shape, Setting setting, boolean nullable) {
        String text = setting.defaultValue();
        if (!text.isEmpty()) {
            if (setting.required()) {
                throw wrong(component, "required, and yet with a default");
            }
            try {
                parseDefault(shape, text);
            } catch (IllegalArgumentException e) {
                throw wrong(component, "the default is wrong: " + e.getMessage());
            }
        } else if (shape instanceof Shape.Scalar && !setting.required() && !nullable) {
            throw wrong(component, "no default, not required and not @Nullable");
        }
        if (nullable && component.getType().isPrimitive()) {
            throw wrong(component, "a primitive cannot be @Nullable");
        }
    }

    private static void parseDefault(Shape shape, String text) {
        if (shape instanceof Shape.Scalar scalar) {
            scalar.rules().parse(scalar.type(), text);
        } else if (shape instanceof Shape.Items items && items.item() instanceof Shape.Scalar scalar) {
            splitList(text).forEach(item -> scalar.rules().parse(scalar.type(), item));
        } else {
            throw new IllegalArgumentException("mappings have no default of their own");
        }
    }

    /** The written form of a list in one line: items with commas between, optionally in brackets. */
    static List<String> splitList(String text) {
        String inner = text.strip();
        if (inner.startsWith("[") && inner.endsWith("]")) {
            inner = inner.substring(1, inner.length() - 1).strip();
        }
        if (inner.isEmpty()) {
            return List.of();
        }
        List<String> items = new ArrayList<>();
        for (String item : inner.split(",", -1)) {
            items.add(item.strip());
        }
        return items;
    }

    private static IllegalArgumentException wrong(RecordComponent component, String what) {
        return new IllegalArgumentException(
                component.getDeclaringRecord().getName() + '.' + component.getName() + ": " + what);
    }
}
