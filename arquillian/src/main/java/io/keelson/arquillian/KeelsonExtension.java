package io.keelson.arquillian;

import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Extension that Arquillian finds by its service loader: it makes {@link KeelsonContainer} the container of the tests. */
public final class KeelsonExtension implements LoadableExtension {
    @Override
    public void register(ExtensionBuilder builder) {
        builder.service(DeployableContainer.class, KeelsonContainer.class);
    }
}
