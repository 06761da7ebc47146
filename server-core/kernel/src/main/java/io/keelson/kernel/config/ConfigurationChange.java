package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One thing that two files say differently. The values are as written, as plain data; {@code ******} for a secret.
 *
 * @param path where
 * @param before what the first says; null where it says nothing there
 * @param after what the second says; null where it says nothing there
 * @param live whether a running server takes the change; otherwise it reads it at its next start
 */
public record ConfigurationChange(
        SettingPath path, @Nullable Object before, @Nullable Object after, boolean live) {
    /** Returns what differs, in the order of the second file, then what only the first has. */
    public static List<ConfigurationChange> between(Model model, DomainFile before, DomainFile after) {
        return between(model, leaves(before.root()), leaves(after.root()));
    }

    /** Returns what differs for the servers: a template is not a server, and what it gives its servers counts as theirs. */
    public static List<ConfigurationChange> forServers(Model model, DomainFile before, DomainFile after) {
        return between(model, servers(before), servers(after));
    }

    private static Map<SettingPath, YamlNode> servers(DomainFile file) {
        Map<SettingPath, YamlNode> leaves = leaves(file.expanded().root());
        leaves.keySet().removeIf(path -> path.keys().get(0).equals(DynamicServers.TEMPLATES));
        return leaves;
    }

    private static List<ConfigurationChange> between(
            Model model, Map<SettingPath, YamlNode> old, Map<SettingPath, YamlNode> fresh) {
        Set<SettingPath> paths = new LinkedHashSet<>(fresh.keySet());
        paths.addAll(old.keySet());
        List<ConfigurationChange> changes = new ArrayList<>();
        for (SettingPath path : paths) {
            YamlNode was = old.get(path);
            YamlNode is = fresh.get(path);
            boolean both = was != null && is != null;
            boolean same = both && Objects.equals(Plain.of(was), Plain.of(is));
            if (!same && !filled(path, was, fresh) && !filled(path, is, old)) {
                changes.add(new ConfigurationChange(
                        path,
                        was == null ? null : WrittenValue.of(model, path, was),
                        is == null ? null : WrittenValue.of(model, path, is),
                        live(model, path)));
            }
        }
        return changes;
    }

    /** Returns whether a mapping that is empty here has something there: that is said by what it has. */
    private static boolean filled(SettingPath path, @Nullable YamlNode here, Map<SettingPath, YamlNode> there) {
        return here != null
                && Plain.of(here) == null
                && there.keySet().stream()
                        .anyMatch(other -> other.keys().size() > path.keys().size()
                                && other.keys().subList(0, path.keys().size()).equals(path.keys()));
    }

    private static Map<SettingPath, YamlNode> leaves(@Nullable YamlNode root) {
        Map<SettingPath, YamlNode> leaves = new LinkedHashMap<>();
        if (root instanceof YamlNode.Mapping mapping) {
            mapping.entries().forEach(entry -> leaves(SettingPath.of(entry.key().text()), entry.value(), leaves));
        }
        return leaves;
    }

    private static void leaves(SettingPath path, YamlNode node, Map<SettingPath, YamlNode> leaves) {
        if (node instanceof YamlNode.Mapping mapping && !mapping.entries().isEmpty()) {
            mapping.entries().forEach(entry -> leaves(path.child(entry.key().text()), entry.value(), leaves));
        } else {
            leaves.put(path, node);
        }
    }

    /** Returns whether a running server takes what changes there. */
    static boolean live(Model model, SettingPath path) {
        Shape.Key key = model.key(path);
        return key != null && live(key);
    }

    private static boolean live(Shape.Key key) {
        Shape.Declared declared = key.setting();
        if (declared != null) {
            return declared.setting().change() == io.keelson.base.config.Setting.Change.LIVE;
        }
        Shape shape = key.shape() instanceof Shape.Named named ? named.value() : key.shape();
        return shape instanceof Shape.Group group
                && group.keys().values().stream().allMatch(ConfigurationChange::live);
    }

    /** Returns whether a server reads what stands there: not what is another server's. */
    public boolean concerns(String server) {
        List<String> keys = path.keys();
        return keys.size() < 2
                || !keys.get(0).equals(Model.SERVERS)
                || keys.get(1).equals(server);
    }
}
