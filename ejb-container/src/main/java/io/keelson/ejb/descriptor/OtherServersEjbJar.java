package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.OtherServersDestinations;
import io.keelson.component.descriptor.OtherServersRoles;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ForeignDescriptors;
import io.keelson.deploy.spi.ModuleKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the descriptors of beans for WildFly, GlassFish and Open Liberty: names of beans, where references lead, who holds
 * roles, and what message-driven beans listen by. The log says once what is left out. Immutable.
 *
 * @param names by the name of a bean, its names in the server's tree; of a message-driven bean its destination
 * @param references the names of references, and the server's names of their targets
 * @param roles by role, the users and groups that hold it; those of the EAR, too
 * @param activation by the name of a message-driven bean, its activation properties
 * @param adapters by the name of a message-driven bean, the resource adapter whose messages it gets
 */
public record OtherServersEjbJar(
        Map<String, List<BoundName>> names,
        Map<String, String> references,
        Map<String, Set<String>> roles,
        Map<String, Map<String, String>> activation,
        Map<String, String> adapters) {
    /** The descriptors by the server that goes first. */
    private static final List<String> FILES = List.of(
            "jboss-ejb3.xml", "payara-ejb-jar.xml", "glassfish-ejb-jar.xml", "sun-ejb-jar.xml", "ibm-ejb-jar-bnd.xml");

    private static final Set<String> BEANS = Set.of("ejb", "session", "message-driven", "entity");

    /** Elements of references, with the child that has the name where no attribute does. */
    private static final Map<String, String> REFERENCES = Map.of(
            "resource-ref", "res-ref-name",
            "resource-env-ref", "resource-env-ref-name",
            "ejb-ref", "ejb-ref-name",
            "ejb-local-ref", "ejb-ref-name",
            "message-destination-ref", "message-destination-ref-name");

    /** Elements of a bean that say what ejb-jar.xml or annotations say, or nothing. */
    private static final Set<String> MEANINGLESS = Set.of("ejb-name", "ejb-class", "session-type", "description");

    /** The descriptor of a module that has none. */
    public static final OtherServersEjbJar NONE =
            new OtherServersEjbJar(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    /**
     * A name of a bean.
     *
     * @param view the interface that is bound by it; null: the home, or the only remote interface
     */
    public record BoundName(String name, @Nullable String view) {}

    /** Copies the maps. */
    public OtherServersEjbJar {
        names = Map.copyOf(names);
        references = Map.copyOf(references);
        roles = Map.copyOf(roles);
        activation = Map.copyOf(activation);
        adapters = Map.copyOf(adapters);
    }

    /**
     * Reads the descriptors of a module and the roles of its EAR.
     *
     * @throws DeploymentException where one is no XML, or two beans lead one reference to several targets; the message has the line
     */
    public static OtherServersEjbJar read(Deployment deployment) throws DeploymentException {
        String directory = deployment.kind().equals(ModuleKind.WEB) ? "WEB-INF/" : "META-INF/";
        Map<String, Set<String>> roles = new LinkedHashMap<>();
        Map<String, List<BoundName>> names = new LinkedHashMap<>();
        Map<String, String> references = new LinkedHashMap<>();
        Map<String, Map<String, String>> activation = new LinkedHashMap<>();
        Map<String, String> adapters = new LinkedHashMap<>();
        for (String each : FILES) {
            String file = directory + each;
            Optional<Path> path = deployment.archive().file(file);
            if (path.isPresent()) {
                Reading reading = new Reading(deployment, names, references, roles, activation, adapters);
                reading.root(document(path.get(), file));
                ForeignDescriptors.of(deployment).read(file, reading.taken, reading.left);
                DescriptorLog.LOG.otherServersDescriptor(deployment.name(), file, reading.taken, reading.left);
            }
        }
        OtherServersRoles.share(deployment, roles);
        // A web module's roles of the EAR are read by its container.
        if (deployment.kind().equals(ModuleKind.ENTERPRISE_BEANS)) {
            OtherServersRoles.read(deployment).forEach(roles::putIfAbsent);
        }
        return new OtherServersEjbJar(names, references, roles, activation, adapters);
    }

    private static Element document(Path path, String file) throws DeploymentException {
        try (InputStream in = Files.newInputStream(path)) {
            return DescriptorXml.read(in, file);
        } catch (IOException e) {
            throw new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
        }
    }

    /** One document. */
    private record Reading(
            Deployment deployment,
            Map<String, List<BoundName>> names,
            Map<String, String> references,
            Map<String, Set<String>> roles,
            Map<String, Map<String, String>> activation,
            Map<String, String> adapters,
            List<String> taken,
            Set<String> left) {
        Reading(
                Deployment deployment,
                Map<String, List<BoundName>> names,
                Map<String, String> references,
                Map<String, Set<String>> roles,
                Map<String, Map<String, String>> activation,
                Map<String, String> adapters) {
            this(deployment, names, references, roles, activation, adapters, new ArrayList<>(), new TreeSet<>());
        }

        void root(Element root) throws DeploymentException {
            for (Element element : root.children()) {
                if (element.name().equals("enterprise-beans")) {
                    root(element); // WildFly and GlassFish have the beans within
                } else if (BEANS.contains(element.name())) {
                    bean(element);
                } else if (element.name().equals("assembly-descriptor")) {
                    assembly(element);
                } else if (element.name().equals("message-destination")) {
                    destination(element);
                } else if (element.name().equals("security-role-mapping")) {
                    taken.add("role " + OtherServersRoles.add(element, roles, left));
                } else if (!MEANINGLESS.contains(element.name())) {
                    left.add(element.name());
                }
            }
        }

        private void destination(Element element) {
            String found = OtherServersDestinations.add(deployment, element);
            if (found.isEmpty()) {
                left.add(element.name());
            } else {
                taken.add(found);
            }
        }

        /** WildFly binds beans to adapters there. */
        private void assembly(Element assembly) throws DeploymentException {
            for (Element element : assembly.children()) {
                if (element.name().equals("resource-adapter-binding")) {
                    adapter(element.requiredTextOf("ejb-name"), element.requiredTextOf("resource-adapter-name"));
                } else {
                    left.add(element.name());
                }
            }
        }

        private void adapter(String bean, String adapter) {
            adapters.put(bean, adapter);
            taken.add(bean + " gets messages of " + adapter);
        }

        private void bean(Element bean) throws DeploymentException {
            String attribute = bean.attributes().get("name");
            String name = attribute == null ? bean.requiredTextOf("ejb-name") : attribute;
            String simple = bean.attributes().get("simple-binding-name");
            if (simple != null) {
                name(name, new BoundName(simple, null));
            }
            for (Element child : bean.children()) {
                String nameElement = REFERENCES.get(child.name());
                if (nameElement != null) {
                    reference(child, nameElement);
                } else if (child.name().equals("jndi-name")) {
                    name(name, new BoundName(child.requiredText(), null));
                } else if (child.name().equals("interface")) {
                    view(name, child);
                } else if (child.name().equals("jms-durable-subscription-name")) {
                    activation(name, "subscriptionName", child.requiredText());
                } else if (child.name().equals("mdb-connection-factory")) {
                    activation(name, "connectionFactoryLookup", child.requiredTextOf("jndi-name"));
                } else if (child.name().equals("mdb-resource-adapter")) {
                    adapter(name, child.requiredTextOf("resource-adapter-mid"));
                } else if (!MEANINGLESS.contains(child.name())) {
                    left.add(child.name());
                }
            }
        }

        /** Names with a scheme, as {@code ejblocal:}, are of a space that this server does not have. */
        private void view(String bean, Element element) {
            String name = element.attributes().get("binding-name");
            String view = element.attributes().get("class");
            if (name == null || view == null || name.contains(":")) {
                left.add(element.name());
            } else {
                name(bean, new BoundName(name, view));
            }
        }

        private void activation(String bean, String property, String value) {
            activation.computeIfAbsent(bean, each -> new LinkedHashMap<>()).put(property, value);
            taken.add(property + " of " + bean + " is " + value);
        }

        private void name(String bean, BoundName name) {
            names.computeIfAbsent(bean, each -> new ArrayList<>()).add(name);
            taken.add(bean + " is " + name.name());
        }

        private void reference(Element element, String nameElement) throws DeploymentException {
            String name = element.attributes().getOrDefault("name", element.textOf(nameElement));
            String target = element.attributes().get("binding-name");
            for (String child : List.of("jndi-name", "lookup-name", "mapped-name")) {
                target = target == null ? element.textOf(child) : target;
            }
            if (name == null || target == null) {
                left.add(element.name());
                return;
            }
            String other = references.putIfAbsent(name, target);
            if (other != null && !other.equals(target)) {
                throw element.wrong(
                        "leads '" + name + "' to " + target + ", and another bean or descriptor of the module to "
                                + other + "; beans of a module share their names");
            }
            taken.add(name + " is " + target);
        }
    }
}
