package io.keelson.deploy.internal;

import io.keelson.deploy.internal.log.DeployLog;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.deploy.spi.ForeignDescriptors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads {@code jboss-deployment-structure.xml} of a module, or of its enterprise application: a subsystem of WildFly that the module
 * excludes is a part of this server that it does not get. What it says of WildFly's modules needs nothing here, or has no meaning, and is
 * reported. Confined to the deploying thread.
 */
final class JbossStructure {
    private static final String FILE = "jboss-deployment-structure.xml";

    /** Subsystems of WildFly, by the parts that take their place. */
    private static final Map<String, String> PARTS = Map.ofEntries(
            Map.entry("jaxrs", "rest"),
            Map.entry("weld", "cdi"),
            Map.entry("jpa", "jpa"),
            Map.entry("bean-validation", "validation"),
            Map.entry("jsf", "faces"),
            Map.entry("webservices", "soap"),
            Map.entry("batch-jberet", "batch"),
            Map.entry("ee-security", "security"),
            Map.entry("mail", "mail"));

    /** Modules of WildFly whose classes every application sees here, too. */
    private static final String SHOWN =
            "(java|jdk|jakarta|javax)\\..+|javaee\\.api|jakartaee\\.api|org\\.jboss\\.logging|sun\\.jdk";

    private final Set<String> excluded = new TreeSet<>();
    private final Set<String> libraries = new TreeSet<>();
    private final Set<String> left = new LinkedHashSet<>();

    private JbossStructure() {}

    /**
     * Reads the files and tells the module which parts it does not get.
     *
     * @throws DeploymentException where a file is no XML
     */
    static void read(RunningDeployment module) throws DeploymentException {
        Map<String, Path> files = new LinkedHashMap<>();
        module.enterpriseFile("META-INF/" + FILE).ifPresent(file -> files.put("EAR!META-INF/" + FILE, file));
        for (String directory : List.of("META-INF/", "WEB-INF/")) {
            module.archive().file(directory + FILE).ifPresent(file -> files.put(directory + FILE, file));
        }
        for (Map.Entry<String, Path> each : files.entrySet()) {
            JbossStructure structure = new JbossStructure();
            structure.read(module, each.getKey(), each.getValue());
            structure.excluded.stream()
                    .map(subsystem -> Optional.ofNullable(PARTS.get(subsystem)))
                    .forEach(part -> part.ifPresent(module::exclude));
            List<String> taken = structure.taken();
            ForeignDescriptors.of(module).read(each.getKey(), taken, structure.left);
            DeployLog.LOG.otherServersStructure(module.name(), each.getKey(), taken, structure.left);
        }
    }

    private void read(RunningDeployment module, String name, Path file) throws DeploymentException {
        DescriptorNode root;
        try (InputStream in = Files.newInputStream(file)) {
            root = DescriptorNode.read(name, in);
        } catch (IOException e) {
            throw new DeploymentException(name + " cannot be read: " + e.getMessage(), e);
        }
        boolean ofEnterprise = name.startsWith("EAR!");
        String own = String.valueOf(module.archive().root().getFileName());
        for (DescriptorNode each : root.children()) {
            switch (each.name()) {
                // Modules of an enterprise application inherit of it which subsystems they do not want, and nothing
                // else.
                case "deployment" -> deployment(each, !ofEnterprise);
                case "sub-deployment" -> {
                    String of = each.attributes().getOrDefault("name", "");
                    if (ofEnterprise && of.equals(own)) {
                        deployment(each, true);
                    }
                }
                case "ear-subdeployments-isolated" -> {
                    if (each.text().equals("true")) {
                        left.add(each.name());
                    }
                }
                default -> left.add(each.name());
            }
        }
    }

    private void deployment(DescriptorNode deployment, boolean whole) {
        for (DescriptorNode each : deployment.children()) {
            if (each.name().equals("exclude-subsystems")) {
                each.children()
                        .forEach(subsystem -> exclude(subsystem.attributes().getOrDefault("name", "")));
            } else if (whole) {
                switch (each.name()) {
                    case "dependencies" -> each.children().forEach(this::dependency);
                    case "exclusions" ->
                        each.children()
                                .forEach(module ->
                                        libraries.add(module.attributes().getOrDefault("name", "")));
                    case "local-last" -> {
                        if (!"false".equals(each.attributes().get("value"))) {
                            left.add(each.name());
                        }
                    }
                    default -> left.add(each.name());
                }
            }
        }
    }

    private void exclude(String subsystem) {
        if (PARTS.containsKey(subsystem)) {
            excluded.add(subsystem);
        } else {
            left.add("exclude-subsystems/" + subsystem);
        }
    }

    /** Libraries and beans of the same enterprise application are seen in any case. */
    private void dependency(DescriptorNode dependency) {
        String name = dependency.attributes().getOrDefault("name", "");
        if (!name.matches(SHOWN) && !(name.startsWith("deployment.") && name.endsWith(".jar"))) {
            left.add("dependencies/" + (name.isEmpty() ? dependency.name() : name));
        }
    }

    private List<String> taken() {
        List<String> taken = new ArrayList<>();
        excluded.forEach(
                subsystem -> taken.add("no " + subsystem + ", the part '" + PARTS.get(subsystem) + "' of this server"));
        if (!libraries.isEmpty()) {
            taken.add("exclusions of " + String.join(", ", libraries)
                    + ", which the application's own libraries go before in any case");
        }
        return taken;
    }
}
