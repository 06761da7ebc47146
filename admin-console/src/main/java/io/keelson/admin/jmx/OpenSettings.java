package io.keelson.admin.jmx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularType;
import org.jspecify.annotations.Nullable;

/**
 * Open types of what can be configured, from the description of the model that forms are made from. Values are as they would be written: a
 * duration is {@code 30s}, a secret is stars. Stateless.
 */
final class OpenSettings {
    private static final Pattern DASH = Pattern.compile("-([a-z0-9])");
    private static final Set<String> LARGE = Set.of("list", "map", "group");

    private OpenSettings() {}

    /** A key of the model as a bean's attribute. */
    record Key(String key, Shown shown, String help, boolean single, boolean secret) {
        /** Returns what is configured there as it is shown; a list or map that is not written is empty. */
        @Nullable
        Object of(Map<?, ?> entries) {
            Object value = entries.get(key);
            if (value == null && shown.type() instanceof ArrayType<?>) {
                return shown.of(List.of());
            }
            return value == null && shown.type() instanceof TabularType ? shown.of(Map.of()) : shown.of(value);
        }
    }

    /** The keys of a section by the names of the attributes. */
    static Map<String, Key> keys(List<?> described) {
        Map<String, Key> keys = new LinkedHashMap<>();
        for (Object each : described) {
            if (each instanceof Map<?, ?> key) {
                String name = String.valueOf(key.get("name"));
                boolean single = !LARGE.contains(String.valueOf(key.get("type")));
                boolean secret = Boolean.TRUE.equals(key.get("secret"));
                keys.put(
                        RuntimeBeans.attribute(camel(name)),
                        new Key(name, shown(key, name), help(key), single, secret));
            }
        }
        return keys;
    }

    private static String help(Map<?, ?> key) {
        StringBuilder help = new StringBuilder(String.valueOf(key.get("help")));
        if (key.get("default") != null) {
            help.append(" Default: ").append(key.get("default")).append('.');
        }
        if (key.get("min") != null) {
            help.append(" At least ").append(key.get("min")).append('.');
        }
        if (key.get("max") != null) {
            help.append(" At most ").append(key.get("max")).append('.');
        }
        if ("RESTART".equals(key.get("change"))) {
            help.append(" A change needs a restart.");
        }
        return help.toString();
    }

    private static Shown shown(Map<?, ?> key, String name) {
        return switch (String.valueOf(key.get("type"))) {
            case "boolean" -> new Shown(SimpleType.BOOLEAN, value -> value instanceof Boolean ? value : null);
            case "integer" ->
                new Shown(SimpleType.LONG, value -> value instanceof Number number ? number.longValue() : null);
            case "number" ->
                new Shown(SimpleType.DOUBLE, value -> value instanceof Number number ? number.doubleValue() : null);
            case "list" -> OpenRecords.array(shown(inner(key, "item"), name));
            case "map" -> OpenRecords.table(shown(inner(key, "value"), name));
            case "group" -> group(key, name);
            default -> new Shown(SimpleType.STRING, String::valueOf);
        };
    }

    private static Map<?, ?> inner(Map<?, ?> key, String what) {
        return key.get(what) instanceof Map<?, ?> inner ? inner : Map.of("type", "text");
    }

    private static Shown group(Map<?, ?> group, String name) {
        Map<String, Key> keys = new LinkedHashMap<>();
        if (group.get("keys") instanceof List<?> described) {
            for (Object each : described) {
                if (each instanceof Map<?, ?> key) {
                    String inner = String.valueOf(key.get("name"));
                    keys.put(camel(inner), new Key(inner, shown(key, inner), inner, true, false));
                }
            }
        }
        if (keys.isEmpty()) {
            return new Shown(SimpleType.STRING, String::valueOf);
        }
        String[] names = keys.keySet().toArray(String[]::new);
        List<Key> order = new ArrayList<>(keys.values());
        CompositeType type = OpenRecords.of(() -> new CompositeType(
                name,
                name,
                names,
                names,
                order.stream().map(key -> key.shown().type()).toArray(OpenType<?>[]::new)));
        return new Shown(type, value -> {
            Map<?, ?> entries = value instanceof Map<?, ?> map ? map : Map.of();
            @Nullable Object[] values = new Object[names.length];
            for (int i = 0; i < names.length; i++) {
                values[i] = order.get(i).of(entries);
            }
            return OpenRecords.of(() -> new CompositeDataSupport(type, names, values));
        });
    }

    /** The name of a component again: {@code native-io-enabled} is {@code nativeIoEnabled}. */
    static String camel(String kebab) {
        Matcher dash = DASH.matcher(kebab);
        return dash.replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }
}
