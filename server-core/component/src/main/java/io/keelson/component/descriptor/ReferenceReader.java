package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.InjectionTarget;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads references to the outside of a module, and the resources that it defines. One a document.
 *
 * <p>Specification: Jakarta EE Platform 11, 5 Resources, Naming, and Injection; Servlet 6.1, 15.4.1 Deployment Descriptor Elements.
 */
final class ReferenceReader {
    private static final Set<String> COMMON = Set.of("lookup-name", "mapped-name", "injection-target");

    /** By the kind of reference: the elements with its name and its type, and its details. */
    private static final Map<ResourceKind, Form> FORMS = Map.of(
            ResourceKind.RESOURCE_REF, new Form("res-ref-name", "res-type", Set.of("res-auth", "res-sharing-scope")),
            ResourceKind.RESOURCE_ENV_REF, new Form("resource-env-ref-name", "resource-env-ref-type", Set.of()),
            ResourceKind.EJB_REF, new Form("ejb-ref-name", "remote", Set.of("ejb-ref-type", "home", "ejb-link")),
            ResourceKind.EJB_LOCAL_REF,
                    new Form("ejb-ref-name", "local", Set.of("ejb-ref-type", "local-home", "ejb-link")),
            ResourceKind.MESSAGE_DESTINATION_REF,
                    new Form(
                            "message-destination-ref-name",
                            "message-destination-type",
                            Set.of("message-destination-usage", "message-destination-link")),
            ResourceKind.PERSISTENCE_CONTEXT_REF,
                    new Form(
                            "persistence-context-ref-name",
                            "",
                            Set.of(
                                    "persistence-unit-name",
                                    "persistence-context-type",
                                    "persistence-context-synchronization",
                                    "persistence-property")),
            ResourceKind.PERSISTENCE_UNIT_REF,
                    new Form("persistence-unit-ref-name", "", Set.of("persistence-unit-name")),
            ResourceKind.SERVICE_REF,
                    new Form(
                            "service-ref-name",
                            "service-ref-type",
                            Set.of(
                                    "service-interface",
                                    "wsdl-file",
                                    "jaxrpc-mapping-file",
                                    "service-qname",
                                    "respect-binding",
                                    "addressing",
                                    "mtom-enabled",
                                    "mtom-threshold",
                                    "port-component-ref",
                                    "handler",
                                    "handler-chains")));

    private static final Map<String, ResourceKind> KINDS =
            Arrays.stream(ResourceKind.values()).collect(Collectors.toUnmodifiableMap(ResourceKind::element, k -> k));

    /** Elements of a data source beside its name and properties. */
    private static final Set<String> DATA_SOURCE = Set.of(
            "class-name",
            "server-name",
            "port-number",
            "database-name",
            "url",
            "user",
            "password",
            "login-timeout",
            "transactional",
            "isolation-level",
            "initial-pool-size",
            "max-pool-size",
            "min-pool-size",
            "max-idle-time",
            "max-statements");

    private static final Set<String> EXECUTOR =
            Set.of("context-service-ref", "hung-task-threshold", "max-async", "virtual", "qualifier");

    /** By the element of a resource that the application defines: what it says beside its name and properties. */
    private static final Map<String, Set<String>> DEFINITIONS = Map.of(
            "data-source",
            DATA_SOURCE,
            "jms-connection-factory",
            Set.of(
                    "interface-name",
                    "class-name",
                    "resource-adapter",
                    "user",
                    "password",
                    "client-id",
                    "transactional",
                    "max-pool-size",
                    "min-pool-size"),
            "jms-destination",
            Set.of("interface-name", "class-name", "resource-adapter", "destination-name"),
            "mail-session",
            Set.of(
                    "store-protocol",
                    "store-protocol-class",
                    "transport-protocol",
                    "transport-protocol-class",
                    "host",
                    "user",
                    "password",
                    "from"),
            "connection-factory",
            Set.of("interface-name", "resource-adapter", "max-pool-size", "min-pool-size", "transaction-support"),
            "administered-object",
            Set.of("interface-name", "class-name", "resource-adapter"),
            "context-service",
            Set.of("cleared", "propagated", "unchanged", "qualifier"),
            "managed-executor",
            EXECUTOR,
            "managed-scheduled-executor",
            EXECUTOR,
            "managed-thread-factory",
            Set.of("context-service-ref", "priority", "virtual", "qualifier"));

