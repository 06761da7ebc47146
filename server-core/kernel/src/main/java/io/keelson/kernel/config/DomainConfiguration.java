package io.keelson.kernel.config;

import io.keelson.base.config.Configuration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in force for one server: every section of the model as records, and where each value came from.
 * Immutable and thread-safe.
 */
public final class DomainConfiguration implements Configuration {
    private static final String MASK = "******";

    private final Model model;
    private final Value.Entries root;
    private final @Nullable String server;
    private final List<String> warnings;
    private final Map<Class<?>, ModelSection> sections = new LinkedHashMap<>();
    private final Map<Class<?>, Record> single = new LinkedHashMap<>();
    private final Map<Class<?>, Map<String, Record>> byName = new LinkedHashMap<>();

    DomainConfiguration(
            Model model, Value.Entries root, List<Instance> instances, @Nullable String server, List<String> warnings) {
        this.model = model;
        this.root = root;
        this.server = server;
        this.warnings = List.copyOf(warnings);
        for (ModelSection section : model.sections()) {
            sections.put(section.record().type(), section);
            byName.put(section.record().type(), new LinkedHashMap<>());
        }
        instances.forEach(this::add);
    }

    private void add(Instance instance) {
        Class<?> type = instance.section().record().type();
        List<String> names = instance.names();
        boolean here = !instance.section().ofServer() || names.get(0).equals(server);
        int own = names.size() - (instance.section().ofServer() ? 1 : 0);
        if (own == 0 && here) {
            single.put(type, instance.value());
        }
        if (names.size() == 1 || own == 1 && here) {
            byName.computeIfAbsent(type, t -> new LinkedHashMap<>()).put(names.get(names.size() - 1), instance.value());
        }
    }

    @Override
    public <R extends Record> R get(Class<R> section) {
        Record found = single.get(section);
        if (found == null) {
            ModelSection known = known(section);
            throw new IllegalArgumentException(section.getName() + " lies at " + known.path()
                    + ", where there is one for each name; ask for all of them");
        }
        return section.cast(found);
    }

    /**
     * {@inheritDoc} For a section at {@code servers.*} these are those of all servers, for one at {@code servers.*.x.*}
     * those of this server.
     */
    @Override
    public <R extends Record> Map<String, R> all(Class<R> section) {
        ModelSection known = known(section);
        if (known.names() == 0 || known.names() > (known.ofServer() ? 2 : 1)) {
            throw new IllegalArgumentException(
                    section.getName() + " lies at " + known.path() + ", where there is not one for each name");
        }
        Map<String, R> all = new LinkedHashMap<>();
        byName.getOrDefault(section, Map.of()).forEach((name, value) -> all.put(name, section.cast(value)));
        return Collections.unmodifiableMap(all);
    }

    private ModelSection known(Class<?> section) {
        ModelSection known = sections.get(section);
        if (known == null) {
            throw new IllegalArgumentException(
                    section.getName() + " is not a section of the model; name it in a ModelProvider");
        }
        return known;
    }

    /** The names of all servers of the domain, in the order of the file. */
    public List<String> servers() {
        return root.entries().get(Model.SERVERS) instanceof Value.Entries servers
                ? List.copyOf(servers.entries().keySet())
                : List.of();
    }

    /** What is not wrong, but probably not meant either: sentences for the log. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Where the value at a path came from.
     *
     * @throws IllegalArgumentException when there is nothing at the path
     */
    public Origin origin(SettingPath path) {
        Value value = find(path);
        return value == null ? new Origin.Default() : value.origin();
    }

    /**
     * The value at a path as it would be written, {@code ******} for a secret; empty when there is no value.
     *
     * @throws IllegalArgumentException when there is nothing at the path
     */
    public String shown(SettingPath path) {
        Value value = find(path);
        Shape shape = model.at(path);
        return value == null || shape == null ? "" : shown(shape, value);
    }

    private @Nullable Value find(SettingPath path) {
        if (model.at(path) == null) {
            throw new IllegalArgumentException("no such setting: " + path);
        }
        Value here = root;
        for (String key : path.keys()) {
            if (!(here instanceof Value.Entries entries)) {
                return null;
            }
            here = entries.entries().get(key);
        }
        return here;
    }

    private static String shown(Shape shape, Value value) {
        if (value instanceof Value.Single single && shape instanceof Shape.Scalar scalar) {
            return scalar.rules().secret() ? MASK : ScalarType.write(single.value());
        }
        if (value instanceof Value.Items items && shape instanceof Shape.Items list) {
            return items.items().stream()
                    .map(item -> shown(list.item(), item))
                    .toList()
                    .toString();
        }
        Map<String, String> shown = new LinkedHashMap<>();
        if (value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> {
                Shape below = below(shape, name);
                if (below != null) {
                    shown.put(name, shown(below, entry));
                }
            });
        }
        return shown.toString();
    }

    private static @Nullable Shape below(Shape shape, String name) {
        if (shape instanceof Shape.Named named) {
            return named.value();
        }
        Shape.Key key = shape instanceof Shape.Group group ? group.keys().get(name) : null;
        return key == null ? null : key.shape();
    }
}
