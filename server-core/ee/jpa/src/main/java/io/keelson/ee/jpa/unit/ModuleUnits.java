package io.keelson.ee.jpa.unit;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.kernel.config.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The persistence units that one module sees: its own, and those of libraries that it shares with the other modules of its enterprise
 * application. Immutable, thread-safe.
 *
 * <p>Specification: Persistence 3.2, 8.2.2 Persistence Unit Scope.
 */
public final class ModuleUnits {
    private final Map<String, Unit> own = new LinkedHashMap<>();
    private final Map<String, Unit> shared = new LinkedHashMap<>();
    private final Map<String, Unit> byPath = new LinkedHashMap<>();

    private ModuleUnits() {}

    /**
     * Reads the descriptors of a module. There from the inspection phase on, as it needs the annotation index.
     *
     * @throws DeploymentException with file and line, or with both places of a name that is used twice
     */
    public static ModuleUnits of(Deployment deployment) throws DeploymentException {
        UnitRoots roots = new UnitRoots(deployment);
        ModuleUnits units = new ModuleUnits();
        for (UnitRoot root : roots.places().values()) {
            DescriptorNode document = roots.descriptor(root);
            if (document != null) {
                for (UnitDescriptor descriptor : PersistenceXml.read(document)) {
                    units.add(root, Unit.of(descriptor, root, roots.places()));
                }
            }
        }
        Optional<String> misplaced = roots.misplaced();
        if (units.isEmpty() && misplaced.isPresent()) {
            throw new DeploymentException(misplaced.get()
                    + " is not where a web application's units are looked for; move it to "
                    + "WEB-INF/classes/META-INF/persistence.xml");
        }
        return units;
    }

    private void add(UnitRoot root, Unit unit) throws DeploymentException {
        Unit same = (root.shared() ? shared : own).put(unit.name(), unit);
        if (same != null) {
            throw new DeploymentException("the persistence unit name '" + unit.name()
                    + "' is ambiguous: it is described at " + same.descriptor().where() + " and at "
                    + unit.descriptor().where() + "; rename one of them");
        }
        byPath.put(root.path() + "#" + unit.name(), unit);
    }

    /** Returns true if the module sees no unit at all. */
    public boolean isEmpty() {
        return own.isEmpty() && shared.isEmpty();
    }

    /** The module's own units, in the order of their descriptors. */
    public List<Unit> own() {
        return List.copyOf(own.values());
    }

    /** The units of shared libraries, in the order of their descriptors. */
    public List<Unit> shared() {
        return List.copyOf(shared.values());
    }

    /**
     * The unit that a reference means. A module's own hides a shared one of that name.
     *
     * @param name {@code unit}, {@code ../lib/model.jar#unit}, or null or empty for the only one there is
     * @param referrer the class and member, or the place in a descriptor, that refers to it
     * @throws DeploymentException when there is none, or a reference without a name has several to choose from
     */
    public Unit find(@Nullable String name, String referrer) throws DeploymentException {
        if (name == null || name.isEmpty()) {
            return only(referrer);
        }
        Unit found = name.indexOf('#') >= 0 ? byPath.get(normal(name)) : own.getOrDefault(name, shared.get(name));
        if (found != null) {
            return found;
        }
        throw new DeploymentException(referrer + " refers to the persistence unit '" + name
                + "', which the module does not see" + NearestName.hint(name, names()));
    }

    private static String normal(String name) {
        int hash = name.lastIndexOf('#');
        return UnitRoot.normal(name.substring(0, hash)) + name.substring(hash);
    }

    private Unit only(String referrer) throws DeploymentException {
        List<Unit> candidates = own.isEmpty() ? shared() : own();
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        if (candidates.isEmpty()) {
            throw new DeploymentException(referrer
                    + " refers to a persistence unit, and the module has none; add META-INF/persistence.xml to "
                    + "its classes or a library");
        }
        List<String> names = new ArrayList<>(new TreeSet<>(names()));
        throw new DeploymentException(referrer
                + " does not say which persistence unit it means, and there are several: set its unitName to one of "
                + String.join(", ", names));
    }

    private TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>(own.keySet());
        names.addAll(shared.keySet());
        return names;
    }
}
