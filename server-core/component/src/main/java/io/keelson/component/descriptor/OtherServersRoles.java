package io.keelson.component.descriptor;

import io.keelson.component.role.RoleMapping;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
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
 * Reads who holds the security roles of an EAR by its descriptors for other servers: {@code ibm-application-bnd.xml},
 * {@code glassfish-application.xml} and its other names. Confined to the deploying thread.
 */
public final class OtherServersRoles {
    private static final List<String> FILES = List.of(
            "META-INF/payara-application.xml",
            "META-INF/glassfish-application.xml",
            "META-INF/sun-application.xml",
            "META-INF/ibm-application-bnd.xml");

    /** The roles that modules of an application assign, for all its modules. */
    private static final class OfModules {
        private final Map<String, Set<String>> holders = new LinkedHashMap<>();
    }

    private OtherServersRoles() {}

    /** Has the roles that a descriptor of the module assigns hold for the whole application, as GlassFish has it. */
    public static void share(Deployment deployment, Map<String, Set<String>> ofModule) {
        Map<String, Set<String>> all = deployment.shared(OfModules.class, OfModules::new).holders;
        ofModule.forEach((role, holders) ->
                all.computeIfAbsent(role, each -> new LinkedHashSet<>()).addAll(holders));
    }

    /** Returns the roles that all modules of the application assign by such descriptors. Complete once every module has been inspected. */
    public static RoleMapping ofModules(Deployment deployment) {
        Map<String, Set<String>> copy = new LinkedHashMap<>();
        deployment
                .shared(OfModules.class, OfModules::new)
                .holders
                .forEach((role, holders) -> copy.put(role, Set.copyOf(holders)));
        return new RoleMapping(Set.of(), Map.copyOf(copy), true);
    }

    /**
     * Returns the users and groups that hold each role; empty where the deployment is no module of an EAR, or that has no such descriptor.
     *
     * @throws DeploymentException where one is no XML; the message has the line
     */
    public static Map<String, Set<String>> read(Deployment deployment) throws DeploymentException {
        Map<String, Set<String>> roles = new LinkedHashMap<>();
        for (String file : FILES) {
            Optional<Path> path = deployment.enterpriseFile(file);
            if (path.isEmpty()) {
                continue;
            }
            String shown = "EAR!" + file;
            Set<String> left = new TreeSet<>();
            List<String> taken = new ArrayList<>();
            for (Element element : document(path.get(), shown).children()) {
                if (element.name().equals("security-role-mapping")
                        || element.name().equals("security-role")) {
                    String role = add(element, roles, left);
                    taken.add("role " + role);
                } else {
                    left.add(element.name());
                }
            }
            ForeignDescriptors.of(deployment).read(shown, taken, left);
            DescriptorLog.LOG.otherServersDescriptor(deployment.name(), shown, taken, left);
        }
        return roles;
    }

    /**
     * Adds a role.
     *
     * @param element {@code security-role-mapping} of GlassFish, or {@code security-role} of Open Liberty
     * @param left gets the names of children without a meaning here
     * @return the role's name
     * @throws DeploymentException where the role has no name
     */
    public static String add(Element element, Map<String, Set<String>> roles, Set<String> left)
            throws DeploymentException {
        String named = element.attributes().get("name");
        String role = named == null ? element.requiredTextOf("role-name") : named;
        Set<String> holders = roles.computeIfAbsent(role, each -> new LinkedHashSet<>());
        for (Element child : element.children()) {
            String name = child.attributes().get("name");
            switch (child.name()) {
                case "principal-name", "group-name" -> holders.add(child.requiredText());
                case "user", "group" -> {
                    if (name == null || name.isEmpty()) {
                        throw child.wrong("expected an attribute name");
                    }
                    holders.add(name);
                }
                case "role-name" -> {}
                default -> left.add(child.name());
            }
        }
        return role;
    }

    private static Element document(Path path, String file) throws DeploymentException {
        try (InputStream in = Files.newInputStream(path)) {
            return DescriptorXml.read(in, file);
        } catch (IOException e) {
            throw new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
        }
    }
}
