package io.keelson.ee.jpa.unit;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.kernel.config.NearestName;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one {@code persistence-unit} element. Used once, by one thread. */
final class UnitReader {
    private static final Set<String> ELEMENTS = Set.of(
            "description",
            "provider",
            "qualifier",
            "scope",
            "jta-data-source",
            "non-jta-data-source",
            "mapping-file",
            "jar-file",
            "class",
            "exclude-unlisted-classes",
            "shared-cache-mode",
            "validation-mode",
            "properties");

    /** Prefixes of names that older versions of the specification use, with those of today. */
    private static final String OLD_PREFIX = "javax.persistence.";

    private static final String PREFIX = "jakarta.persistence.";

    private final DescriptorNode unit;
    private final String version;
    private final Map<String, List<Said>> texts = new LinkedHashMap<>();
    private final Map<String, String> properties = new LinkedHashMap<>();

    UnitReader(DescriptorNode unit, String version) {
        this.unit = unit;
        this.version = version;
    }

    UnitDescriptor read() throws DeploymentException {
        String name = unit.attributes().getOrDefault("name", "");
        if (name.isEmpty()) {
            throw PersistenceXml.error(unit, "the <persistence-unit> has no name; give it the attribute name");
        }
        for (DescriptorNode child : unit.children()) {
            child(child);
        }
        return new UnitDescriptor(
                name,
                unit.place(),
                version,
                local(),
                one("provider"),
                all("qualifier"),
                one("scope"),
                one("jta-data-source"),
                one("non-jta-data-source"),
                all("mapping-file"),
                all("jar-file"),
                all("class"),
                excludeUnlisted(),
                constant(SharedCacheMode.class, "shared-cache-mode", SharedCacheMode.UNSPECIFIED),
                constant(ValidationMode.class, "validation-mode", ValidationMode.AUTO),
                java.util.Collections.unmodifiableMap(properties));
    }

    private void child(DescriptorNode child) throws DeploymentException {
        String name = child.name();
        if (!ELEMENTS.contains(name)) {
            throw PersistenceXml.unknown(child, ELEMENTS);
        }
        if (name.equals("properties")) {
            for (DescriptorNode property : child.children()) {
                property(property);
            }
        } else if (!name.equals("description")) {
            boolean flag = name.equals("exclude-unlisted-classes");
            if (child.text().isEmpty() && !flag) {
                throw PersistenceXml.error(child, "the element <" + name + "> is empty");
            }
            texts.computeIfAbsent(name, n -> new ArrayList<>()).add(new Said(read(child), child.place()));
        }
    }

    /** The text; whoever wants to know learns that it was read. */
    private static String read(DescriptorNode node) {
        Runnable used = node.used();
        if (used != null) {
            used.run();
        }
        return node.text();
    }

    private void property(DescriptorNode property) throws DeploymentException {
        if (!property.name().equals("property")) {
            throw PersistenceXml.unknown(property, Set.of("property"));
        }
        String name = property.attributes().get("name");
        String value = property.attributes().get("value");
        if (name == null || name.isEmpty()) {
            throw PersistenceXml.error(property, "the <property> has no name; give it the attribute name");
        }
        if (value == null) {
            if (property.text().isEmpty()) {
                throw PersistenceXml.error(
                        property, "the property '" + name + "' has no value; give it the attribute value");
            }
            value = read(property);
        }
        String current = name.startsWith(OLD_PREFIX) ? PREFIX + name.substring(OLD_PREFIX.length()) : name;
        properties.put(current, value);
    }

    private boolean local() throws DeploymentException {
        String type = unit.attributes().getOrDefault("transaction-type", "JTA");
        return switch (type) {
            case "JTA" -> false;
            case "RESOURCE_LOCAL" -> true;
            default ->
                throw PersistenceXml.error(
                        unit,
                        "the transaction-type '" + type + "' is unknown"
                                + NearestName.hint(type, Set.of("JTA", "RESOURCE_LOCAL")));
        };
    }

    /** Empty means true. Version 1.0 said false for it in its schema and true in its text; every provider takes it for true. */
    private boolean excludeUnlisted() throws DeploymentException {
        Said said = one("exclude-unlisted-classes");
        if (said == null) {
            return false;
        }
        return switch (said.text()) {
            case "", "true", "1" -> true;
            case "false", "0" -> false;
            default ->
                throw new DeploymentException(
                        said.where() + ": exclude-unlisted-classes is '" + said.text() + "'; write true or false");
        };
    }

    private <E extends Enum<E>> E constant(Class<E> type, String element, E otherwise) throws DeploymentException {
        Said said = one(element);
        if (said == null) {
            return otherwise;
        }
        List<String> known =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        if (!known.contains(said.text())) {
            throw new DeploymentException(said.where() + ": the " + element + " '" + said.text() + "' is unknown"
                    + NearestName.hint(said.text(), known));
        }
        return Enum.valueOf(type, said.text());
    }

    private List<Said> all(String element) {
        return texts.getOrDefault(element, List.of());
    }

    private @Nullable Said one(String element) throws DeploymentException {
        List<Said> said = all(element);
        if (said.size() > 1) {
            throw new DeploymentException(said.get(1).where() + ": <" + element + "> comes a second time in the unit '"
                    + unit.attributes().get("name") + "'");
        }
        return said.isEmpty() ? null : said.get(0);
    }
}
