package io.keelson.kernel.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes the servers of dynamic clusters out: nodes in, the same nodes and a mapping for each such server out, as if the file had it. A
 * node of such a server stands where it stands in its template, so that a problem is reported there. What is not as it should be is left
 * out here; the reader of the result says why. See docs/design/dynamic-clusters.md.
 */
public final class DynamicServers {
    static final String TEMPLATES = "server-templates";

    private static final String CLUSTERS = "clusters";
    private static final String DYNAMIC = "dynamic";
    private static final String CLUSTER = "cluster";
    static final String MACHINE = "machine";
    static final String LISTEN_PORT = "listen-port";
    static final String CLUSTER_PORT = "cluster-port";

    private final String file;
    private final YamlNode.Mapping root;
    private final List<YamlNode.Entry> made = new ArrayList<>();
    private final Map<String, YamlNode.Span> names = new HashMap<>();
    private final Map<String, String> clusters = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    private DynamicServers(String file, YamlNode.Mapping root) {
        this.file = file;
        this.root = root;
    }

    /**
     * A file with its dynamic servers written out.
     *
     * @param root what it says then; null when it says nothing
     * @param clusters the dynamic servers in the order of their numbers, and the cluster of each
     * @param problems names that are taken, and settings that a template cannot have
     */
    record Expanded(@Nullable YamlNode root, Map<String, String> clusters, List<Problem> problems) {}

    /** Writes them out. */
    static Expanded of(String file, @Nullable YamlNode root) {
        if (!(root instanceof YamlNode.Mapping mapping)) {
            return new Expanded(root, Map.of(), List.of());
        }
        return new DynamicServers(file, mapping).expand();
    }

    private Expanded expand() {
        for (YamlNode.Entry server : entries(root.entry(Model.SERVERS))) {
            names.put(server.key().text(), server.key().span());
        }
        for (YamlNode.Entry cluster : entries(root.entry(CLUSTERS))) {
            YamlNode.Entry dynamic =
                    cluster.value() instanceof YamlNode.Mapping settings ? settings.entry(DYNAMIC) : null;
            if (dynamic != null && dynamic.value() instanceof YamlNode.Mapping wanted) {
                expand(cluster.key(), dynamic.key(), wanted);
            }
        }
        boolean templates = root.entry(TEMPLATES) != null;
        return new Expanded(made.isEmpty() && !templates ? root : whole(), clusters, List.copyOf(problems));
    }

    // ---- the servers of a cluster ----------------------------------------------------------------------------------

    private void expand(YamlNode.Scalar cluster, YamlNode.Scalar at, YamlNode.Mapping dynamic) {
        int size = number(dynamic, "size", 0);
        int step = number(dynamic, "port-step", DynamicCluster.STEP);
        YamlNode template = template(text(dynamic, "template", ""));
        if (size < 1 || size > DynamicCluster.MOST || step < 1 || template == null) {
            return; // the reader says why
        }
        String prefix = text(dynamic, "name-prefix", DynamicCluster.prefix(cluster.text()));
        List<YamlNode.Scalar> machines = machines(dynamic);
        if (template instanceof YamlNode.Mapping keys && keys.entry(CLUSTER) != null) {
            report(
                    keys.entry(CLUSTER).key(),
                    SettingPath.of(TEMPLATES, text(dynamic, "template", ""), CLUSTER),
                    "a template has no cluster: its servers are those of the cluster that names it; remove the key");
            return;
        }
        for (int id = 1; id <= size; id++) {
            String name = prefix + id;
            YamlNode.Span taken = names.putIfAbsent(name, at.span());
            if (taken != null) {
                report(
                        at,
                        SettingPath.of(CLUSTERS, cluster.text(), DYNAMIC),
                        "its server number " + id + " would be " + name + ", a name that is taken (" + taken.line()
                                + ':' + taken.column() + "); choose another name-prefix");
                continue;
            }
            clusters.put(name, cluster.text());
            made.add(server(cluster, at, template, new Numbering(id, name, (id - 1) * step), machines));
        }
    }

