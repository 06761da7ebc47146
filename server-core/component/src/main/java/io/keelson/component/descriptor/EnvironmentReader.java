package io.keelson.component.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the elements of a descriptor that declare names of the environment, injection and life cycle, which all descriptors of the
 * platform share.
 * One a document.
 *
 * <p>Specification: Jakarta EE Platform 11, 5 Resources, Naming, and Injection; Servlet 6.1, 15.4.1 Deployment Descriptor Elements;
 * Servlet 6.1, 15.5
 * Annotations and Resource Injection.
 */
public final class EnvironmentReader {
    private final KnownElements known;
    private final ComponentDeclarations into;
    private final ReferenceReader references;

    /** Makes a reader of one document into a draft. */
    public EnvironmentReader(KnownElements known, ComponentDeclarations into) {
        this.known = known;
        this.into = into;
        this.references = new ReferenceReader(known, into);
    }

    /**
     * Reads an element if it is one of the group.
     *
     * @return false: another reader's
     */
    public boolean read(Element element) throws DeploymentException {
        switch (element.name()) {
            case "env-entry" -> entry(element);
            case "post-construct" -> lifecycle(element, into.postConstruct);
            case "pre-destroy" -> lifecycle(element, into.preDestroy);
            case "message-destination" -> destination(element);
            case "data-source",
                    "jms-connection-factory",
                    "jms-destination",
                    "mail-session",
                    "connection-factory",
                    "administered-object",
                    "context-service",
                    "managed-executor",
                    "managed-scheduled-executor",
                    "managed-thread-factory" -> references.definition(element);
            default -> {
                return references.read(element);
            }
        }
        return true;
    }

    private void entry(Element element) throws DeploymentException {
        known.check(
                element,
                Set.of(
                        "env-entry-name",
                        "env-entry-type",
                        "env-entry-value",
                        "lookup-name",
                        "mapped-name",
                        "injection-target"));
        @Nullable String value = element.textOf("env-entry-value");
        into.environment.put(
                element.requiredTextOf("env-entry-name"),
                new Declared<>(
                        new ComponentDeclarations.Entry(
                                element.textOf("env-entry-type"),
                                value,
                                element.textOf("lookup-name"),
                                ReferenceReader.injectionTargets(element)),
                        element.location()));
    }

    /** One that says nothing of what it is leads nowhere by itself: each reference to it then says it. */
    private void destination(Element element) throws DeploymentException {
        known.check(element, Set.of("message-destination-name", "lookup-name", "mapped-name", "display-name"));
        String name = element.requiredTextOf("message-destination-name");
        @Nullable String lookup = element.textOf("lookup-name");
        @Nullable String leads = lookup == null ? element.textOf("mapped-name") : lookup;
        if (leads == null) {
            DescriptorLog.LOG.notApplied(known.application(), element.location(), element.name());
            return;
        }
        Declared<String> other = into.destinations.put(name, new Declared<>(leads, element.location()));
        if (other != null) {
            throw element.wrong("declares '" + name + "' a second time; first at " + other.location());
        }
    }

    /** Without a class it means the class that the descriptor belongs to, which a web application does not have. */
    private void lifecycle(Element element, Map<String, Declared<String>> methods) throws DeploymentException {
        known.check(element, Set.of("lifecycle-callback-class", "lifecycle-callback-method"));
        Declared<String> method =
                new Declared<>(element.requiredTextOf("lifecycle-callback-method"), element.location());
        Declared<String> other = methods.put(element.requiredTextOf("lifecycle-callback-class"), method);
        if (other != null) {
            throw element.wrong("names a second method of the class; first at " + other.location());
        }
    }
}