    private static final Set<String> OF_BEANS = Set.of("home", "local-home", "ejb-link", "ejb-ref-type");

    /** The elements that may stand several times; their texts are one setting, separated by commas. */
    private static final Set<String> SEVERAL = Set.of("cleared", "propagated", "unchanged", "qualifier");

    /** Elements with children whose text is a detail, as XML; one after the other where there are several. */
    private static final Set<String> AS_XML = Set.of("handler-chains", "port-component-ref");

    private final KnownElements known;
    private final ComponentDeclarations into;

    private record Form(String name, String type, Set<String> other) {}

    ReferenceReader(KnownElements known, ComponentDeclarations into) {
        this.known = known;
        this.into = into;
    }

    /** Reads a reference; returns false where the element is none. */
    boolean read(Element element) throws DeploymentException {
        ResourceKind kind = KINDS.get(element.name());
        if (kind == null) {
            return false;
        }
        reference(element, kind);
        return true;
    }

    private void reference(Element element, ResourceKind kind) throws DeploymentException {
        Form form = FORMS.getOrDefault(kind, new Form("", "", Set.of()));
        List<String> names = new ArrayList<>(form.other());
        names.addAll(COMMON);
        names.add(form.name());
        names.add(form.type());
        known.check(element, Set.copyOf(names));
        String name = element.requiredTextOf(form.name());
        Declared<ComponentDeclarations.Reference> other = into.references.put(
                name,
                new Declared<>(
                        new ComponentDeclarations.Reference(
                                kind,
                                form.type().isEmpty() ? null : element.textOf(form.type()),
                                element.textOf("lookup-name"),
                                element.textOf("mapped-name"),
                                details(element, form),
                                properties(element, "persistence-property"),
                                injectionTargets(element)),
                        element.location()));
        if (other != null) {
            throw element.wrong("declares '" + name + "' a second time; first at " + other.location());
        }
    }

    /** An element of a reference to a bean that is empty says nothing: {@code <home></home>}. */
    private static Map<String, String> details(Element element, Form form) {
        Map<String, String> details = new LinkedHashMap<>();
        for (Element child : element.children()) {
            boolean saysNothing =
                    OF_BEANS.contains(child.name()) && child.text().isEmpty();
            if (!saysNothing
                    && form.other().contains(child.name())
                    && child.children().isEmpty()) {
                details.put(child.name(), child.text());
            } else if (AS_XML.contains(child.name())) {
                details.merge(child.name(), child.xml(), String::concat); // whoever serves the reference reads it
            }
        }
        return Collections.unmodifiableMap(details);
    }

    private static Map<String, String> properties(Element element, String child) throws DeploymentException {
        Map<String, String> properties = new LinkedHashMap<>();
        for (Element property : element.all(child)) {
            @Nullable String value = property.textOf("value");
            properties.put(property.requiredTextOf("name"), value == null ? "" : value);
        }
        return Collections.unmodifiableMap(properties);
    }

    static List<InjectionTarget> injectionTargets(Element element) throws DeploymentException {
        List<InjectionTarget> targets = new ArrayList<>();
        for (Element target : element.all("injection-target")) {
            targets.add(new InjectionTarget(
                    target.requiredTextOf("injection-target-class"), target.requiredTextOf("injection-target-name")));
        }
        return List.copyOf(targets);
    }

    /** Reads a resource that the application defines: its settings by the names of the elements. */
    void definition(Element element) throws DeploymentException {
        Set<String> settingsOfKind = DEFINITIONS.getOrDefault(element.name(), Set.of());
        Map<String, String> settings = new LinkedHashMap<>();
        for (Element child : element.children()) {
            if (settingsOfKind.contains(child.name())) {
                settings.merge(
                        child.name(),
                        child.text(),
                        (one, other) -> SEVERAL.contains(child.name()) ? one + "," + other : other);
            } else if (!child.name().equals("property") && !child.name().equals("name")) {
                known.unknown(child, element.name());
            }
        }
        String name = element.requiredTextOf("name");
        Declared<ComponentDeclarations.Definition> other = into.definitions.put(
                name,
                new Declared<>(
                        new ComponentDeclarations.Definition(
                                element.name(), Map.copyOf(settings), properties(element, "property")),
                        element.location()));
        if (other != null) {
            throw element.wrong("defines '" + name + "' a second time; first at " + other.location());
        }
    }
}