    private static YamlNode.Entry server(
            YamlNode.Scalar cluster,
            YamlNode.Scalar at,
            YamlNode template,
            Numbering numbering,
            List<YamlNode.Scalar> machines) {
        List<YamlNode.Entry> settings = new ArrayList<>();
        settings.add(new YamlNode.Entry(scalar(CLUSTER, at.span()), scalar(cluster.text(), cluster.span())));
        if (!machines.isEmpty()) {
            YamlNode.Scalar machine = machines.get((numbering.id - 1) % machines.size());
            settings.add(new YamlNode.Entry(scalar(MACHINE, machine.span()), machine));
        }
        if (template instanceof YamlNode.Mapping keys) {
            for (YamlNode.Entry entry : keys.entries()) {
                if (machines.isEmpty() || !entry.key().text().equals(MACHINE)) {
                    settings.add(new YamlNode.Entry(entry.key(), numbering.of(entry.key(), entry.value())));
                }
            }
        }
        return new YamlNode.Entry(
                scalar(numbering.name, at.span()), new YamlNode.Mapping(List.copyOf(settings), true, at.span()));
    }

    private @Nullable YamlNode template(String name) {
        for (YamlNode.Entry entry : entries(root.entry(TEMPLATES))) {
            if (entry.key().text().equals(name)) {
                return entry.value() instanceof YamlNode.Mapping
                                || entry.value().empty()
                        ? entry.value()
                        : null;
            }
        }
        return null;
    }

    /** Conversion of the settings of a template into those of one server. */
    private record Numbering(int id, String name, int above) {
        YamlNode of(YamlNode.Scalar key, YamlNode value) {
            if (value instanceof YamlNode.Mapping mapping) {
                List<YamlNode.Entry> entries = new ArrayList<>();
                mapping.entries()
                        .forEach(entry -> entries.add(new YamlNode.Entry(entry.key(), of(entry.key(), entry.value()))));
                return new YamlNode.Mapping(List.copyOf(entries), mapping.flow(), mapping.span());
            }
            if (value instanceof YamlNode.Sequence sequence) {
                return new YamlNode.Sequence(
                        sequence.items().stream().map(item -> of(key, item)).toList(),
                        sequence.flow(),
                        sequence.span());
            }
            YamlNode.Scalar scalar = (YamlNode.Scalar) value;
            return new YamlNode.Scalar(
                    isPort(key.text()) ? port(scalar.text()) : named(scalar.text()),
                    scalar.plain(),
                    scalar.block(),
                    scalar.span());
        }

        private String named(String text) {
            return text.replace("${id}", String.valueOf(id)).replace("${name}", name);
        }

        /** 0 stays: any that is free. What is no port stays too, and is reported by whoever reads it. */
        private String port(String text) {
            if (!text.matches("[1-9][0-9]{0,4}")) {
                return text;
            }
            return String.valueOf(Integer.parseInt(text) + above);
        }
    }

    /** Returns whether a setting of that name is a port that a server listens on. */
    static boolean isPort(String key) {
        return key.equals(LISTEN_PORT) || key.endsWith('-' + LISTEN_PORT) || key.equals(CLUSTER_PORT);
    }

    // ---- the file --------------------------------------------------------------------------------------------------

    private YamlNode.Mapping whole() {
        List<YamlNode.Entry> entries = new ArrayList<>();
        boolean there = false;
        for (YamlNode.Entry entry : root.entries()) {
            String key = entry.key().text();
            if (key.equals(Model.SERVERS)
                    && !there
                    && (entry.value() instanceof YamlNode.Mapping
                            || entry.value().empty())) {
                there = true;
                List<YamlNode.Entry> servers = new ArrayList<>(entries(entry));
                servers.addAll(made);
                entries.add(new YamlNode.Entry(entry.key(), mapping(entry.value(), servers)));
            } else if (key.equals(TEMPLATES)) {
                // They are checked as those of a server number 1.
                Numbering first = new Numbering(1, "name", 0);
                entries.add(new YamlNode.Entry(entry.key(), first.of(entry.key(), entry.value())));
            } else {
                entries.add(entry);
            }
        }
        if (!there && !made.isEmpty() && root.entry(Model.SERVERS) == null) {
            YamlNode.Entry first = made.get(0);
            entries.add(new YamlNode.Entry(
                    scalar(Model.SERVERS, first.key().span()), mapping(first.key(), List.copyOf(made))));
        }
        return new YamlNode.Mapping(List.copyOf(entries), root.flow(), root.span());
    }

    private static YamlNode mapping(YamlNode where, List<YamlNode.Entry> entries) {
        return entries.isEmpty() ? where : new YamlNode.Mapping(List.copyOf(entries), false, where.span());
    }

