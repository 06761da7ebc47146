package io.keelson.kernel.naming;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InvalidNameException;

/**
 * Uses of names that the server has bound: by components that declare them and by applications that have looked them up, each until it
 * ends. So few that a name need not be indexed. Thread-safe.
 */
final class NameUses {
    private final Map<NameOwner, Map<String, Boolean>> all = new ConcurrentHashMap<>();

    /** Notes a use; one that is known already costs a lookup. */
    void add(String name, NameOwner by, boolean content) {
        Map<String, Boolean> names = all.computeIfAbsent(by, key -> new ConcurrentHashMap<>());
        String normal = normal(name);
        if (content || !names.containsKey(normal)) {
            names.merge(normal, content, Boolean::logicalOr);
        }
        if (by.closed()) {
            all.remove(by); // it ended meanwhile, and nobody would remove it any more
        }
    }

    void removeAll(NameOwner by) {
        all.remove(by);
    }

    /** Returns who relies on a name, in the order of their descriptions. */
    List<NameUse> of(String name) {
        String normal = normal(name);
        List<NameUse> uses = new ArrayList<>();
        all.forEach((by, names) -> {
            Boolean content = names.get(normal);
            if (content != null) {
                uses.add(new NameUse(by.toString(), content));
            }
        });
        uses.sort(Comparator.comparing(NameUse::by));
        return uses;
    }

    /** Form of the tree: {@code /a//b} is {@code a/b}. What is no name is used by nobody under another. */
    private static String normal(String name) {
        try {
            return Path.parse(name).toString();
        } catch (InvalidNameException e) {
            return name;
        }
    }
}
