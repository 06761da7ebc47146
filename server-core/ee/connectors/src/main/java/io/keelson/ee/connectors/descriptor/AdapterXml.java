package io.keelson.ee.connectors.descriptor;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.Connections;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.Listener;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.ObjectType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code META-INF/ra.xml}, of versions 1.0 to 2.1. */
public final class AdapterXml {
    public static final String FILE = "META-INF/ra.xml";

    private AdapterXml() {}

    /**
     * A descriptor that was read.
     *
     * @param complete true where annotations do not count ({@code metadata-complete}, and versions before 1.6)
     */
    public record Read(AdapterDescriptor descriptor, boolean complete) {}

    /** Reads the descriptor of a module; null where it has none. */
    public static @Nullable Read read(Deployment deployment) throws DeploymentException {
        DescriptorXml.Document document =
                DescriptorXml.document(deployment.archive().file(FILE), FILE, "connector", deployment.plan());
        return document == null ? null : read(document.root());
    }

    /** Reads a descriptor. */
    static Read read(Element root) throws DeploymentException {
        if (!root.name().equals("connector")) {
            throw root.wrong("expected <connector>");
        }
        Element adapter = root.first("resourceadapter");
        if (adapter == null) {
            throw root.wrong("expected a <resourceadapter>");
        }
        Element outbound = adapter.first("outbound-resourceadapter");
        Element own = outbound == null ? adapter : outbound;
        List<Connections> connections = new ArrayList<>();
        if (outbound == null && adapter.has("managedconnectionfactory-class")) {
            connections.add(connections(adapter)); // version 1.0 has one, whose properties are the adapter's
        } else if (outbound != null) {
            for (Element each : outbound.all("connection-definition")) {
                connections.add(connections(each));
            }
        }
        boolean first = outbound == null && !connections.isEmpty();
        AdapterDescriptor read = new AdapterDescriptor(
                adapter.textOf("resourceadapter-class"),
                first ? List.of() : properties(adapter),
                support(own),
                connections,
                listeners(adapter.first("inbound-resourceadapter")),
                objects(adapter),
                new LinkedHashSet<>(root.textsOf("required-work-context")));
        String version = root.attributes().getOrDefault("version", "1.0");
        boolean old = version.startsWith("1.") && !version.equals("1.6") && !version.equals("1.7");
        return new Read(read, old || "true".equals(root.attributes().get("metadata-complete")));
    }

    private static Connections connections(Element element) throws DeploymentException {
        String factory = element.textOf("connectionfactory-interface");
        return new Connections(element.requiredTextOf("managedconnectionfactory-class"), factory, properties(element));
    }

    private static @Nullable Support support(Element element) throws DeploymentException {
        Element given = element.first("transaction-support");
        if (given == null) {
            return null;
        }
        Support found = Support.of(given.text());
        if (found == null) {
            throw given.wrong(
                    "expected NoTransaction, LocalTransaction or XATransaction, found '" + given.text() + "'");
        }
        return found;
    }

    private static List<Listener> listeners(@Nullable Element inbound) throws DeploymentException {
        List<Listener> all = new ArrayList<>();
        Element adapter = inbound == null ? null : inbound.first("messageadapter");
        if (adapter == null) {
            return all;
        }
        Set<String> types = new HashSet<>();
        for (Element each : adapter.all("messagelistener")) {
            String type = each.requiredTextOf("messagelistener-type");
            if (!types.add(type)) {
                throw each.wrong("has the messagelistener-type " + type + " a second time");
            }
            Element spec = each.first("activationspec");
            if (spec == null) {
                throw each.wrong("expected an <activationspec>");
            }
            Set<String> required = new LinkedHashSet<>();
            for (Element property : spec.all("required-config-property")) {
                required.add(property.requiredTextOf("config-property-name"));
            }
            all.add(new Listener(type, spec.requiredTextOf("activationspec-class"), required, properties(spec)));
        }
        return all;
    }

    private static List<ObjectType> objects(Element adapter) throws DeploymentException {
        List<ObjectType> all = new ArrayList<>();
        for (Element each : adapter.all("adminobject")) {
            all.add(new ObjectType(
                    each.textOf("adminobject-interface"), each.requiredTextOf("adminobject-class"), properties(each)));
        }
        return all;
    }

    /** Those with a value; one without has that of the class. */
    private static List<ConfigProperty> properties(Element element) throws DeploymentException {
        List<ConfigProperty> all = new ArrayList<>();
        for (Element each : element.all("config-property")) {
            String name = each.requiredTextOf("config-property-name");
            String value = each.textOf("config-property-value");
            if (value != null) {
                all.add(new ConfigProperty(name, value, each.location().toString()));
            }
        }
        return all;
    }
}
