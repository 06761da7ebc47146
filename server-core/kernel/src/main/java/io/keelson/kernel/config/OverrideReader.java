package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts overrides into the values of the file. An override sets a single value or a list, at a path that the model knows
 * and whose named parts (a server, a work manager) the file defines. Used for one reading.
 */
final class OverrideReader {
    private final Model model;
    private final Value.Entries root;
    private final List<Problem> problems;
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, Target> byPath = new LinkedHashMap<>();
    private final Map<String, Set<Target>> byVariable = new LinkedHashMap<>();

    /** A setting that can be overridden. */
    private record Target(SettingPath path, Shape shape) {}

    OverrideReader(Model model, Value.Entries root, List<Problem> problems) {
        this.model = model;
        this.root = root;
        this.problems = problems;
    }

    /** Applies them, the stronger ones last. */
    void apply(Overrides overrides, @Nullable String server) {
        collect(model.root(), root, SettingPath.ROOT);
        new TreeMap<>(overrides.environment()).forEach((name, value) -> {
            if (name.startsWith(Overrides.VARIABLE) && !overrides.isReserved(name)) {
                variable(name, value);
            }
        });
        Map<String, Target> aliases = aliases(server);
        Map<SettingPath, String> set = new LinkedHashMap<>();
        new TreeMap<>(overrides.properties()).forEach((name, value) -> {
            if (name.startsWith(Overrides.PROPERTY) && !overrides.isReserved(name)) {
                property(name, value, aliases, set);
            }
        });
    }

    List<String> warnings() {
        return warnings;
    }

    private void collect(Shape shape, @Nullable Value value, SettingPath path) {
        if (shape instanceof Shape.Group group) {
            for (Shape.Key key : group.keys().values()) {
                collect(key.shape(), below(value, key.name()), path.child(key.name()));
            }
        } else if (shape instanceof Shape.Named named && value instanceof Value.Entries entries) {
            entries.entries().forEach((name, entry) -> collect(named.value(), entry, path.child(name)));
        } else if (shape instanceof Shape.Scalar
                || shape instanceof Shape.Items items && items.item() instanceof Shape.Scalar) {
            Target target = new Target(path, shape);
            byPath.put(path.toString(), target);
            byPath.putIfAbsent(String.join(".", path.keys()), target);
            byVariable
                    .computeIfAbsent(variable(path), v -> new LinkedHashSet<>())
                    .add(target);
        }
    }

    private static @Nullable Value below(@Nullable Value value, String key) {
        return value instanceof Value.Entries entries ? entries.entries().get(key) : null;
    }

    private static String variable(SettingPath path) {
        String joined = String.join("_", path.keys());
        return Overrides.VARIABLE + joined.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private Map<String, Target> aliases(@Nullable String server) {
        Map<String, Target> aliases = new LinkedHashMap<>();
        model.aliases().forEach((alias, path) -> {
            List<String> keys = new ArrayList<>(path.keys());
            if (server != null) {
                keys.replaceAll(key -> key.equals(ModelSection.EACH) ? server : key);
            }
            Target target = byPath.get(new SettingPath(keys).toString());
            if (target != null) {
                aliases.put(alias, target);
            }
        });
        return aliases;
    }

    private void variable(String name, String text) {
        Set<Target> targets = byVariable.getOrDefault(name, Set.of());
        if (targets.isEmpty()) {
            // Not an error: platforms set such variables by themselves, as Kubernetes does for a service called
            // keelson.
            warnings.add("the environment variable " + name + " is not a setting of this domain and was ignored"
                    + NearestName.hint(name, byVariable.keySet()));
        } else if (targets.size() > 1) {
            List<SettingPath> paths = targets.stream().map(Target::path).toList();
            problems.add(new Problem(name, 0, 0, "", "means several settings: " + paths + "; use -Dkeelson.<path>="));
        } else {
            set(targets.iterator().next(), text, new Origin.Environment(name));
        }
    }

    private void property(String name, String text, Map<String, Target> aliases, Map<SettingPath, String> set) {
        String path = name.substring(Overrides.PROPERTY.length());
        Origin origin = new Origin.Property(name);
        Target target = byPath.getOrDefault(path, aliases.get(path));
        if (target == null) {
            unknown(path, aliases, origin);
            return;
        }
        String other = set.put(target.path(), name);
        if (other != null) {
            problems.add(origin.problem(target.path(), "the same setting is also set by -D" + other));
        } else {
            set(target, text, origin);
        }
    }

    private void unknown(String path, Map<String, Target> aliases, Origin origin) {
        if (model.aliases().containsKey(path)) {
            // The alias is right, but the server that starts is not in the file, which is reported by itself.
            return;
        }
        Set<String> known = new LinkedHashSet<>(byPath.keySet());
        known.addAll(aliases.keySet());
        problems.add(origin.problem(SettingPath.ROOT, "not a setting of this domain" + NearestName.hint(path, known)));
    }

    private void set(Target target, String text, Origin origin) {
        try {
            put(target.path(), value(target.shape(), text, origin), origin);
        } catch (IllegalArgumentException e) {
            problems.add(origin.problem(target.path(), String.valueOf(e.getMessage())));
        }
    }

    private Value value(Shape shape, String text, Origin origin) {
        if (shape instanceof Shape.Items items) {
            List<Value> values = new ArrayList<>();
            RecordShapes.splitList(text).forEach(item -> values.add(value(items.item(), item, origin)));
            return new Value.Items(List.copyOf(values), origin);
        }
        Shape.Scalar scalar = (Shape.Scalar) shape;
        return new Value.Single(scalar.rules().parse(scalar.type(), text), origin);
    }

    private void put(SettingPath path, Value value, Origin origin) {
        Value.Entries here = root;
        List<String> way = path.keys().subList(0, path.keys().size() - 1);
        for (String key : way) {
            Value next = here.entries().computeIfAbsent(key, k -> new Value.Entries(new LinkedHashMap<>(), origin));
            if (!(next instanceof Value.Entries entries)) {
                return; // Something broken stands there, which has been reported.
            }
            here = entries;
        }
        here.entries().put(path.keys().get(path.keys().size() - 1), value);
    }
}