    private static List<YamlNode.Entry> entries(YamlNode.@Nullable Entry entry) {
        return entry != null && entry.value() instanceof YamlNode.Mapping mapping ? mapping.entries() : List.of();
    }

    private static YamlNode.Scalar scalar(String text, YamlNode.Span span) {
        return new YamlNode.Scalar(text, true, false, span);
    }

    private static String text(YamlNode.Mapping mapping, String key, String standard) {
        YamlNode.Entry entry = mapping.entry(key);
        return entry != null && entry.value() instanceof YamlNode.Scalar scalar && !scalar.empty()
                ? scalar.text()
                : standard;
    }

    /** The number there; -1 where something else is. */
    private static int number(YamlNode.Mapping mapping, String key, int standard) {
        String text = text(mapping, key, String.valueOf(standard));
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : -1;
    }

    private static List<YamlNode.Scalar> machines(YamlNode.Mapping dynamic) {
        YamlNode.Entry entry = dynamic.entry("machines");
        List<YamlNode.Scalar> machines = new ArrayList<>();
        if (entry != null && entry.value() instanceof YamlNode.Sequence sequence) {
            for (YamlNode item : sequence.items()) {
                if (item instanceof YamlNode.Scalar scalar && !scalar.empty()) {
                    machines.add(scalar);
                }
            }
        }
        return machines;
    }

    private void report(YamlNode at, SettingPath path, String message) {
        problems.add(new Problem(file, at.span().line(), at.span().column(), path.toString(), message));
    }

    // ---- plain data ------------------------------------------------------------------------------------------------

    /**
     * The servers of the dynamic clusters of a file that was read without the model, and the cluster of each.
     *
     * @param settings the file as maps, lists, text and numbers; what is not as it should be counts as not there
     */
    public static Map<String, String> named(Map<?, ?> settings) {
        Map<String, String> named = new LinkedHashMap<>();
        each(settings, (cluster, prefix, size) -> {
            for (int id = 1; id <= size; id++) {
                named.put(prefix + id, cluster);
            }
        });
        return named;
    }

    /**
     * The machines of those servers: of the cluster's {@code machines} one after the other, else the template's. Who has none is left out.
     *
     * @param settings as for {@link #named}
     */
    public static Map<String, String> machines(Map<?, ?> settings) {
        Map<String, String> found = new LinkedHashMap<>();
        each(settings, (cluster, prefix, size) -> {
            Map<?, ?> dynamic = map(map(map(settings, CLUSTERS), cluster), DYNAMIC);
            List<?> machines = dynamic.get("machines") instanceof List<?> list ? list : List.of();
            Object ofTemplate =
                    map(map(settings, TEMPLATES), dynamic.get("template")).get(MACHINE);
            for (int id = 1; id <= size; id++) {
                String name = prefix + id;
                if (!machines.isEmpty()) {
                    found.put(name, String.valueOf(machines.get((id - 1) % machines.size())));
                } else if (ofTemplate instanceof String text) {
                    found.put(name, new Numbering(id, name, 0).named(text));
                }
            }
        });
        return found;
    }

    private static Map<?, ?> map(Map<?, ?> in, @Nullable Object key) {
        return key != null && in.get(key) instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Returns whether a name would be that of a dynamic server if its cluster were larger: that server has been scaled away. */
    public static boolean scaledAway(Map<?, ?> settings, String name) {
        Set<String> found = new TreeSet<>();
        each(settings, (cluster, prefix, size) -> {
            String rest = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
            if (rest.matches("[1-9][0-9]{0,3}") && Integer.parseInt(rest) > size) {
                found.add(cluster);
            }
        });
        return !found.isEmpty();
    }

    private interface Each {
        void is(String cluster, String prefix, int size);
    }

    private static void each(Map<?, ?> settings, Each each) {
        map(settings, CLUSTERS).forEach((name, cluster) -> {
            if (cluster instanceof Map<?, ?> of
                    && of.get(DYNAMIC) instanceof Map<?, ?> dynamic
                    && dynamic.get("size") instanceof Integer size
                    && size >= 1
                    && size <= DynamicCluster.MOST) {
                String prefix = dynamic.get("name-prefix") instanceof String given
                        ? given
                        : DynamicCluster.prefix(String.valueOf(name));
                each.is(String.valueOf(name), prefix, size);
            }
        });
    }
}
