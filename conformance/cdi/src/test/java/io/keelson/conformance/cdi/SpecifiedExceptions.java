package io.keelson.conformance.cdi;

import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.arquillian.container.spi.client.container.DeploymentExceptionTransformer;

/**
 * Turns a failed deployment into the exception of the specification. The server names the classes of all causes; those of Weld extend
 * classes of the specification.
 */
public final class SpecifiedExceptions implements DeploymentExceptionTransformer {
    private static final Pattern CAUSE = 
            Pattern.compile("caused by (?:org\\.jboss\\.weld\\.exceptions|jakarta\\.enterprise\\.inject\\.spi)\\.(\\w+)");
    private static final Set<String> OF_DEPLOYMENT = Set.of(
            "DeploymentException",
            "InconsistentSpecializationException",
            "UnproxyableResolutionException",
            "UnserializableDependencyException");

    @Override
    public Throwable transform(Throwable failure) {
        if (failure == null) {
            return null; // the end of the causes
        }
        Matcher cause = CAUSE.matcher(String.valueOf(failure.getMessage()));
        while (cause.find()) {
            if (cause.group(1).equals("DefinitionException")) {
                return new DefinitionException(failure.getMessage(), failure);
            }
            if (OF_DEPLOYMENT.contains(cause.group(1))) {
                return new DeploymentException(failure.getMessage(), failure);
            }
        }
        return failure;
    }
}
