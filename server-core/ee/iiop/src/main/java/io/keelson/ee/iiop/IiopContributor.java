package io.keelson.ee.iiop;

import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.spi.OpenView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Publishes the remote views of a module when its beans have opened them, and takes them back before the beans end. One object for all
 * applications; thread-safe as the broker is.
 */
final class IiopContributor implements Contributor, AutoCloseable {
    static final String NAME = "iiop";

    private final Broker broker;

    IiopContributor(Broker broker) {
        this.broker = broker;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "cdi", "remoting", "ejb");
    }

    /** The views of a module. */
    private record Published(List<ServedView> views) {}

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        RemoteObjects.Application remote =
                deployment.attachment(RemoteObjects.Application.class).orElse(null);
        if (remote == null) {
            return;
        }
        List<ServedView> served = new ArrayList<>();
        for (OpenView open : remote.views()) {
            ServedView view = ServedView.of(open, deployment.name());
            if (view != null) {
                served.add(view);
            }
        }
        if (!served.isEmpty()) {
            deployment.attach(Published.class, new Published(served));
            broker.add(served);
            IiopLog.LOG.published(
                    deployment.name(),
                    String.join(
                            ", ",
                            served.stream()
                                    .filter(ServedView::named)
                                    .map(ServedView::path)
                                    .sorted()
                                    .toList()));
        }
    }

    @Override
    public void stop(Deployment deployment) {
        deployment.attachment(Published.class).ifPresent(published -> broker.remove(published.views()));
    }

    @Override
    public void close() {
        broker.close();
    }
}
