package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.OtherServersDestinations;
import io.keelson.component.descriptor.OtherServersRoles;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ForeignDescriptors;
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
 * Reads the descriptors that web applications carry for other servers: {@code jboss-web.xml}, {@code glassfish-web.xml} and its other
 * names, {@code ibm-web-ext.xml} and {@code ibm-web-bnd.xml}. Context root, names of resources and roles are taken; the log says once
 * what is left out. Confined to the deploying thread.
 */
final class OtherServersReader {
    /** The descriptors by the server that goes first. */
    private static final List<String> FILES = List.of(
            "WEB-INF/jboss-web.xml",
            "WEB-INF/payara-web.xml",
            "WEB-INF/glassfish-web.xml",
            "WEB-INF/sun-web.xml",
            "WEB-INF/ibm-web-ext.xml",
            "WEB-INF/ibm-web-bnd.xml");

    /** Elements of references, with the child that has the name. */
    private static final Map<String, String> REFERENCES = Map.of(
            "resource-ref", "res-ref-name",
            "resource-env-ref", "resource-env-ref-name",
            "ejb-ref", "ejb-ref-name",
            "ejb-local-ref", "ejb-ref-name",
            "message-destination-ref", "message-destination-ref-name");

    /** Elements that ask for nothing which this server does not do by itself. */
    private static final Set<String> MEANINGLESS =
            Set.of("description", "security-domain", "distinct-name", "enable-websockets", "disable-cross-context");

    private @Nullable String contextRoot;
    private final Map<String, Set<String>> roles = new LinkedHashMap<>();
    private final Map<String, String> resources = new LinkedHashMap<>();
    private final Set<String> left = new TreeSet<>();
    private final List<String> used = new ArrayList<>();

    private final Deployment deployment;

    private OtherServersReader(Deployment deployment) {
        this.deployment = deployment;
    }

    /**
     * Adds what those descriptors say.
     *
     * @param own the settings of {@code weblogic.xml}, which go first
     * @throws DeploymentException where one is no XML, or has a context root that is none
     */
    static ServerSettings read(Deployment deployment, ServerSettings own) throws DeploymentException {
        ServerSettings settings = own;
        for (String file : FILES) {
            Optional<Path> path = deployment.archive().file(file);
            if (path.isPresent()) {
                OtherServersReader reader = new OtherServersReader(deployment);
                reader.root(document(path.get(), file));
                ForeignDescriptors.of(deployment).read(file, reader.used, reader.left);
                DescriptorLog.LOG.otherServersDescriptor(deployment.name(), file, reader.used, reader.left);
                OtherServersRoles.share(deployment, reader.roles);
                settings = settings.over(reader.contextRoot, reader.roles, reader.resources);
            }
        }
        Map<String, Set<String>> enterprise = OtherServersRoles.read(deployment);
        return enterprise.isEmpty() ? settings : settings.over(null, enterprise, Map.of());
    }

    private static Element document(Path path, String file) throws DeploymentException {
        try (InputStream in = Files.newInputStream(path)) {
            return DescriptorXml.read(in, file);
        } catch (IOException e) {
            throw new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
        }
    }

    private void root(Element root) throws DeploymentException {
        for (Element element : root.children()) {
            String nameElement = REFERENCES.get(element.name());
            if (element.name().equals("context-root")) {
                contextRoot(element);
            } else if (nameElement != null) {
                reference(element, nameElement);
            } else if (element.name().equals("security-role-mapping")) {
                role(element);
            } else if (element.name().equals("message-destination")) {
                destination(element);
            } else if (element.name().equals("service-ref") && element.textOf("wsdl-override") != null) {
                // Read by the room of SOAP.
                used.add(element.textOf("service-ref-name") + " is " + element.textOf("wsdl-override"));
            } else if (!MEANINGLESS.contains(element.name())) {
                left.add(element.name());
            }
        }
    }

    private void contextRoot(Element element) throws DeploymentException {
        String given = element.attributes().getOrDefault("uri", element.text());
        contextRoot = WeblogicReader.contextRoot(element, given);
        used.add("context root " + (contextRoot.isEmpty() ? "/" : contextRoot));
    }

    private void reference(Element element, String nameElement) {
        String name = element.attributes().getOrDefault("name", element.textOf(nameElement));
        String leads = element.attributes().getOrDefault("binding-name", first(element, "jndi-name", "lookup-name"));
        if (name == null || leads == null) {
            left.add(element.name());
        } else {
            resources.put(name, leads);
            used.add(name + " is " + leads);
        }
    }

    private static @Nullable String first(Element element, String... children) {
        for (String child : children) {
            String text = element.textOf(child);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    private void destination(Element element) {
        String taken = OtherServersDestinations.add(deployment, element);
        if (taken.isEmpty()) {
            left.add(element.name());
        } else {
            used.add(taken);
        }
    }

    private void role(Element element) throws DeploymentException {
        used.add("role " + OtherServersRoles.add(element, roles, left));
    }
}
