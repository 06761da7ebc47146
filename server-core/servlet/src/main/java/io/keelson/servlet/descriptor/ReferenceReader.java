package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.InjectionTarget;
import io.keelson.servlet.descriptor.WebDescriptor.ResourceKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a web application refers to outside of itself, and the resources that it defines (Jakarta EE Platform 11, chapter 5). One a
 * document.
 *
 * <p>Specification: Servlet 6.1, 15.4.1 Deployment Descriptor Elements.
 */
final class ReferenceReader {
    private static final Set<String> COMMON = Set.of("lookup-name", "mapped-name", "injection-target");

    /** By the kind of reference: the elements with its name and its type, and those that say nothing to a server. */
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
                    new Form("persistence-unit-ref-name", "", Set.of("persistence-unit-name")));

    /** What a data source has beside its name and properties. */
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

    private final KnownElements known;
    private final Declarations into;

    private record Form(String name, String type, Set<String> other) {}

    ReferenceReader(KnownElements known, Declarations into) {
        this.known = known;
        this.into = into;
    }

    void reference(Element element, ResourceKind kind) throws DeploymentException {
        Form form = FORMS.getOrDefault(kind, new Form("", "", Set.of()));
        List<String> names = new ArrayList<>(form.other());
        names.addAll(COMMON);
        names.add(form.name());
        names.add(form.type());
        known.check(element, Set.copyOf(names));
        String name = element.requiredTextOf(form.name());
        Declared<Declarations.Reference> other = into.references.put(
                name,
                new Declared<>(
                        new Declarations.Reference(
                                kind,
                                form.type().isEmpty() ? null : element.textOf(form.type()),
                                element.textOf("lookup-name"),
                                element.textOf("mapped-name"),
                                injectionTargets(element)),
                        element.location()));
        if (other != null) {
            throw element.wrong("declares '" + name + "' a second time; first at " + other.location());
        }
    }

    static List<InjectionTarget> injectionTargets(Element element) throws DeploymentException {
        List<InjectionTarget> targets = new ArrayList<>();
        for (Element target : element.all("injection-target")) {
            targets.add(new InjectionTarget(
                    target.requiredTextOf("injection-target-class"), target.requiredTextOf("injection-target-name")));
        }
        return List.copyOf(targets);
    }

    void dataSource(Element element) throws DeploymentException {
        Map<String, String> settings = new LinkedHashMap<>();
        Map<String, String> properties = new LinkedHashMap<>();
        for (Element child : element.children()) {
            if (DATA_SOURCE.contains(child.name())) {
                settings.put(child.name(), child.text());
            } else if (child.name().equals("property")) {
                @Nullable String value = child.textOf("value");
                properties.put(child.requiredTextOf("name"), value == null ? "" : value);
            } else if (!child.name().equals("name")) {
                known.unknown(child, element.name());
            }
        }
        String name = element.requiredTextOf("name");
        Declared<Declarations.Definition> other = into.definitions.put(
                name,
                new Declared<>(
                        new Declarations.Definition("data-source", Map.copyOf(settings), Map.copyOf(properties)),
                        element.location()));
        if (other != null) {
            throw element.wrong("defines '" + name + "' a second time; first at " + other.location());
        }
    }
}
