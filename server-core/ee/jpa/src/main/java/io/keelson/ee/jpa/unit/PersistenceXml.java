package io.keelson.ee.jpa.unit;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.kernel.config.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code persistence.xml} of the schema versions 1.0 to 3.2. The order of elements within a unit is not enforced; an element or
 * value that no version knows is an error with its line.
 *
 * <p>Specification: Persistence 3.2, 8.2.1 persistence.xml file and 8.3 persistence.xml Schema.
 */
public final class PersistenceXml {
    private static final Set<String> VERSIONS = Set.of("1.0", "2.0", "2.1", "2.2", "3.0", "3.1", "3.2");
    private static final Set<String> NAMESPACES = Set.of(
            "",
            "http://java.sun.com/xml/ns/persistence",
            "http://xmlns.jcp.org/xml/ns/persistence",
            "https://jakarta.ee/xml/ns/persistence");

    private PersistenceXml() {}

    /**
     * The units of a document.
     *
     * @param root of the document, amended by the deployment plan where there is one
     * @throws DeploymentException with file and line
     */
    public static List<UnitDescriptor> read(DescriptorNode root) throws DeploymentException {
        if (!root.name().equals("persistence")) {
            throw error(root, "the root element is <" + root.name() + ">; it has to be <persistence>");
        }
        if (!NAMESPACES.contains(root.namespace())) {
            throw error(
                    root,
                    "the namespace '" + root.namespace()
                            + "' is not of a persistence.xml; write https://jakarta.ee/xml/ns/persistence");
        }
        String version = root.attributes().getOrDefault("version", "3.2");
        if (!VERSIONS.contains(version)) {
            throw error(root, "the version '" + version + "' is unknown; known: 1.0 to 2.2, 3.0, 3.1, 3.2");
        }
        List<UnitDescriptor> units = new ArrayList<>();
        Map<String, UnitDescriptor> byName = new HashMap<>();
        for (DescriptorNode child : root.children()) {
            if (!child.name().equals("persistence-unit")) {
                throw error(child, "the element <" + child.name() + "> is unknown; did you mean <persistence-unit>?");
            }
            UnitDescriptor unit = new UnitReader(child, version).read();
            UnitDescriptor same = byName.put(unit.name(), unit);
            if (same != null) {
                throw error(
                        child,
                        "the persistence unit '" + unit.name() + "' is described a second time; the first is at "
                                + same.where());
            }
            units.add(unit);
        }
        return List.copyOf(units);
    }

    static DeploymentException error(DescriptorNode at, String what) {
        return new DeploymentException(UnitDescriptor.where(at.place()) + ": " + what);
    }

    static DeploymentException unknown(DescriptorNode child, Set<String> known) {
        return error(child, "the element <" + child.name() + "> is unknown" + NearestName.hint(child.name(), known));
    }
}
