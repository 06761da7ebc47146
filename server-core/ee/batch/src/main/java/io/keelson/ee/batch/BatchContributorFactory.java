package io.keelson.ee.batch;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.component.batch.BatchJobs;
import io.keelson.component.batch.BatchSettings;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import org.jberet.spi.JobOperatorContext;

/** Makes the contributor of the part {@code batch}. See docs/design/batch.md. */
public final class BatchContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return BatchContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        JobOperatorContext.setJobOperatorContextSelector(BatchModules.ofJvm());
        return new BatchContributor(
                BatchModules.ofJvm(),
                services.find(TransactionManager.class)
                        .orElseThrow(() -> new DeploymentException("Jakarta Batch needs the server's transactions")),
                services.find(ServerIdentity.class).map(ServerIdentity::name).orElse("server"),
                services.find(BatchJobs.class).orElse(null),
                services.find(Configuration.class)
                        .map(found -> found.get(BatchSettings.class))
                        .orElseGet(() -> new BatchSettings(Duration.ofSeconds(30), 0)));
    }
}
