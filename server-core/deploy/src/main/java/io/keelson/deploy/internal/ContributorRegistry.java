package io.keelson.deploy.internal;

import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Contributors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contributors, in the order of their {@code after}, and otherwise of their names. The lock of this object guards the map. */
final class ContributorRegistry implements Contributors {
    private final Map<String, Contributor> byName = new java.util.TreeMap<>();

    @Override
    public synchronized void add(Contributor contributor) {
        if (byName.putIfAbsent(contributor.name(), contributor) != null) {
            throw new IllegalStateException("a contributor called '" + contributor.name() + "' is there already");
        }
    }

    /**
     * The contributors in their order.
     *
     * @throws IllegalStateException when they wait for one another in a circle
     */
    synchronized List<Contributor> inOrder() {
        Map<String, Contributor> placed = new LinkedHashMap<>();
        for (Contributor contributor : byName.values()) {
            place(contributor, placed, new LinkedHashSet<>());
        }
        return new ArrayList<>(placed.values());
    }

    private void place(Contributor contributor, Map<String, Contributor> placed, Set<String> waiting) {
        if (placed.containsKey(contributor.name())) {
            return;
        }
        if (!waiting.add(contributor.name())) {
            throw new IllegalStateException("contributors wait for one another: " + waiting);
        }
        for (String before : contributor.after()) {
            Contributor earlier = byName.get(before);
            if (earlier != null) {
                place(earlier, placed, waiting);
            }
        }
        waiting.remove(contributor.name());
        placed.put(contributor.name(), contributor);
    }
}
