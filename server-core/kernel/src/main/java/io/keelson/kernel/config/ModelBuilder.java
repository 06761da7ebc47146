package io.keelson.kernel.config;

import io.keelson.base.config.Section;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the sections of all rooms together to one tree. Used once, by one thread. */
final class ModelBuilder {
    private static final Pattern PATH_KEY = Pattern.compile("[a-z][a-z0-9-]*|\\*");

    private final Level root = new Level();
    private final List<ModelSection> sections = new ArrayList<>();
    private final Map<String, SettingPath> aliases = new LinkedHashMap<>();

    Model build(List<Class<? extends Record>> types) {
        root.child(Model.SERVERS, "the model").child(ModelSection.EACH, "the model");
        types.forEach(this::add);
        Shape.Group whole = root.freeze();
        return new Model(types.contains(DynamicCluster.class) ? withTemplates(whole) : whole, sections, aliases);
    }

    /** A template has what a server has. */
    private static Shape.Group withTemplates(Shape.Group whole) {
        Map<String, Shape.Key> keys = new LinkedHashMap<>();
        whole.keys().forEach((name, key) -> {
            keys.put(name, key);
            if (name.equals(Model.SERVERS)) {
                keys.put(DynamicServers.TEMPLATES, new Shape.Key(DynamicServers.TEMPLATES, key.shape(), null));
            }
        });
        return new Shape.Group(Collections.unmodifiableMap(keys), null);
    }

    private void add(Class<? extends Record> type) {
        Section section = type.getAnnotation(Section.class);
        if (section == null) {
            throw new IllegalArgumentException(type.getName() + " is named by a ModelProvider but has no @Section");
        }
        SettingPath path = SettingPath.parse(section.value());
        Level level = root;
        for (String key : path.keys()) {
            if (!PATH_KEY.matcher(key).matches()) {
                throw new IllegalArgumentException(type.getName() + ": not a path of a section: " + section.value());
            }
            level = level.child(key, type.getName());
        }
        RecordBinding binding = new RecordShapes().binding(type);
        for (Shape.Key key : binding.keys()) {
            level.add(key, type.getName());
            addAliases(key, path.child(key.name()));
        }
        sections.add(new ModelSection(section, path, binding));
    }

    private void addAliases(Shape.Key key, SettingPath path) {
        Shape.Declared setting = key.setting();
        if (setting == null) {
            return;
        }
        int names = Collections.frequency(path.keys(), ModelSection.EACH);
        boolean ofServer = path.keys().get(0).equals(Model.SERVERS) && names == 1;
        for (String alias : setting.setting().aliases()) {
            if (names > 0 && !ofServer) {
                throw new IllegalArgumentException(setting.where()
                        + ": an alias must mean one setting of the domain or of the server that starts");
            }
            if (!(key.shape() instanceof Shape.Scalar) && !(key.shape() instanceof Shape.Items)) {
                throw new IllegalArgumentException(setting.where() + ": an alias is for single values and lists");
            }
            SettingPath other = aliases.put(alias, path);
            if (other != null) {
                throw new IllegalArgumentException(
                        setting.where() + ": the alias " + alias + " is also that of " + other);
            }
        }
    }

    /** A mapping of the file while the model is built: either declared keys and sections below, or one for each name. */
    private static final class Level {
        private final Map<String, Shape.Key> settings = new LinkedHashMap<>();
        private final Map<String, Level> children = new LinkedHashMap<>();
        private @Nullable Level each;

        Level child(String key, String who) {
            if (settings.containsKey(key)) {
                throw conflict(key, who);
            }
            if (key.equals(ModelSection.EACH)) {
                if (!settings.isEmpty() || !children.isEmpty()) {
                    throw conflict(key, who);
                }
                each = each == null ? new Level() : each;
                return each;
            }
            if (each != null) {
                throw conflict(key, who);
            }
            return children.computeIfAbsent(key, k -> new Level());
        }

        void add(Shape.Key key, String who) {
            if (each != null || children.containsKey(key.name())) {
                throw conflict(key.name(), who);
            }
            Shape.Key other = settings.put(key.name(), key);
            if (other != null && other.setting() != null) {
                throw new IllegalArgumentException(who + ": the key " + key.name() + " is also that of "
                        + other.setting().where());
            }
        }

        private static IllegalArgumentException conflict(String key, String who) {
            return new IllegalArgumentException(who + ": at " + key
                    + " another record has a setting or names instead of a section, or the reverse");
        }

        Shape.Group freeze() {
            Map<String, Shape.Key> keys = new LinkedHashMap<>(settings);
            children.forEach((name, child) -> {
                Shape shape = child.each == null ? child.freeze() : new Shape.Named(child.each.freeze());
                keys.put(name, new Shape.Key(name, shape, null));
            });
            return new Shape.Group(Collections.unmodifiableMap(keys), null);
        }
    }
}
