package io.keelson.kernel.lifecycle;

import io.keelson.base.subsystem.SubsystemFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The subsystems and which requires which. Immutable.
 *
 * <p>Invariant: {@link #nodes()} has every subsystem after those that it requires, so it has no cycle.
 */
final class DependencyGraph {
    private final List<Node> nodes;

    private DependencyGraph(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** The subsystems in an order in which each comes after those that it requires. */
    List<Node> nodes() {
        return nodes;
    }

    /**
     * Orders subsystems.
     *
     * @param given the types that the kernel itself provides
     * @throws ServerException that names every duplicate, every missing provider and every cycle
     */
    static DependencyGraph of(List<SubsystemFactory> factories, Set<Class<?>> given) throws ServerException {
        List<String> problems = new ArrayList<>();
        Map<String, SubsystemFactory> byName = new LinkedHashMap<>();
        Map<Class<?>, String> providers = new HashMap<>();
        for (SubsystemFactory factory : factories) {
            SubsystemFactory other = byName.putIfAbsent(factory.name(), factory);
            if (other != null) {
                problems.add("two subsystems are named '" + factory.name() + "': "
                        + other.getClass().getName() + " and "
                        + factory.getClass().getName());
                continue;
            }
            for (Class<?> type : factory.provides()) {
                String provider = given.contains(type) ? "kernel" : providers.putIfAbsent(type, factory.name());
                if (provider != null) {
                    problems.add(type.getName() + " is provided by '" + provider + "' and by '" + factory.name() + "'");
                }
            }
        }
        Map<String, Set<String>> requires = requires(byName, providers, given, problems);
        List<String> order = order(requires, problems);
        if (!problems.isEmpty()) {
            throw new ServerException("the subsystems on the class path do not fit together: "
                    + String.join("; ", problems) + ". Complete or correct the installation's lib/");
        }
        return build(order, byName, requires);
    }

    private static Map<String, Set<String>> requires(
            Map<String, SubsystemFactory> byName,
            Map<Class<?>, String> providers,
            Set<Class<?>> given,
            List<String> problems) {
        Map<String, Set<String>> requires = new LinkedHashMap<>();
        byName.forEach((name, factory) -> {
            Set<String> names = new TreeSet<>();
            for (Class<?> type : factory.requires()) {
                String provider = providers.get(type);
                if (provider != null) {
                    names.add(provider);
                } else if (!given.contains(type)) {
                    problems.add("'" + name + "' requires " + type.getName() + ", which nobody provides");
                }
            }
            for (Class<?> type : factory.uses()) {
                String provider = providers.get(type);
                if (provider != null) {
                    names.add(provider);
                }
            }
            requires.put(name, names);
        });
        return requires;
    }

    /** Depth first: a subsystem is placed when all that it requires are. */
    private static List<String> order(Map<String, Set<String>> requires, List<String> problems) {
        Set<String> placed = new LinkedHashSet<>();
        for (String name : requires.keySet()) {
            place(name, requires, placed, new LinkedHashSet<>(), problems);
        }
        return List.copyOf(placed);
    }

    private static void place(
            String name,
            Map<String, Set<String>> requires,
            Set<String> placed,
            Set<String> path,
            List<String> problems) {
        if (placed.contains(name)) {
            return;
        }
        if (!path.add(name)) {
            List<String> walk = new ArrayList<>(path);
            problems.add("cycle: " + String.join(" requires ", walk.subList(walk.indexOf(name), walk.size()))
                    + " requires " + name);
            return;
        }
        for (String required : requires.getOrDefault(name, Set.of())) {
            place(required, requires, placed, path, problems);
        }
        path.remove(name);
        placed.add(name);
    }

    private static DependencyGraph build(
            List<String> order, Map<String, SubsystemFactory> byName, Map<String, Set<String>> requires) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        for (String name : order) {
            SubsystemFactory factory = byName.get(name);
            if (factory == null) {
                throw new IllegalStateException("no factory for the ordered subsystem '" + name + "'");
            }
            Set<Node> required = new LinkedHashSet<>();
            requires.getOrDefault(name, Set.of()).forEach(other -> {
                Node node = nodes.get(other);
                if (node != null) {
                    required.add(node);
                }
            });
            nodes.put(name, new Node(name, factory, Set.copyOf(required)));
        }
        return new DependencyGraph(List.copyOf(nodes.values()));
    }

    /** One subsystem and those that it requires. Compared by identity: names are unique in a graph. */
    static final class Node {
        private final String name;
        private final SubsystemFactory factory;
        private final Set<Node> requires;

        Node(String name, SubsystemFactory factory, Set<Node> requires) {
            this.name = name;
            this.factory = factory;
            this.requires = requires;
        }

        String name() {
            return name;
        }

        SubsystemFactory factory() {
            return factory;
        }

        Set<Node> requires() {
            return requires;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
