package io.keelson.kernel.config;

import io.keelson.base.config.ModelProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The configuration model: what may stand in {@code domain.yaml}, made of the records of all rooms. Immutable and
 * thread-safe. A mistake in a record is a programming error and stops the making of the model with the component's name.
 *
 * <p>The mapping {@code servers} is always there, also when no record describes a server. How it all works:
 * {@code docs/design/configuration.md}.
 */
public final class Model {
    /** The name of the mapping of servers. */
    static final String SERVERS = "servers";

    private final Shape.Group root;
    private final List<ModelSection> sections;
    private final Map<String, SettingPath> aliases;

    Model(Shape.Group root, List<ModelSection> sections, Map<String, SettingPath> aliases) {
        this.root = root;
        this.sections = List.copyOf(sections);
        this.aliases = Map.copyOf(aliases);
    }

    /**
     * The model of all rooms that the class loader finds.
     *
     * @throws IllegalArgumentException when a record is not a proper part of the model; the message names the component
     */
    public static Model load(ClassLoader loader) {
        List<ModelProvider> providers = new ArrayList<>();
        ServiceLoader.load(ModelProvider.class, loader).forEach(providers::add);
        // The order of the class path must not show in what is generated.
        providers.sort(Comparator.comparing(provider -> provider.getClass().getName()));
        Set<Class<? extends Record>> sections = new LinkedHashSet<>();
        providers.forEach(provider -> sections.addAll(provider.sections()));
        return of(List.copyOf(sections));
    }

    /**
     * The model of these records only.
     *
     * @throws IllegalArgumentException as {@link #load}
     */
    public static Model of(List<Class<? extends Record>> sections) {
        return new ModelBuilder().build(sections);
    }

    /** The model of these records only. */
    @SafeVarargs
    public static Model of(Class<? extends Record>... sections) {
        return of(List.of(sections));
    }

    Shape.Group root() {
        return root;
    }

    List<ModelSection> sections() {
        return sections;
    }

    /** From each alias to the path of its setting, with {@code *} for the server. */
    Map<String, SettingPath> aliases() {
        return aliases;
    }

    /**
     * Settings that refer to a mapping that no record of this model describes; such references are not checked. Empty in
     * a model that is whole.
     */
    public List<String> referencesOutsideTheModel() {
        List<String> found = new ArrayList<>();
        outside(root, found);
        return List.copyOf(found);
    }

    private void outside(Shape shape, List<String> found) {
        if (shape instanceof Shape.Group group) {
            for (Shape.Key key : group.keys().values()) {
                SettingPath target = reference(key.shape());
                if (target != null && !(at(target) instanceof Shape.Named) && key.setting() != null) {
                    found.add(key.setting().where() + " refers to " + target);
                }
                outside(key.shape(), found);
            }
        } else if (shape instanceof Shape.Named named) {
            outside(named.value(), found);
        } else if (shape instanceof Shape.Items items) {
            outside(items.item(), found);
        }
    }

    private static @Nullable SettingPath reference(Shape shape) {
        if (shape instanceof Shape.Items items) {
            return reference(items.item());
        }
        if (shape instanceof Shape.Named named) {
            return reference(named.value());
        }
        return shape instanceof Shape.Scalar scalar ? scalar.rules().reference() : null;
    }

    /** Returns what stands at a path; any name, also {@code *}, stands for an entry of a mapping of names. Null: nothing. */
    @Nullable
    Shape at(SettingPath path) {
        Shape.Key key = key(path);
        return key == null ? null : key.shape();
    }

    /** Does the same as {@link #at}, with the key that declares it. */
    Shape.@Nullable Key key(SettingPath path) {
        Shape.@Nullable Key here = new Shape.Key("", root, null);
        for (String name : path.keys()) {
            if (here.shape() instanceof Shape.Named named) {
                here = new Shape.Key(name, named.value(), here.setting());
            } else if (here.shape() instanceof Shape.Group group) {
                here = group.keys().get(name);
            } else {
                return null;
            }
            if (here == null) {
                return null;
            }
        }
        return here;
    }

    /** The path where a key of that name stands, for someone who wrote it elsewhere; null when there is none. */
    @Nullable
    String elsewhere(String name) {
        for (ModelSection section : sections) {
            for (Shape.Key key : section.record().keys()) {
                if (key.name().equals(name)) {
                    return section.path().child(name).toString();
                }
            }
        }
        return null;
    }

    /** Returns what a path of a template is for the servers that are made from it. */
    private static SettingPath ofServers(SettingPath path) {
        SettingPath of = SettingPath.of(SERVERS);
        for (String key : path.keys().subList(1, path.keys().size())) {
            of = of.child(key);
        }
        return of;
    }

    /** Returns what the sections at a path say about themselves; empty when they say nothing. */
    String help(SettingPath path) {
        List<String> keys = path.keys();
        if (path.startsWith(DynamicServers.TEMPLATES)) {
            return keys.size() > 2
                    ? help(ofServers(path))
                    : "Settings of servers that are made from the template: what servers.* has, but for its cluster. In texts ${id}"
                            + " stands for the number of the server and ${name} for its name; ports are those of the first.";
        }
        return sections.stream()
                .filter(section -> section.path().equals(path))
                .map(section -> section.section().help())
                .filter(help -> !help.isEmpty())
                .distinct()
                .collect(Collectors.joining(" "));
    }
}
