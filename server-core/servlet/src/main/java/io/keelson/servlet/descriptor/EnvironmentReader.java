package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is injected into components, and which of their methods are called. One a document.
 *
 * <p>Specification: Servlet 6.1, 15.4.1 Deployment Descriptor Elements; Servlet 6.1, 15.5 Annotations and Resource Injection.
 */
final class EnvironmentReader {
    private final KnownElements known;
    private final Declarations into;

    EnvironmentReader(KnownElements known, Declarations into) {
        this.known = known;
        this.into = into;
    }

    void entry(Element element) throws DeploymentException {
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
                        new Declarations.Entry(
                                element.textOf("env-entry-type"),
                                value,
                                element.textOf("lookup-name"),
                                ReferenceReader.injectionTargets(element)),
                        element.location()));
    }

    /** Without a class it means the class that the descriptor belongs to, which a web application does not have. */
    void lifecycle(Element element, Map<String, Declared<String>> methods) throws DeploymentException {
        known.check(element, Set.of("lifecycle-callback-class", "lifecycle-callback-method"));
        Declared<String> method =
                new Declared<>(element.requiredTextOf("lifecycle-callback-method"), element.location());
        Declared<String> other = methods.put(element.requiredTextOf("lifecycle-callback-class"), method);
        if (other != null) {
            throw element.wrong("names a second method of the class; first at " + other.location());
        }
    }
}
