package io.keelson.conformance.cdi;

import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jboss.arquillian.container.spi.client.container.DeploymentExceptionTransformer;

/**
 * Turns a failed deployment into the exception of the specification. The server names the classes of all causes; those of Weld extend
 * classes of the specification.
 */
public final class SpecifiedExceptions implements DeploymentExceptionTransformer {
    private static final Pattern CAUSE =
            Pattern.compile("caused by (?:org\\.jboss\\.weld\\.exceptions|jakarta\\.enterprise\\.inject\\.spi)\\.(\\w+)");
    private static final String DEFINITION = "DefinitionException";
    private static final Set<String> OF_DEPLOYMENT = Set.of(
            "DeploymentException",
            "InconsistentSpecializationException",
            "UnproxyableResolutionException",
            "UnserializableDependencyException");

    /** Returns the specified exceptions, each the cause of the one before. The suite looks through them for the one that it expects. */
    @Override
    public Throwable transform(Throwable failure) {
        if (failure == null) {
            return null; // the end of the causes
        }
        List<String> specified = CAUSE.matcher(String.valueOf(failure.getMessage()))
                .results()
                .map(cause -> cause.group(1))
                .filter(name -> name.equals(DEFINITION) || OF_DEPLOYMENT.contains(name))
                .toList();
        Throwable made = null;
        for (int i = specified.size() - 1; i >= 0; i--) {
            // Arquillian transforms the causes, too: theirs name no further causes.
            String message = i == 0 ? failure.getMessage() : specified.get(i);
            made = specified.get(i).equals(DEFINITION)
                    ? new DefinitionException(message, made)
                    : new DeploymentException(message, made);
        }
        return made == null ? failure : made;
    }
}
