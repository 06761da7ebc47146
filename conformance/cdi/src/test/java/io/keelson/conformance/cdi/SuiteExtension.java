package io.keelson.conformance.cdi;

import org.jboss.arquillian.container.spi.client.container.DeploymentExceptionTransformer;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Adds to Arquillian, in the tests' own JVM, what the suite expects of it. */
public final class SuiteExtension implements LoadableExtension {
    @Override
    public void register(ExtensionBuilder builder) {
        builder.service(DeploymentExceptionTransformer.class, SpecifiedExceptions.class);
    }
}
