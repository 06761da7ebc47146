package io.keelson.servlet.auth;

import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Transport;
import io.keelson.servlet.descriptor.WebDescriptor.WebResourceCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of an application, ready to be asked: the best matching pattern is found as for servlets, and the
 * constraints with that pattern whose methods match apply. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.8.3 Processing Requests.
 */
final class CompiledConstraints {
    private final Map<String, List<Rule>> exact = new HashMap<>();
    private final Map<String, List<Rule>> prefixes = new HashMap<>();
    private final Map<String, List<Rule>> extensions = new HashMap<>();
    private final Map<String, List<Rule>> byPattern = new LinkedHashMap<>();
    private final List<Rule> fallback = new ArrayList<>();
    private final boolean denyUncovered;

    /**
     * One collection of one constraint, for one pattern.
     *
     * @param roles as {@link SecurityConstraint#roles}
     */
    record Rule(
            Set<String> methods,
            Set<String> omitted,
            @Nullable Set<String> roles,
            boolean confidential) {
        boolean covers(String method) {
            return methods.isEmpty() ? !omitted.contains(method) : methods.contains(method);
        }
    }

    CompiledConstraints(List<SecurityConstraint> constraints, boolean denyUncovered) {
        this.denyUncovered = denyUncovered;
        for (SecurityConstraint constraint : constraints) {
            for (WebResourceCollection collection : constraint.resources()) {
                Rule rule = new Rule(
                        collection.methods(),
                        collection.omittedMethods(),
                        constraint.roles(),
                        constraint.transport() != Transport.NONE);
                collection.patterns().forEach(pattern -> add(pattern, rule));
            }
        }
    }

    private void add(String pattern, Rule rule) {
        byPattern.computeIfAbsent(pattern, p -> new ArrayList<>()).add(rule);
        if (pattern.equals("/")) {
            fallback.add(rule);
        } else if (pattern.endsWith("/*")) {
            put(prefixes, pattern.substring(0, pattern.length() - 2), rule);
        } else if (pattern.startsWith("*.")) {
            put(extensions, pattern.substring(2), rule);
        } else {
            put(exact, pattern.isEmpty() ? "/" : pattern, rule);
        }
    }

    private static void put(Map<String, List<Rule>> map, String key, Rule rule) {
        map.computeIfAbsent(key, k -> new ArrayList<>()).add(rule);
    }

    boolean isEmpty() {
        return byPattern.isEmpty();
    }

    /** Returns what a request needs. {@code path} is below the context root, decoded and canonical. */
    Access access(String path, String method) {
        List<Rule> rules = match(path);
        if (rules.isEmpty()) {
            return Access.OPEN;
        }
        Access.Combination combination = new Access.Combination();
        boolean covered = false;
        for (Rule rule : rules) {
            if (rule.covers(method)) {
                combination.add(rule);
                covered = true;
            }
        }
        if (!covered) {
            return denyUncovered ? Access.DENIED : Access.OPEN;
        }
        return combination.access();
    }

    /** The rules of the best pattern: exact, longest prefix, extension, default (12.1). */
    private List<Rule> match(String path) {
        List<Rule> found = exact.get(path);
        if (found != null) {
            return found;
        }
        if (!prefixes.isEmpty()) {
            String prefix = path;
            while (true) {
                found = prefixes.get(prefix);
                if (found != null) {
                    return found;
                }
                int slash = prefix.lastIndexOf('/');
                if (slash < 0) {
                    break;
                }
                prefix = prefix.substring(0, slash);
            }
        }
        int dot = path.lastIndexOf('.');
        if (dot > path.lastIndexOf('/')) {
            found = extensions.get(path.substring(dot + 1));
            if (found != null) {
                return found;
            }
        }
        return fallback;
    }

    /** Patterns with the methods that are covered where others are not (13.8.4): {@code /*: all but [GET]}. */
    Collection<String> uncovered() {
        List<String> messages = new ArrayList<>();
        byPattern.forEach((pattern, rules) -> {
            if (rules.stream().anyMatch(rule -> rule.methods.isEmpty() && rule.omitted.isEmpty())) {
                return;
            }
            Set<String> named = new LinkedHashSet<>();
            Set<String> omitted = null;
            for (Rule rule : rules) {
                named.addAll(rule.methods);
                if (rule.methods.isEmpty()) {
                    if (omitted == null) {
                        omitted = new LinkedHashSet<>(rule.omitted);
                    } else {
                        omitted.retainAll(rule.omitted);
                    }
                }
            }
            if (omitted == null) {
                messages.add(pattern + ": all methods but " + named);
            } else {
                omitted.removeAll(named);
                if (!omitted.isEmpty()) {
                    messages.add(pattern + ": " + omitted);
                }
            }
        });
        return messages;
    }
}
