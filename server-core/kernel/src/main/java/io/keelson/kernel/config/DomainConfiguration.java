package io.keelson.kernel.config;

import io.keelson.base.config.Configuration;
import java.util.ArrayList;
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
    static final String MASK = "******";

    private final Model model;
    private final Value.Entries root;
    private final @Nullable String server;
    private final List<String> warnings;
    private final DomainFile file;
    private final Overrides overrides;
    private final Map<Class<?>, ModelSection> sections = new LinkedHashMap<>();
    private final Map<Class<?>, Record> single = new LinkedHashMap<>();
    private final Map<Class<?>, Map<String, Record>> byName = new LinkedHashMap<>();

    DomainConfiguration(
            Model model,
            Value.Entries root,
            List<Instance> instances,
            @Nullable String server,
            List<String> warnings,
            DomainFile file,
            Overrides overrides) {
        this.model = model;
        this.root = root;
        this.server = server;
        this.file = file;
        this.overrides = overrides;
        this.warnings = List.copyOf(warnings);
        for (ModelSection section : model.sections()) {
            sections.put(section.record().type(), section);
            byName.put(section.record().type(), new LinkedHashMap<>());
        }
        instances.forEach(this::add);
    }

    /** Another with other values to show. */
    private DomainConfiguration(DomainConfiguration of, Value.Entries root) {
        this.model = of.model;
        this.root = root;
        this.server = of.server;
        this.file = of.file;
        this.overrides = of.overrides;
        this.warnings = of.warnings;
        sections.putAll(of.sections);
        single.putAll(of.single);
        byName.putAll(of.byName);
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

    /** The file that this was read from. */
    public DomainFile file() {
        return file;
    }

    /** The model by which it was read. */
    public Model model() {
        return model;
    }

    /**
     * Returns the configuration that another file would give for the same server, by the same model and with the same overrides.
     *
     * @throws ConfigurationException with everything that is wrong
     */
    public DomainConfiguration with(DomainFile next) throws ConfigurationException {
        ConfigurationReader reader = new ConfigurationReader(model);
        return server == null ? reader.read(next, next.adminServer(), overrides) : reader.read(next, server, overrides);
    }

    /**
     * This as a server has it that has started with another one and taken this over while it ran: what it reads at its next start is as
     * it was then. For showing values and where they came from; the records are those of this one.
     */
    public DomainConfiguration since(DomainConfiguration started) {
        return started == this
                ? this
                : new DomainConfiguration(this, new RunningValues(model, server).of(started.root, root));
    }

    /** The names of all servers of the domain, in the order of the file. */
    public List<String> servers() {
        return root.entries().get(Model.SERVERS) instanceof Value.Entries servers
                ? List.copyOf(servers.entries().keySet())
                : List.of();
    }

    /** Returns what is not wrong, but probably not meant either: sentences for the log. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Returns the origin of the value at a path.
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

    /**
     * The value at a path as plain data: booleans, numbers, text, lists and maps, with defaults, {@code ******} for a secret; null
     * when there is no value.
     *
     * @throws IllegalArgumentException when there is nothing at the path
     */
    public @Nullable Object effective(SettingPath path) {
        Value value = find(path);
        Shape shape = model.at(path);
        return value == null || shape == null ? null : effective(shape, value);
    }

    private static @Nullable Object effective(Shape shape, Value value) {
        if (value instanceof Value.Single single && shape instanceof Shape.Scalar scalar) {
            Object it = single.value();
            return scalar.rules().secret()
                    ? MASK
                    : it instanceof Number || it instanceof Boolean ? it : ScalarType.write(it);
        }
        if (value instanceof Value.Items items && shape instanceof Shape.Items list) {
            List<@Nullable Object> all = new ArrayList<>();
            items.items().forEach(item -> all.add(effective(list.item(), item)));
            return all;
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        if (value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> {
                Shape below = below(shape, name);
                if (below != null) {
                    all.put(name, effective(below, entry));
                }
            });
        }
        return all;
    }

    /** Returns the origins of the values at a path and below it, by their paths; those that are defaults are left out. */
    public Map<String, String> origins(SettingPath path) {
        Map<String, String> origins = new LinkedHashMap<>();
        Value value = find(path);
        if (value != null) {
            origins(path, value, origins);
        }
        return origins;
    }

    private static void origins(SettingPath path, Value value, Map<String, String> origins) {
        if (value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> origins(path.child(name), entry, origins));
        } else if (!(value.origin() instanceof Origin.Default)) {
            origins.put(path.toString(), value.origin().toString());
        }
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
