package io.keelson.conformance;

import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.arquillian.container.spi.event.DeployDeployment;
import org.jboss.arquillian.core.api.InstanceProducer;
import org.jboss.arquillian.core.api.annotation.Inject;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.EventContext;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.container.spi.context.annotation.DeploymentScoped;

/**
 * Lets tests run whose application the server refuses, as it should (WebSocket 2.2, 5.2.1): they look that nothing answers there.
 * Anything else that cannot be deployed still fails its tests.
 */
public final class RefusedDeployments implements LoadableExtension {
    @Override
    public void register(ExtensionBuilder builder) {
        builder.observer(Observer.class);
    }

    /** Around the deployment of the classes below {@code negdep}. */
    public static final class Observer {
        @Inject
        @DeploymentScoped
        private InstanceProducer<ProtocolMetaData> metaData;

        void deploy(@Observes(precedence = -1) EventContext<DeployDeployment> context) throws DeploymentException {
            String archive = context.getEvent().getDeployment().getDescription().getArchive().getName();
            if (!archive.contains("negdep")) {
                context.proceed();
                return;
            }
            try {
                context.proceed();
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Exception refused) {
                System.out.println("refused, as it may be: " + archive + ": " + refused.getMessage());
                String name = archive.replaceAll("\\.war$", "");
                int port = Integer.getInteger("conformance.port", 7420);
                metaData.set(new ProtocolMetaData()
                        .addContext(new HTTPContext("127.0.0.1", port).add(new Servlet("default", "/" + name))));
            }
        }
    }
}
