package io.keelson.kernel.config;

import io.keelson.base.config.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The model as plain data, for forms that are made from it: {@code sections}, each with its {@code path}, {@code help} and
 * {@code keys}. The same model gives the same data.
 */
public final class ModelDescription {
    private final Model model;

    private ModelDescription(Model model) {
        this.model = model;
    }

    /** The description of a model: maps, lists, text, numbers and booleans. */
    public static Map<String, Object> of(Model model) {
        return Map.of("sections", new ModelDescription(model).sections());
    }

    private List<Object> sections() {
        Map<String, List<Object>> keys = new LinkedHashMap<>();
        Map<String, SettingPath> paths = new LinkedHashMap<>();
        List<ModelSection> sections = new ArrayList<>(model.sections());
        sections.sort(Comparator.comparing(section -> section.path().toString()));
        for (ModelSection section : sections) {
            String path = section.path().toString();
            paths.put(path, section.path());
            List<Object> own = keys.computeIfAbsent(path, none -> new ArrayList<>());
            section.record().keys().forEach(key -> own.add(key(key)));
        }
        List<Object> described = new ArrayList<>();
        paths.forEach((text, path) -> {
            Map<String, Object> section = new LinkedHashMap<>();
            section.put("path", text);
            section.put("help", model.help(path));
            section.put("keys", keys.getOrDefault(text, List.of()));
            described.add(section);
        });
        boolean templates = model.at(SettingPath.of(DynamicServers.TEMPLATES)) != null;
        paths.values().stream().filter(path -> templates && ofServers(path)).forEach(path -> {
            SettingPath template = SettingPath.of(DynamicServers.TEMPLATES);
            for (String key : path.keys().subList(1, path.keys().size())) {
                template = template.child(key);
            }
            Map<String, Object> section = new LinkedHashMap<>();
            section.put("path", template.toString());
            section.put("help", model.help(template));
            section.put("keys", keys.getOrDefault(path.toString(), List.of()));
            described.add(section);
        });
        return described;
    }

    private static boolean ofServers(SettingPath path) {
        return path.keys().size() > 1 && path.keys().get(0).equals(Model.SERVERS);
    }

    private static Map<String, Object> key(Shape.Key key) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", key.name());
        described.putAll(shape(key.shape()));
        Shape.Declared declared = key.setting();
        if (declared != null) {
            Setting setting = declared.setting();
            described.put("help", setting.help());
            described.put("required", setting.required());
            described.put("change", setting.change().name());
            described.put("secret", setting.secret());
            if (!setting.defaultValue().isEmpty()) {
                described.put("default", setting.defaultValue());
            }
        }
        return described;
    }

    private static Map<String, Object> shape(Shape shape) {
        Map<String, Object> described = new LinkedHashMap<>();
        if (shape instanceof Shape.Scalar scalar) {
            scalar(scalar, described);
        } else if (shape instanceof Shape.Items items) {
            described.put("type", "list");
            described.put("item", shape(items.item()));
        } else if (shape instanceof Shape.Named named) {
            described.put("type", "map");
            described.put("value", shape(named.value()));
        } else if (shape instanceof Shape.Group group) {
            described.put("type", "group");
            described.put(
                    "keys",
                    group.keys().values().stream().map(ModelDescription::key).toList());
        }
        return described;
    }

    private static void scalar(Shape.Scalar scalar, Map<String, Object> described) {
        ScalarType type = scalar.type();
        Rules rules = scalar.rules();
        described.put(
                "type",
                switch (type.kind()) {
                    case STRING -> "text";
                    case BOOLEAN -> "boolean";
                    case INT, LONG -> "integer";
                    case DOUBLE -> "number";
                    case ENUM -> "enum";
                    case DURATION -> "duration";
                    case SIZE -> "size";
                    case PATH -> "path";
                });
        if (type.kind() == ScalarKind.ENUM) {
            described.put("values", type.values());
        }
        if (rules.min() != null) {
            described.put("min", ScalarType.write(rules.min()));
        }
        if (rules.max() != null) {
            described.put("max", ScalarType.write(rules.max()));
        }
        if (rules.pattern() != null) {
            described.put("pattern", rules.pattern().pattern());
        }
        if (rules.reference() != null) {
            described.put("reference", rules.reference().toString());
        }
    }
}
