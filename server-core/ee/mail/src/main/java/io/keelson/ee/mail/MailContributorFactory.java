package io.keelson.ee.mail;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.naming.Naming;

/** Makes the contributor of the part {@code mail}. See docs/design/mail.md. */
public final class MailContributorFactory implements ContributorFactory {
    private static final String NAME = "mail";

    @Override
    public String part() {
        return NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        services.find(Naming.class)
                .orElseThrow(() -> new DeploymentException("Jakarta Mail needs the server's names"))
                .add(new MailSessions());
        return () -> NAME;
    }
}
