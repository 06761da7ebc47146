package io.keelson.ee.batch;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.component.batch.BatchJobs;
import io.keelson.component.batch.BatchSettings;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.naming.ComponentNames;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Gives applications Jakarta Batch. A module's jobs run on its work manager; the repository is opened at the first use of the job
 * operator. See docs/design/batch.md.
 *
 * <p>Specification: Batch 2.1; Jakarta EE Platform 11, 6.19 Batch requirements.
 */
final class BatchContributor implements Contributor, AutoCloseable {
    static final String NAME = "batch";
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final BatchModules modules;
    private final TransactionManager transactions;
    private final String server;
    private final @Nullable BatchJobs jobs;
    private final BatchSettings settings;
    private final ScheduledExecutorService timer = Threads.scheduler("keelson.batch-leases");

    BatchContributor(
            BatchModules modules,
            TransactionManager transactions,
            String server,
            @Nullable BatchJobs jobs,
            BatchSettings settings) {
        this.settings = settings;
        this.modules = modules;
        this.transactions = transactions;
        this.server = server;
        this.jobs = jobs;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "jpa", "validation", "cdi", "concurrency", "ejb");
    }

    @Override
    public void prepare(Deployment deployment) {
        ComponentNames names = deployment
                .attachment(ComponentNames.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has no components"));
        BatchModule module = new BatchModule(
                deployment.name(),
                server,
                deployment.classLoader(),
                names,
                deployment.workManager(),
                transactions,
                Ticker.system(),
                timer,
                settings);
        modules.add(deployment.classLoader(), module);
        deployment.attach(BatchModule.class, module);
        deployment.onUndeploy(() -> {
            module.close(LONGEST_END);
            modules.remove(deployment.classLoader());
        });
    }

    /** Administration sees its jobs while it serves. */
    @Override
    public void start(Deployment deployment) {
        BatchModule module = deployment.attachment(BatchModule.class).orElse(null);
        if (jobs != null && module != null) {
            ManagedJobs managed = new ManagedJobs(deployment.name(), deployment.classLoader(), module);
            jobs.add(managed);
            deployment.attach(ManagedJobs.class, managed);
        }
    }

    @Override
    public void started(WholeApplication application) {
        application
                .modules()
                .forEach(module -> module.attachment(BatchModule.class).ifPresent(BatchModule::serve));
    }

    @Override
    public void stop(Deployment deployment) {
        if (jobs != null) {
            deployment.attachment(ManagedJobs.class).ifPresent(jobs::remove);
        }
        deployment.attachment(BatchModule.class).ifPresent(module -> module.close(LONGEST_END));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
