package io.keelson.deploy.internal;

import io.keelson.deploy.internal.archive.Structure;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Contributors;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The contributors, in the order of their {@code after}, and otherwise of their names. The lock of this object guards the map. */
final class ContributorRegistry implements Contributors {
    private final Map<String, Contributor> byName = new TreeMap<>();
    private final List<ModuleRecogniser> recognisers = new CopyOnWriteArrayList<>();

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
    List<Contributor> inOrder() {
        return with(List.of());
    }

    /** The contributors in their order that look at a module before it is known which parts it needs. */
    List<Contributor> inOrder(RunningDeployment module) {
        return forKind(module, inOrder());
    }

    private static List<Contributor> forKind(RunningDeployment module, List<Contributor> all) {
        return all.stream()
                .filter(contributor -> contributor.containerOf().isEmpty()
                        || contributor.containerOf().contains(module.kind()))
                .toList();
    }

    /** Returns true if one of the contributors is the container of modules of that kind. */
    boolean hasContainer(RunningDeployment module) {
        return of(module).stream()
                .anyMatch(contributor -> contributor.containerOf().contains(module.kind()));
    }

    @Override
    public void add(ModuleRecogniser recogniser) {
        recognisers.add(recogniser);
    }

    /** The rules by which archives are recognised, with those of rooms. */
    Structure structure() {
        return new Structure(recognisers);
    }

    /** The contributors that work for a module, with those of the parts that it needs. */
    List<Contributor> of(RunningDeployment module) {
        return forKind(module, with(module.contributors()));
    }

    /** The contributors that work for an application as a whole, with those of the parts that any of its modules needs. */
    List<Contributor> of(RunningApplication application) {
        return with(application.modules().stream()
                .flatMap(module -> module.contributors().stream())
                .distinct()
                .toList());
    }

    private synchronized List<Contributor> with(List<Contributor> ofParts) {
        Map<String, Contributor> all = new TreeMap<>(byName);
        ofParts.forEach(contributor -> all.put(contributor.name(), contributor));
        Map<String, Contributor> placed = new LinkedHashMap<>();
        for (Contributor contributor : all.values()) {
            place(contributor, all, placed, new LinkedHashSet<>());
        }
        return new ArrayList<>(placed.values());
    }

    private static void place(
            Contributor contributor,
            Map<String, Contributor> all,
            Map<String, Contributor> placed,
            Set<String> waiting) {
        if (placed.containsKey(contributor.name())) {
            return;
        }
        if (!waiting.add(contributor.name())) {
            throw new IllegalStateException("contributors wait for one another: " + waiting);
        }
        for (String before : contributor.after()) {
            Contributor earlier = all.get(before);
            if (earlier != null) {
                place(earlier, all, placed, waiting);
            }
        }
        waiting.remove(contributor.name());
        placed.put(contributor.name(), contributor);
    }
}
