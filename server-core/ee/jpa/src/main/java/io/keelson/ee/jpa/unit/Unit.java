package io.keelson.ee.jpa.unit;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.kernel.config.NearestName;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A persistence unit of an application: what its descriptor says, where it lies, and the classes that it manages. Immutable, thread-safe.
 *
 * @param descriptor as it is written
 * @param root the directory or jar where it lies
 * @param jars that it names, in order
 * @param managed names of classes, and of packages as {@code com.acme.package-info}
 * @param mappingFiles resources, with {@code META-INF/orm.xml} where the root or a jar has one
 * @param shared true if all modules of an enterprise application see it
 * @param found names of annotated classes in its root and jars, listed or not
 */
public record Unit(
        UnitDescriptor descriptor,
        URL root,
        List<URL> jars,
        List<String> managed,
        List<String> mappingFiles,
        boolean shared,
        Set<String> found) {
    private static final String ORM = "META-INF/orm.xml";

    /** Copies the lists. */
    public Unit {
        jars = List.copyOf(jars);
        managed = List.copyOf(managed);
        mappingFiles = List.copyOf(mappingFiles);
        found = Set.copyOf(found);
    }

    /** The name in its descriptor. */
    public String name() {
        return descriptor.name();
    }

    /**
     * Finds what the descriptor refers to.
     *
     * @param places jars of the application by their paths in the archive
     * @throws DeploymentException when a {@code jar-file} is not there
     */
    static Unit of(UnitDescriptor descriptor, UnitRoot root, Map<String, UnitRoot> places) throws DeploymentException {
        Set<String> managed = new LinkedHashSet<>();
        descriptor.classes().forEach(said -> managed.add(said.text()));
        List<URL> jars = new ArrayList<>();
        Set<String> mappings = new LinkedHashSet<>();
        if (root.resources().test(ORM)) {
            mappings.add(ORM);
        }
        Set<String> found = new TreeSet<>(ManagedClasses.of(root.index()));
        if (!descriptor.excludeUnlisted()) {
            managed.addAll(found);
        }
        for (Said said : descriptor.jarFiles()) {
            UnitRoot jar = jar(said, root, places);
            jars.add(jar.url());
            Set<String> ofJar = ManagedClasses.of(jar.index());
            managed.addAll(ofJar);
            found.addAll(ofJar);
            if (jar.resources().test(ORM)) {
                mappings.add(ORM);
            }
        }
        descriptor.mappingFiles().forEach(said -> mappings.add(said.text()));
        return new Unit(
                descriptor, root.url(), jars, List.copyOf(managed), List.copyOf(mappings), root.shared(), found);
    }

    private static UnitRoot jar(Said said, UnitRoot root, Map<String, UnitRoot> places) throws DeploymentException {
        for (String candidate : root.candidates(said.text())) {
            UnitRoot found = places.get(candidate);
            if (found != null) {
                return found;
            }
        }
        throw new DeploymentException(said.where() + ": the jar-file '" + said.text()
                + "' is not in the application; it is looked for relative to "
                + (root.path().isEmpty() ? "the module" : root.path())
                + NearestName.hint(said.text(), places.keySet()));
    }
}
