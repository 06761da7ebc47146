package io.keelson.ee.iiop;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.remoting.iiop.IiopEntrance;

/** Makes the contributor of the part {@code iiop}. See docs/design/iiop.md. */
public final class IiopContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return IiopContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        IiopEntrance entrance = services.find(IiopEntrance.class)
                .filter(IiopEntrance::getAsBoolean)
                .orElseThrow(() ->
                        new DeploymentException("the server does not speak IIOP; set iiop.enabled of the server"));
        return new IiopContributor(Broker.open(entrance));
    }
}
